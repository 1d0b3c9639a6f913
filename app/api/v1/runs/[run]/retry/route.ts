import { notFound, route } from "@/lib/api/route";
import { retryRun } from "@/lib/drafting/data/run-lifecycle";
import { RetryBody, RunParams, RunView } from "@/lib/drafting/schema/runs";

export const POST = route(
  {
    as: "admin",
    summary: "Retry the failures of a run, all or of one kind",
    answer: RunView.pick({ id: true, state: true }),
    params: RunParams,
    body: RetryBody,
  },
  async ({ actor, params, body }) => (await retryRun(actor, params.run, body.error)) ?? notFound(),
);
