/** Limits of one report: memory of its process in MB, and time. */
export const REPORT_LIMITS = { heapMb: 1024, ms: 10 * 60_000 };

/** Maximum size of a stored report in bytes, with all its sections: an export reads all of it. */
export const MAX_REPORT_BYTES = 10_000_000;

/** The end of a report's computation: done (also if a failure was stored), or its process ended. */
export type ComputationOutcome = "done" | "out-of-memory" | "out-of-time" | "died";

/** Advice about a report that is too large. The cause is nearly always the same. */
const ADVICE =
  "Often a column with another value in every row was taken for a category, a model, an arm or an annotator: import the " +
  "file again with another mapping, or look at a part of the study. countersign report computes a whole study file.";

/** Why a report is not stored. */
export function tooLarge(bytes: number): string {
  return `The report would be ${(bytes / 1e6).toFixed(0)} MB long, and more than ${MAX_REPORT_BYTES / 1e6} MB are not kept. ${ADVICE}`;
}

/** Why a report whose process ended could not be computed. */
export const FAILURE_MESSAGES: Record<Exclude<ComputationOutcome, "done">, string> = {
  "out-of-memory": `The report needs more memory than one may take (${REPORT_LIMITS.heapMb} MB). ${ADVICE}`,
  "out-of-time": `The report takes longer than one may (${REPORT_LIMITS.ms / 60_000} minutes). ${ADVICE}`,
  died: "The process that computed the report has ended. Try it again; if it happens again, look in the worker's log.",
};
