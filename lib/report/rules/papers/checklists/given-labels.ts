import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { taxonomyOf } from "@/lib/protocol/rules/taxonomies";
import type { TaxonomyId } from "@/lib/protocol/schema";
import type { ReportLabelling, StudyData } from "@/lib/report/schema/study";

/** The labels that at least half of the people gave to a unit. */
function agreed(given: readonly Pick<ReportLabelling, "labels">[]): string[] {
  const counts = new Map<string, number>();
  for (const { labels } of given) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].flatMap(([label, count]) => (2 * count >= given.length ? [label] : []));
}

/** The labels of each unit of a question. */
export function labelsOf(
  study: StudyData,
  question: string,
  unitOf: (one: ReportLabelling) => string | undefined,
) {
  const own = (study.labels?.labellings ?? []).filter(
    (one) => one.question === question && unitOf(one) !== undefined,
  );
  return [...groupInOrder(own, (one) => unitOf(one) ?? "")].map(([unit, given]) => ({
    unit,
    task: given[0]?.task ?? "",
    labels: agreed(given),
  }));
}

/** The labels that a question needs, in words. */
export function neededLabels(question: TaxonomyId): string {
  return `labels of a step with the name ${question}: the taxonomy of that name in a batch, or gold labels in a study file`;
}

/** The labels of a question's taxonomy, then others that were given. */
export function labelNames(
  question: TaxonomyId,
  labelled: readonly { labels: readonly string[] }[],
): string[] {
  const known = taxonomyOf(question).step.labels.map(({ name }) => name);
  return [...new Set([...known, ...labelled.flatMap(({ labels }) => labels)])];
}

/** The sign of the items that each question is about. */
export const SIGNED = { "positive-items": "positive", "negative-items": "negative" } as const;

/** The labels of each item by its key, from both questions of the study. */
export function itemLabels(study: StudyData): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const question of Object.keys(SIGNED))
    for (const { unit, labels } of labelsOf(study, question, ({ item }) => item))
      found.set(unit, [...(found.get(unit) ?? []), ...labels]);
  return found;
}
