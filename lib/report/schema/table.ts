import type { Level } from "@/lib/agreement/krippendorff";
import type { ExposureClass, RaterKind } from "@/lib/judgement/schema";
import type { ReportReason } from "@/lib/report/schema/values";

/**
 * What a column holds. `share`: a number between 0 and 1. `count`: a whole number. `interval`: the two ends of a
 * 95 % interval.
 */
export type ColumnType = "text" | "count" | "number" | "share" | "interval";

export interface TableColumn {
  /** A stable name, for programs. */
  id: string;
  /** A short one, for people. */
  header: string;
  type: ColumnType;
  /** What a number counts or measures: "units", "points"; null for words and for coefficients without a unit. */
  unit: string | null;
  /** What the column means to somebody who has not met it before. */
  description: string;
  /** An id, for joining tables: left out where people read. */
  key?: boolean;
  /** Of an interval: its cells say how many tasks they were drawn from. Tables frozen earlier have none of it. */
  tasks?: true;
  /** Decimals when it is written for people; what is computed is never rounded. */
  decimals?: number;
}

/** A number that is undefined, and why. */
export interface Undefined {
  undefined: ReportReason;
}

/** The ends of an interval, and how many tasks it was drawn from where the table says so. */
export type IntervalCell = readonly [low: number, high: number, tasks?: number];

/** One value, unrounded. Null where there is nothing to say, which is not the same as undefined. */
export type TableCell = string | number | IntervalCell | Undefined | null;

export type TableRow = Record<string, TableCell>;

/** What the numbers of a table rest on. */
export interface TableProvenance {
  study: string;
  /** Distinct raters whose values are in it, by kind. */
  raters: Partial<Record<RaterKind, number>>;
  /** Which classes its rows are about. */
  exposure: ExposureClass[];
  levels: Level[];
  /** What was read, before anything was left out. */
  n: { of: string; count: number };
  /** What of it counts in no number, and why. */
  excluded: { why: string; count: number }[];
  /** How its intervals were made; null when it has none. */
  interval: { method: string; over: "tasks"; confidence: number; replicates: number; seed: number } | null;
  versions: { rules: number };
  /** Of the data the report was made from, whatever order they came in: "sha256:…"; null while it is being made. */
  data: string | null;
}

/** Which judgements are behind a row: what each of them has in common. What is absent may be anything. */
export interface Behind {
  /** The scope: an item, a category, overall; absent for all. */
  item?: string;
  exposure?: ExposureClass;
  arm?: string;
  rater?: string;
  /** Of machines, which are not listed unless asked for; with the method they judged by. */
  by?: "machines";
  method?: string;
  condition?: string;
  /** Of the responses that were judged. */
  model?: string;
  /** A word of the task that marks its family. */
  family?: string;
  /** Of the responses that were judged, as in "temperature: 0.7". */
  group?: string;
}

/** A table of a report: the one thing that page, files and command line write down. */
export interface Table {
  name: string;
  title: string;
  description: string;
  columns: TableColumn[];
  rows: TableRow[];
  /** For each row, the judgements it counts; absent where it counts none, or other things. */
  behind?: (Behind | null)[];
  notes: string[];
  provenance: TableProvenance;
}

/** The forms a table can be written in. */
export const TABLE_FORMATS = ["csv", "json", "latex", "markdown"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];
