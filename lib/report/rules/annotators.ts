import type { ReportOptions } from "@/lib/report/schema";
import type { AnnotatorRow } from "@/lib/report/schema/annotators";
import type { StudyData } from "@/lib/report/schema/study";
import { goldNumbers } from "./annotator-gold";
import { AnnotatorWork, type WorkNumbers } from "./annotator-work";
import { attentionFindings, type Numbers } from "./attention";
import type { DraftsById } from "./draft-table";
import { detectedIn } from "./planted";
import { byName } from "./scopes";
import type { Units } from "./unit";

/**
 * Statistics of each annotator's work: speed, agreement with others and its drift, results on gold and
 * planted errors, and findings that may deserve a look. A finding is never a verdict: unusual work can be the
 * best. Includes annotators who only reviewed rubrics or gave labels.
 */
export function annotatorsOf(
  { byItem }: Units,
  study: Pick<StudyData, "items" | "judgements" | "decisions" | "labels" | "golds" | "planted">,
  drafts: DraftsById,
  options: ReportOptions,
): AnnotatorRow[] {
  const work = new AnnotatorWork([...byItem.values()], study, drafts);
  const decided = byRater(study.decisions.filter(({ raterKind }) => raterKind === "human"));
  const labelled = byRater(study.labels?.labellings ?? []);
  // Those of a batch contain gold checks and labels as well; its records have the rest of them once more.
  const golds = byRater([...(study.golds ?? work.golds)]);
  const planted = byRater(study.planted ?? []);
  const judged = new Map<string, WorkNumbers>();
  for (const [{ name }, done] of work.people()) judged.set(name, work.rowOf(done, options));
  const people = new Set([...judged, ...decided, ...labelled, ...golds, ...planted].map(([name]) => name));
  const rows = [...people].sort(byName).map(
    (rater): Numbers => ({
      rater,
      ...(judged.get(rater) ?? work.rowOf(NOTHING, options)),
      decisions: decided.get(rater)?.length ?? 0,
      labellings: labelled.get(rater)?.length ?? 0,
      ...goldNumbers(golds.get(rater) ?? [], options),
      ...detectedIn(planted.get(rater) ?? [], options),
    }),
  );
  return rows.map((row) => ({ ...row, looks: attentionFindings(row, rows) }));
}

const NOTHING = new Int32Array(0);

function byRater<T extends { rater: string }>(made: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of made) {
    const own = found.get(one.rater);
    if (own) own.push(one);
    else found.set(one.rater, [one]);
  }
  return found;
}
