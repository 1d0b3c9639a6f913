import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { requestDatasetRemoval } from "@/lib/dataset/removal/request-removal";
import { DatasetParams } from "@/lib/dataset/schema/views";

export const POST = route(
  {
    as: "admin",
    summary: "Empty a dataset: delete its batches and runs with their results; the records of its file stay",
    answer: z.object({ id: z.uuid() }),
    params: DatasetParams,
  },
  async ({ actor, params }) => (await requestDatasetRemoval(actor, params.dataset, "empty")) ?? notFound(),
);
