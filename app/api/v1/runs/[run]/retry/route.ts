import { notFound, route } from "@/lib/api/route";
import { retryRun } from "@/lib/drafting/data/run-lifecycle";
import { RetryBody, RunParams, RunView } from "@/lib/drafting/schema/runs";

export const POST = route(
  {
    as: "admin",
    summary: "Have what failed in a run done again, all or of one kind",
    answer: RunView.pick({ id: true, state: true }),
    params: RunParams,
    body: RetryBody,
  },
  async ({ actor, params, body }) => (await retryRun(actor, params.run, body.error)) ?? notFound(),
);
