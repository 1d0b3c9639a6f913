/** Parses an amount of money into millionths. */
export function microsOf(amount: string): number {
  return Math.round(Number(amount) * 1_000_000);
}
