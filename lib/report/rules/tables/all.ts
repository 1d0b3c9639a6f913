import { Labels } from "@/lib/report/rules/labels";
import type { ItemName, Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { agreementTable, decisionAgreementTable } from "./agreement";
import { changesTable, contrastsTable, onDraftTable, stancesTable } from "./anchoring";
import { checklistsTable } from "./checklists";
import { decisionsByItemTable, decisionsTable, reasonsTable, survivalTable } from "./decisions";
import { confusionTable, humanVsLlmTable } from "./human-vs-llm";
import { raterPairsTable, ratersTable } from "./raters";

/** What the tables of a report are called, in files and on the command line. */
export const TABLE_NAMES = [
  "agreement",
  "human-vs-llm",
  "confusion",
  "decisions",
  "decisions-by-item",
  "decision-agreement",
  "reasons",
  "item-survival",
  "rater-pairs",
  "raters",
  "contrasts",
  "agreement-on-draft",
  "changes",
  "stances",
  "checklists",
] as const;

/** Every table of a report, in the order of the dashboards. */
export function tablesOf(report: Report, items: readonly ItemName[]): Table[] {
  const labels = new Labels(items);
  return [
    agreementTable(report, labels),
    humanVsLlmTable(report, labels),
    confusionTable(report, labels),
    decisionsTable(report),
    decisionsByItemTable(report, labels),
    decisionAgreementTable(report),
    reasonsTable(report),
    survivalTable(report, labels),
    raterPairsTable(report, labels),
    ratersTable(report, labels),
    contrastsTable(report, labels),
    onDraftTable(report, labels),
    changesTable(report, labels),
    stancesTable(report, labels),
    checklistsTable(report),
  ];
}
