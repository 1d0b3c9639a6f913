/** What one report may take: memory of the process that computes it, in MB, and time. */
export const REPORT_LIMITS = { heapMb: 1024, ms: 10 * 60_000 };

/** How long a report may be that is kept, in bytes: every page that shows some of it reads all of it. */
export const MAX_REPORT_BYTES = 10_000_000;

/** What became of a report: it was computed (or why not was written to it), or its process came to an end over it. */
export type Fate = "done" | "out-of-memory" | "out-of-time" | "died";
