import { notFound, route } from "@/lib/api/route";
import { publishRun } from "@/lib/drafting/data/run-lifecycle";
import { PublishRunBody, RunParams, RunView } from "@/lib/drafting/schema/runs";

export const POST = route(
  {
    as: "admin",
    summary: "Publish what a run drafts, or withdraw it from whoever has not seen it",
    answer: RunView.pick({ id: true, published: true }),
    params: RunParams,
    body: PublishRunBody,
  },
  async ({ actor, params, body }) => (await publishRun(actor, params.run, body.published)) ?? notFound(),
);
