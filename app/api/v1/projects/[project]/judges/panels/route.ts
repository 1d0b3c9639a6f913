import { notFound, route } from "@/lib/api/route";
import { createPanel } from "@/lib/judge/data/panels";
import { JudgeView, NewPanel } from "@/lib/judge/schema/judges";
import { ProjectParams } from "@/lib/project/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Make a panel: versions of several judges as one rater",
    params: ProjectParams,
    body: NewPanel,
    answer: JudgeView,
  },
  async ({ actor, params, body }) => (await createPanel(actor, params.project, body)) ?? notFound(),
);
