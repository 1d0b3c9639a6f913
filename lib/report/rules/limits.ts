/** Limits of one report: memory of its process in MB, and time. */
export const REPORT_LIMITS = { heapMb: 1024, ms: 10 * 60_000 };

/** Maximum size of a stored report in bytes: every page that shows part of it reads all of it. */
export const MAX_REPORT_BYTES = 10_000_000;

/** The end of a report's computation: done (also if a failure was stored), or its process ended. */
export type Fate = "done" | "out-of-memory" | "out-of-time" | "died";
