import { notFound, route } from "@/lib/api/route";
import { recordFinalLook } from "@/lib/judge/data/held-out";
import { JudgeVersionRouteParams } from "@/lib/judge/schema/judges";
import { FinalLookView, LookBody } from "@/lib/judge/schema/workshop";

export const POST = route(
  {
    as: "admin",
    summary: "Compare a version of a judge with the held-out labels; counted and recorded",
    params: JudgeVersionRouteParams,
    body: LookBody,
    answer: FinalLookView,
  },
  async ({ actor, params, body }) =>
    (await recordFinalLook(actor, params.version, body.dataset)) ?? notFound(),
);
