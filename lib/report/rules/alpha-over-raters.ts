import type { Estimate } from "@/lib/agreement/estimate";
import { jackknifeError } from "@/lib/agreement/jackknife";
import { studentQuantile } from "@/lib/agreement/student";
import type { RaterRow } from "@/lib/report/schema/raters";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { Ends } from "@/lib/report/schema/values";

/** α never exceeds it. */
const HIGHEST = 1;

/** With fewer people no standard error over raters is computed. */
const FEWEST_PEOPLE = 3;

/** The standard error of α over raters: how much α would vary with a different choice of raters. */
export function errorOverRaters(
  all: Estimate,
  without: readonly Estimate[],
): Pick<RaterRow, "alphaError" | "alphaErrorReason"> {
  const reason = all.reason ?? without.find(({ reason }) => reason !== null)?.reason ?? null;
  const error = reason === null ? jackknifeError(without.flatMap(({ value }) => value ?? [])) : null;
  return {
    alphaError: error,
    alphaErrorReason: without.length < FEWEST_PEOPLE ? "fewer-than-3-raters" : reason,
  };
}

/**
 * The rows of people on average with two more intervals of α. That of a report draws other tasks and takes the
 * raters as fixed. One of these takes the tasks as fixed and the raters as drawn from many (Student's t of the
 * jackknife error), the other takes both as drawn: its half-widths are the roots of the sums of both squared ones.
 */
export function withIntervalsOverRaters(
  each: readonly RaterRow[],
  reliability: readonly ReliabilityRow[],
  confidence: number,
): RaterRow[] {
  return each.map((row) => {
    if (row.rater !== null || row.alpha === null || row.alphaError === null) return row;
    const isSame = ({ scope, level, exposure }: Pick<ReliabilityRow, "scope" | "level" | "exposure">) =>
      scope === row.scope && level === row.level && exposure === row.exposure;
    const people = each.filter((other) => isSame(other) && other.rater?.kind === "human").length;
    const own = reliability.find((other) => other.raters === "human" && isSame(other));
    const margin = studentQuantile((1 - confidence) / 2, people - 1) * row.alphaError;
    const tasks = own?.clusters ?? 0;
    const around = (below: number, above: number): Ends => [
      (row.alpha as number) - below,
      Math.min(HIGHEST, (row.alpha as number) + above),
      tasks,
    ];
    return {
      ...row,
      alphaRatersCi: around(margin, margin),
      alphaBothCi: own?.ci
        ? around(Math.hypot(row.alpha - own.ci[0], margin), Math.hypot(own.ci[1] - row.alpha, margin))
        : null,
    };
  });
}
