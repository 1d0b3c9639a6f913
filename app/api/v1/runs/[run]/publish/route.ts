import { notFound, route } from "@/lib/api/route";
import { publishRun } from "@/lib/drafting/data/run-lifecycle";
import { PublishRunBody, RunParams, RunView } from "@/lib/drafting/schema/runs";

export const POST = route(
  {
    as: "admin",
    summary: "Publish a run's drafts, or withdraw them from annotators who have not seen them",
    answer: RunView.pick({ id: true, published: true }),
    params: RunParams,
    body: PublishRunBody,
  },
  async ({ actor, params, body }) => (await publishRun(actor, params.run, body.published)) ?? notFound(),
);
