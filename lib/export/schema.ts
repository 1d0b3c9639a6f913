import { z } from "zod";
import { IMPOSSIBLE_MARGIN, isPossible, trainingOptions } from "@/lib/export/schema/training";

/** The export formats of a study. */
export const EXPORT_FORMATS = [
  "bundle",
  "csv",
  "jsonl",
  "parquet",
  "xlsx",
  "huggingface",
  "otel",
  "study",
  "agreement",
  "label-studio",
  "argilla",
  "preferences",
  "training",
] as const;
export const ExportFormat = z.enum(EXPORT_FORMATS);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** A dataset or a batch: their ids never collide, so one parameter serves both. */
export const ExportParams = z.strictObject({ study: z.uuid() });
/** A format; of training data with its options, which other formats ignore. */
export const ExportQuery = z
  .strictObject({ format: ExportFormat, ...trainingOptions })
  .refine(isPossible, IMPOSSIBLE_MARGIN);

/** Contents that a study may lack, which makes some formats empty. */
export const EXPORT_CONTENTS = ["ratings", "responses", "preferences"] as const;
export type ExportContent = (typeof EXPORT_CONTENTS)[number];

/** The content that a format requires. Other formats are never empty. */
export const REQUIRED_CONTENT: Partial<Record<ExportFormat, ExportContent>> = {
  csv: "ratings",
  jsonl: "ratings",
  parquet: "ratings",
  otel: "ratings",
  "label-studio": "responses",
  argilla: "responses",
  preferences: "preferences",
};

/** Why it is empty. */
export const LACK_WORDS: Record<ExportContent, string> = {
  ratings: "There are no ratings",
  responses: "There are no responses",
  preferences: "No pair of responses was decided",
};

/** A description of each format for the person who chooses. */
export const FORMAT_WORDS: Record<ExportFormat, { name: string; ending: string; explanation: string }> = {
  bundle: {
    name: "Everything, ZIP",
    ending: "zip",
    explanation:
      "Data, decisions, protocol, guidelines, every table, a methods paragraph, and scripts that recompute the numbers.",
  },
  csv: {
    name: "Ratings, CSV",
    ending: "csv",
    explanation: "One row per judgement with everything known about it, safe to open in a spreadsheet.",
  },
  jsonl: {
    name: "Ratings, JSONL",
    ending: "jsonl",
    explanation: "The same rows for programs: numbers stay numbers and no text is changed.",
  },
  parquet: {
    name: "Ratings, Parquet",
    ending: "parquet",
    explanation:
      "The same rows for data frames and SQL: compressed, with times, counts and truth values as such.",
  },
  xlsx: {
    name: "Ratings and tables, Excel",
    ending: "xlsx",
    explanation:
      "A workbook with the ratings, the items and every table of the agreement page, in typed cells without formulas.",
  },
  huggingface: {
    name: "Hugging Face dataset, ZIP",
    ending: "huggingface.zip",
    explanation:
      "Tasks, responses, items and ratings as Parquet, with a dataset card and Croissant metadata.",
  },
  otel: {
    name: "OpenTelemetry, JSONL",
    ending: "otel.jsonl",
    explanation:
      "Each judgement of a response as an event gen_ai.evaluation.result, in lines that a collector reads.",
  },
  study: {
    name: "Study file",
    ending: "study.jsonl",
    explanation: "Tasks, responses, rubrics, drafts and judgements in one file that can be imported again.",
  },
  agreement: {
    name: "Agreement, JSON",
    ending: "agreement.json",
    explanation:
      "Every number of the agreement page, unrounded, with its intervals and what it was counted on.",
  },
  "label-studio": {
    name: "Label Studio, JSON",
    ending: "label-studio.json",
    explanation: "Each response as a task: drafts as predictions, what people judged as annotations.",
  },
  argilla: {
    name: "Argilla, JSONL",
    ending: "argilla.jsonl",
    explanation: "Each response as a record: drafts as suggestions, what people judged as responses.",
  },
  preferences: {
    name: "Preference set, JSONL",
    ending: "preferences.jsonl",
    explanation:
      "Prompt, chosen and rejected for each pair that gold or a majority decided, as TRL reads them.",
  },
  training: {
    name: "Training data, ZIP",
    ending: "training.zip",
    explanation:
      "Preferences with margins by source, criteria and judgements for tuning, in splits, as Hugging Face datasets and TRL read them.",
  },
};

/** A dataset or batch that can be exported, with its size. */
export interface Exportable {
  id: string;
  kind: "dataset" | "batch";
  name: string;
  sample: boolean;
  /** Rows of the ratings table. */
  ratings: number;
  /** The contents it lacks. */
  lacks: readonly ExportContent[];
  at: Date;
}

/** One past export, from the audit log. */
export const PastExport = z.object({
  id: z.string(),
  at: z.date(),
  /** Null when the account was erased. */
  by: z.string().nullable(),
  format: ExportFormat,
  study: z.object({
    kind: z.enum(["dataset", "batch"]),
    id: z.string(),
    name: z.string().nullable(),
  }),
  /** Null when it was aborted. */
  rows: z.number().nullable(),
  sha256: z.string().nullable(),
});
export type PastExport = z.infer<typeof PastExport>;

export const ExportStarted = z.object({ format: ExportFormat, export: z.uuid() });
export const ExportFinished = z.object({ export: z.uuid(), rows: z.number(), sha256: z.string() });
