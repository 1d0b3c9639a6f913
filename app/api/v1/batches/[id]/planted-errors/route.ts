import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";
import { readPlanted } from "@/lib/reading/data/around";
import { PlantedQuery, ReadPlanted } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

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
