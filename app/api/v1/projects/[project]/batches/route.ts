import { notFound, route } from "@/lib/api/route";
import { ProjectParams } from "@/lib/project/schema";
import { readBatches } from "@/lib/resources/data";
import { BatchesQuery, ReadBatch } from "@/lib/resources/schema";
import { pageOf } from "@/lib/resources/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "The batches of a project, each with how far it is",
    params: ProjectParams,
    query: BatchesQuery,
    answer: pageOf(ReadBatch),
  },
  async ({ actor, params, query }) => (await readBatches(actor, params.project, query)) ?? notFound(),
);
