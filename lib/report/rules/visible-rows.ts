import type { StanceRow } from "@/lib/report/schema/anchoring";
import type { AccuracyRow, HumanVsLlmRow, PairingRow } from "@/lib/report/schema/human-vs-llm";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";

/*
 * The rows that pages and printed tables show: those with any values. A row about values that cannot be
 * compared is shown, because it says why; an empty one is not.
 */

/** True if any value was given, including n/a. With models, if there is something to compare. */
export function isRated({
  raters,
  pairable,
  raterCount,
  na,
}: Pick<ReliabilityRow, "raters" | "pairable" | "raterCount" | "na">): boolean {
  return pairable > 0 || (raters === "human" && raterCount + na > 0);
}

/** True if people and the model rated common units, even without a resulting number. */
export function isCompared({ n, ties, humanNa, llmNa, reason }: HumanVsLlmRow): boolean {
  return n + ties + humanNa + llmNa > 0 || reason === "mixed-scales";
}

/**
 * True if the model was asked questions that people answered, including those on which they were evenly
 * divided.
 */
export function hasComparison({ n, ties }: AccuracyRow): boolean {
  return n + ties > 0;
}

/** True if two raters have common units, or the row has the reason why people could not be paired. */
export function isPaired({ pairs, undefinedPairs, reason }: PairingRow): boolean {
  return pairs + undefinedPairs > 0 || reason === "drafts-in-view" || reason === "exposure-unknown";
}

/** The stances of all scopes in which any was possible. */
export function possibleStances(rows: readonly StanceRow[]): StanceRow[] {
  const taken = new Set(rows.filter(({ qualified }) => qualified > 0).map(({ scope }) => scope));
  return rows.filter(({ scope }) => taken.has(scope));
}
