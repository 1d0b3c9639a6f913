import { columns as aligned } from "@/lib/cli/table";
import type { ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { isWithLlm } from "@/lib/report/rules/headline";
import {
  basisText,
  formatCell,
  isFigures,
  isUndefined,
  marksOf,
  oneLine,
  readableColumns,
  reasonText,
} from "@/lib/report/rules/render/format-cell";
import { tablesOf } from "@/lib/report/rules/tables/all";
import {
  hasComparison,
  isCompared,
  isPaired,
  isRated,
  possibleStances,
} from "@/lib/report/rules/visible-rows";
import type { ItemName, Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";

/** A longer text would push the numbers off the screen. */
const LONGEST = 44;

/** Reference tables with a row for every value or model: printed only on request. */
const LONG: ReadonlySet<string> = new Set(["confusion", "distributions"]);

/** A report as aligned tables for reading. Empty classes and tables are left out. */
export function reportText(report: Report, items: readonly ItemName[]): string {
  const tables = tablesOf(worthReading(report), items).filter(
    ({ name, rows, provenance }) => rows.length > 0 && !LONG.has(name) && provenance.n.count > 0,
  );
  const independent = report.reliability.some((row) => row.exposure === "independent" && row.pairable > 0);
  const notes = independent
    ? []
    : ["No judgements independent of the draft: agreement may be shared anchoring."];
  return `${[summary(report), ...tables.map(section), ...notes].join("\n\n")}\n`;
}

/** One table with everything it rests on. */
export function tableText(table: Table): string {
  return `${[section(table), ...basisText(table)].join("\n")}\n`;
}

function summary({ study }: Report): string {
  const { tasks, responses, drafts, judgements, raters } = study;
  const kinds = Object.entries(raters).flatMap(([kind, count]) => (count === 0 ? [] : `${count} ${kind}`));
  const rows = { tasks, responses, drafts, judgements, decisions: study.decisions };
  return [
    study.name,
    Object.entries(rows)
      .map(([what, count]) => `${count} ${what}`)
      .join(" · "),
    `raters: ${kinds.join(", ") || "none"}`,
    ...(study.adjudicated > 0 ? [`${study.adjudicated} units adjudicated; they are in no statistic`] : []),
    ...(study.setAside > 0
      ? [
          `${study.setAside} on gold checks or planted errors, or by further annotators; they are in no statistic`,
        ]
      : []),
    ...(study.skipped > 0 ? [`${study.skipped} judgements skipped`] : []),
    ...(study.repeated > 0 ? [`${study.repeated} judgements of units the rater had judged before`] : []),
  ].join("\n");
}

/** A table with its title: texts left, numbers right, and below it why numbers are missing. */
function section(table: Table): string {
  const shown = readableColumns(table).filter(({ id }) => table.rows.some((row) => row[id] !== null));
  const ordered = [
    ...shown.filter((column) => !isFigures(column)),
    ...shown.filter((column) => isFigures(column)),
  ];
  const marks = marksOf(table);
  const rows = table.rows.map((row) =>
    ordered.map((column) => {
      const cell = row[column.id];
      const mark = isUndefined(cell) ? ` (${marks.get(cell.undefined)})` : "";
      return short(oneLine(formatCell(cell, column, row))) + mark;
    }),
  );
  return [
    table.title,
    "─".repeat(table.title.length),
    aligned(
      [ordered.map(({ header }) => header), ...rows],
      ordered.filter((column) => !isFigures(column)).length,
    ),
    ...[...marks].map(([reason, mark]) => `(${mark}) ${reasonText(reason)}`),
    ...table.notes,
  ].join("\n");
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text;
}

/**
 * The report without uninformative rows, and with the pooled class only where it differs from a single one.
 */
function worthReading(report: Report): Report {
  const { decisions, raters, anchoring } = report;
  const withLlm = isWithLlm(report.reliability);
  return {
    ...report,
    reliability: informative(
      report.reliability,
      (row) => isRated(row) && (row.raters === "human" || withLlm(row)),
    ),
    arms: report.arms.filter(isRated),
    positions: informative(report.positions, ({ pairable }) => pairable > 0),
    humanVsLlm: informative(report.humanVsLlm, isCompared),
    accuracy: informative(report.accuracy, hasComparison),
    preferences: informative(report.preferences, ({ n }) => n > 0),
    pairings: report.pairings.filter(isPaired),
    decisions: { ...decisions, agreement: informative(decisions.agreement, isRated) },
    raters: {
      pairs: informative(raters.pairs, () => true),
      each: informative(raters.each, () => true),
    },
    anchoring: {
      ...anchoring,
      reading: anchoring.reading.filter(({ accepted }) => accepted > 0),
      onDraft: informative(anchoring.onDraft, ({ values }) => values > 0),
      changes: anchoring.changes.filter(({ differed, agreed }) => differed + agreed > 0),
      stances: possibleStances(anchoring.stances),
    },
  };
}

function informative<Row extends { exposure: ExposureClass }>(
  rows: readonly Row[],
  isInformative: (row: Row) => boolean,
): Row[] {
  const full = rows.filter(isInformative);
  const classes = EXPOSURE_CLASSES.filter((exposure) => full.some((row) => row.exposure === exposure));
  return classes.length === 2 ? full.filter((row) => row.exposure !== "any") : full;
}
