import type { DesignProblem } from "@/lib/batch/rules/design";
import { JudgeSpread, type SampleBy } from "@/lib/batch/schema";
import type { JudgedSubjects } from "@/lib/batch/schema/design";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

/** True if a sample of this spread is drawn by what models' values leave open. */
export const readsJudges = (by: SampleBy): by is JudgeSpread => JudgeSpread.options.some((one) => one === by);

/** The values that judges have to give, so that they tell what the judges leave open. */
function neededFor(by: JudgeSpread, kind: SubjectKind): string {
  if (by === "disagreement") return "values of two judges";
  const samples =
    kind === "pair" ? "several samples or both orders of a judge" : "several samples of a judge";
  return `${samples}, or a confidence that it stated`;
}

/** The values that some subjects lack, so that these do not tell what judges leave open; empty if all do. */
function lackingIn({ by, possible, judged, scored }: JudgedSubjects): string {
  const [unasked, untold] = [possible - judged, judged - scored].map((n) => n.toLocaleString("en"));
  return [
    ...(possible > judged ? [`no judge has a value for ${unasked}`] : []),
    ...(judged > scored
      ? [
          by === "uncertainty"
            ? `for ${untold} there is one answer without a confidence`
            : `for ${untold} only one judge has a value`,
        ]
      : []),
  ].join(", and ");
}

/** Why a sample cannot be drawn by judges' values; null if it can, or if nothing passes the filter. */
export function judgeSpreadProblem(found: JudgedSubjects, kind: SubjectKind): DesignProblem | null {
  const { by, possible, scored } = found;
  if (possible === 0 || scored > 0) return null;
  return {
    part: "subjects",
    field: "spread",
    message:
      `None of the ${kind}s that fit has ${neededFor(by, kind)}: ${lackingIn(found)}. ` +
      "Run a judge on the dataset first, or choose another spread.",
  };
}

/** The number of subjects that fit with judges' values to draw by, and what the others lack. */
export function judgedInWords(found: JudgedSubjects, kind: SubjectKind): string {
  const { by, possible, scored } = found;
  const [told, all] = [scored, possible].map((n) => n.toLocaleString("en"));
  const lacking = lackingIn(found);
  return (
    `${kind === "pair" ? "Pairs" : "Responses"} with ${neededFor(by, kind)}: ${told} of ${all}.` +
    (lacking === "" ? "" : ` Of the others, ${lacking}: they are drawn least often.`)
  );
}
