import { z } from "zod";
import { type FileFormat, Mapping } from "@/lib/dataset/rules/formats/mapping";
import { TaskFilter } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";
import type { Scale, Value } from "@/lib/judgement/schema";

/** How much a dataset holds, as kept beside it. */
export const DatasetCounts = z.object({
  tasks: z.number().default(0),
  responses: z.number().default(0),
  rubrics: z.number().default(0),
  items: z.number().default(0),
  drafts: z.number().default(0),
  judgements: z.number().default(0),
  decisions: z.number().default(0),
});
export type DatasetCounts = z.infer<typeof DatasetCounts>;

const DatasetName = z
  .string()
  .trim()
  .min(1, { error: "is missing" })
  .max(200, { error: "must have at most 200 characters" });

export const DatasetChange = z.strictObject({
  archived: z.boolean().optional(),
  name: DatasetName.optional(),
});
export type DatasetChange = z.infer<typeof DatasetChange>;
export const DatasetsQuery = z.strictObject({
  /** `archived` lists those instead. */
  state: z.enum(["ready", "archived"]).default("ready"),
});

/** A field of the metadata whose values become groups, or no longer are. */
export const GroupChange = z.strictObject({
  /** Whose metadata: of tasks the values become tags. */
  of: z.enum(["tasks", "responses"]).default("tasks"),
  field: z.string().min(1).max(200),
  on: z.boolean(),
});
export type GroupChange = z.infer<typeof GroupChange>;

/** A field that tasks or responses have in their metadata. */
export const MetadataField = z.object({
  of: z.enum(["tasks", "responses"]),
  field: z.string(),
  /** How many tasks, or responses, have it. */
  count: z.int(),
  /** Its values, the most frequent first; a few of them where there are many. */
  values: z.array(z.object({ value: z.string(), count: z.int() })),
  /** How many different values there are. */
  distinct: z.int(),
  /** Its values group in reports; those of tasks are tags. */
  isGroup: z.boolean(),
  /** There is more than was counted: all numbers are of the first tasks, or responses, of the dataset. */
  isPartial: z.boolean(),
});
export type MetadataField = z.infer<typeof MetadataField>;

export const DatasetParams = z.strictObject({ dataset: z.uuid() });
export const ImportParams = z.strictObject({ import: z.uuid() });

/** How a file is named in requests and on the command line: plain files are tables, however they are written. */
export const IMPORT_FORMATS = [
  "study",
  "csv",
  "json",
  "jsonl",
  "label-studio",
  "argilla",
  "preferences",
  "pairs",
  "openai-batch",
] as const;

/** What a file of a format is read as. */
export function fileFormatOf(format: (typeof IMPORT_FORMATS)[number]): FileFormat {
  return format === "csv" || format === "json" || format === "jsonl" ? "table" : format;
}

export const UploadQuery = z.strictObject({
  /** The file's own name, to recognise it by. */
  file: z.string().trim().min(1, { error: "is missing" }).max(255, { error: "is too long" }),
  /** What the dataset is to be called; without it, what the study calls itself. */
  name: z
    .string()
    .trim()
    .min(1, { error: "is empty" })
    .max(200, { error: "must have at most 200 characters" })
    .optional(),
  /** What the file is; known by its beginning when left out. */
  format: z.enum(IMPORT_FORMATS).optional(),
  /** As JSON, which column is what; guessed from the names of the columns when left out. */
  mapping: z
    .string()
    .max(20_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.issues.push({ code: "custom", message: "is not JSON", input: text });
        return z.NEVER;
      }
    })
    .pipe(Mapping)
    .optional(),
  /** Rows that do not fit are left out and listed, instead of refusing the file. */
  leaveOut: z.enum(["true", "false"]).optional(),
});

/** What can be done about an import that failed. */
export const ImportChange = z.union([
  z.strictObject({ leaveOut: z.literal(true) }),
  z.strictObject({ dismissed: z.literal(true) }),
]);
export type ImportChange = z.infer<typeof ImportChange>;

export const ProblemsQuery = z.strictObject({
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** As a file with all of them. */
  format: z.enum(["csv"]).optional(),
});

/** How the tasks of a dataset are narrowed down and paged. */
export const TasksQuery = TaskFilter.extend({
  /** Where the page begins: the place of the last task of the one before. */
  after: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  /** Where it ends: the place of the first task of the one behind. */
  before: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
});
export type TasksQuery = z.infer<typeof TasksQuery>;

export const DatasetView = z.object({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  source: z.string().nullable(),
  sample: z.boolean(),
  state: z.enum(["importing", "ready", "archived"]),
  counts: DatasetCounts,
  readyAt: z.date().nullable(),
  /** The rows of its file that did not fit and were left out; null where all of it was imported. */
  leftOut: z.object({ import: z.string(), rows: z.int() }).nullable(),
});
export type DatasetView = z.infer<typeof DatasetView>;

export interface TaskRow {
  id: string;
  key: string;
  position: number;
  /** The beginning of the instruction. */
  excerpt: string;
  tags: string[];
  responses: number;
  drafts: number;
  judgements: number;
}

export interface TaskDraft {
  id: string;
  by: string;
  method: string | null;
  value: Value | null;
  lines: string[];
  scoreLine: number | null;
  /** A run of this project drafted it: everything of how is known. */
  drafted: boolean;
  /** Hints about it. */
  flags: string[];
  /** Made without a language model; where it has no value, why. */
  rules?: { note: string | null };
}

export interface ItemView {
  id: string;
  key: string;
  name: string | null;
  text: string;
  scale: Scale;
  category: string | null;
}

export interface RubricView {
  id: string;
  key: string;
  kind: "checklist" | "criteria";
  /** Who wrote it, as far as anybody said. */
  by: string | null;
  /** The version that a run of this project drafted; null when it was imported or people wrote it. */
  drafted: string | null;
  /** Hints about it as a whole. */
  flags: string[];
  isRuleBased: boolean;
  /** In no new batch, run or choice any more. */
  retired: boolean;
  items: ItemView[];
}

export interface ResponseView {
  id: string;
  key: string;
  model: string | null;
  text: string;
  metadata: JsonObject;
  /** How many values of raters it has, preferences left out. */
  judgements: number;
  /** By item; `overall` for the response as a whole. */
  drafts: { item: string; draft: TaskDraft }[];
}

export interface TaskView {
  id: string;
  key: string;
  position: number;
  instruction: string;
  input: string | null;
  messages: { role: string; content: string }[];
  reference: string | null;
  tags: string[];
  /** What of its row has no meaning here. */
  metadata: JsonObject;
  /** How many values of raters there are, about its responses and about pairs of them. */
  judgements: number;
  responses: ResponseView[];
  rubrics: RubricView[];
}
