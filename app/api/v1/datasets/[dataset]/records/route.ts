import { notFound, route } from "@/lib/api/route";
import { addRecords } from "@/lib/dataset/data/add-records";
import { AddRecordsBody, RecordsAdded } from "@/lib/dataset/schema/additions";
import { DatasetParams } from "@/lib/dataset/schema/views";

export const POST = route(
  {
    as: "admin",
    summary:
      "Add tasks, responses and drafts to a dataset, all or none; identical records that it has already are skipped",
    params: DatasetParams,
    body: AddRecordsBody,
    answer: RecordsAdded,
    maxBodyBytes: 16_000_000,
  },
  async ({ actor, params, body }) => (await addRecords(actor, params.dataset, body)) ?? notFound(),
);
