import { expect, test } from "vitest";
import { cohenKappa } from "@/lib/agreement/kappa";
import { randomFrom } from "@/lib/agreement/random";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import type { StudyRecord } from "@/lib/dataset/schema";
import { judgeCardsTable } from "@/lib/report/rules/tables/judge-cards";
import type { Report } from "@/lib/report/schema";
import { checklists, reportOn } from "@/lib/report/testing/checklists";
import { fewestReadable } from "./judge-cards";
import { modelFamily } from "./model-family";

/** Three models' answers in pairs, judged by one model in both orders, and by a person on some tasks. */
function preferences(tasks: number, labelled: number): StudyRecord[] {
  const random = randomFrom(5);
  const quality: Record<string, number> = { A: 0.9, B: 0.5, C: 0.2 };
  const records: StudyRecord[] = [{ type: "study", version: 1, name: "pairs" }];
  for (let n = 0; n < tasks; n++) {
    const task = `t${n}`;
    records.push({ type: "task", id: task, instruction: "Write." });
    for (const model of Object.keys(quality))
      records.push({ type: "response", id: `${task}/${model}`, task, model, text: "An answer." });
    for (const [first, second] of [
      ["A", "B"],
      ["B", "C"],
      ["C", "A"],
    ] as const) {
      const pair: [string, string] = [`${task}/${first}`, `${task}/${second}`];
      const wins = (quality[first] as number) / ((quality[first] as number) + (quality[second] as number));
      const better = random() < wins ? "A" : "B";
      const about = { task, item: "preference", pair };
      for (const order of ["AB", "BA"] as const) {
        const isFirst = random() < 0.3;
        const value = isFirst ? (order === "AB" ? "A" : "B") : better;
        records.push({
          ...{
            type: "draft",
            id: `${pair}/${order}`,
            ...about,
            rater: "judge",
            raterKind: "llm",
            method: "m",
          },
          ...{ value, order },
        });
      }
      if (n < labelled)
        records.push({
          ...{
            type: "judgement",
            id: `${pair}/P`,
            ...about,
            rater: "P",
            raterKind: "human",
            exposure: "none",
          },
          value: better,
        });
    }
  }
  return records;
}

test("a card tells how good a judge is, and where", async () => {
  const [card] = (await reportOn(checklists({ tasks: 200, labelled: 100, exposure: "none" }))).judgeCards;
  expect(card).toMatchObject({
    ...{ rater: "gpt-4", reference: "people", exposure: "independent", units: 600, asked: 600, read: 600 },
    ...{ family: "OpenAI", coverage: { value: 1 }, abstention: { value: 0 } },
  });
  expect(card?.tpr.value).toBeGreaterThan(0.9);
  expect(card?.tnr.value).toBeLessThan(0.75);
  for (const name of ["tpr", "tnr", "correlation", "lengthAdjusted"] as const) {
    const { value, ci } = card?.[name] ?? expect.fail();
    const [low, high, tasks] = ci ?? expect.fail(`${name} has an interval`);
    expect(low, name).toBeLessThan(value ?? 0);
    expect(high, name).toBeGreaterThan(value ?? 1);
    expect(tasks, name).toBeGreaterThan(60);
  }
  // P1 and P2 say the same here: what a judge could reach.
  expect(card?.humanKappa).toMatchObject({ value: 1, n: 2, ci: [1, 1, 100] });
  expect(card?.ownFamily.value).toBeGreaterThan(0.05);
  expect(card?.confidence.bins.map(({ low, n }) => [low, n > 0])).toEqual([
    [0.7, true],
    [0.9, true],
  ]);
  expect(card?.flips).toMatchObject({ value: null, reason: "none-qualify" });
  expect(card?.stability).toMatchObject({ value: null, reason: "fewer-than-2-values" });
  expect(card?.dollarsPerValue).toMatchObject({ value: null, reason: "not-measured" });
  expect(card?.tags.map(({ tag, n, isReadable }) => [tag, n, isReadable])).toEqual([
    ["common", 540, true],
    ["rare", 60, fewestReadable(card?.accuracy.value ?? 0) <= 60],
  ]);
});

