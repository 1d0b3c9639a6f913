import { notFound, route } from "@/lib/api/route";
import { recordHeldOutLook } from "@/lib/judge/data/held-out";
import { JudgeVersionRouteParams } from "@/lib/judge/schema/judges";
import { HeldOutLookView, LookBody } from "@/lib/judge/schema/workshop";

export const POST = route(
  {
    as: "admin",
    summary: "Compare a version of a judge with the held-out labels; counted and recorded",
    params: JudgeVersionRouteParams,
    body: LookBody,
    answer: HeldOutLookView,
  },
  async ({ actor, params, body }) =>
    (await recordHeldOutLook(actor, params.version, body.dataset)) ?? notFound(),
);
