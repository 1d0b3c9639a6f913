/**
 * Formats numbers and times. Numbers are rounded only here; computations pass on exact values. Spaces inside
 * a number do not break.
 */

const NBSP = "\u00a0";
const MINUS = "\u2212";
/** Shown for a missing value. */
export const DASH = "\u2013";

/** A sentence that says why a number is missing. */
export const noValue = (why: string) => `There is no value: ${why}.`;

function withMinus(text: string): string {
  return text.replace(/^-/, MINUS);
}

/** A number with a fixed count of decimals and a true minus; never "−0.00". */
function fixed(value: number, decimals: number, locale = "en"): string {
  const text = value.toLocaleString(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return withMinus(/[1-9]/.test(text) ? text : text.replace("-", ""));
}

/** A coefficient: 0.63. A dash when it is undefined. */
export function formatStatistic(value: number | null, decimals = 2, locale = "en"): string {
  return value === null || !Number.isFinite(value) ? DASH : fixed(value, decimals, locale);
}

/** Ends of an interval, ignoring further elements. */
type TwoEnds = readonly [low: number, high: number, ...unknown[]];

/** An interval: [0.60, 0.66]. A dash when undefined. */
export function formatInterval(ends: TwoEnds | null, decimals = 2): string {
  if (ends === null || !Number.isFinite(ends[0]) || !Number.isFinite(ends[1])) return DASH;
  return `[${fixed(ends[0], decimals)},${NBSP}${fixed(ends[1], decimals)}]`;
}

/** A share between 0 and 1 as a percentage: 81.2 %. A dash when undefined. */
export function formatPercent(share: number | null, decimals = 1): string {
  return share === null || !Number.isFinite(share) ? DASH : `${fixed(share * 100, decimals)}${NBSP}%`;
}

/** A share that somebody set, with the decimals it has, at most two: 10 %, 0.25 %. */
export function formatSetPercent(share: number): string {
  return `${Number(fixed(share * 100, 2))}${NBSP}%`;
}

/** An interval of a percentage: [38.6, 52.1] %. A dash when undefined. */
export function formatPercentInterval(ends: TwoEnds | null, decimals = 1): string {
  if (ends === null) return DASH;
  return `${formatInterval([100 * ends[0], 100 * ends[1]], decimals)}${NBSP}%`;
}

/** A whole number: 1,000. */
export function formatCount(value: number): string {
  return withMinus(value.toLocaleString("en", { maximumFractionDigits: 0 }));
}

/** A count with its noun: 1 unit, 1,000 units. */
export function formatQuantity(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)}${NBSP}${count === 1 ? singular : plural}`;
}

/**
 * Money in millionths of a unit: USD 1,204.50, USD 0.0031. Small sums get enough decimals to show two
 * significant figures. A dash when unknown.
 */
export function formatMoney(micros: number | null, currency: string): string {
  if (micros === null || !Number.isFinite(micros)) return DASH;
  const amount = micros / 1_000_000;
  const size = Math.abs(amount);
  const decimals =
    size === 0 || size >= 0.995 ? 2 : Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(size))));
  return `${currency}${NBSP}${fixed(amount, decimals)}`;
}

/** A file size in powers of 1,000: 4.2 MB. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (unit < units.length - 1 && Math.round(value) >= 1000) {
    value /= 1000;
    unit += 1;
  }
  const decimals = unit > 0 && value < 9.95 ? 1 : 0;
  return `${fixed(value, decimals)}${NBSP}${units[unit]}`;
}

/** A duration in its two largest units: 850 ms, 12 s, 1 min 20 s, 2 h 5 min, 3 d 4 h. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))}${NBSP}ms`;
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.round(milliseconds / 60_000);
  const hours = Math.round(milliseconds / 3_600_000);
  if (seconds < 60) return `${seconds}${NBSP}s`;
  if (seconds < 3600) return pair(Math.floor(seconds / 60), "min", seconds % 60, "s");
  if (minutes < 1440) return pair(Math.floor(minutes / 60), "h", minutes % 60, "min");
  return pair(Math.floor(hours / 24), "d", hours % 24, "h");
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  const first = `${large}${NBSP}${largeUnit}`;
  return small === 0 ? first : `${first}${NBSP}${small}${NBSP}${smallUnit}`;
}

/** A date: 20 Nov 2026. */
export function formatDate(date: Date, timeZone?: string, locale = "en"): string {
  return part(date, { day: "numeric", month: "short", year: "numeric", timeZone }, locale);
}

/** A time of day: 10:41:07. */
export function formatTime(date: Date, timeZone?: string, locale = "en"): string {
  const digits = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  return part(date, { ...digits, hourCycle: "h23", timeZone }, locale);
}

/** A date and time: 20 Nov 2026, 10:41. */
export function formatDateTime(date: Date, timeZone?: string, locale = "en"): string {
  const day = { day: "numeric", month: "short", year: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return part(date, { ...day, ...time, timeZone }, locale);
}

function part(date: Date, options: Intl.DateTimeFormatOptions, locale: string): string {
  if (locale !== "en") return dateFormat(locale, options).format(date);
  return dateFormat("en-GB", options).format(date).replace(/ /g, NBSP).replace(/,./, ", ");
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Created once for each combination: creating one takes longer than formatting. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${locale} ${JSON.stringify(options)}`;
  const format = dateFormats.get(name) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(name, format);
  return format;
}

/** Relative time in one unit: just now, 5 min ago, in 2 h, 3 d ago. */
export function formatRelative(date: Date, now: Date): string {
  const distance = now.getTime() - date.getTime();
  const size = Math.abs(distance);
  if (size < 45_000) return distance >= 0 ? "just now" : "in a moment";
  const amount = largestUnit(size);
  return distance > 0 ? `${amount} ago` : `in ${amount}`;
}

function largestUnit(size: number): string {
  const minutes = Math.round(size / 60_000);
  if (minutes < 60) return `${Math.max(1, minutes)}${NBSP}min`;
  const hours = Math.round(size / 3_600_000);
  if (hours < 24) return `${hours}${NBSP}h`;
  return `${Math.round(size / 86_400_000)}${NBSP}d`;
}
