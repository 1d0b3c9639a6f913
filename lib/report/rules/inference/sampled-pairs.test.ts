import { expect, test } from "vitest";
import { type Random, randomFrom } from "@/lib/agreement/random";
import type { StudyRecord } from "@/lib/dataset/schema";
import { WHOLE } from "@/lib/report/rules/bounds";
import { ReportBasis } from "@/lib/report/rules/report-basis";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { StudyData, UndrawnMaterial } from "@/lib/report/schema/study";

/** The share of pairs whose response by the strong model people prefer. */
const WINS = 0.7;
/** The strong model's log strength beside the weak one's. */
const STRENGTH = Math.log(WINS / (1 - WINS)) / 2;

const ORDERS = ["AB", "BA"] as const;

/**
 * A batch's study of pairs and what its sample left. A judge prefers the response shown first in both orders mostly where the
 * weak model's response is better, and such pairs are drawn two and a half times as often.
 */
function sampledPairs(random: Random, tasks: number, expected: number): StudyData {
  const records: StudyRecord[] = [{ type: "study", version: 1, name: "sampled pairs" }];
  const undrawn: UndrawnMaterial = { drawn: [], subjects: [], items: [], drafts: [] };
  // A pair is flipped with .6 where the weak model wins, else with .2.
  const even = expected / (tasks * (1 + 1.5 * (0.6 * (1 - WINS) + 0.2 * WINS)));
  for (let n = 0; n < tasks; n++) {
    const task = `t${n}`;
    const pair: [string, string] =
      n % 2 === 0 ? [`${task}/strong`, `${task}/weak`] : [`${task}/weak`, `${task}/strong`];
    const models = pair.map((response) => response.slice(task.length + 1));
    const isWon = random() < WINS;
    const isFlipped = random() < (isWon ? 0.2 : 0.6);
    const side = (wins: boolean) => (wins === (n % 2 === 0) ? "A" : "B");
    const isRight = random() < 0.9;
    const says = (order: (typeof ORDERS)[number]) =>
      isFlipped ? (order === "AB" ? "A" : "B") : side(isRight === isWon);
    const probability = even * (isFlipped ? 2.5 : 1);
    if (random() >= probability) {
      undrawn.subjects.push({ task, response: null, pair, tags: [], models });
      for (const order of ORDERS)
        undrawn.drafts.push({
          ...{ task, response: null, pair, item: "preference", order, value: says(order) },
          ...{ rater: "judge", raterKind: "llm", method: "m", condition: null },
        });
      continue;
    }
    undrawn.drawn.push({ task, response: null, pair, probability });
    const about = { task, pair, item: "preference" };
    records.push(
      {
        ...{ type: "task", id: task, instruction: "" },
        metadata: { sampledPairs: [{ pair, inclusionProbability: probability }] },
      },
      ...pair.map(
        (id, at): StudyRecord => ({ type: "response", id, task, text: "", model: models[at] as string }),
      ),
      ...ORDERS.map(
        (order): StudyRecord => ({
          ...{ type: "draft", id: `${task} ${order}`, ...about, order, value: says(order) },
          ...{ rater: "judge", raterKind: "llm", method: "m" },
        }),
      ),
      {
        ...{ type: "judgement", id: task, ...about, value: side(isWon) },
        ...{ rater: "P", raterKind: "human", exposure: "none" },
      },
    );
  }
  const reader = new StudyDataReader();
  for (const record of records) reader.add(record);
  return { ...reader.finish(), undrawn };
}

/** The strong model's win rate and strength, as people and as both give them. */
function estimatesOf(study: StudyData) {
  const { modelEstimates, rankings } = new ReportBasis(study, { replicates: 20, seed: 1 }, WHOLE);
  const row = modelEstimates.estimates.find(({ responseModel }) => responseModel === "strong");
  const of = (source: string) => ({
    rate: rankings.winRates.find((rate) => rate.source === source && rate.first === "strong")?.rate,
    strength: rankings.rankings.find((rank) => rank.source === source && rank.responseModel === "strong")
      ?.strength,
  });
  const [people, corrected] = [of("people"), of("corrected")];
  const rates = [row?.human, row?.powered, people.rate, corrected.rate].map((value) => value ?? Number.NaN);
  const strengths = [people.strength, corrected.strength].map((value) => value ?? Number.NaN);
  return { rates, strengths };
}

const withoutChances = ({ undrawn: _, ...study }: StudyData): StudyData => ({
  ...study,
  tasks: study.tasks.map(({ sampledPairs: _, ...task }) => task),
});

const STUDIES = 25;

function meansOf(known: (study: StudyData) => StudyData) {
  const random = randomFrom(11);
  const means = { rates: [0, 0, 0, 0], strengths: [0, 0] };
  for (let n = 0; n < STUDIES; n++) {
    const found = estimatesOf(known(sampledPairs(random, 300, 120)));
    for (const kind of ["rates", "strengths"] as const)
      for (const [at, value] of found[kind].entries())
        means[kind][at] = (means[kind][at] ?? 0) + value / STUDIES;
  }
  return means;
}

test.each([
  ["the values of its judge on all pairs", (study: StudyData) => study],
  ["those on the sample alone", ({ undrawn: _, ...study }: StudyData) => study],
] as const)("pairs drawn by flips give unbiased win rates and rankings, with %s", (_, known) => {
  // The standard error of the mean of 25 studies is about .01 for a rate, and over twice that for a strength.
  const { rates, strengths } = meansOf(known);
  for (const rate of rates) expect(Math.abs(rate - WINS)).toBeLessThan(0.03);
  for (const strength of strengths) expect(Math.abs(strength - STRENGTH)).toBeLessThan(0.08);
});

test("without the probabilities such pairs are those that the weak model won", () => {
  const { rates, strengths } = meansOf(withoutChances);
  for (const rate of rates) expect(rate).toBeLessThan(WINS - 0.05);
  for (const strength of strengths) expect(strength).toBeLessThan(STRENGTH - 0.1);
});
