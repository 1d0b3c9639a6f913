/** Statuses after which the same request may succeed. */
const AGAIN = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

export function isTransient(status: number): boolean {
  return AGAIN.has(status);
}

/** HTTP attempts of one call, including the first. */
export const MAX_ATTEMPTS = 6;

/** A longer requested delay postpones the work instead of waiting. */
export const LONGEST_WAIT = 5 * 60_000;

/**
 * Milliseconds until the next attempt: the longer of the server's hint and 1, 2, 4 … up to 60 seconds, plus
 * or minus half. `chance` is uniform on [0, 1).
 */
export function delayBefore(attempt: number, hint: number | null, chance: number): number {
  const own = Math.min(60_000, 1000 * 2 ** (attempt - 1)) * (0.5 + chance);
  return Math.max(hint ?? 0, Math.round(own));
}

/** The delay a server requests, in milliseconds from `now`; null when there is none. */
export function waitHint(headers: Readonly<Record<string, string>>, now: number): number | null {
  const milliseconds = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const after = headers["retry-after"];
  if (after !== undefined) {
    const seconds = Number(after);
    if (seconds >= 0) return Math.ceil(seconds * 1000);
    const date = Date.parse(after);
    if (!Number.isNaN(date)) return Math.max(0, date - now);
  }
  const resets = Object.entries(headers)
    .filter(([name]) => /ratelimit.*-reset|^x-ratelimit-reset/.test(name))
    .map(([, value]) => durationOf(value, now))
    .filter((wait) => wait !== null);
  return resets.length === 0 ? null : Math.max(...resets);
}

/** "1s", "6m0s", "20ms", "12.5", or a date. */
function durationOf(text: string, now: number): number | null {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length > 0 && parts.map(([whole]) => whole).join("") === text) {
    const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
    return Math.ceil(
      parts.reduce((sum, [, number, name]) => sum + Number(number) * unit[name as keyof typeof unit], 0),
    );
  }
  const seconds = Number(text);
  if (text.trim() !== "" && seconds >= 0) {
    // Some servers send a timestamp in seconds since 1970.
    return seconds > 1e9 ? Math.max(0, seconds * 1000 - now) : Math.ceil(seconds * 1000);
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
