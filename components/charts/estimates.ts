export interface PlottedEstimate {
  id: string;
  /** The estimated quantity's name: a criterion, an arm. */
  label: string;
  value: number | null;
  /** The interval's ends, with the number of units it was bootstrapped from, if known. */
  interval: readonly [low: number, high: number, drawn?: number] | null;
  /** Number of units (or of whatever `counted` names) behind the estimate; null where it is not known. */
  n: number | null;
  /** Why there is no value, if there is none. */
  reason: string | undefined;
  /** The series it belongs to, when one line has several. */
  series?: string;
}

const LINE_HEIGHT = 26;
const SERIES_GAP = 14;
export const MARGINS = { top: 22, bottom: 36 };
/** Dash pattern of intervals from few tasks. */
export const FEW_DASHES = "3,2.5";
export const INK = "var(--color-ink)";
export const QUIET = "var(--color-muted)";

/** The dot and colours of each series, in order. */
export const LOOKS = [
  { symbol: "circle", fill: "var(--color-accent)", stroke: "var(--color-accent)" },
  { symbol: "circle", fill: "var(--color-surface)", stroke: INK },
  { symbol: "diamond", fill: QUIET, stroke: QUIET },
  { symbol: "diamond", fill: "var(--color-surface)", stroke: QUIET },
] as const;
export type Look = (typeof LOOKS)[number];

/** Look of the last series: hatched, because it is not comparable with the others. */
export const HATCHED = LOOKS[3];

/** The estimates of one series, with how many pixels they are moved from the middle of their lines. */
export interface PlacedSeries {
  look: Look;
  dy: number;
  own: PlottedEstimate[];
}

export function lookOf(name: string | undefined, series: readonly string[]): Look {
  return LOOKS[Math.max(0, series.indexOf(name ?? "")) % LOOKS.length] ?? LOOKS[0];
}

/** Vertical position of each estimate: series of one line are stacked, a single one is centred. */
export function placed(estimates: readonly PlottedEstimate[], series: readonly string[]): PlacedSeries[] {
  const groups = new Map<string, PlacedSeries>();
  for (const estimate of estimates) {
    const sameLine = estimates.filter(({ label }) => label === estimate.label);
    const dy =
      series.length === 0 ? 0 : (sameLine.indexOf(estimate) - (sameLine.length - 1) / 2) * SERIES_GAP;
    const look = lookOf(estimate.series, series);
    const key = `${LOOKS.indexOf(look)} ${dy}`;
    const group = groups.get(key) ?? { look, dy, own: [] };
    group.own.push(estimate);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The height of a line of the figure, with room for all its series. */
export function bandOf(lines: readonly PlacedSeries[]): number {
  return LINE_HEIGHT + 2 * Math.max(0, ...lines.map(({ dy }) => dy));
}

export function heightOf(lines: number, each: number): number {
  return MARGINS.top + MARGINS.bottom + lines * each;
}

/** True if the interval was computed from so few units that it is drawn dashed. */
export function isOfFew({ interval }: Pick<PlottedEstimate, "interval">, below = 0): boolean {
  return interval?.[2] !== undefined && interval[2] < below;
}

/** The range of an axis of scores: all values and intervals, to whole points. Scores have no zero to start from. */
export function rangeOfScores(
  estimates: readonly Pick<PlottedEstimate, "value" | "interval">[],
): readonly [low: number, high: number] | undefined {
  const ends = estimates.flatMap(({ value, interval }) =>
    value === null ? [] : [value, ...(interval ? [interval[0], interval[1]] : [])],
  );
  if (ends.length === 0) return undefined;
  const low = Math.floor(Math.min(...ends));
  return [low, Math.max(low + 1, Math.ceil(Math.max(...ends)))];
}

/** The range of an axis, in fifths: all values and intervals, and at least from 0 to 1. */
export function rangeOf(
  estimates: readonly Pick<PlottedEstimate, "value" | "interval">[],
): readonly [low: number, high: number] {
  const ends = estimates.flatMap(({ value, interval }) => [
    value ?? 0,
    interval?.[0] ?? 0,
    interval?.[1] ?? 0,
  ]);
  return [Math.floor(Math.min(0, ...ends) * 5) / 5, Math.ceil(Math.max(1, ...ends) * 5) / 5];
}
