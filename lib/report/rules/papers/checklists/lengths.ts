import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { Policy } from "@/lib/drafting/rules/methods/checklist-study/generate";
import { standardDeviation } from "@/lib/report/rules/standard-deviation";
import { coefficient, countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import { checklistTable } from "./build";
import { ALL, datasetColumn, datasetsOf } from "./datasets";
import { checklistOf } from "./lists";
import { PUBLISHED_LENGTHS, PUBLISHED_RETAINED, PUBLISHED_SUMS } from "./published";
import { type ChecklistData, checklistData, type Kind, policyName, type Verdict } from "./verdicts";

const WRITTEN = /^clstudy\.generate\.([a-z0-9_.]+?)(?::structured)?(?: \(|$)/;
const policyOf = (author: string) => WRITTEN.exec(author)?.[1] ?? null;
const place = (author: string) => Policy.options.indexOf(policyOf(author) as Policy);

/** The checklists of these authors after the first of a task, as of runs with other parameters, which Table 5 leaves out. */
function leftOutNotes({ lists }: ChecklistData, authors: readonly string[]): string[] {
  const counts = authors.flatMap((author) => {
    const count = [...(lists.get(author)?.values() ?? [])].reduce((sum, own) => sum + own.length - 1, 0);
    return count === 0 ? [] : [`of ${policyName(author)} ${count} ${count === 1 ? "is" : "are"} left out`];
  });
  return counts.length === 0
    ? []
    : [`Of several checklists by one policy and model for a task the first counts: ${counts.join(", ")}.`];
}

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
  also: ["T6"],
  title: "Lengths of checklists by policy",
  needs: "checklists by the methods clstudy.generate",
  of: (source) => {
    const data = checklistData(source);
    const authors = [...data.lists]
      .filter(([author]) => policyOf(author) !== null)
      .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b, "en"));
    if (authors.length === 0)
      return { missing: ["checklists by clstudy.generate.baseline or another policy of the study"] };
    const lists = authors.flatMap(([author, byTask]) =>
      [...byTask].map(([task, [first = []]]) => ({ author, task, length: first.length })),
    );
    const parts = datasetsOf(source, lists);
    const rows = parts.flatMap(({ name, own }) => lengthsIn(name, own));
    const all = [...rows, ...(source.published ? printedLengths() : [])];
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
      notes: leftOutNotes(
        data,
        authors.map(([author]) => author),
      ),
      kinds: ["llm"],
    });
  },
};

const NO_LENGTHS = { least: null, most: null, mean: null, deviation: null };

/** The rows of tables 5 and 6; of table 6 we have the sums alone. */
function printedLengths(): LengthRow[] {
  const of = (table: number) => ({ dataset: "", source: `paper, Table ${table}`, checklists: null });
  const listed = [
    ...Object.entries(PUBLISHED_LENGTHS).map(
      ([policy, [least, most, mean, deviation, items]]): LengthRow => ({
        ...{ ...of(5), policy, least, most, mean, deviation, items },
      }),
    ),
    ...Object.entries(PUBLISHED_SUMS).map(
      ([policy, items]): LengthRow => ({ ...of(6), ...NO_LENGTHS, policy, items }),
    ),
  ];
  return [...groupInOrder(listed, ({ source }) => source).values()].flatMap((rows) => {
    const items = rows.reduce((sum, row) => sum + row.items, 0);
    return [...rows, ...rows.slice(0, 1).map((row) => ({ ...row, ...NO_LENGTHS, policy: "All", items }))];
  });
}

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
    ...NO_LENGTHS,
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

/** A checklist that judged; broken where a sample answered with another number of answers. */
interface JudgedList {
  task: string;
  items: number;
  isBroken: boolean;
}

/** The checklists that made these verdicts, and how many verdicts do not say by which of several they were made. */
function judgedLists(
  { lists }: ChecklistData,
  policy: string,
  verdicts: readonly Verdict[],
): { judged: JudgedList[]; unclear: number } {
  const judged = new Map<string, JudgedList>();
  let unclear = 0;
  for (const verdict of verdicts) {
    const list = checklistOf(lists, policy, verdict);
    const rubric = list?.[0]?.rubric;
    if (!list || rubric === undefined) {
      if (lists.get(policy)?.has(verdict.task)) unclear++;
      continue;
    }
    const known = judged.get(rubric) ?? { task: verdict.task, items: list.length, isBroken: false };
    judged.set(rubric, { ...known, isBroken: known.isBroken || verdict.flags.includes("wrong_arity") });
  }
  return { judged: [...judged.values()], unclear };
}

/** Numbers of items in checklists that every sample answered in full. */
export const retainedTable: PaperTable = {
  id: "T7",
  title: "Items of checklists whose questions were all answered in every sample",
  needs:
    "checklists by the study’s policies, and drafts by clstudy.pairwise.checklist or clstudy.direct.checklist",
  of: (source) => {
    const data = checklistData(source);
    const judges = data.judges.flatMap((judge) =>
      [...judge.checklist].map(([policy, verdicts]) => ({ policy, kind: judge.kind, verdicts })),
    );
    const unclearOf: string[] = [];
    const rows = [
      ...groupInOrder(judges, ({ policy, kind }) => JSON.stringify([policy, kind])).values(),
    ].flatMap((own): RetainedRow[] => {
      const [first] = own;
      if (!first) return [];
      const { policy, kind } = first;
      const verdicts = own.flatMap((one) => [...one.verdicts.values()]);
      const { judged, unclear } = judgedLists(data, policy, verdicts);
      if (unclear > 0) unclearOf.push(`of ${policyName(policy)} ${unclear} ${subjectsOf(kind, unclear)}`);
      const printed = kind === "pairwise" ? (PUBLISHED_RETAINED[policyOf(policy) ?? ""] ?? null) : 100;
      if (judged.length === 0) return [];
      return datasetsOf(source, judged).map(({ name, own: lists }): RetainedRow => {
        const sum = (some: readonly JudgedList[]) => some.reduce((total, { items }) => total + items, 0);
        return {
          ...{ dataset: name, policy, kind: kind === "pairwise" ? "Pairs" : "Ratings" },
          ...{ checklists: lists.length, original: sum(lists) },
          verified: sum(lists.filter(({ isBroken }) => !isBroken)),
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
      notes: [
        "The column that the paper calls reduced ratio is the share retained.",
        ...(unclearOf.length === 0
          ? []
          : [
              `Left out, as the policy wrote several checklists for the task and the draft does not say by which one it judged: ${unclearOf.join(", ")}.`,
            ]),
      ],
      kinds: ["llm"],
    });
  },
};

const subjectsOf = (kind: Kind, count: number) =>
  `${kind === "pairwise" ? "pair" : "rating"}${count === 1 ? "" : "s"}`;
