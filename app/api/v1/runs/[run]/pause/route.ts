import { notFound, route } from "@/lib/api/route";
import { pauseRun } from "@/lib/drafting/data/run-lifecycle";
import { RunParams, RunView } from "@/lib/drafting/schema/runs";

export const POST = route(
  {
    as: "admin",
    summary: "Pause a run: it starts no further requests",
    answer: RunView.pick({ id: true, state: true }),
    params: RunParams,
  },
  async ({ actor, params }) => (await pauseRun(actor, params.run)) ?? notFound(),
);