test("held-out tasks are on no card before a final look, and count for the estimates of the models", async () => {
  const study = checklists({ tasks: 60, labelled: 60, exposure: "none" });
  const tasks = ["t1", "t2", "t3"];
  const heldOut = [{ rater: "gpt-4", method: "m", condition: null, tasks }];
  const [open, held] = [await reportOn(study), await reportOn(study, { heldOut })];
  expect(open.judgeCards[0]).toMatchObject({ heldOut: 0, units: 360, asked: 360 });
  expect(held.judgeCards[0]).toMatchObject({ heldOut: 18, units: 342, asked: 342, coverage: { value: 1 } });
  expect(held.againstMajority.find(({ rater, subset }) => rater === "gpt-4" && subset === "all")?.n).toBe(
    342,
  );
  expect(held.againstMajority.find(({ rater, subset }) => rater === "P1" && subset === "all")?.n).toBe(360);
  expect(held.modelEstimates).toEqual(open.modelEstimates);
  expect(judgeCardsTable(held)).toMatchObject({
    notes: [expect.anything(), expect.stringContaining("18 units")],
  });
});

test("people's κ on a card counts the units on which they are divided, and has an interval over tasks", async () => {
  const records = checklists({ tasks: 60, labelled: 60, exposure: "none" }).map((record): StudyRecord => {
    if (record.type !== "judgement" || record.rater !== "P2") return record;
    const isTurned = Number(record.task.slice(1)) % 4 === 0;
    return isTurned ? { ...record, value: record.value === "yes" ? "no" : "yes" } : record;
  });
  const { judgeCards } = await reportOn(records);
  const { value, ci, n } = judgeCards[0]?.humanKappa ?? expect.fail("there is a card");
  // They differ on a quarter of the units: κ of the two, the same from both sides.
  const byUnit = new Map<string, string[]>();
  for (const record of records)
    if (record.type === "judgement" && record.raterKind === "human") {
      const unit = `${record.response} ${record.item}`;
      byUnit.set(unit, [...(byUnit.get(unit) ?? []), String(record.value)]);
    }
  const sides = [0, 1].map((side) => [...byUnit.values()].map((values) => values[side] ?? null));
  expect(n).toBe(2);
  expect(value).toBeCloseTo(cohenKappa(ratingsFromMatrix(sides)).value ?? Number.NaN, 12);
  const [low, high, tasks] = ci ?? expect.fail("with an interval");
  expect([low < (value ?? 0), high > (value ?? 1), tasks]).toEqual([true, true, 60]);
});

test("rates of a judge that abstains on every other task and is sampled lie within their intervals", async () => {
  const records = checklists({ tasks: 60, labelled: 60, exposure: "none" }).flatMap(
    (record): StudyRecord[] => {
      if (record.type !== "draft") return [record];
      const other = record.value === "yes" ? "no" : "yes";
      return [0, 1, 2].map((sample) => ({
        ...{ ...record, id: `${record.id}/${sample}`, sample },
        value: Number(record.task.slice(1)) % 2 === 0 ? null : sample === 2 ? other : record.value,
      }));
    },
  );
  const [card] = (await reportOn(records)).judgeCards;
  const { value, ci } = card?.tpr ?? expect.fail();
  const [low, high] = ci ?? expect.fail("the rate has an interval");
  expect(value).toBeCloseTo(0.52, 2);
  expect(low).toBeLessThan(0.5);
  expect(high).toBeGreaterThan(0.55);
});

