/** The margin of a pair on a scale when none is given: half its range, rounded up. It is 2 on 1 to 5, and 5 on 1 to 10. */
export const marginOfScale = ({ min, max }: { min: number; max: number }): number =>
  Math.ceil((max - min) / 2);

/** The highest and the lowest of a task's scores, which make a pair for preference training; or the reason why they make none. */
export function farthestScores(
  scores: readonly number[],
  margin: number,
): { highest: number; lowest: number } | "fewer-than-two-scored" | "below-margin" {
  if (scores.length < 2) return "fewer-than-two-scored";
  const [highest, lowest] = [Math.max(...scores), Math.min(...scores)];
  return highest - lowest < margin ? "below-margin" : { highest, lowest };
}
