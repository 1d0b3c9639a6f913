import { notFound, route } from "@/lib/api/route";
import { resumeRun } from "@/lib/drafting/data/run-lifecycle";
import { ResumeBody, RunParams, RunView } from "@/lib/drafting/schema/runs";

export const POST = route(
  {
    as: "admin",
    summary: "Resume a paused run, optionally with other limits",
    answer: RunView.pick({ id: true, state: true }),
    params: RunParams,
    body: ResumeBody,
  },
  async ({ actor, params, body }) => (await resumeRun(actor, params.run, body)) ?? notFound(),
);
