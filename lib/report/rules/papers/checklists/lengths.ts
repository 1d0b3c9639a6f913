import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { Policy } from "@/lib/drafting/rules/methods/checklist-study/generate";
import { standardDeviation } from "@/lib/report/rules/standard-deviation";
import { coefficient, countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import { checklistTable } from "./build";
import { ALL, datasetColumn, datasetsOf } from "./datasets";
import { PUBLISHED_LENGTHS, PUBLISHED_RETAINED } from "./published";
import { checklistData, policyName } from "./verdicts";

const WRITTEN = /^clstudy\.generate\.([a-z0-9_.]+?)(?::structured)?(?: \(|$)/;
const policyOf = (author: string) => WRITTEN.exec(author)?.[1] ?? null;
const place = (author: string) => Policy.options.indexOf(policyOf(author) as Policy);

interface LengthRow {
  dataset: string;
  policy: string;
  source: string;
  checklists: number | null;
  least: number | null;
  most: number | null;
  mean: number | null;
  deviation: number | null;
  items: number;
}

/** Numbers of items in the checklists of each policy. */
export const lengthsTable: PaperTable = {
  id: "T5",
  title: "Lengths of checklists by policy (Table 6 is the same of other tasks)",
  needs: "checklists by the methods clstudy.generate",
  of: (source) => {
    const authors = [...checklistData(source).items]
      .filter(([author]) => policyOf(author) !== null)
      .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b, "en"));
    if (authors.length === 0)
      return { missing: ["checklists by clstudy.generate.baseline or another policy of the study"] };
    const lists = authors.flatMap(([author, byTask]) =>
      [...byTask].map(([task, items]) => ({ author, task, length: items.length })),
    );
    const parts = datasetsOf(source, lists);
    const rows = parts.flatMap(({ name, own }) => lengthsIn(name, own));
    const printed = Object.entries(PUBLISHED_LENGTHS).map(
      ([policy, [least, most, mean, deviation, items]]): LengthRow => ({
        ...{ dataset: "", policy, source: "paper", checklists: null, least, most, mean, deviation, items },
      }),
    );
    const all = [...rows, ...(source.published ? printed : [])];
    const count = (id: "least" | "most" | "items" | "checklists", header: string, about: string) =>
      countColumn<LengthRow>(
        id,
        header,
        id === "checklists" ? "checklists" : "items",
        about,
        (row) => row[id],
      );
    const decimal = (id: "mean" | "deviation", header: string, about: string) =>
      coefficient<LengthRow>(id, header, about, (row) => [row[id], null], { unit: "items", decimals: 2 });
    return checklistTable(source, all, {
      name: "checklists-t5",
      title: "Checklist study, Tables 5 and 6: lengths of checklists",
      description: "Items of the checklists of each policy",
      columns: [
        datasetColumn<LengthRow>(parts),
        textColumn<LengthRow>(
          "policy",
          "Policy",
          "How they were written, and by which model",
          (row) => row.policy,
        ),
        {
          ...textColumn<LengthRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        count("least", "Min", "The shortest checklist"),
        count("most", "Max", "The longest checklist"),
        decimal("mean", "Mean", "Of all checklists"),
        decimal("deviation", "SD", "The standard deviation, as a population"),
        count("items", "Sum", "All items together"),
        count("checklists", "Checklists", "One for each task"),
      ],
      kinds: ["llm"],
    });
  },
};

/** The lengths of each policy's checklists in one data set, and the sum of all of them. */
function lengthsIn(dataset: string, lists: readonly { author: string; length: number }[]): LengthRow[] {
  const rows = [...groupInOrder(lists, ({ author }) => author)].map(([author, own]): LengthRow => {
    const lengths = own.map(({ length }) => length);
    return {
      ...{ dataset, policy: policyName(author), source: "this study", checklists: lengths.length },
      ...{ least: Math.min(...lengths), most: Math.max(...lengths), mean: arithmeticMean(lengths) },
      deviation: standardDeviation(lengths.map((length) => [length, 1])),
      items: lengths.reduce((sum, length) => sum + length, 0),
    };
  });
  const total = {
    ...{ dataset, policy: "All", source: "this study" },
    ...{ least: null, most: null, mean: null, deviation: null },
    checklists: lists.length,
    items: lists.reduce((sum, { length }) => sum + length, 0),
  };
  return [...rows, total];
}

interface RetainedRow {
  dataset: string;
  policy: string;
  kind: string;
  checklists: number;
  original: number;
  verified: number;
  published: number | null;
}

/** Numbers of items in checklists that every sample answered in full. */
export const retainedTable: PaperTable = {
  id: "T7",
  title: "Items of checklists whose questions were all answered in every sample",
  needs:
    "checklists by the study’s policies, and drafts by clstudy.pairwise.checklist or clstudy.direct.checklist",
  of: (source) => {
    const data = checklistData(source);
    const judged = data.judges.flatMap((judge) =>
      [...judge.checklist].map(([policy, verdicts]) => ({ policy, kind: judge.kind, verdicts })),
    );
    const rows = [
      ...groupInOrder(judged, ({ policy, kind }) => JSON.stringify([policy, kind])).values(),
    ].flatMap((own): RetainedRow[] => {
      const [first] = own;
      const written = data.items.get(first?.policy ?? "");
      if (!first || !written) return [];
      const verdicts = own.flatMap((one) => [...one.verdicts.values()]);
      const broken = new Set(
        verdicts.flatMap(({ task, flags }) => (flags.includes("wrong_arity") ? [task] : [])),
      );
      const lengthOf = (task: string) => written.get(task)?.length ?? 0;
      const printed =
        first.kind === "pairwise" ? (PUBLISHED_RETAINED[policyOf(first.policy) ?? ""] ?? null) : 100;
      const judgedTasks = [...new Set(verdicts.map(({ task }) => task))].map((task) => ({ task }));
      return datasetsOf(source, judgedTasks).map(({ name, own: tasks }): RetainedRow => {
        const sum = (some: readonly { task: string }[]) =>
          some.reduce((total, { task }) => total + lengthOf(task), 0);
        return {
          ...{ dataset: name, policy: first.policy, kind: first.kind === "pairwise" ? "Pairs" : "Ratings" },
          ...{ checklists: tasks.length, original: sum(tasks) },
          verified: sum(tasks.filter(({ task }) => !broken.has(task))),
          published: name === ALL ? printed : null,
        };
      });
    });
    if (rows.length === 0)
      return {
        missing: [
          "checklists, and drafts by clstudy.pairwise.checklist or clstudy.direct.checklist that name them",
        ],
      };
    rows.sort((a, b) => a.kind.localeCompare(b.kind, "en") || place(a.policy) - place(b.policy));
    const datasets = [...new Set(rows.map(({ dataset }) => dataset))];
    const count = (id: "original" | "verified" | "checklists", header: string, about: string) =>
      countColumn<RetainedRow>(
        id,
        header,
        id === "checklists" ? "checklists" : "items",
        about,
        (row) => row[id],
      );
    return checklistTable(source, rows, {
      name: "checklists-t7",
      title: "Checklist study, Table 7: items retained",
      description: "Items of checklists that every sample answered with the right number of answers",
      columns: [
        datasetColumn<RetainedRow>(datasets),
        textColumn<RetainedRow>("kind", "Judged", "Pairs of responses, or single ones", ({ kind }) => kind),
        textColumn<RetainedRow>("policy", "Policy", "How they were written", ({ policy }) =>
          policyName(policy),
        ),
        count("checklists", "Checklists", "That judged"),
        count("original", "Original", "Their items"),
        count("verified", "Verified", "Items of checklists without a sample of another number of answers"),
        countColumn<RetainedRow>(
          "reduced",
          "Reduced",
          "items",
          "The rest",
          (row) => row.original - row.verified,
        ),
        {
          ...share<RetainedRow>("retained", "Retained", "items", "Verified of original", (row) => [
            row.original === 0 ? null : row.verified / row.original,
            row.original === 0 ? "none-qualify" : null,
          ]),
          decimals: 3,
        },
        {
          ...share<RetainedRow>("published", "Paper", "items", "As the paper prints it", ({ published }) => [
            source.published && published !== null ? published / 100 : null,
            null,
          ]),
          decimals: 3,
          optional: true,
        },
      ],
      notes: ["The column that the paper calls reduced ratio is the share retained."],
      kinds: ["llm"],
    });
  },
};
