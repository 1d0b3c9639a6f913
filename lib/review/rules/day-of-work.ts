/** One submission: its time (ISO 8601), and active work in milliseconds if known. */
export interface SubmittedWork {
  at: string;
  activeMs: number | null;
}

/** An annotator's work since a given time, such as local midnight. */
interface DayOfWork {
  submitted: number;
  activeMs: number;
  /** Submissions per hour of active work; null when there is too little work to tell. */
  perHour: number | null;
}

/** With less active work no pace is shown: one short assignment would suggest hundreds an hour. */
const LEAST_MS = 60_000;

export function workSince(work: readonly SubmittedWork[], since: Date): DayOfWork {
  const mine = work.filter(({ at }) => new Date(at) >= since);
  const timed = mine.filter(({ activeMs }) => activeMs !== null);
  const activeMs = timed.reduce((sum, one) => sum + (one.activeMs ?? 0), 0);
  return {
    submitted: mine.length,
    activeMs,
    perHour: activeMs < LEAST_MS ? null : timed.length / (activeMs / 3_600_000),
  };
}
