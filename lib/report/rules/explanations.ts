import { countWords } from "@/lib/i18n/rules/counts";
import { finalClass, valueIn } from "@/lib/judgement/rules/exposure";
import type { ReportOptions } from "@/lib/report/schema";
import type { ExplanationRow } from "@/lib/report/schema/explanations";
import type { ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { Tallies } from "./clustered-ratio";

import type { Scope } from "./scopes";

type Line = ReportJudgement["lines"][number];

/**
 * Tells the lines that explain a value in the rater's own words from decisions on a draft: those written before the
 * draft was shown, and those of a judgement that had none.
 */
export function explains(
  { draft, exposure }: Pick<ReportJudgement, "draft" | "exposure">,
  lines: readonly Line[],
): (line: Line) => boolean {
  const isAlone = draft === null && exposure !== null && lines.every(({ action }) => action === "add");
  return ({ initial }) => isAlone || initial === true;
}

/** The lines that explain a value for which no draft was in view. */
function explanationLines(judgement: ReportJudgement): Line[] {
  const { lines } = judgement;
  return lines.length === 0 ? lines : lines.filter(explains(judgement, lines));
}

/** The decisions on the lines of a draft, lines added beside it included. */
export function draftLines(judgement: ReportJudgement): Line[] {
  const { lines } = judgement;
  if (lines.length === 0) return lines;
  const isOwn = explains(judgement, lines);
  return lines.filter((line) => !isOwn(line));
}

/** The values given without a draft in view, and those of them that were explained; empty where none was. */
export function explanationsOf(
  { judgements }: Pick<StudyData, "judgements">,
  scopes: readonly Scope[],
  options: ReportOptions,
): ExplanationRow[] {
  if (!hasLines(judgements) || !scopes.some(hasExplanation)) return [];
  return scopes.map((scope) => explanationsIn(scope, options)).filter(({ values }) => values > 0);
}

function hasLines(judgements: StudyData["judgements"]): boolean {
  for (const { lines } of judgements) if (lines.length > 0) return true;
  return false;
}

function hasExplanation({ units }: Scope): boolean {
  return units.some(({ humans }) =>
    humans.any.some(
      ({ judgement }) =>
        judgement !== null && explanationLines(judgement).length > 0 && isGivenAlone(judgement),
    ),
  );
}

function explanationsIn(scope: Scope, options: ReportOptions): ExplanationRow {
  const tally = new Tallies(["values", "explained", "words"]);
  for (const { task, humans } of scope.units)
    for (const { judgement } of humans.any) {
      if (judgement === null || !isGivenAlone(judgement)) continue;
      const lines = explanationLines(judgement);
      tally.add(task, "values");
      if (lines.length === 0) continue;
      tally.add(task, "explained");
      tally.add(
        task,
        "words",
        lines.reduce((sum, { text }) => sum + countWords(text ?? ""), 0),
      );
    }
  const { values, explained } = tally.all();
  const share = tally.share("explained", "values", options);
  const words = tally.mean("words", "explained", options);
  return {
    scope: scope.name,
    values,
    explained,
    share: share.value,
    ci: share.ci,
    reason: share.reason,
    words: words.value,
    wordsCi: words.ci,
    wordsReason: words.reason,
    tasks: tally.count,
  };
}

/** True if a value was given without a draft in view: the final one, or the own one before the draft. */
function isGivenAlone(judgement: ReportJudgement): boolean {
  if (valueIn(judgement, "independent") !== null) return true;
  return judgement.draft === null && judgement.exposure !== null && finalClass(judgement) !== "independent";
}
