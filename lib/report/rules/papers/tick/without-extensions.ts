import { partsOfMethodId } from "@/lib/drafting/rules/method";
import { OVERALL } from "@/lib/judgement/schema/units";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { StudyData } from "@/lib/report/schema/study";

interface ByMethod {
  method: string | null;
}

/** True of answers to all questions in one call, which is no method of the paper, as text and as JSON. */
export const isExtension = ({ method }: ByMethod): boolean =>
  method !== null && partsOfMethodId(method).method === "tick.evaluate_batch";

interface LeftOut {
  answers: number;
  /** Overall scores, which are made of the answers. */
  scores: number;
}

/** Studies without what extensions drafted, one for all tables, so that what is known about each is computed once. */
const studies = new WeakMap<StudyData, { study: StudyData; left: LeftOut }>();

function withoutDrafts(study: StudyData): { study: StudyData; left: LeftOut } {
  const known = studies.get(study);
  if (known) return known;
  const left = { answers: 0, scores: 0 };
  const drafts = [...study.drafts].filter((draft) => {
    if (!isExtension(draft)) return true;
    left[draft.item === OVERALL ? "scores" : "answers"]++;
    return false;
  });
  const found = { study: left.answers + left.scores === 0 ? study : { ...study, drafts }, left };
  studies.set(study, found);
  return found;
}

/** The study, and the dataset it is a part of, without what extensions drafted. */
function withoutExtensionsIn({ study, whole, ...source }: PaperSource): PaperSource {
  return {
    ...source,
    study: withoutDrafts(study).study,
    ...(whole && { whole: { ...whole, study: withoutDrafts(whole.study).study } }),
  };
}

/** The rows of a report about answers, without those by extensions. */
function withoutRows({ known }: PaperSource): Pick<PaperSource, "known"> {
  if (!known) return {};
  const { report, items } = known;
  const { accuracy, checklist } = report;
  const isOfPaper = (row: ByMethod) => !isExtension(row);
  return {
    known: {
      report: {
        ...report,
        accuracy: accuracy.filter(isOfPaper),
        checklist: { ...checklist, byRater: checklist.byRater.filter(isOfPaper) },
      },
      items,
    },
  };
}

const counted = (count: number, one: string) =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? "" : "s"}`];

/**
 * A table of answers by the methods of the paper; a note counts what models drafted by others and was left out of the
 * study that it reads: its own, unless the table takes another.
 */
export function withoutExtensions(
  table: PaperTable,
  studyOf: (source: PaperSource) => StudyData = ({ study }) => study,
): PaperTable {
  return {
    ...table,
    of: (source) => {
      const { left } = withoutDrafts(studyOf(source));
      const result = table.of({ ...withoutExtensionsIn(source), ...withoutRows(source) });
      const what = [...counted(left.answers, "answer"), ...counted(left.scores, "overall score")];
      if (what.length === 0) return result;
      const note = `Left out: ${what.join(" and ")} by tick.evaluate_batch, which asks all questions in one call and is not TICK’s method`;
      return "missing" in result
        ? { missing: [...result.missing, note] }
        : { ...result, notes: [...result.notes, `${note}.`] };
    },
  };
}
