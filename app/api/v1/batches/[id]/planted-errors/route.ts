import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { pageOf } from "@/lib/http/page";
import { readPlanted } from "@/lib/resources/data/related";
import { PlantedQuery, ReadPlanted } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "The planted errors of a batch, and which annotators noticed them",
    params: BatchParams,
    query: PlantedQuery,
    answer: pageOf(ReadPlanted),
  },
  async ({ actor, params, query }) => (await readPlanted(actor, params.id, query)) ?? notFound(),
);
