import type { ItemName, Report } from "@/lib/report/schema";
import type { Decisions } from "@/lib/report/schema/decisions";
import type { StudyData } from "@/lib/report/schema/study";
import { itemLabels } from "./scopes";

type WithItems = Pick<StudyData, "items">;

/** The names of the items in a report, in the order of the rubrics. */
export function itemNames(study: WithItems, { reliability, decisions }: Report): ItemName[] {
  const scopes = reliability.map(({ scope }) => ({ name: scope }));
  return decidedItemNames(study, scopes, decisions);
}

/** The names of the items that have rows of their own, or were decided on. */
export function decidedItemNames(
  study: WithItems,
  scopes: readonly { name: string }[],
  { byItem, survival, edited }: Decisions,
): ItemName[] {
  return namesOf(study, [
    ...scopes.map(({ name }) => name),
    ...Object.keys(byItem),
    ...survival.map(({ item }) => item),
    ...edited.map(({ item }) => item),
  ]);
}

/** The names of the items that have rows of their own. */
export function itemNamesIn(study: WithItems, scopes: readonly { name: string }[]): ItemName[] {
  return namesOf(
    study,
    scopes.map(({ name }) => name),
  );
}

function namesOf({ items }: WithItems, scopes: readonly string[]): ItemName[] {
  const labels = itemLabels(items);
  const shown = new Set(scopes);
  return items.flatMap(({ key, name, text }) => {
    const scope = labels.get(key);
    return scope !== undefined && shown.has(scope) ? [{ scope, name, text }] : [];
  });
}
