/** One submission: when it was made (ISO 8601), and the active work in it in milliseconds where that is known. */
export interface SubmittedWork {
  at: string;
  activeMs: number | null;
}

/** What somebody has done since a moment, such as the midnight of where they are. */
export interface DayOfWork {
  submitted: number;
  activeMs: number;
  /** Submissions per hour of active work; null while there is too little to say. */
  perHour: number | null;
}

/** From less active work than this no pace is told: one short assignment would promise hundreds an hour. */
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
