import { z } from "zod";

/** Formats of annotation tools, of evaluation harnesses and of their logs. */
const TOOL_FORMATS = [
  "label-studio",
  "argilla",
  "preferences",
  "pairs",
  "openai-batch",
  "lm-eval",
  "openai-evals",
  "inspect",
  "langfuse",
] as const;

/** Format names in requests and on the command line: plain files are tables, whatever their syntax. */
export const IMPORT_FORMATS = ["study", "csv", "json", "jsonl", ...TOOL_FORMATS] as const;

export const FileFormat = z.enum(["study", "table", ...TOOL_FORMATS]);
export type FileFormat = z.infer<typeof FileFormat>;

/** Characters that the database refuses: unpaired surrogates and NUL. */
const UNWRITABLE = /[\0\p{Surrogate}]/u;

const Name = z
  .string()
  .min(1)
  .max(500)
  .refine((name) => !UNWRITABLE.test(name), { error: "has characters that cannot be stored" });

/** A column's name, or a path into nested objects, as in `meta.source`. */
const Column = Name;

/** Fields of a task that come from one column each. */
export const TASK_FIELDS = [
  "id",
  "instruction",
  "input",
  "messages",
  "reference",
  "tags",
  "checklist",
  "criteria",
] as const;
export type TaskField = (typeof TASK_FIELDS)[number];

/** The column of a response's text, and its model as a column or a fixed name. */
export const ResponseColumns = z.strictObject({
  text: Column,
  model: Column.optional(),
  name: Name.optional(),
});
export type ResponseColumns = z.infer<typeof ResponseColumns>;

/** The meaning of columns. Columns without one are stored as metadata. */
export const Mapping = z.strictObject({
  ...(Object.fromEntries(TASK_FIELDS.map((field) => [field, Column.optional()])) as Record<
    TaskField,
    z.ZodOptional<typeof Column>
  >),
  responses: z.array(ResponseColumns).max(50).optional(),
  /** For preference datasets: the columns of the preferred and the other response. */
  chosen: Column.optional(),
  rejected: Column.optional(),
  /** For compared pairs: the two sides with their models, the winner, and the judge. */
  sideA: Column.optional(),
  sideB: Column.optional(),
  modelA: Column.optional(),
  modelB: Column.optional(),
  winner: Column.optional(),
  judge: Column.optional(),
  /** The kind of the winner: gold (default) or a person's judgement. */
  winnerIs: z.enum(["gold", "judgement"]).optional(),
});
export type Mapping = z.infer<typeof Mapping>;
