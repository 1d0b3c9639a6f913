import { notFound, route } from "@/lib/api/route";
import { previewRun } from "@/lib/drafting/data/preview-run";
import { PreviewBody, RunPreview } from "@/lib/drafting/schema/runs";
import { ProjectParams } from "@/lib/project/schema";

export const POST = route(
  {
    as: "admin",
    summary: "The largest number of calls, tokens and cost of a run, and its first prompts",
    answer: RunPreview,
    params: ProjectParams,
    body: PreviewBody,
  },
  async ({ actor, params, body }) => (await previewRun(actor, params.project, body)) ?? notFound(),
);
