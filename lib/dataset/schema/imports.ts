import { z } from "zod";

/** Problems with the same cause: their number, and an example. */
export const Cause = z.object({
  /** Without row-specific positions. */
  place: z.string(),
  /** With “…” and # for row-specific parts. */
  reason: z.string(),
  count: z.int(),
  /** The line of the first. */
  line: z.int().nullable(),
});
export type Cause = z.infer<typeof Cause>;

export const Causes = z.array(Cause);

const ImportState = z.enum(["uploading", "queued", "checking", "writing", "ready", "failed", "cancelled"]);

/** An import and its progress. */
export const ImportView = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  fileName: z.string(),
  /** The format of the file; null until known. */
  shape: z.string().nullable(),
  state: ImportState,
  bytes: z.number(),
  sha256: z.string().nullable(),
  lines: z.int(),
  /** Lines checked, then lines written. */
  done: z.int(),
  problems: z.int(),
  /** The problems by cause, most frequent first. */
  causes: Causes,
  /**
   * Number of rows that were left out, or would have to be for the import to continue; 0 when that would not
   * help.
   */
  unfit: z.int(),
  /** Why the import failed as a whole, in words. */
  failure: z.string().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
  dismissedAt: z.date().nullable(),
  dataset: z.object({ id: z.uuid(), name: z.string() }).nullable(),
});
export type ImportView = z.infer<typeof ImportView>;

export const ImportProblem = z.object({
  n: z.number(),
  /** Null for the whole file. */
  line: z.number().nullable(),
  place: z.string(),
  reason: z.string(),
  /** The row's own id, and the beginning of its text. */
  rowId: z.string().nullable(),
  excerpt: z.string().nullable(),
  /** It follows from another problem, which excludes a record that the row refers to. */
  echo: z.boolean(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;
