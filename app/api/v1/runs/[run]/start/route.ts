import { notFound, route } from "@/lib/api/route";
import { startRun } from "@/lib/drafting/data/run-lifecycle";
import { RunParams, RunView } from "@/lib/drafting/schema/runs";

export const POST = route(
  {
    as: "admin",
    summary: "Start a drafted run",
    answer: RunView.pick({ id: true, state: true }),
    params: RunParams,
  },
  async ({ actor, params }) => (await startRun(actor, params.run)) ?? notFound(),
);
