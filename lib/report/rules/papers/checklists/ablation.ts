/*
 * Furuhashi et al. (2025), section 6: whether a checklist, and each of its items, brings a verdict nearer to people's.
 * Scores are means of raw samples: 1 or 2 for the response of a pair, 1 to 5 for a rating.
 */

export type Sign = "positive" | "neutral" | "negative";

/** From this change on a checklist is positive or negative. */
export const THETA = { pairwise: 0.3, direct: 1.5 } as const;

/** A change by an item above this is strong. */
const STRONG = 0.9;

/** The change in distance to people's score by the checklist; positive is nearer. */
export function changeByChecklist(gold: number, without: number, whole: number): number {
  return withoutRoundingError(Math.abs(gold - without) - Math.abs(gold - whole));
}

/** Below 0: leaving the item out takes the score away from people's; above 0: it brings it nearer. */
export function changeWithoutItem(gold: number, whole: number, without: number): number {
  return withoutRoundingError(Math.abs(gold - whole) - Math.abs(gold - without));
}

/** Thresholds are decimal fractions, which sums of binary ones miss by a hair; so is a mean that should be 0. */
export const withoutRoundingError = (change: number) => Number(change.toFixed(10));

export function signOfChecklist(change: number, theta: number): Sign {
  if (change >= theta) return "positive";
  return change <= -theta ? "negative" : "neutral";
}

/**
 * An item is positive if a positive checklist loses by its absence, and negative if a negative checklist gains by it.
 * All others are neither.
 */
export function signOfItem(change: number, checklist: Sign): Sign {
  if (checklist === "positive" && change < 0) return "positive";
  return checklist === "negative" && change > 0 ? "negative" : "neutral";
}

export function isStrong(change: number): boolean {
  return Math.abs(change) > STRONG;
}

/** True where all samples that could be read say the same: the order of a pair, and chance, changed nothing. */
export function isStable(votes: readonly (string | number | null)[]): boolean {
  return new Set(votes.filter((vote) => vote !== null)).size === 1;
}

/** The numbers of each sign, in words. */
export function countOfSigns(signed: readonly { sign: Sign }[]): string {
  const of = (sign: Sign) => signed.filter((one) => one.sign === sign).length;
  return `${of("positive")} positive, ${of("neutral")} neutral, ${of("negative")} negative`;
}
