import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { farthestScores, marginOfScale } from "@/lib/judgement/rules/farthest-scores";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { PUBLISHED_PAIRS } from "@/lib/report/rules/papers/salc/published";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, raterName, textColumn } from "@/lib/report/rules/tables/columns";
import type { Unit } from "@/lib/report/rules/unit";
import { unitsOf } from "@/lib/report/rules/units";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";

interface GivenValue {
  source: string;
  value: Value;
}

interface PairsRow {
  source: string;
  values: "Scores" | "Preferences";
  /** The least difference of two scores; null for preferences. */
  margin: number | null;
  pairs: number;
  /** The mean difference of the scores of the pairs; null for preferences, and without pairs. */
  difference: number | null;
  fewScored: number | null;
  belowMargin: number | null;
  tied: number;
}

/** Values of a unit by their source: a model and its method, gold, and people with a draft in view or without. */
function valuesOf({ humans, others }: Unit): GivenValue[] {
  const people = (["independent", "exposed"] as const).flatMap((exposure) =>
    humans[exposure].map(({ value }) => ({ value, source: PEOPLE[exposure] })),
  );
  const machines = others.flatMap(({ rater, value }) => {
    const { name, kind, method, condition } = rater;
    if (kind !== "llm" && kind !== "gold") return [];
    const source = raterName({ rater: name, kind, method, ...(condition !== null && { condition }) });
    return [{ value, source }];
  });
  return [...people, ...machines];
}

const PEOPLE = {
  independent: "People without a draft",
  exposed: "People with a draft in view",
} as const;

/** The margin on the scale of the paper that the highest score is on: from 1 to 5, or from 1 to 10. */
const marginOf = (highest: number) => marginOfScale({ min: 1, max: highest > 5 ? 10 : 5 });

/** At most one pair of a task: its highest score against its lowest. */
function fromScores({ study }: PaperSource): PairsRow[] {
  const scores = [...(unitsOf(study).byItem.get(OVERALL) ?? [])].flatMap((unit) =>
    [...groupInOrder(valuesOf(unit), ({ source }) => source)].flatMap(([source, own]) => {
      const numbers = own.flatMap(({ value }) => (typeof value === "number" ? value : []));
      return numbers.length === 0 ? [] : [{ source, task: unit.task, score: arithmeticMean(numbers) }];
    }),
  );
  return [...groupInOrder(scores, ({ source }) => source)].map(([source, all]) => {
    const margin = marginOf(Math.max(...all.map(({ score }) => score)));
    const differences: number[] = [];
    const left = { fewScored: 0, belowMargin: 0, tied: 0 };
    for (const [, own] of groupInOrder(all, ({ task }) => task)) {
      const values = own.map(({ score }) => score);
      const farthest = farthestScores(values, margin);
      const times = (wanted: number) => values.filter((value) => value === wanted).length;
      if (farthest === "fewer-than-two-scored") left.fewScored++;
      else if (farthest === "below-margin") left.belowMargin++;
      else if (times(farthest.highest) > 1 || times(farthest.lowest) > 1) left.tied++;
      else differences.push(farthest.highest - farthest.lowest);
    }
    const difference = differences.length === 0 ? null : arithmeticMean(differences);
    return { source, values: "Scores", margin, pairs: differences.length, difference, ...left };
  });
}

/** One pair of each that a source compared, unless its preferences are equal. */
function fromPreferences({ study }: PaperSource): PairsRow[] {
  const preferred = [...(unitsOf(study).byItem.get(PREFERENCE) ?? [])].flatMap((unit) =>
    [...groupInOrder(valuesOf(unit), ({ source }) => source)].map(([source, own]) => {
      const count = (side: "A" | "B" | "tie") => own.filter(({ value }) => sideOf(value) === side).length;
      const [a, b] = [count("A"), count("B")];
      return { source, isTied: a === b || Math.max(a, b) <= count("tie") };
    }),
  );
  return [...groupInOrder(preferred, ({ source }) => source)].map(([source, own]) => {
    const tied = own.filter(({ isTied }) => isTied).length;
    const nothing = { margin: null, difference: null, fewScored: null, belowMargin: null };
    return { source, values: "Preferences", pairs: own.length - tied, tied, ...nothing };
  });
}

/** The pairs for preference training that each source of a study leads to, and the reasons of what it does not. */
export const trainingPairsTable: PaperTable = {
  id: "C2",
  title: "Pairs for preference training by source",
  needs: "overall scores of several responses of a task, or preferences of pairs",
  of: (source) => {
    const rows = [...fromScores(source), ...fromPreferences(source)];
    if (rows.length === 0)
      return { missing: ["overall scores of responses, or preferences of pairs, by models, people or gold"] };
    const left = (id: "fewScored" | "belowMargin" | "tied", header: string, about: string) => ({
      ...countColumn<PairsRow>(id, header, "pairs", about, (row) => row[id]),
      optional: true as const,
    });
    return tableOf(namedReport(source).report, rows, {
      name: "salc-c2",
      title: "SALC, appendix C.2: pairs for preference training",
      description:
        "Of a task’s scores the highest against the lowest, and of each compared pair the preferred",
      columns: [
        textColumn<PairsRow>("source", "Source", "Who gave the values, and how", (row) => row.source),
        textColumn<PairsRow>("values", "Values", "Scores, or preferences of pairs", (row) => row.values),
        countColumn<PairsRow>("pairs", "Pairs", "pairs", "Pairs kept", (row) => row.pairs),
        {
          ...countColumn<PairsRow>(
            ...(["margin", "Margin", "points", "Least difference of scores"] as const),
            (row) => row.margin,
          ),
          optional: true,
        },
        {
          ...coefficient<PairsRow>(
            ...(["difference", "Mean difference", "Of the scores of the pairs kept"] as const),
            (row) => [row.difference, null],
            { decimals: 2 },
          ),
          optional: true,
        },
        left("fewScored", "Fewer than two scored", "Tasks without two scores"),
        left("belowMargin", "Below the margin", "Tasks whose scores are nearer to each other"),
        left("tied", "Tied", "Several highest or lowest scores, or no preference"),
      ],
      notes: [
        "The margin is 5 for a source with a score above 5, which is on a scale from 1 to 10, and 2 for others.",
        "All pairs of a model are counted. Training data keeps those that people decided the same, unless all are asked for, and leaves out equal texts: its counts.json has the numbers.",
        ...(source.published ? [PUBLISHED_PAIRS] : []),
      ],
      kinds: ["human", "llm", "gold"],
      intervals: false,
    });
  },
};
