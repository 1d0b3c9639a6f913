import { notFound, route } from "@/lib/api/route";
import { findAffectedWork } from "@/lib/batch/data/lifecycle";
import { AffectedWorkQuery, BatchParams } from "@/lib/batch/schema";
import { AffectedWork } from "@/lib/batch/schema/views";

export const GET = route(
  {
    as: "admin",
    summary:
      "Numbers of assignments of a batch or of one annotator in it, by state: what a change would affect",
    answer: AffectedWork,
    params: BatchParams,
    query: AffectedWorkQuery,
  },
  async ({ actor, params, query }) =>
    (await findAffectedWork(actor, params.id, query.annotator)) ?? notFound(),
);
