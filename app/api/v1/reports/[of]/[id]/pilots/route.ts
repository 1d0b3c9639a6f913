import { notFound, route } from "@/lib/api/route";
import { findPilot } from "@/lib/report/data/find-pilot";
import { ReportParams } from "@/lib/report/schema";
import { PilotQuery, PilotResponse } from "@/lib/report/schema/pilots";

export const GET = route(
  {
    as: "researcher",
    summary: "Values of some of a study's units, from which a larger one can be planned",
    answer: PilotResponse,
    params: ReportParams,
    query: PilotQuery,
  },
  async ({ actor, params: { of, id }, query }) =>
    (await findPilot(actor, of === "batches" ? { batch: id } : { dataset: id }, query)) ?? notFound(),
);
