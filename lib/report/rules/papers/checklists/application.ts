import type { Estimate } from "@/lib/agreement/estimate";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import {
  andInterval,
  NOTHING,
  shareOverTasks,
  type WithEnds,
} from "@/lib/report/rules/papers/task-intervals";
import { coefficient, countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { ReportOptions } from "@/lib/report/schema";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import { checklistTable, type JudgeRow, judgeColumns, judgesWith, partsInWords, policyColumn } from "./build";
import {
  applicationRate,
  type Condition,
  conditionName,
  conditionsOf,
  endsOfStatistic,
  type Instance,
  instancesOf,
  statistic,
  statisticNote,
} from "./conditions";
import { PUBLISHED_RANGE } from "./published";
import { type Kind, policyName } from "./verdicts";

/** The judge's results under one policy. */
interface PolicyRow extends JudgeRow {
  policy: string;
  instances: readonly Instance[];
}

const PARTS = ["known", "none", "checklist"] as const;

function policyRows(source: PaperSource, kind: Kind) {
  const found = judgesWith(source, kind, PARTS);
  if ("missing" in found) return found;
  const rows = found.judges.flatMap(({ model, condition, ...judge }) =>
    [...instancesOf({ model, condition, ...judge }, found.data.known[kind])].flatMap(
      ([policy, instances]): PolicyRow[] =>
        instances.length === 0 ? [] : [{ model, condition, policy: policyName(policy), instances }],
    ),
  );
  return rows.length > 0
    ? { rows }
    : {
        missing: [
          "pairs or responses that one model judged without a checklist and under every policy, and that people judged",
        ],
      };
}

const columnId = (condition: Condition) => (typeof condition === "number" ? `k${condition}` : condition);

const instancesColumn = countColumn<PolicyRow>(
  "instances",
  "Instances",
  "units",
  "Judged without a checklist and under every policy of the study, and by people",
  ({ instances }) => instances.length,
);

const statisticName = { pairwise: "Accuracy", direct: "Ordinal α" } as const;

function statisticColumns(kind: Kind, condition: Condition, options: ReportOptions) {
  const header = conditionName(condition);
  const about = `${statisticName[kind]} with ${condition === "none" ? "no checklist" : condition === "all" ? "the checklist always" : `the checklist where samples disagree by ${condition} or more`}`;
  const estimates = new Map<PolicyRow, Estimate>();
  const estimate = (row: PolicyRow) => {
    const found = estimates.get(row) ?? statistic(kind, row.instances, condition, options);
    estimates.set(row, found);
    return found;
  };
  const of = (row: PolicyRow) => [estimate(row).value, estimate(row).reason] as const;
  const column =
    kind === "pairwise"
      ? { ...share<PolicyRow>(columnId(condition), header, "pairs", about, of), decimals: 2 }
      : coefficient<PolicyRow>(columnId(condition), header, about, of, { decimals: 3 });
  return andInterval<PolicyRow>(column, (row) => endsOfStatistic(kind, estimate(row)));
}

const FIGURES = { pairwise: "F3a", direct: "F3b" } as const;
const RATES = { pairwise: "F6", direct: "F7" } as const;
const RANGES = { pairwise: "T1", direct: "T2" } as const;
const WORDS = { pairwise: "preferences", direct: "ratings" } as const;
const KEPT =
  "Where no answer with the checklist could be read, the verdict without it stays, also under All.";

/** Accuracy or α under every condition, by model and policy. */
export const selectiveTable = (kind: Kind): PaperTable => ({
  id: FIGURES[kind],
  also: ["F3"],
  title: `Selective use of checklists: ${statisticName[kind].toLowerCase()} of ${WORDS[kind]}`,
  needs: partsInWords(kind, PARTS),
  drawing: { mark: "lines", axis: statisticName[kind], places: "Use of the checklist" },
  of: (source) => {
    const found = policyRows(source, kind);
    if ("missing" in found) return found;
    return checklistTable(source, found.rows, {
      name: `checklists-${FIGURES[kind].toLowerCase()}`,
      title: `Checklist study, Figure ${FIGURES[kind].slice(1)}: selective use in ${WORDS[kind]}`,
      description: "No checklist, the checklist where samples disagree by k or more, and always",
      columns: [
        ...judgeColumns(found.rows),
        policyColumn<PolicyRow>(),
        ...conditionsOf(kind).flatMap((condition) => statisticColumns(kind, condition, source.options)),
        instancesColumn,
      ],
      notes: [statisticNote(kind, source.options), KEPT],
      intervals: true,
    });
  },
});

/**
 * The share of instances in which each threshold uses the checklist, and in which runs that chose by themselves did.
 */
export const rateTable = (kind: Kind): PaperTable => ({
  id: RATES[kind],
  title: `How often the checklist is used in ${WORDS[kind]}`,
  needs: `${partsInWords(kind, PARTS)}; runs of clstudy.${kind}.selective have rows of their own`,
  drawing: {
    ...{ mark: "lines", axis: "Share of instances", places: "Use of the checklist" },
    values: (id) => id !== "used",
  },
  of: (source) => {
    const found = policyRows(source, kind);
    const own = productionRows(source, kind);
    if ("missing" in found && own.length === 0) return found;
    type Row = JudgeRow & {
      policy: string;
      rates: Record<string, WithEnds>;
      instances: number;
      used: WithEnds;
    };
    const rows: Row[] = [
      ...("missing" in found ? [] : found.rows).map(({ instances, ...row }) => ({
        ...row,
        rates: Object.fromEntries(
          conditionsOf(kind).map((condition) => [
            columnId(condition),
            applicationRate(kind, instances, condition, source.options),
          ]),
        ),
        ...{ instances: instances.length, used: NOTHING },
      })),
      ...own,
    ];
    return checklistTable(source, rows, {
      name: `checklists-${RATES[kind].toLowerCase()}`,
      title: `Checklist study, Figure ${RATES[kind].slice(1)}: use of checklists in ${WORDS[kind]}`,
      description: "The share of instances whose verdict is the checklist’s",
      columns: [
        ...judgeColumns(rows),
        policyColumn<Row>(),
        ...conditionsOf(kind).flatMap((condition) =>
          andInterval<Row>(
            {
              ...share<Row>(
                columnId(condition),
                conditionName(condition),
                "instances",
                "The share whose verdict is the checklist’s under this condition",
                ({ rates }) => [rates[columnId(condition)]?.value ?? null, null],
              ),
              optional: true as const,
            },
            ({ rates }) => rates[columnId(condition)]?.ends ?? null,
          ),
        ),
        ...andInterval<Row>(
          {
            ...share<Row>(
              "used",
              "Used in the run",
              "instances",
              "Of a run that chose by its own threshold: the share for which it used the checklist",
              ({ used }) => [used.value, null],
            ),
            optional: true as const,
          },
          ({ used }) => used.ends,
        ),
        countColumn<Row>("instances", "Instances", "units", "Pairs or responses", (row) => row.instances),
      ],
      notes: [KEPT],
      intervals: true,
    });
  },
});

function productionRows(source: PaperSource, kind: Kind) {
  const found = judgesWith(source, kind, ["selective"]);
  if ("missing" in found) return [];
  return found.judges.flatMap(({ model, condition, selective }) =>
    [...selective.values()].map(({ policy, threshold, verdicts }) => ({
      ...{ model, condition, policy: `${policyName(policy)}, run with k = ${threshold}`, rates: {} },
      instances: verdicts.size,
      used: shareOverTasks(
        [...verdicts.values()].map(({ task, selective: choice }) => ({ task, holds: choice?.used === true })),
        source.options,
      ),
    })),
  );
}

/** The best and the worst policy of each model, always using the checklist. */
export const rangeTable = (kind: Kind): PaperTable => ({
  id: RANGES[kind],
  title: `Best and worst policy of each model in ${WORDS[kind]}`,
  needs: `${partsInWords(kind, PARTS)}, under two policies or more`,
  of: (source) => {
    const found = policyRows(source, kind);
    if ("missing" in found) return found;
    type Row = JudgeRow & { none: WithEnds; best: Ranked; worst: Ranked };
    type Ranked = ({ policy: string } & WithEnds) | null;
    const measured = (instances: readonly Instance[], condition: Condition): WithEnds => {
      const estimate = statistic(kind, instances, condition, source.options);
      return { value: estimate.value, ends: endsOfStatistic(kind, estimate) };
    };
    const rows = [
      ...groupInOrder(found.rows, ({ model, condition }) => JSON.stringify([model, condition])).values(),
    ].flatMap((own): Row[] => {
      const ranked = own
        .flatMap(({ policy, instances }) => {
          const { value, ends } = measured(instances, "all");
          return value === null ? [] : [{ policy, value, ends }];
        })
        .sort((a, b) => b.value - a.value || a.policy.localeCompare(b.policy, "en"));
      const [first] = own;
      if (!first || ranked.length < 2) return [];
      const none = measured(first.instances, "none");
      const { model, condition } = first;
      return [
        {
          ...{ model, condition, none },
          ...{ best: ranked[0] ?? null, worst: ranked.at(-1) ?? null },
        },
      ];
    });
    if (rows.length === 0) return { missing: ["checklists of two policies or more, judged by one model"] };
    const number = (id: string, header: string, about: string, of: (row: Row) => WithEnds | null) =>
      andInterval<Row>(
        coefficient<Row>(
          id,
          header,
          about,
          (row) => {
            const value = of(row)?.value ?? null;
            return [value, value === null ? "no-variation" : null];
          },
          { decimals: 3 },
        ),
        (row) => of(row)?.ends ?? null,
      );
    return checklistTable(source, rows, {
      name: `checklists-${RANGES[kind].toLowerCase()}`,
      title: `Checklist study, Table ${RANGES[kind].slice(1)}: best and worst policy in ${WORDS[kind]}`,
      description: `By ${statisticName[kind].toLowerCase()} with the checklist always in use`,
      columns: [
        ...judgeColumns(rows),
        textColumn<Row>(
          "best",
          "Best",
          "The policy with the highest value",
          ({ best }) => best?.policy ?? null,
        ),
        ...number("bestValue", "Its value", "With the checklist always", ({ best }) => best),
        textColumn<Row>(
          "worst",
          "Worst",
          "The policy with the lowest value",
          ({ worst }) => worst?.policy ?? null,
        ),
        ...number("worstValue", "Its value", "With the checklist always", ({ worst }) => worst),
        ...number("none", "None", "Without a checklist", ({ none }) => none),
      ],
      intervals: true,
      notes: [statisticNote(kind, source.options), ...(source.published ? [PUBLISHED_RANGE] : [])],
    });
  },
});
