import type { RefusalWords } from "@/lib/http/refusals/words";

/** Refusals of reports, tables of papers, exports and releases. */
export const REPORT_REFUSALS = {
  // Reports.
  "records-missing": {
    status: 409,
    message: "The study lacks the records for this table. The tables page lists which.",
  },
  "too-many-records": {
    status: 409,
    message:
      "The study is too large for its tables to be computed here. countersign tables computes them from its study file.",
  },
  "no-report-yet": {
    status: 409,
    message: "The numbers are being computed. Ask again in a moment.",
  },

  // Exports.
  "workbook-too-large": {
    status: 422,
    message: "There are more than 50,000 ratings, too many for a workbook. Take CSV or Parquet.",
  },

  // Releases.
  "no-such-batches": { status: 422, message: "Some of these batches are not in this project." },
  "no-such-studies": {
    status: 422,
    message: "Some of these imported studies are not in this project, or came without judgements.",
  },
  "batches-not-closed": {
    status: 422,
    message: "A batch that is still worked on cannot be frozen. Close it first, or leave it out.",
  },
  "freezing-already": {
    status: 409,
    message: "The next version is being made, or could not be. Wait for it, try it again or discard it.",
  },
  "not-failed": { status: 409, message: "This version did not fail. Reload the page." },
  "is-frozen": { status: 409, message: "This version is frozen and cannot be changed." },
  "not-frozen": { status: 409, message: "This version is not frozen yet." },
} as const satisfies RefusalWords;
