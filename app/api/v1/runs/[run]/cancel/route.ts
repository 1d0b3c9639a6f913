import { notFound, route } from "@/lib/api/route";
import { cancelRun } from "@/lib/drafting/data/run-lifecycle";
import { RunParams, RunView } from "@/lib/drafting/schema/runs";

export const POST = route(
  {
    as: "admin",
    summary: "End a run for good; what it drafted stays",
    answer: RunView.pick({ id: true, state: true }),
    params: RunParams,
  },
  async ({ actor, params }) => (await cancelRun(actor, params.run)) ?? notFound(),
);
