import { z } from "zod";

/** Records that a dataset may be given after its import. */
export const ADDED_TYPES = ["task", "response", "draft"] as const;
export type AddedType = (typeof ADDED_TYPES)[number];

const MOST_ADDED_RECORDS = 10_000;

export const AddRecordsBody = z.strictObject({
  /** As on the lines of a study file. */
  records: z
    .array(z.looseObject({ type: z.enum(ADDED_TYPES) }))
    .min(1)
    .max(MOST_ADDED_RECORDS),
  /** The line of the first record, for problems of a file that is sent in parts. */
  firstLine: z.int().min(1).max(1_000_000_000).default(1),
});

export const RecordsAdded = z.object({
  added: z.object({ task: z.int(), response: z.int(), draft: z.int() }),
  /** Records that the dataset has already, exactly alike. */
  unchanged: z.int(),
});
export type RecordsAdded = z.infer<typeof RecordsAdded>;

/** Why records are refused: the first problems by line, and how many there are. */
export interface RecordProblems {
  problems: { line: number | null; place: string; reason: string }[];
  total: number;
}
