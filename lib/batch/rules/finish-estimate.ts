import type { BatchState } from "@/lib/batch/schema";

/** With fewer submissions the pace is unknown. */
const FEWEST = 5;
/** With less than an hour of work the pace is unknown too. */
const SHORTEST_DAYS = 1 / 24;
/** After this long without submissions a batch counts as inactive, and has no estimate. */
export const QUIET_DAYS = 2;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type Finish =
  | { at: Date; earliest: Date; latest: Date; perDay: number; submitted: number; days: number }
  | { at: null; because: "done" | "not-open" | "too-few" | "too-soon" | "unfillable" }
  | { at: null; because: "nobody-works"; lastAt: Date | null };

/** An hour with submissions, by its beginning. */
type WorkedHour = { at: Date; submitted: number };

/**
 * When a batch will be finished at its present pace: what is left at the pace since `since` (at most the last
 * seven days), in the hours in which people work. With a whole week of data those are hours of the week, from
 * two days hours of the day, before that all hours alike; so a date is never in a night or weekend without
 * work. The interval treats submissions as a Poisson process: (√n ± 0.98)² is about the 95 % interval of a
 * count n, so it is wide for few submissions. No date with fewer than five submissions, in the first hour,
 * while the batch is not open or inactive, or when its annotators cannot fill all slots.
 */
export function estimateFinish(of: {
  state: BatchState;
  left: number;
  unfillable: number;
  submitted: number;
  since: Date | null;
  now: Date;
  /** The last submission, however long ago. */
  lastAt: Date | null;
  /** Number of people who may get work now. */
  working: number;
  /** In the time since `since`. */
  hours: readonly WorkedHour[];
}): Finish {
  const { state, left, unfillable, submitted, since, now, lastAt, working, hours } = of;
  if (left === 0) return { at: null, because: "done" };
  if (state !== "open") return { at: null, because: "not-open" };
  if (working === 0) return { at: null, because: "nobody-works", lastAt };
  if (unfillable > 0) return { at: null, because: "unfillable" };
  const days = since ? (now.getTime() - since.getTime()) / DAY_MS : 0;
  const quiet = now.getTime() - (lastAt ?? since ?? now).getTime() > QUIET_DAYS * DAY_MS;
  if (quiet) return { at: null, because: "nobody-works", lastAt };
  if (submitted < FEWEST || since === null) return { at: null, because: "too-few" };
  if (days < SHORTEST_DAYS) return { at: null, because: "too-soon" };
  const pace = paceOf(hours, { days, submitted, now });
  const after = (count: number) => reach(pace, left / (count / submitted), now);
  return {
    at: after(submitted),
    earliest: after((Math.sqrt(submitted) + 0.98) ** 2),
    latest: after((Math.sqrt(submitted) - 0.98) ** 2),
    perDay: submitted / days,
    submitted,
    days,
  };
}

/** Expected submissions in each hour from now on, as a repeating cycle. */
function paceOf(
  hours: readonly WorkedHour[],
  { days, submitted, now }: { days: number; submitted: number; now: Date },
): number[] {
  const period = days >= 7 ? 168 : 24;
  if (days < 2 || hours.length === 0) return [submitted / (days * 24)];
  const pace = Array<number>(period).fill(0);
  const first = Math.floor(now.getTime() / HOUR_MS);
  const periods = days >= 7 ? 1 : days;
  for (const { at, submitted: n } of hours) {
    const behind = first - Math.floor(at.getTime() / HOUR_MS);
    const place = (((-behind % period) + period) % period) as number;
    pace[place] = (pace[place] ?? 0) + n / periods;
  }
  return pace.some((n) => n > 0) ? pace : [submitted / (days * 24)];
}

/** When a number of submissions is reached at a repeating pace. */
function reach(pace: readonly number[], left: number, now: Date): Date {
  const total = pace.reduce((sum, n) => sum + n, 0);
  const rounds = Math.max(0, Math.ceil(left / total) - 1);
  let rest = left - rounds * total;
  let hours = rounds * pace.length;
  for (const n of pace) {
    if (rest <= n) return new Date(now.getTime() + (hours + (n === 0 ? 0 : rest / n)) * HOUR_MS);
    rest -= n;
    hours += 1;
  }
  return new Date(now.getTime() + hours * HOUR_MS);
}
