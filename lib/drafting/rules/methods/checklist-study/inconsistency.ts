import { meanOfKnown } from "@/lib/agreement/arithmetic-mean";

type Votes = readonly (string | number | null)[];

/**
 * A judge's inconsistency on a pair: the number of votes for the response with fewer votes. 0 where all agree; null
 * where no vote could be read. Furuhashi et al. (2025), section 5.1.
 */
export function preferenceInconsistency(votes: Votes): number | null {
  const count = (side: "A" | "B") => votes.filter((vote) => vote === side).length;
  const [a, b] = [count("A"), count("B")];
  return a + b === 0 ? null : Math.min(a, b);
}

/**
 * A judge's inconsistency on a response: the standard deviation of the ratings as a population, which alone gives the
 * values of the paper's examples. Rounded to ten decimals, as in the released program, so that a threshold is met
 * exactly.
 */
export function ratingInconsistency(votes: Votes): number | null {
  const ratings = votes.filter((vote) => typeof vote === "number");
  const mean = meanOfKnown(ratings);
  if (mean === null) return null;
  const variance = meanOfKnown(ratings.map((rating) => (rating - mean) ** 2)) ?? 0;
  return Number(Math.sqrt(variance).toFixed(10));
}
