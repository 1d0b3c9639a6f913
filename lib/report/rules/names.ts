import type { ItemName, Report, StudyData } from "@/lib/report/schema";
import { itemLabels } from "./scopes";

/** What the items that occur in a report are called, in the order of the rubrics. */
export function itemNames(study: StudyData, report: Report): ItemName[] {
  const labels = itemLabels(study.items);
  const shown = new Set([
    ...report.reliability.map(({ scope }) => scope),
    ...Object.keys(report.decisions.byItem),
    ...report.decisions.survival.map(({ item }) => item),
  ]);
  return study.items.flatMap(({ key, name, text }) => {
    const scope = labels.get(key);
    return scope !== undefined && shown.has(scope) ? [{ scope, name, text }] : [];
  });
}
