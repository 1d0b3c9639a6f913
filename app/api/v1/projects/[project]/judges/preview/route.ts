import { notFound, route } from "@/lib/api/route";
import { previewJudge } from "@/lib/judge/data/preview";
import { JudgePreview, PreviewJudge } from "@/lib/judge/schema/judges";
import { ProjectParams } from "@/lib/project/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Problems, exact prompts and cost of a judge that is not saved",
    params: ProjectParams,
    body: PreviewJudge,
    answer: JudgePreview,
  },
  async ({ actor, params, body }) => (await previewJudge(actor, params.project, body)) ?? notFound(),
);
