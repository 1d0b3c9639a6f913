import type { StanceRow } from "@/lib/report/schema/anchoring";
import type { AccuracyRow, HumanVsLlmRow, PairingRow } from "@/lib/report/schema/human-vs-llm";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";

/*
 * Which rows a page, and what is printed for reading, show: those about anything that was said. A row about values that
 * cannot be compared is one of them, because it says why; one about nothing at all is not.
 */

/** Somebody gave a value, be it n/a. Where models join people, there is something to compare. */
export function isRated({
  raters,
  pairable,
  raterCount,
  na,
}: Pick<ReliabilityRow, "raters" | "pairable" | "raterCount" | "na">): boolean {
  return pairable > 0 || (raters === "human" && raterCount + na > 0);
}

/** People and the machine said something of the same units, even where no number comes of it. */
export function isCompared({ n, ties, humanNa, llmNa, reason }: HumanVsLlmRow): boolean {
  return n + ties + humanNa + llmNa > 0 || reason === "mixed-scales";
}

/** The machine was asked what people answered, even where they were evenly divided. */
export function hasComparison({ n, ties }: AccuracyRow): boolean {
  return n + ties > 0;
}

/** Two raters met on some unit, or the row says why people could not be paired at all. */
export function isPaired({ pairs, undefinedPairs, reason }: PairingRow): boolean {
  return pairs + undefinedPairs > 0 || reason === "drafts-in-view" || reason === "exposure-unknown";
}

/** The stances of every scope in which any of them could be taken. */
export function possibleStances(rows: readonly StanceRow[]): StanceRow[] {
  const taken = new Set(rows.filter(({ qualified }) => qualified > 0).map(({ scope }) => scope));
  return rows.filter(({ scope }) => taken.has(scope));
}
