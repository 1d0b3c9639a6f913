import type { ItemName, Report } from "@/lib/report/schema";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { StudyData } from "@/lib/report/schema/study";
import { itemLabels } from "./scopes";

/** The names of the items in a report, in the order of the rubrics. */
export function itemNames(study: Pick<StudyData, "items">, report: Report): ItemName[] {
  return namesOf(study, [
    ...report.reliability.map(({ scope }) => scope),
    ...Object.keys(report.decisions.byItem),
    ...report.decisions.survival.map(({ item }) => item),
    ...report.decisions.edited.map(({ item }) => item),
  ]);
}

/** The item names for a report on agreement by item alone. */
export function itemNamesIn(study: Pick<StudyData, "items">, rows: readonly ReliabilityRow[]): ItemName[] {
  return namesOf(
    study,
    rows.map(({ scope }) => scope),
  );
}

function namesOf({ items }: Pick<StudyData, "items">, scopes: readonly string[]): ItemName[] {
  const labels = itemLabels(items);
  const shown = new Set(scopes);
  return items.flatMap(({ key, name, text }) => {
    const scope = labels.get(key);
    return scope !== undefined && shown.has(scope) ? [{ scope, name, text }] : [];
  });
}
