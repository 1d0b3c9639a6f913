/** Krippendorff's conventional thresholds. */
const TENTATIVE = 0.667;
const FIRM = 0.8;

/**
 * A sentence on how α compares with the conventional thresholds, and which of them its interval leaves open.
 * Conclusions are offered for independent judgements only: a high α of people who saw the same draft may be
 * the draft's.
 */
export function alphaThresholdSentence(
  value: number,
  interval: readonly [low: number, high: number, ...unknown[]] | null,
  isIndependent: boolean,
): string {
  const conclusion = isIndependent ? `: ${conclusionFrom(value)}` : "";
  const open = interval ? openIn(value, interval) : "";
  return `${placeOf(value)}${conclusion}${open}.`;
}

function placeOf(value: number): string {
  if (value >= FIRM) return `Not below ${FIRM}`;
  return value >= TENTATIVE ? `Between ${TENTATIVE} and ${FIRM}` : `Below ${TENTATIVE}`;
}

/** The conclusions that Krippendorff’s conventions allow from independent judgements. */
export function conclusionFrom(value: number): string {
  if (value >= FIRM) return "usually called reliable";
  return value >= TENTATIVE ? "usually enough for tentative conclusions" : "usually too low to conclude from";
}

function openIn(value: number, [low, high]: readonly [number, number, ...unknown[]]): string {
  const below = [TENTATIVE, FIRM].find((bar) => low < bar && bar <= value);
  const above = [FIRM, TENTATIVE].find((bar) => value < bar && bar <= high);
  const ends = [below && `below ${below}`, above && `above ${above}`].filter((end) => end !== undefined);
  return ends.length === 0 ? "" : `; the interval reaches ${ends.join(" and ")}`;
}
