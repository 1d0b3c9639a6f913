/** An amount of money as somebody typed it, in millionths. */
export function microsOf(amount: string): number {
  return Math.round(Number(amount) * 1_000_000);
}
