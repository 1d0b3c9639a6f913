import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { removeDataset } from "@/lib/dataset/removal/request-removal";
import { DatasetParams } from "@/lib/dataset/views";

export const POST = route(
  {
    as: "admin",
    summary: "Empty a dataset: its batches and runs go with all that came of them, what its file held stays",
    answer: z.object({ id: z.uuid() }),
    params: DatasetParams,
  },
  async ({ actor, params }) => (await removeDataset(actor, params.dataset, "empty")) ?? notFound(),
);
