import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { majority } from "@/lib/judgement/rules/majority";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { preferencesFromScores } from "@/lib/report/rules/papers/scores-as-preferences";
import {
  andInterval,
  meanOverTasks,
  type WithEnds,
  withoutInterval,
} from "@/lib/report/rules/papers/task-intervals";
import { PUBLISHED_DISTANCES } from "@/lib/report/rules/papers/tick/published";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, raterName, share, textColumn } from "@/lib/report/rules/tables/columns";
import { unitsOf } from "@/lib/report/rules/units";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";

interface DistanceRow {
  judge: string;
  source: "this study" | "paper";
  pairs: number | null;
  unread: number | null;
  pld: readonly [number, number, number] | null;
  wpld: WithEnds;
}

const RANK = { A: 0, tie: 1, B: 2 } as const;

/**
 * People's preference together: of points from 1 to 5 their mean, below 2.5 for A and above 3.5 for B; of forced
 * choices the majority. Null where there is none.
 */
export function peoplesPreference(values: readonly Value[]): "A" | "B" | "tie" | null {
  const points = values.flatMap((value) => (typeof value === "number" ? value : []));
  if (points.length > 0 && points.length === values.length) {
    const mean = arithmeticMean(points);
    return mean < 2.5 ? "A" : mean > 3.5 ? "B" : "tie";
  }
  const most = majority(values.map(sideOf));
  return most === "A" || most === "B" || most === "tie" ? most : null;
}

function distancesIn({ study, options }: PaperSource): DistanceRow[] {
  const known = unitsOf(study);
  const byScores = preferencesFromScores(study, known, ({ humans }) => humans.independent.length > 0);
  // The units of added drafts are read anew; people's values stay what they are.
  const { byItem } =
    byScores.length === 0 ? known : unitsOf({ ...study, drafts: [...study.drafts, ...byScores] });
  const judges = new Map<string, { distances: { task: string; value: number }[]; unread: number }>();
  const of = (judge: string) => {
    const own = judges.get(judge) ?? { distances: [], unread: 0 };
    judges.set(judge, own);
    return own;
  };
  const nameOf = ({
    name,
    kind,
    method,
    condition,
  }: {
    name: string;
    kind: "llm";
    method: string | null;
    condition: string | null;
  }) => raterName({ rater: name, kind, method, ...(condition !== null && { condition }) });
  for (const { task, humans, others, undecided } of byItem.get(PREFERENCE) ?? []) {
    const people = peoplesPreference(humans.independent.map(({ value }) => value));
    if (people === null) continue;
    for (const rater of undecided) if (rater.kind === "llm") of(nameOf({ ...rater, kind: "llm" })).unread++;
    for (const { rater, value } of others)
      if (rater.kind === "llm")
        of(nameOf({ ...rater, kind: "llm" })).distances.push({
          task,
          value: Math.abs(RANK[sideOf(value)] - RANK[people]),
        });
  }
  return [...judges].map(([judge, { distances, unread }]) => {
    const share = (distance: number) =>
      distances.filter(({ value }) => value === distance).length / distances.length;
    const pld = distances.length === 0 ? null : ([share(0), share(1), share(2)] as const);
    return {
      ...{ judge, source: "this study", pairs: distances.length, unread, pld },
      wpld: meanOverTasks(distances, options),
    };
  });
}

/** Distance of models' preferences from people's: given as such, or following from scores. */
export const distancesTable: PaperTable = {
  id: "T4",
  title: "Distance of preferences from people’s",
  needs:
    "preferences of pairs by people who saw no draft, and by a model, or a model’s scores of both responses",
  of: (source) => {
    const own = distancesIn(source);
    if (own.length === 0)
      return {
        missing: [
          "preferences of pairs by people who saw no draft, and verdicts of a model on these pairs or its scores of both responses",
        ],
      };
    const printed = Object.entries(PUBLISHED_DISTANCES).map(
      ([judge, wpld]): DistanceRow => ({
        judge,
        source: "paper",
        pairs: null,
        unread: null,
        pld: null,
        wpld: withoutInterval(wpld),
      }),
    );
    const rows = [...own, ...(source.published ? printed : [])];
    return tableOf(namedReport(source).report, rows, {
      name: "tick-t4",
      title: "TICK, Table 4: distance from people’s preferences",
      description: "Shares of pairs at each distance of labels, and the mean distance",
      columns: [
        textColumn<DistanceRow>(
          "judge",
          "Judge",
          "The model with its method; of scores the higher is preferred",
          (row) => row.judge,
        ),
        {
          ...textColumn<DistanceRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        ...([0, 1, 2] as const).map((distance) => ({
          ...share<DistanceRow>(
            `pld${distance}`,
            `PLD-${distance}`,
            "pairs",
            `Labels ${distance} apart`,
            ({ pld }) => [pld?.[distance] ?? null, null],
          ),
          decimals: 1,
        })),
        ...andInterval(
          coefficient<DistanceRow>(
            "wpld",
            "WPLD",
            "Mean distance, PLD-1 + 2 PLD-2",
            ({ wpld: { value } }) => [value, value === null ? "none-qualify" : null],
            { decimals: 3 },
          ),
          ({ wpld }) => wpld.ends,
        ),
        {
          ...countColumn<DistanceRow>(
            "pairs",
            "Pairs",
            "pairs",
            "Pairs with both preferences",
            (row) => row.pairs,
          ),
          optional: true,
        },
        {
          ...countColumn<DistanceRow>(
            "unread",
            "Unread",
            "pairs",
            "Pairs without a usable verdict of the model",
            (row) => row.unread,
          ),
          optional: true,
        },
      ],
      notes: [
        "People together prefer A where the mean of their points is below 2.5, B where it is above 3.5, else neither; of forced choices the majority counts.",
      ],
      kinds: ["human", "llm"],
      intervals: true,
    });
  },
};
