import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { archiveDataset, findDataset } from "@/lib/dataset/data/datasets";
import { DatasetChange, DatasetParams, DatasetView } from "@/lib/dataset/views";

export const GET = route(
  {
    as: "researcher",
    summary: "A dataset and how much it holds",
    answer: DatasetView,
    params: DatasetParams,
  },
  async ({ actor, params }) => (await findDataset(actor, params.dataset)) ?? notFound(),
);

export const PATCH = route(
  {
    as: "admin",
    summary: "Archive a dataset that no batch at work uses, or restore it",
    answer: z.object({ id: z.uuid(), state: z.enum(["archived", "ready"]) }),
    params: DatasetParams,
    body: DatasetChange,
  },
  async ({ actor, params, body }) =>
    (await archiveDataset(actor, params.dataset, body.archived)) ?? notFound(),
);
