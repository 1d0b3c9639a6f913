import { notFound, route } from "@/lib/api/route";
import { archiveJudge, findJudge, withoutProject } from "@/lib/judge/data/judges";
import { ChangeJudge, JudgeRouteParams, JudgeView } from "@/lib/judge/schema/judges";

export const GET = route(
  { as: "researcher", summary: "A judge with its versions", params: JudgeRouteParams, answer: JudgeView },
  async ({ actor, params }) => withoutProject(await findJudge(actor, params.judge)) ?? notFound(),
);

export const PATCH = route(
  {
    as: "admin",
    summary: "Archive a judge, or bring it back",
    params: JudgeRouteParams,
    body: ChangeJudge,
    answer: JudgeView,
  },
  async ({ actor, params, body }) => (await archiveJudge(actor, params.judge, body.archived)) ?? notFound(),
);
