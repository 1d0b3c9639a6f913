import { notFound, route } from "@/lib/api/route";
import { previewRun } from "@/lib/drafting/data/preview-run";
import { PreviewBody, RunPreview } from "@/lib/drafting/schema/runs";
import { ProjectParams } from "@/lib/project/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Calls, tokens and cost that a run would take at the most, and what it would send first",
    answer: RunPreview,
    params: ProjectParams,
    body: PreviewBody,
  },
  async ({ actor, params, body }) => (await previewRun(actor, params.project, body)) ?? notFound(),
);
