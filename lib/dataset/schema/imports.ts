import { z } from "zod";

/** Problems of one kind: how often, and one of them. */
export const Cause = z.object({
  /** Without the positions that differ from row to row. */
  place: z.string(),
  /** With “…” and # in place of what differs from row to row. */
  reason: z.string(),
  count: z.int(),
  /** The line of the first. */
  line: z.int().nullable(),
});
export type Cause = z.infer<typeof Cause>;

export const Causes = z.array(Cause);

export const ImportState = z.enum([
  "uploading",
  "queued",
  "checking",
  "writing",
  "ready",
  "failed",
  "cancelled",
]);
export type ImportState = z.infer<typeof ImportState>;

/** An import and how far it is. */
export const ImportView = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  fileName: z.string(),
  /** What the file is read as; null until that is known. */
  shape: z.string().nullable(),
  state: ImportState,
  bytes: z.number(),
  sha256: z.string().nullable(),
  lines: z.int(),
  /** Lines checked, then lines written. */
  done: z.int(),
  problems: z.int(),
  /** The problems by cause, the most frequent first. */
  causes: Causes,
  /** How many rows were left out, or would have to be for the import to go on; 0 where that would not help. */
  unfit: z.int(),
  /** What went wrong as a whole, in words for people. */
  failure: z.string().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
  dismissedAt: z.date().nullable(),
  dataset: z.object({ id: z.uuid(), name: z.string() }).nullable(),
});
export type ImportView = z.infer<typeof ImportView>;

export const ImportProblem = z.object({
  n: z.number(),
  /** Null when the file as a whole is meant. */
  line: z.number().nullable(),
  place: z.string(),
  reason: z.string(),
  /** The id that the row gives itself, and the beginning of what it says. */
  rowId: z.string().nullable(),
  excerpt: z.string().nullable(),
  /** It follows from another problem: the row refers to what that one keeps from being there. */
  echo: z.boolean(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;
