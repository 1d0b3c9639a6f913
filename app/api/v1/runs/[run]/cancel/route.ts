import { notFound, route } from "@/lib/api/route";
import { cancelRun } from "@/lib/drafting/data/run-lifecycle";
import { RunParams, RunView } from "@/lib/drafting/schema/runs";

export const POST = route(
  {
    as: "admin",
    summary: "Cancel a run permanently; its drafts stay",
    answer: RunView.pick({ id: true, state: true }),
    params: RunParams,
  },
  async ({ actor, params }) => (await cancelRun(actor, params.run)) ?? notFound(),
);
