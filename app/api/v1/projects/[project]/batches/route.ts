import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { ProjectParams } from "@/lib/project/schema";
import { readBatches } from "@/lib/resources/data/projects";
import { ReadBatch } from "@/lib/resources/schema";
import { BatchesQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The batches of a project, each with its progress",
    params: ProjectParams,
    query: BatchesQuery,
    answer: pageOf(ReadBatch),
  },
  async ({ actor, params, query }) => (await readBatches(actor, params.project, query)) ?? notFound(),
);
