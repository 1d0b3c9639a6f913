import { notFound, route } from "@/lib/api/route";
import { findRun } from "@/lib/drafting/data/progress";
import { RunParams, RunProgress } from "@/lib/drafting/schema/runs";

export const GET = route(
  { as: "researcher", summary: "A drafting run and its progress", answer: RunProgress, params: RunParams },
  async ({ actor, params }) => (await findRun(actor, params.run)) ?? notFound(),
);
