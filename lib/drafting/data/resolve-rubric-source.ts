import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { findRubricSources } from "@/lib/dataset/data/find-rubric-sources";
import { rankedSources } from "@/lib/dataset/rules/rank-sources";
import { nameOfRun, sourceInWords } from "@/lib/dataset/rules/source-names";
import type { RubricSource } from "@/lib/dataset/schema/sources";
import { rubricNeededBy } from "@/lib/drafting/data/subjects";
import type { DraftMethod } from "@/lib/drafting/schema";
import type { RunSelection } from "@/lib/drafting/schema/runs";

/**
 * A selection with the source of the rubrics to judge by: the chosen one, otherwise the first in the study.
 * Unchanged if the method needs none, the study has none, or a rubric method was chosen instead.
 */
export async function withRubricSource(
  datasetId: string,
  method: Pick<DraftMethod, "needs">,
  { rubric: chosen, ...selection }: RunSelection,
): Promise<RunSelection> {
  const kind = rubricNeededBy(method);
  if (kind === null) return selection;
  if (chosen) return { ...selection, rubric: chosen };
  if (selection.rubricMethod !== undefined) return selection;
  const { rubrics } = await findRubricSources(db, datasetId);
  const [first] = rankedSources(rubrics, kind);
  return first ? { ...selection, rubric: first.source } : selection;
}

/**
 * The source of the rubrics that a run judges by, in words; null if it has none. Names only what the
 * researcher may read.
 */
export async function nameRubricSource(
  researcher: Member<"researcher">,
  source: RubricSource | undefined,
): Promise<string | null> {
  if (!source) return null;
  const project = memberOf(researcher);
  const names = new Map<string, string>();
  if (source.from === "run") {
    const run = await db.draftRun.findFirst({
      where: { id: source.run, project },
      select: { name: true, method: true, model: true },
    });
    if (run) names.set(source.run, nameOfRun(run));
  } else if (source.from === "reviewed") {
    const batch = await db.batch.findFirst({ where: { id: source.batch, project }, select: { name: true } });
    if (batch) names.set(source.batch, `“${batch.name}”`);
  }
  return sourceInWords(source, names);
}
