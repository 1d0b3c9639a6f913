import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { createJudge, readJudges } from "@/lib/judge/data/judges";
import { JudgesQuery, JudgeView, NewJudge } from "@/lib/judge/schema/judges";
import { ProjectParams } from "@/lib/project/schema";

export const GET = route(
  {
    as: "researcher",
    summary: "The judges of a project with their versions",
    params: ProjectParams,
    query: JudgesQuery,
    answer: pageOf(JudgeView),
  },
  async ({ actor, params, query }) => (await readJudges(actor, params.project, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Create a judge, from a published method or with your own prompt",
    params: ProjectParams,
    body: NewJudge,
    answer: JudgeView,
  },
  async ({ actor, params, body }) => (await createJudge(actor, params.project, body)) ?? notFound(),
);
