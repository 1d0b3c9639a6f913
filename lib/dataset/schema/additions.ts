import { z } from "zod";

/** Records that a dataset may be given after its import. */
export const ADDED_TYPES = ["task", "response", "draft"] as const;

const MOST_ADDED_RECORDS = 10_000;

/**
 * The treatment of a record whose id the dataset has with other content: refuse it, skip it, or replace the old one.
 * Records that annotators, judges or judgements have seen are never replaced.
 */
export const OnConflict = z.enum(["refuse", "skip", "replace"]);
export type OnConflict = z.infer<typeof OnConflict>;

export const AddRecordsBody = z.strictObject({
  /** As on the lines of a study file. */
  records: z
    .array(z.looseObject({ type: z.enum(ADDED_TYPES) }))
    .min(1)
    .max(MOST_ADDED_RECORDS),
  /** The line of the first record, for problems of a file that is sent in parts. */
  firstLine: z.int().min(1).max(1_000_000_000).default(1),
  onConflict: OnConflict.default("refuse"),
});

export const RecordsAdded = z.object({
  added: z.object({ task: z.int(), response: z.int(), draft: z.int() }),
  /** Tasks and responses whose content was replaced. */
  replaced: z.int(),
  /** Records that the dataset has with another content, which was kept. */
  skipped: z.int(),
  /** Records that the dataset has already, exactly alike. */
  unchanged: z.int(),
});
export type RecordsAdded = z.infer<typeof RecordsAdded>;

export const AddLinesQuery = z.strictObject({ onConflict: OnConflict.default("refuse") });

/** The outcome for the lines of a body: each counts once, except the line of the study and empty ones. */
export const LinesAdded = RecordsAdded.extend({
  /** Lines that do not fit. The others are added. */
  refused: z.int(),
  /** The first reasons, by line. */
  problems: z.array(z.object({ line: z.int().nullable(), place: z.string(), reason: z.string() })),
});
export type LinesAdded = z.infer<typeof LinesAdded>;

/** Why records are refused: the first problems by line, and how many there are. */
export interface RecordProblems {
  problems: { line: number | null; place: string; reason: string }[];
  total: number;
}
