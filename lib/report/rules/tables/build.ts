import type { Level } from "@/lib/agreement/krippendorff";
import type { ExposureClass, RaterKind } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { CONFIDENCE } from "@/lib/report/rules/defaults";
import { confidenceText, FEW_TASKS, isOfFew } from "@/lib/report/rules/render/format-cell";
import type { Report } from "@/lib/report/schema";
import type { Behind, Table, TableCell, TableColumn, TableProvenance } from "@/lib/report/schema/table";
import type { ReportReason } from "@/lib/report/schema/values";

/** A column, and its value for a row. */
export interface Spec<Row> extends TableColumn {
  /** Left out when no row has a value. */
  optional?: true;
  of: (row: Row) => TableCell;
}

const FACING =
  "Preferences are read from the response whose id comes first in the alphabet: A, or 1 and 2, is for that one, whichever side it stood on.";

/** A note on reading preferences; empty without any. */
export function orientationNote(scopes: readonly string[]): string[] {
  return scopes.includes(PREFERENCE) ? [FACING] : [];
}

/** The name and parts of a table. */
export interface About<Row> {
  name: string;
  title: string;
  description: string;
  columns: readonly Spec<Row>[];
  /** The judgements that a row counts, if they can be listed. */
  behind?: (row: Row) => Behind | null;
  notes?: readonly string[];
  /** The kinds of raters with values in it. */
  kinds: readonly RaterKind[];
  /** The kind of rows counted; default: judgements. */
  n?: TableProvenance["n"];
  excluded?: TableProvenance["excluded"];
  /** True if it has intervals over tasks. */
  intervals: boolean;
}

/** Rows of a report as a table with its provenance. */
export function tableOf<Row extends object>(
  { made, study }: Pick<Report, "made" | "study">,
  rows: readonly Row[],
  about: About<Row>,
): Table {
  const levels = new Set<Level>(rows.flatMap((row) => ("level" in row && (row.level as Level)) || []));
  const columns = about.columns.filter(
    ({ optional, of }) => !optional || rows.some((row) => of(row) !== null),
  );
  const written = rows.map((row) => Object.fromEntries(columns.map(({ id, of }) => [id, of(row)])));
  const hasFew = written.some((row) => Object.values(row).some(isOfFew));
  const classes = new Set(rows.flatMap((row) => ("exposure" in row ? (row.exposure as ExposureClass) : [])));
  return {
    name: about.name,
    title: about.title,
    description: about.description,
    columns: columns.map(({ of: _, optional: __, ...column }, at) => ({
      ...column,
      header: column.header.replace("95 %", confidenceText(made.confidence)),
      unit: column.unit ?? unitBefore(column, columns[at - 1]),
    })),
    rows: written,
    ...(about.behind && { behind: rows.map(about.behind) }),
    notes: [...(hasFew ? [FEW_TASKS] : []), ...(about.notes ?? [])],
    provenance: {
      study: study.name,
      raters: Object.fromEntries(about.kinds.map((kind) => [kind, study.raters[kind]])),
      exposure: EXPOSURE_CLASSES.filter((exposure) => classes.has(exposure)),
      levels: (["nominal", "ordinal", "interval", "ratio"] as const).filter((level) => levels.has(level)),
      n: about.n ?? { of: "judgements", count: study.judgements },
      excluded: (about.excluded ?? excludedFrom(study)).filter(({ count }) => count > 0),
      interval:
        about.intervals && made.replicates > 0 && columns.some(({ type }) => type === "interval")
          ? {
              method: "bootstrap-percentile",
              over: "tasks",
              confidence: made.confidence ?? CONFIDENCE,
              replicates: made.replicates,
              seed: made.seed,
            }
          : null,
      versions: { rules: made.rules },
      data: made.data,
    },
  };
}

/** An interval has the unit of the preceding column. */
function unitBefore({ type, id }: TableColumn, before: TableColumn | undefined): string | null {
  return type === "interval" && before && id === `${before.id}Ci` ? before.unit : null;
}

/** Exclusions that apply to all statistics of judgements. */
export function excludedFrom(study: Report["study"]): TableProvenance["excluded"] {
  return [
    { why: "skipped: no value was given", count: study.skipped },
    { why: "made on gold checks or planted errors, or by further annotators", count: study.setAside },
    { why: "the rater had judged the unit before, in another arm", count: study.repeated },
    { why: "units decided by an adjudicator, who had seen the votes", count: study.adjudicated },
  ];
}

/** A number, or why there is none. */
export function numberOr(value: number | null, reason: ReportReason | null): TableCell {
  return value ?? (reason === null ? null : { undefined: reason });
}
