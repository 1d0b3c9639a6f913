import { notFound, route } from "@/lib/api/route";
import { addRecords } from "@/lib/dataset/data/add-records";
import { AddRecordsBody, RecordsAdded } from "@/lib/dataset/schema/additions";
import { DatasetParams } from "@/lib/dataset/views";

export const POST = route(
  {
    as: "admin",
    summary:
      "Add tasks, responses and drafts to a dataset, all or none; records that it has already, exactly alike, are passed over",
    params: DatasetParams,
    body: AddRecordsBody,
    answer: RecordsAdded,
    maxBodyBytes: 16_000_000,
  },
  async ({ actor, params, body }) => (await addRecords(actor, params.dataset, body)) ?? notFound(),
);
