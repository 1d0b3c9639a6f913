import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { ProjectParams } from "@/lib/project/schema";
import { readDatasets } from "@/lib/resources/data/projects";
import { ReadDataset } from "@/lib/resources/schema";
import { ListDatasetsQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The datasets of a project",
    params: ProjectParams,
    query: ListDatasetsQuery,
    answer: pageOf(ReadDataset),
  },
  async ({ actor, params, query }) => (await readDatasets(actor, params.project, query)) ?? notFound(),
);
