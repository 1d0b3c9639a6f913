import { notFound, route } from "@/lib/api/route";
import { RunParams } from "@/lib/drafting/runs";
import { readUnits } from "@/lib/reading/data/around";
import { ReadUnit, UnitsQuery } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "The tasks, responses or pairs of a drafting run, and what came of each",
    params: RunParams,
    query: UnitsQuery,
    answer: pageOf(ReadUnit),
  },
  async ({ actor, params, query }) => (await readUnits(actor, params.run, query)) ?? notFound(),
);
