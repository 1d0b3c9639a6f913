import type { Level } from "@/lib/agreement/krippendorff";
import type { ExposureClass, RaterKind } from "@/lib/judgement/schema";
import type { ReportReason } from "@/lib/report/schema/values";

/**
 * The type of a column. `share`: a number between 0 and 1. `count`: an integer. `interval`: the two ends of a
 * 95 % interval.
 */
export type ColumnType = "text" | "count" | "number" | "share" | "interval";

export interface TableColumn {
  /** A stable name, for programs. */
  id: string;
  /** A short name, for people. */
  header: string;
  type: ColumnType;
  /** The unit of a number: "units", "points"; null for texts and for coefficients without a unit. */
  unit: string | null;
  /** An explanation for readers who meet the column for the first time. */
  description: string;
  /** An id for joining tables: not shown to people. */
  key?: boolean;
  /** For intervals: cells contain the number of tasks. Missing in older frozen tables. */
  tasks?: true;
  /** Decimals when shown to people; computed values are never rounded. */
  decimals?: number;
  /** The setting in print of the highest value among a study's own rows, as papers do. */
  best?: "bold" | "underlined";
}

/** An undefined number with its reason. */
export interface Undefined {
  undefined: ReportReason;
}

/** The ends of an interval, and the number of tasks if the table has it. */
export type IntervalCell = readonly [low: number, high: number, tasks?: number];

/** One value, unrounded. Null is empty, which differs from undefined. */
export type TableCell = string | number | IntervalCell | Undefined | null;

export type TableRow = Record<string, TableCell>;

/** The data and methods behind the numbers of a table. */
export interface TableProvenance {
  study: string;
  /** Distinct raters with values in it, by kind. */
  raters: Partial<Record<RaterKind, number>>;
  /** The exposure classes of its rows. */
  exposure: ExposureClass[];
  levels: Level[];
  /** The number of records read, before exclusions. */
  n: { of: string; count: number };
  /** The numbers of excluded records, and the reasons. */
  excluded: { why: string; count: number }[];
  /** The method of its intervals; null when it has none. */
  interval: { method: string; over: "tasks"; confidence: number; replicates: number; seed: number } | null;
  versions: { rules: number };
  /** A hash of the report's data, independent of their order: "sha256:…"; null while it is computed. */
  data: string | null;
}

/** The judgements behind a row, by their common fields. Missing fields match everything. */
export interface Behind {
  /** The scope: an item, a category, overall; missing for all. */
  item?: string;
  exposure?: ExposureClass;
  arm?: string;
  rater?: string;
  /** For models, which are listed only on request; with their method. */
  by?: "machines";
  method?: string;
  condition?: string;
  /** The model of the judged responses. */
  model?: string;
  /** The task's tag that marks its family. */
  family?: string;
  /** The group of the judged responses, as in "temperature: 0.7". */
  group?: string;
}

/** A table of a report, as shown on pages, in files and on the command line. */
export interface Table {
  name: string;
  title: string;
  description: string;
  columns: TableColumn[];
  rows: TableRow[];
  /** For each row, the judgements it counts; missing when it counts none, or other things. */
  behind?: (Behind | null)[];
  notes: string[];
  provenance: TableProvenance;
}

/** The formats of a table. */
export const TABLE_FORMATS = ["csv", "json", "latex", "markdown"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];
