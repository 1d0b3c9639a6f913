import { notFound, route } from "@/lib/api/route";
import { findStakes } from "@/lib/batch/data/lifecycle";
import { BatchParams, StakesQuery } from "@/lib/batch/schema";
import { Stakes } from "@/lib/batch/schema/views";

export const GET = route(
  {
    as: "admin",
    summary:
      "Numbers of assignments of a batch or of one annotator in it, by state: what a change would affect",
    answer: Stakes,
    params: BatchParams,
    query: StakesQuery,
  },
  async ({ actor, params, query }) => (await findStakes(actor, params.id, query.annotator)) ?? notFound(),
);
