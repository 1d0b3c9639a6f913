import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { previewDesigned } from "@/lib/drafting/data/preview-run";
import { designOf, type Unfit } from "@/lib/drafting/data/run-design";
import { judgeMethod } from "@/lib/drafting/rules/judge/judge-method";
import { hasErrors, lintJudge } from "@/lib/drafting/rules/judge/lints";
import type { DraftMethod } from "@/lib/drafting/schema";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";
import { refuse } from "@/lib/http/refusals";
import { hasHeldOutExample } from "@/lib/judge/data/label-split";
import { labelledRubrics } from "@/lib/judge/data/labelled-rubrics";
import type { JudgePreview, PreviewJudge } from "@/lib/judge/schema/judges";

/** The id of the version that a preview stands for: it is not stored. */
const UNSAVED = "00000000-0000-4000-8000-000000000000";

/** The exact prompts of a judge that is not saved, its cost over a dataset, and its problems. */
export async function previewJudge(
  admin: Member<"admin">,
  projectId: string,
  { spec, endpoint, model: chosen, dataset, show }: PreviewJudge,
): Promise<JudgePreview | Unfit | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(admin) },
    select: { endpoints: { where: { id: endpoint, archivedAt: null }, select: { model: true } } },
  });
  if (!project) return null;
  const [found] = project.endpoints;
  if (!found) return refuse("no-such-endpoint");
  const lints = lintJudge(spec);
  const model = chosen ?? found.model;
  const design = {
    ...{ dataset, endpoint, model },
    method: JUDGE_METHOD,
    params: { version: UNSAVED },
    selection: { filter: {}, ...(await labelledRubrics(dataset, spec.subject)) },
  };
  const unsaved = judgeMethod({
    id: UNSAVED,
    judge: "Preview",
    number: 0,
    endpointId: endpoint,
    ...{ model, isArchived: false, spec },
  });
  const designed = await designOf(admin, projectId, design, unsaved as unknown as DraftMethod);
  if (!designed || "refused" in designed) return designed;
  return {
    lints,
    isHeldOut: await hasHeldOutExample(db, projectId, spec.examples),
    run: hasErrors(lints) ? null : await previewDesigned(designed, dataset, show),
  };
}
