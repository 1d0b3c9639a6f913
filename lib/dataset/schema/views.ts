import { z } from "zod";
import { TaskFilter } from "@/lib/dataset/schema";
import { IMPORT_FORMATS, Mapping } from "@/lib/dataset/schema/mapping";
import type { JsonObject } from "@/lib/formats/json-value";
import type { Scale, Value } from "@/lib/judgement/schema";

/** Stored counts of a dataset's contents. */
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

/** The kind of record whose metadata the field belongs to. The values of a grouped field of tasks become tags. */
export const GroupChange = z.strictObject({
  /** The records with this metadata: values of tasks become tags. */
  of: z.enum(["tasks", "responses"]).default("tasks"),
  field: z.string().min(1).max(200),
  on: z.boolean(),
});
export type GroupChange = z.infer<typeof GroupChange>;

/** A metadata field of tasks or responses. */
export const MetadataField = z.object({
  of: z.enum(["tasks", "responses"]),
  field: z.string(),
  /** Number of tasks or responses that have it. */
  count: z.int(),
  /** Its most frequent values; a few of them if there are many. */
  values: z.array(z.object({ value: z.string(), count: z.int() })),
  /** Number of distinct values. */
  distinct: z.int(),
  /** True if reports group by this field; fields of tasks then also become tags. */
  isGroup: z.boolean(),
  /** True if only the first tasks or responses of the dataset were counted. */
  isPartial: z.boolean(),
});
export type MetadataField = z.infer<typeof MetadataField>;

export const DatasetParams = z.strictObject({ dataset: z.uuid() });
export const ImportParams = z.strictObject({ import: z.uuid() });

export const UploadQuery = z.strictObject({
  /** The file's own name, for display. */
  file: z.string().trim().min(1, { error: "is missing" }).max(255, { error: "is too long" }),
  /** The name of the dataset; default: the study's. */
  name: z
    .string()
    .trim()
    .min(1, { error: "is empty" })
    .max(200, { error: "must have at most 200 characters" })
    .optional(),
  /** The file's format; detected by default. */
  format: z.enum(IMPORT_FORMATS).optional(),
  /** The column mapping as JSON; guessed by default. */
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
  /** Leaves out and lists rows that do not fit, instead of refusing the file. */
  leaveOut: z.enum(["true", "false"]).optional(),
});

/** Changes to a failed import. */
export const ImportChange = z.union([
  z.strictObject({ leaveOut: z.literal(true) }),
  z.strictObject({ dismissed: z.literal(true) }),
]);
export type ImportChange = z.infer<typeof ImportChange>;

export const ProblemsQuery = z.strictObject({
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** Requests all problems as a file. */
  format: z.enum(["csv"]).optional(),
});

/** Filter and page of a dataset's tasks. */
export const TasksQuery = TaskFilter.extend({
  /** The beginning of the page: the position of the previous page's last task. */
  after: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  /** The end of the page: the position of the next page's first task. */
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
  /** The rows of its file that were left out; null when all were imported. */
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
  /** The difference from other drafts by the same method and model: the version of a judge, or parameters. */
  condition: string | null;
  value: Value | null;
  lines: string[];
  scoreLine: number | null;
  /** True if a run of this project made the draft, so that its provenance is known. */
  drafted: boolean;
  /** Codes of things a researcher should look at, such as a cut-off answer. */
  flags: string[];
  /** For drafts made without a language model: the reason for a missing value, if any. */
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
  /** Its author, if known. */
  by: string | null;
  /** The version that a run of this project drafted; null if it was imported or written by people. */
  drafted: string | null;
  /** Codes of things a researcher should look at in the rubric as a whole. */
  flags: string[];
  isRuleBased: boolean;
  /** True if it cannot be chosen for new batches and runs. */
  retired: boolean;
  items: ItemView[];
}

export interface ResponseView {
  id: string;
  key: string;
  model: string | null;
  text: string;
  metadata: JsonObject;
  /** Number of raters' values, without preferences. */
  judgements: number;
  /** By item; `overall` for the whole response. */
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
  /** Fields of its row without a meaning here. */
  metadata: JsonObject;
  /** Number of raters' values about its responses and pairs of them. */
  judgements: number;
  responses: ResponseView[];
  rubrics: RubricView[];
}
