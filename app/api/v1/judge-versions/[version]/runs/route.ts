import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { runVersion } from "@/lib/judge/data/run-version";
import { JudgeVersionRouteParams, RunJudge } from "@/lib/judge/schema/judges";

export const POST = route(
  {
    as: "admin",
    summary: "Start a run by a version of a judge: on three tasks, a part of the split, or all tasks",
    params: JudgeVersionRouteParams,
    body: RunJudge,
    answer: z.object({ id: z.uuid(), units: z.int() }),
  },
  async ({ actor, params, body }) => (await runVersion(actor, params.version, body)) ?? notFound(),
);
