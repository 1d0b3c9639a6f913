import { notFound, route } from "@/lib/api/route";
import { listDatasets } from "@/lib/dataset/data/datasets";
import { ProjectParams } from "@/lib/project/schema";

export const GET = route(
  { as: "researcher", summary: "The datasets of a project", params: ProjectParams },
  async ({ actor, params }) => (await listDatasets(actor, params.project)) ?? notFound(),
);
