import { Labels } from "@/lib/report/rules/labels";
import type { ItemName, Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { agreementTable, decisionAgreementTable } from "./agreement";
import { checklistsTable } from "./checklists";
import { decisionsByItemTable, decisionsTable } from "./decisions";
import { confusionTable, humanVsLlmTable } from "./human-vs-llm";

/** What the tables of a report are called, in files and on the command line. */
export const TABLE_NAMES = [
  "agreement",
  "human-vs-llm",
  "confusion",
  "decisions",
  "decisions-by-item",
  "decision-agreement",
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
    checklistsTable(report),
  ];
}
