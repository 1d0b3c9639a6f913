import { columns, interval, number, percent } from "@/lib/cli/table";
import { EXPOSURE_LABELS, RATER_SET_LABELS, REASONS } from "@/lib/report/rules/wording";
import {
  type ChecklistRow,
  type Decisions,
  EXPOSURE_CLASSES,
  type ExposureClass,
  type HumanVsLlmRow,
  type ReliabilityRow,
  type Report,
  type ReportReason,
  type Shares,
} from "@/lib/report/schema";

/** A report as aligned tables for reading. Classes and tables without anything in them are left out. */
export function reportTables(report: Report): string {
  const sections = [
    summary(report),
    reliability(report.reliability),
    humanVsLlm(report.humanVsLlm),
    decisions(report.decisions),
    checklist(report.checklist.byRater),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
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
    ...(study.skipped > 0 ? [`${study.skipped} judgements skipped`] : []),
    ...(study.repeated > 0 ? [`${study.repeated} judgements of units the rater had judged before`] : []),
  ].join("\n");
}

function reliability(rows: readonly ReliabilityRow[]): string {
  const shown = informative(rows, ({ pairable }) => pairable > 0);
  const header = [
    "scope",
    "exposure",
    "raters",
    "level",
    "alpha",
    "95 % interval",
    "agree",
    "AC1",
    "units",
    "raters",
    "pairable",
    "n/a",
  ];
  const cells = shown.map((row) => [
    row.scope,
    EXPOSURE_LABELS[row.exposure],
    RATER_SET_LABELS[row.raters],
    row.level,
    number(row.value),
    interval(row.ci) + (row.ci && row.fewClusters ? " *" : ""),
    percent(row.percentAgreement),
    number(row.ac1),
    String(row.units),
    String(row.raterCount),
    String(row.pairable),
    String(row.na),
  ]);
  const independent = rows.some((row) => row.exposure === "independent" && row.pairable > 0);
  const notes = [
    ...(shown.some((row) => row.ci && row.fewClusters)
      ? ["* fewer than ten tasks: the interval is unreliable"]
      : []),
    ...(independent ? [] : ["No judgements independent of the draft: agreement may be shared anchoring."]),
    ...missing(shown.map((row) => row.reason)),
  ];
  if (shown.length === 0) return "Agreement: no two people judged the same thing.";
  return table("Agreement (Krippendorff's alpha)", [header, ...cells], 4, notes);
}

function humanVsLlm(rows: readonly HumanVsLlmRow[]): string {
  const shown = informative(rows, ({ n, reason }) => n > 0 || reason === "mixed-scales");
  if (shown.length === 0) return "";
  const header = [
    "item",
    "LLM",
    "exposure",
    "n",
    "Pearson",
    "95 % interval",
    "Spearman",
    "Kendall",
    "LLM - people",
    "ties",
  ];
  const cells = shown.map((row) => [
    row.item,
    row.method === null ? row.llm : `${row.llm} (${row.method})`,
    EXPOSURE_LABELS[row.exposure],
    String(row.n),
    number(row.pearson),
    interval(row.ci.pearson),
    number(row.spearman),
    number(row.kendall),
    number(row.meanDifference),
    String(row.ties),
  ]);
  return table("People against LLMs", [header, ...cells], 3, missing(shown.map(({ reason }) => reason)));
}

function decisions({ lines, scoreLines, evidenceLines, items, byItem }: Decisions): string {
  if (lines.n === 0 && items.n === 0 && Object.values(byItem).every(({ values }) => sum(values) === 0))
    return "";
  const header = ["", "n", "accepted", "revised", "removed", "added"];
  const row = (name: string, shares: Shares) => [
    name,
    String(shares.n),
    ...[shares.accept, shares.revise, shares.remove, shares.add].map(percent),
  ];
  const all = [
    row("explanation lines", lines),
    row("score lines", scoreLines),
    row("evidence lines", evidenceLines),
    row("rubric items", items),
  ];
  const byItemHeader = [
    "item",
    "lines",
    "accepted",
    "revised",
    "removed",
    "added",
    "raised",
    "lowered",
    "unchanged",
  ];
  const byItemRows = Object.entries(byItem).map(([item, { lines, values }]) => [
    ...row(item, lines),
    ...[values.raised, values.lowered, values.unchanged].map(String),
  ]);
  return [
    table("Decisions on drafts", [header, ...all]),
    table("Decisions and values by item", [byItemHeader, ...byItemRows]),
  ].join("\n\n");
}

function checklist(rows: readonly ChecklistRow[]): string {
  if (rows.length === 0) return "";
  const header = ["rater", "kind", "responses of", "answered", "n/a", "pass rate", "DRFR", "95 % interval"];
  const cells = rows.map((row) => [
    row.method === null ? row.rater : `${row.rater} (${row.method})`,
    row.raterKind,
    row.responseModel,
    String(row.answered),
    String(row.na),
    number(row.passRate),
    number(row.drfr),
    interval(row.ci.drfr),
  ]);
  return table("Checklists", [header, ...cells], 3, missing(rows.map(({ reason }) => reason)));
}

function table(title: string, rows: string[][], left = 1, notes: readonly string[] = []): string {
  return [title, "─".repeat(title.length), columns(rows, left), ...notes].join("\n");
}

/** Rows that say something; the pooled class only where it differs from a single one. */
function informative<Row extends { exposure: ExposureClass }>(
  rows: readonly Row[],
  says: (row: Row) => boolean,
): Row[] {
  const full = rows.filter(says);
  const classes = EXPOSURE_CLASSES.filter((exposure) => full.some((row) => row.exposure === exposure));
  return classes.length === 2 ? full.filter((row) => row.exposure !== "any") : full;
}

function missing(reasons: readonly (ReportReason | null)[]): string[] {
  return [...new Set(reasons)].flatMap((reason) => (reason === null ? [] : `— ${REASONS[reason]}`));
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
