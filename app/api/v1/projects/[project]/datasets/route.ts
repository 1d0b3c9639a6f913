import { notFound, route } from "@/lib/api/route";
import { listDatasets } from "@/lib/dataset/data/datasets";
import { DatasetsQuery } from "@/lib/dataset/views";
import { ProjectParams } from "@/lib/project/schema";

export const GET = route(
  {
    as: "researcher",
    summary: "The datasets of a project",
    params: ProjectParams,
    query: DatasetsQuery,
  },
  async ({ actor, params, query }) => (await listDatasets(actor, params.project, query.state)) ?? notFound(),
);
