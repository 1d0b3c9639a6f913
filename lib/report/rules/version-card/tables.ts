import type { LabelConfusion } from "@/lib/judge/schema/confusion";
import type { CriterionFigures } from "@/lib/judge/schema/workshop";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import { figureLines, shareText } from "./lines";

/** A table of a card: a header, and rows that begin with what they are about. */
export interface CardTable {
  header: string[];
  rows: string[][];
}

/** The judge's values beside people's: each row is a value of people, each column one of the judge. */
export function confusionTable({ values, rows }: LabelConfusion): CardTable {
  return {
    header: ["People", ...values, "Units", "Found", "Right"],
    rows: rows.map(({ label, units, given, found, right }) => [
      label,
      ...[...given, units].map(String),
      ...[found, right].map(shareText),
    ]),
  };
}

/** Why there is no table of the judge's values beside people's; empty where there is one. */
export const confusionReason = ({ reason }: LabelConfusion): string =>
  reason === null ? "" : MISSING_VALUE_REASONS[reason];

export const CONFUSION_NOTE =
  "A row is a value of people, a column one of the judge. Found: of the units that people gave it and the judge could read, the share on which the judge gives it. Right: of those on which the judge gives it, the share on which people do.";

/** The figures of each criterion alone. */
export function criteriaTable(criteria: readonly CriterionFigures[]): CardTable {
  return {
    header: ["Criterion", "Scale", "Units", "Accuracy", "κ, quadratic", "Bias"],
    rows: criteria.map(({ criterion, range, figures }) => [
      criterion,
      `${range.min} to ${range.max}`,
      String(figures.units),
      ...figureLines(figures, "criterion").map(({ value, interval }) =>
        interval === "" ? value : `${value} ${interval}`,
      ),
    ]),
  };
}
