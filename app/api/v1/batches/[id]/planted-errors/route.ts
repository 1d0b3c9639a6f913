import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readPlanted } from "@/lib/resources/data/related";
import { pageOf } from "@/lib/resources/schema/page";
import { PlantedQuery, ReadPlanted } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "The planted errors of a batch, and who noticed",
    params: BatchParams,
    query: PlantedQuery,
    answer: pageOf(ReadPlanted),
  },
  async ({ actor, params, query }) => (await readPlanted(actor, params.id, query)) ?? notFound(),
);
