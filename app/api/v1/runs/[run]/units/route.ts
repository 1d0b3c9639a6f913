import { notFound, route } from "@/lib/api/route";
import { RunParams } from "@/lib/drafting/schema/runs";
import { pageOf } from "@/lib/http/page";
import { readUnits } from "@/lib/resources/data/related";
import { ReadUnit, UnitsQuery } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "The tasks, responses or pairs of a drafting run, and the result of each",
    params: RunParams,
    query: UnitsQuery,
    answer: pageOf(ReadUnit),
  },
  async ({ actor, params, query }) => (await readUnits(actor, params.run, query)) ?? notFound(),
);
