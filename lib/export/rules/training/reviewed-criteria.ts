import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import type { DecisionRecord, Item } from "@/lib/dataset/schema";
import type { RubricWithDecisions } from "@/lib/export/rules/training/task-data";

export interface Criterion {
  name: string | null;
  text: string;
}

/** A list of criteria as people left it. */
interface ReviewedCriteria {
  criteria: Criterion[];
  /** People wrote the list, or decided on each of its items. */
  isVerified: boolean;
  reviewers: string[];
}

/**
 * Drafted criteria as people revised them. An item that most of its reviewers removed is gone; one that most of the
 * others revised has the words that most of them wrote, the first ones where several are as frequent. Items that more
 * than half of all reviewers added, in the same words, are appended.
 */
export function reviewedCriteria({ rubric, decisions }: RubricWithDecisions): ReviewedCriteria {
  const people = decisions.filter(({ raterKind }) => raterKind === "human");
  const reviewers = [...new Set(people.map(({ rater }) => rater))].sort();
  const byItem = groupInOrder(people, ({ item }) => item);
  const kept = rubric.items.flatMap((item) => afterReview(item, byItem.get(item.id) ?? []));
  const known = new Set(rubric.items.map(({ id }) => id));
  const added = people.filter(({ item, action }) => action === "add" && !known.has(item));
  const sameWords = groupInOrder(added, ({ text }) => (text ?? "").trim().toLowerCase());
  const appended = [...sameWords].flatMap(([words, same]) => {
    const authors = new Set(same.map(({ rater }) => rater));
    const text = same[0]?.text;
    return words !== "" && text !== undefined && authors.size * 2 > reviewers.length
      ? [{ name: null, text }]
      : [];
  });
  const isByPeople = rubric.model === undefined && rubric.origin !== "llm" && rubric.origin !== "rules";
  return {
    criteria: [...kept, ...appended],
    isVerified: isByPeople || rubric.items.every(({ id }) => byItem.has(id)),
    reviewers,
  };
}

function afterReview(
  { name = null, text }: Pick<Item, "text"> & { name?: string | undefined | null },
  decisions: readonly DecisionRecord[],
): Criterion[] {
  const keepers = decisions.filter(({ action }) => action !== "remove");
  if (decisions.length > 0 && keepers.length * 2 < decisions.length) return [];
  const revised = keepers.flatMap(({ action, text: words }) =>
    action === "revise" && words !== undefined && words.trim() !== "" ? [words] : [],
  );
  if (revised.length * 2 <= keepers.length) return [{ name, text }];
  const counts = groupInOrder(revised, (words) => words);
  const [most] = [...counts.values()].toSorted((a, b) => b.length - a.length);
  return [{ name, text: most?.[0] ?? text }];
}

/** The criteria that a response or a pair is judged by: its own, else its task's, else the project's. */
export function criteriaFor(
  rubrics: readonly RubricWithDecisions[],
  responses: readonly string[],
): Criterion[] | null {
  const lists = rubrics.filter(({ rubric }) => rubric.kind === "criteria");
  const general = lists.filter(({ rubric }) => rubric.response === undefined && !rubric.pair);
  const isOwn = ({ rubric: { response, pair } }: RubricWithDecisions) => {
    const written: readonly string[] = pair ?? (response === undefined ? [] : [response]);
    return written.length === responses.length && responses.every((id) => written.includes(id));
  };
  const found = lists.find(isOwn) ?? general.find(({ rubric }) => rubric.task !== null) ?? general[0];
  if (!found) return null;
  const { criteria } = reviewedCriteria(found);
  return criteria.length > 0 ? criteria : null;
}
