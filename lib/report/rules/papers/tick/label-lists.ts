import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { TAXONOMIES } from "@/lib/protocol/rules/taxonomies";
import { raterName } from "@/lib/report/rules/tables/columns";
import type { ModelLabelling } from "@/lib/report/schema/paper-table";
import type { ReportLabelQuestion, StudyData } from "@/lib/report/schema/study";

const TAXONOMY_OF_TICK = "capabilities";

/** A step in which people labelled items by a list. */
interface LabelList {
  /** The name of the step. */
  question: string;
  /** The labels that people gave. */
  given: readonly string[];
  /** The labels that they could choose, as far as is known. */
  offered: readonly string[];
}

/** The labels of the taxonomy that a step is named after; none without such a taxonomy. */
const taxonomyOfStep = (question: string): readonly string[] =>
  TAXONOMIES.find(({ id }) => id === question)?.step.labels.map(({ name }) => name) ?? [];

const isWithin = (some: readonly string[], all: readonly string[]) => some.every((one) => all.includes(one));

/**
 * True if the labels of a step mean the same in a list: people gave none but labels of the list, or could choose each label
 * of the list, beside others. In a step with another taxonomy than TICK's, of which some labels were offered, all of it counts
 * as given: its Tone is not the Tone of a list that has no more of it. Nothing is of a list that is not known.
 */
export function isOfList({ question, given, offered }: LabelList, list: readonly string[]): boolean {
  if (list.length === 0) return false;
  const taxonomy = question === TAXONOMY_OF_TICK ? [] : taxonomyOfStep(question);
  const ofTaxonomy = taxonomy.some((label) => offered.includes(label)) ? taxonomy : [];
  return isWithin([...ofTaxonomy, ...given], list) || isWithin(list, offered);
}

/**
 * The labels that people could choose. A study file has only those that they gave: where one is of the taxonomy that the
 * step is named after, the others of the taxonomy could be chosen too. A batch has its own list, that of its first arm.
 */
function offeredIn({ question, labels }: ReportLabelQuestion, isGold: boolean): readonly string[] {
  const taxonomy = isGold ? taxonomyOfStep(question) : [];
  return labels.some((label) => taxonomy.includes(label)) ? [...taxonomy, ...labels] : labels;
}

/** The steps in which people labelled items by a list, rather than matching them with one another. */
export function itemLists({ labels }: StudyData): LabelList[] {
  const ofItems = groupInOrder(
    (labels?.labellings ?? []).filter(({ item }) => item !== undefined),
    ({ question }) => question,
  );
  return (labels?.questions ?? []).flatMap((asked) => {
    const own = ofItems.get(asked.question);
    if (!own || asked.labels.length === 0) return [];
    const given = [...new Set(own.flatMap((one) => one.labels))];
    return [{ question: asked.question, given, offered: offeredIn(asked, labels?.isGold === true) }];
  });
}

/** The names of the steps whose labels mean the same in one of the lists at least. */
export function usedLists(study: StudyData, lists: readonly (readonly string[])[]): string[] {
  const used = itemLists(study).filter((asked) => lists.some((list) => isOfList(asked, list)));
  return used.map(({ question }) => question);
}

/** Names the steps whose labels are of none of the lists, as a phrase; nothing without any. */
export function unusedListsNote(study: StudyData, lists: readonly (readonly string[])[]): string[] {
  const used = usedLists(study, lists);
  const unused = itemLists(study).filter(({ question }) => !used.includes(question));
  if (unused.length === 0) return [];
  const names = unused.map(({ question }) => question).join(", ");
  return [`People’s labels of other lists, which are not used: ${names}`];
}

/** The labels of each model, by method and condition, under its name; of an item that was labelled again the newest. */
export function labelRuns(
  modelLabels: readonly ModelLabelling[],
): { judge: string; run: readonly ModelLabelling[] }[] {
  const conditions = new Set(modelLabels.map(({ condition }) => condition));
  const runs = groupInOrder(modelLabels, ({ model, method, condition }) =>
    JSON.stringify([model, method, condition]),
  );
  return [...runs.values()].flatMap((run) =>
    run.slice(0, 1).map(({ model, method, condition }) => ({
      judge: raterName({ rater: model, kind: "llm", method, ...(conditions.size > 1 && { condition }) }),
      run: [...new Map(run.map((one) => [one.item, one])).values()],
    })),
  );
}
