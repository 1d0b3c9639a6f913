import { notFound, route } from "@/lib/api/route";
import { findDataset } from "@/lib/dataset/data/datasets";
import { DatasetParams } from "@/lib/dataset/views";

export const GET = route(
  { as: "researcher", summary: "A dataset and how much it holds", params: DatasetParams },
  async ({ actor, params }) => (await findDataset(actor, params.dataset)) ?? notFound(),
);
