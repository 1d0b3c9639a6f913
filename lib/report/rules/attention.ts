import { median } from "@/lib/agreement/quantile";
import type { AnnotatorRow, AttentionReason } from "@/lib/report/schema/annotators";

/** With fewer judgements a person is not assessed. */
const FEWEST = 10;
const FEWEST_GOLDS = 5;
const FEWEST_PLANTED = 5;

/** A row without the findings. */
export type Numbers = Omit<AnnotatorRow, "looks">;

/** Findings that may deserve a look, with their numbers, compared with the medians of all annotators. */
export function attentionFindings(row: Numbers, rows: readonly Numbers[]): AnnotatorRow["looks"] {
  const looks: AnnotatorRow["looks"] = [];
  const look = (of: AttentionReason, why: string) => looks.push({ look: of, why });
  const usual = (of: (row: Numbers) => number | null) =>
    median(
      rows.filter((other) => other !== row && other.judgements >= FEWEST).flatMap((other) => of(other) ?? []),
    );
  if (row.golds >= FEWEST_GOLDS && row.goldShare !== null && row.goldShare < 0.7)
    look("gold", `${percent(row.goldShare)} of ${row.golds} gold values`);
  if (row.planted >= FEWEST_PLANTED && row.detection !== null && row.detection < 0.5)
    look("planted", `noticed ${percent(row.detection)} of ${row.planted} planted errors`);
  if (row.judgements < FEWEST) return looks;

  const seconds = usual(({ medianSeconds }) => medianSeconds);
  if (row.medianSeconds !== null && seconds !== null && row.medianSeconds < seconds / 3)
    look(
      "fast",
      `${one(row.medianSeconds)} s for half of the judgements; ${one(seconds)} s among the others`,
    );
  const { topShare, othersShare } = row;
  if (topShare !== null && othersShare !== null && topShare >= 0.9 && topShare - othersShare >= 0.2)
    look(
      "same-value",
      `“${row.topValue}” in ${percent(topShare)}; the others gave it to the same units in ${percent(othersShare)}${row.longestRun === null ? "" : `, ${row.longestRun} in a row at most`}`,
    );
  const agreement = usual((other) => other.agreement);
  if (row.agreementCi && agreement !== null && row.agreementCi[1] < agreement - 0.1)
    look(
      "apart",
      `agrees with the others in ${percent(row.agreement ?? 0)}; they do in ${percent(agreement)}`,
    );
  if (row.driftCi && row.driftCi[1] < -0.05)
    look("drift", `agreement with the others is ${percent(-(row.drift ?? 0))} lower in the later half`);
  if (row.takenOver >= FEWEST && row.unreadShare !== null && row.unreadShare >= 0.5)
    look(
      "unread",
      `${percent(row.unreadShare)} of ${row.takenOver} drafts taken over faster than they can be read`,
    );
  return looks;
}

const one = (number: number) => number.toFixed(1);
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
