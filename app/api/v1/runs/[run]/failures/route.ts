import { notFound, route } from "@/lib/api/route";
import { readFailures } from "@/lib/drafting/data/progress";
import { RunFailure, RunParams } from "@/lib/drafting/schema/runs";
import { pageOf } from "@/lib/http/page";
import { NumberedQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "Failures of a run, with their reasons",
    query: NumberedQuery,
    answer: pageOf(RunFailure),
    params: RunParams,
  },
  async ({ actor, params, query }) => (await readFailures(actor, params.run, query)) ?? notFound(),
);
