import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { changeDataset, findDataset } from "@/lib/dataset/data/datasets";
import { requestDatasetRemoval } from "@/lib/dataset/removal/request-removal";
import { DatasetChange, DatasetParams, DatasetView } from "@/lib/dataset/schema/views";

export const GET = route(
  {
    as: "researcher",
    summary: "A dataset with its size",
    answer: DatasetView,
    params: DatasetParams,
  },
  async ({ actor, params }) => (await findDataset(actor, params.dataset)) ?? notFound(),
);

export const PATCH = route(
  {
    as: "admin",
    summary: "Rename, archive or restore a dataset; one that an unfinished batch uses cannot be archived",
    answer: z.object({ id: z.uuid(), state: z.enum(["archived", "ready"]) }),
    params: DatasetParams,
    body: DatasetChange,
  },
  async ({ actor, params, body }) => (await changeDataset(actor, params.dataset, body)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "Delete a dataset with its batches, drafts and judgements, permanently",
    answer: z.object({ id: z.uuid() }),
    params: DatasetParams,
  },
  async ({ actor, params }) => (await requestDatasetRemoval(actor, params.dataset, "delete")) ?? notFound(),
);
