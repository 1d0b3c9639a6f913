/** The value with most votes; "tie" when two lead; null without votes. Failed answers are not votes. */
export function majorityVote<V extends string | number>(votes: readonly V[]): V | "tie" | null {
  const count = new Map<V, number>();
  for (const vote of votes) count.set(vote, (count.get(vote) ?? 0) + 1);
  const most = Math.max(0, ...count.values());
  if (most === 0) return null;
  const ahead = [...count].filter(([, times]) => times === most).map(([value]) => value);
  return ahead.length === 1 ? (ahead[0] as V) : "tie";
}

/** Half up: 2.5 is 3, -2.5 is -2. */
export function roundHalfUp(x: number): number {
  return Math.floor(x + 0.5);
}

/** Half to even, as Python rounds: 2.5 is 2, 3.5 is 4. */
export function bankersRound(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  if (rest !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}

/** Compares two shares of yes among answered questions without dividing. Null when one has no answers. */
export function compareShares(
  a: { yes: number; answered: number },
  b: { yes: number; answered: number },
): "A" | "B" | "tie" | null {
  if (a.answered === 0 || b.answered === 0) return null;
  const difference = a.yes * b.answered - b.yes * a.answered;
  return difference > 0 ? "A" : difference < 0 ? "B" : "tie";
}
