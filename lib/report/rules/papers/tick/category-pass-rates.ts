import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { taxonomyOf } from "@/lib/protocol/rules/taxonomies";
import { checklistOf, ownCategory } from "@/lib/report/rules/checklist";
import { joined, namedReport, provenanceParts, underName } from "@/lib/report/rules/papers/from-report";
import { answeredStudy } from "@/lib/report/rules/papers/tick/answered-study";
import { commonLabels } from "@/lib/report/rules/papers/tick/category-labels";
import { labelRuns, unusedListsNote, usedLists } from "@/lib/report/rules/papers/tick/label-lists";
import { checklistsTable } from "@/lib/report/rules/tables/checklists";
import { unitsOf } from "@/lib/report/rules/units";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportItem } from "@/lib/report/schema/study";

/** The labels of questions by those who gave them. */
interface LabelSource {
  name: string;
  /** By the key of the item; questions without a label are missing. */
  labels: ReadonlyMap<string, readonly string[]>;
}

const TITLE = "TICK, Figure 4: pass rate by category";
const NEEDS =
  "answers to questions that have a label by people or by a run of tick.categorise, or a category";
const PEOPLE = "People";
const CATEGORY = "Category of the item";

/**
 * The sources of labels in their order. A question has the labels that people decided on; without any those of each
 * run, and without these the category of its item.
 */
function labelSources(
  source: PaperSource,
  questions: readonly Pick<ReportItem, "key" | "category">[],
): LabelSource[] {
  const people = peoplesLabels(source);
  const runs = labelRuns(source.modelLabels ?? []).map(({ judge, run }): LabelSource => {
    const given = run.filter(({ item, labels }) => labels.length > 0 && !people.has(item));
    return { name: judge, labels: new Map(given.map(({ item, labels }) => [item, labels])) };
  });
  const rest = questions.filter(({ key }) => !people.has(key) && !runs.some(({ labels }) => labels.has(key)));
  const categories = rest.map((item) => [item.key, ownCategory(item)] as const);
  return [
    { name: PEOPLE, labels: people },
    ...runs,
    { name: CATEGORY, labels: new Map(categories.filter(([, labels]) => labels.length > 0)) },
  ];
}

/** TICK's list of labels, and those that a model labelled by. */
const listsIn = ({ modelLabels = [] }: PaperSource): readonly (readonly string[])[] => [
  taxonomyOf("capabilities").step.labels.map(({ name }) => name),
  ...modelLabels.map(({ categories }) => categories),
];

/** The labels that all people gave in the end, by item. */
function peoplesLabels(source: PaperSource): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const question of usedLists(source.study, listsIn(source))) {
    const given = (source.study.labels?.labellings ?? []).filter((one) => one.question === question);
    for (const [item, own] of groupInOrder(given, (one) => one.item)) {
      const common = commonLabels(own.map((one) => one.labels));
      if (item === undefined || common.length === 0) continue;
      labels.set(item, [...new Set([...(labels.get(item) ?? []), ...common])]);
    }
  }
  return labels;
}

/** Pass rates by the labels of questions: the share of yes among the answers to all questions with a label. */
export const categoriesTable: PaperTable = {
  id: "F4",
  title: TITLE,
  needs: NEEDS,
  drawing: {
    ...{ mark: "dots", axis: "Pass rate", n: "responses" },
    values: (id) => id === "passRate",
    only: {
      rows: ({ category, responsesOf }) => category !== null && responsesOf === "all",
      words: "Of the responses of all models together",
    },
  },
  of: (source) => {
    const study = answeredStudy(source);
    const units = unitsOf(study);
    const isOfDataset = study !== source.study;
    const report = isOfDataset ? provenanceParts(study, units, source.options) : namedReport(source).report;
    const answered = study.items.filter(
      ({ key, scale }) =>
        scale.type !== "points" &&
        [...(units.byItem.get(key) ?? [])].some(
          ({ others, humans }) => others.length + humans.any.length > 0,
        ),
    );
    const sources = labelSources(source, answered);
    const unused = unusedListsNote(source.study, listsIn(source));
    const [first, ...others] = sources.flatMap(({ name, labels }) => {
      if (labels.size === 0) return [];
      const rows = checklistOf(study, units, source.options, ({ key }) => labels.get(key) ?? []).filter(
        ({ answered: n }) => n > 0,
      );
      return rows.length === 0
        ? []
        : [{ name, table: checklistsTable({ ...report, checklist: { byRater: rows } }) }];
    });
    if (!first) return { missing: [NEEDS, ...unused] };
    const isOfCategories = first.name === CATEGORY;
    const table = isOfCategories
      ? first.table
      : joined([first, ...others], { header: "Labels by", description: "Those who gave the labels" });
    const without = answered.filter(({ key }) => !sources.some(({ labels }) => labels.has(key))).length;
    const notes = [
      ...table.notes,
      ...(isOfCategories ? [] : [ORDER]),
      ...(isOfDataset ? [OF_DATASET] : []),
      ...unused.map((phrase) => `${phrase}.`),
      ...(without > 0
        ? [`Without a label, and in no row: ${without} of ${answered.length} answered questions.`]
        : []),
    ];
    return underName(source, { ...table, notes }, { name: "tick-f4", title: TITLE });
  },
};

const OF_DATASET =
  "The answers are those of the dataset to the questions of this batch, in which nobody answers any by the paper’s methods; so are the raters, the numbers of judgements and the hash.";
const ORDER =
  "A question has the labels that all people gave it in the end; without one, those of each run of tick.categorise; and without these, the category of its item. It counts under each of its labels, beside questions with labels from the same source.";