test("a judge's bias for the first side is corrected, and its verdicts help rank models", async () => {
  const { judgeCards, rankings, winRates, modelEstimates } = await reportOn(preferences(120, 60));
  const [card] = judgeCards;
  expect(card?.flips.value).toBeGreaterThan(0.15);
  expect(card?.firstSide.value).toBeGreaterThan(0.55);
  expect(card?.ownFamily.reason).toBe("no-family");
  const by = (source: string) => rankings.filter((row) => row.source === source);
  expect(by("people").map(({ responseModel }) => responseModel)).toEqual(["A", "B", "C"]);
  expect(by("corrected").map(({ responseModel }) => responseModel)).toEqual(["A", "B", "C"]);
  const width = (source: string) => {
    const [row] = by(source);
    return (row?.ci?.[1] ?? 0) - (row?.ci?.[0] ?? 0);
  };
  expect(width("corrected")).toBeLessThan(width("people"));
  const rate = winRates.find((row) => row.source === "people" && row.first === "A" && row.second === "B");
  expect(rate).toMatchObject({ comparisons: 60, labelled: 60, lambda: null, effective: null });
  expect(rate?.rate).toBeGreaterThan(0.5);
  expect(rate?.ci?.[0]).toBeLessThan(rate?.rate ?? 0);
  // By the judge that people correct: more pairs, a narrower interval, and what the judge's values were worth.
  const corrected = winRates.find(
    (row) => row.source === "corrected" && row.first === "A" && row.second === "B",
  );
  expect(corrected).toMatchObject({ comparisons: 120, labelled: 60 });
  expect((corrected?.ci?.[1] ?? 1) - (corrected?.ci?.[0] ?? 0)).toBeLessThan(
    (rate?.ci?.[1] ?? 1) - (rate?.ci?.[0] ?? 0),
  );
  expect(corrected?.effective).toBeGreaterThan(60);
  for (const row of by("corrected")) {
    expect(row.lambda).toBeGreaterThan(0);
    expect(row.effective).toBeGreaterThan(row.labelled);
  }
  expect(by("people")[0]).toMatchObject({ lambda: null, effective: null });
  const wins = modelEstimates.filter(({ measure }) => measure === "win-rate");
  expect(wins.map(({ responseModel, labelled }) => [responseModel, labelled])).toEqual([
    ["A", 120],
    ["B", 120],
    ["C", 120],
  ]);
  // Every pair has a winner: win rates of all models add up to half of all.
  expect(wins.reduce((sum, { human }) => sum + (human ?? 0), 0)).toBeCloseTo(1.5, 10);
});

test("the order of records changes nothing", async () => {
  const records = checklists({ tasks: 30, labelled: 20, exposure: "none" });
  const pick = ({ judgeCards, modelEstimates }: Report) => ({ judgeCards, modelEstimates });
  const [study, ...others] = records;
  const backwards = [study as StudyRecord, ...others.reverse()];
  expect(JSON.stringify(pick(await reportOn(backwards)))).toBe(JSON.stringify(pick(await reportOn(records))));
});

test("models named like those of OpenAI are no models of OpenAI", () => {
  const of = ["qwen-turbo", "glm-4-turbo", "gpt-j-6b", "gpt-neox-20b", "gpt4all-lora", "nous-gpt4all"];
  expect(of.map(modelFamily)).toEqual(["Qwen", null, null, null, null, null]);
  const own = ["turbo", "gpt-3.5-turbo-0613", "chatgpt-4o-latest", "openai/gpt-4", "gpt2-xl", "o1"];
  expect(own.map(modelFamily)).toEqual(own.map(() => "OpenAI"));
});

test("families are read from names", () => {
  const of = [
    "gpt-4o",
    "text-davinci-002",
    "claude-3-opus",
    "Meta-Llama-3-8B",
    "o3-mini",
    "my-model",
    "DeepSeek-R1-Distill-Llama-8B",
  ];
  expect(of.map(modelFamily)).toEqual(["OpenAI", "OpenAI", "Anthropic", "Meta", "OpenAI", null, "DeepSeek"]);
});

test("how many units a tag needs follows from Wilson's interval", () => {
  // 1.96² ≈ 3.84: at one half about 93 units, and fewer near the ends.
  expect(fewestReadable(0.5)).toBe(93);
  expect(fewestReadable(0.95)).toBeLessThan(40);
});
