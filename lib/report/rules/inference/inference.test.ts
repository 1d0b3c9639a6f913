import { expect, test } from "vitest";
import { cohenKappa } from "@/lib/agreement/kappa";
import { randomFrom } from "@/lib/agreement/random";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import type { StudyRecord } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/report-on-study";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { Report } from "@/lib/report/schema";
import { fewestReadable } from "./judge-cards";
import { modelFamily } from "./model-family";

const OPTIONS = { replicates: 50, seed: 42 };

function reportOn(records: readonly StudyRecord[]): Promise<Report> {
  const reader = new StudyDataReader();
  for (const record of records) reader.add(record);
  return reportOf(reader.finish(), OPTIONS);
}

interface Design {
  tasks: number;
  /** Tasks whose responses two people judge. */
  labelled: number;
  exposure: "none" | "draft-first";
}

/** Two models with three questions a response; GPT-4 says yes too often, most of all to its own family. */
function checklists({ tasks, labelled, exposure }: Design): StudyRecord[] {
  const random = randomFrom(1);
  const items = ["q1", "q2", "q3"];
  const records: StudyRecord[] = [
    { type: "study", version: 1, name: "checklists" },
    {
      ...{ type: "rubric", id: "list", task: null, kind: "checklist", origin: "human" },
      items: items.map((id) => ({ id, text: `Is ${id} met?`, scale: { type: "yesno" } })),
    },
  ];
  for (let n = 0; n < tasks; n++) {
    const task = `t${n}`;
    records.push({ type: "task", id: task, instruction: "Write.", tags: [n % 10 === 0 ? "rare" : "common"] });
    for (const [model, passes] of [
      ["gpt-3.5", 0.6],
      ["claude-1", 0.8],
    ] as const) {
      const response = `${task}/${model}`;
      records.push({ type: "response", id: response, task, model, text: "word ".repeat(10 + (n % 7)) });
      for (const item of items) {
        const truth = random() < passes;
        const says = truth ? random() < 0.95 : random() < (model === "gpt-3.5" ? 0.5 : 0.2);
        const about = { task, response, item };
        const id = `${response}/${item}`;
        records.push({
          ...{ type: "draft", id: `${id}/gpt-4`, ...about, rater: "gpt-4", raterKind: "llm", method: "m" },
          ...{ value: says ? "yes" : "no", confidence: says ? 0.9 : 0.7 },
        });
        if (n >= labelled) continue;
        for (const rater of ["P1", "P2"])
          records.push({
            ...{ type: "judgement", id: `${id}/${rater}`, ...about, rater, raterKind: "human", exposure },
            value: truth ? "yes" : "no",
          });
      }
    }
  }
  return records;
}

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

test("rates of models by people, by a judge and by both, in their order of certainty", async () => {
  const { modelEstimates } = await reportOn(checklists({ tasks: 400, labelled: 80, exposure: "none" }));
  const rows = modelEstimates.filter(({ measure, scope }) => measure === "drfr" && scope === "all");
  expect(rows.map(({ responseModel }) => responseModel)).toEqual(["claude-1", "gpt-3.5"]);
  for (const row of rows) {
    expect(row).toMatchObject({ rater: "gpt-4", method: "m", units: 1200, labelled: 240, reason: null });
    const width = (ends: readonly number[] | null) => (ends?.[1] ?? 0) - (ends?.[0] ?? 0);
    expect(width(row.poweredCi)).toBeLessThan(width(row.humanCi));
    expect(row.effective).toBeGreaterThan(240);
    expect(row.lambda).toBeGreaterThan(0.4);
  }
  const [, weaker] = rows;
  // The judge is .15 too lenient with gpt-3.5; corrected, the interval contains what was simulated.
  expect(weaker?.judge).toBeGreaterThan(0.7);
  expect(weaker?.poweredCi?.[0]).toBeLessThan(0.6);
  expect(weaker?.poweredCi?.[1]).toBeGreaterThan(0.6);
  expect(weaker?.correctedCi?.[0]).toBeLessThan(0.6);
  expect(weaker?.correctedCi?.[1]).toBeGreaterThan(0.6);
});

test("checklists beside a scale have a rate of all their questions, and none of a question of a single task", async () => {
  const records = checklists({ tasks: 20, labelled: 20, exposure: "none" });
  const alone = await reportOn(records);
  const scale = { type: "points", min: 1, max: 5 } as const;
  const added: StudyRecord[] = [
    {
      ...{ type: "rubric", id: "criteria", task: null, kind: "criteria", origin: "human" },
      items: [{ id: "clarity", text: "Is clear", scale }],
    },
    {
      ...{ type: "rubric", id: "own", task: "t0", kind: "checklist", origin: "human" },
      items: [
        { id: "only here", text: "Is it here?", scale: { type: "yesno" } },
        { id: "if any", text: "Are all of them here, if there are any?", scale: { type: "yesnona" } },
      ],
    },
    ...["gpt-3.5", "claude-1"].flatMap((model): StudyRecord[] =>
      [0, 1].flatMap((n) => {
        const about = { task: `t${n}`, response: `t${n}/${model}` };
        const draft = { type: "draft", ...about, rater: "gpt-4", raterKind: "llm", method: "m" } as const;
        const score = { ...draft, id: `${about.response}/clarity`, item: "clarity", value: 4 };
        const answer = { ...draft, id: `${about.response}/own`, item: "only here", value: "yes" as const };
        const maybe = { ...answer, id: `${about.response}/any`, item: "if any" };
        return n === 0 ? [score, answer, maybe] : [score];
      }),
    ),
  ];
  const { modelEstimates } = await reportOn([...records, ...added]);
  const scopes = (measure: string) =>
    new Set(modelEstimates.filter((row) => row.measure === measure).map(({ scope }) => scope));
  expect(scopes("drfr")).toEqual(new Set(["all", "q1", "q2", "q3"]));
  expect(scopes("mean")).toEqual(new Set(["clarity"]));
  const ofAll = (report: Pick<Report, "modelEstimates">) =>
    report.modelEstimates.find(({ measure, scope }) => measure === "drfr" && scope === "all");
  expect(ofAll({ modelEstimates })).toMatchObject({ human: ofAll(alone)?.human, labelled: 60, units: 62 });
});

test("the difference of two models is that of their estimates", async () => {
  const { modelEstimates, modelDifferences } = await reportOn(
    checklists({ tasks: 100, labelled: 40, exposure: "none" }),
  );
  const [difference] = modelDifferences.filter(({ measure, scope }) => measure === "drfr" && scope === "all");
  const [first, second] = ["claude-1", "gpt-3.5"].map((model) =>
    modelEstimates.find(
      (row) => row.measure === "drfr" && row.scope === "all" && row.responseModel === model,
    ),
  );
  expect(difference).toMatchObject({ first: "claude-1", second: "gpt-3.5" });
  expect(difference?.powered).toBeCloseTo((first?.powered ?? 0) - (second?.powered ?? 0), 12);
  expect(difference?.poweredCi?.[2]).toBe(40);
});

test("values that people gave with a draft in view enter no estimate, and the row says why", async () => {
  const { modelEstimates, judgeCards } = await reportOn(
    checklists({ tasks: 30, labelled: 30, exposure: "draft-first" }),
  );
  for (const row of modelEstimates)
    expect(row).toMatchObject({ human: null, powered: null, labelled: 0, reason: "drafts-in-view" });
  expect(modelEstimates[0]?.judge).not.toBeNull();
  expect(judgeCards).toMatchObject([{ reference: "people", exposure: "exposed" }]);
});

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
  expect(rate?.comparisons).toBe(60);
  expect(rate?.rate).toBeGreaterThan(0.5);
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

test("responses sampled with unequal chances are weighted by the inverse of their chance", async () => {
  // Half of 400 responses pass; those that fail are twice as likely to be drawn.
  const random = randomFrom(9);
  const records: StudyRecord[] = [{ type: "study", version: 1, name: "sample" }];
  for (let n = 0; n < 400; n++) {
    const passes = n % 2 === 0;
    const inclusionProbability = passes ? 0.3 : 0.6;
    if (random() >= inclusionProbability) continue;
    const about = { task: `t${n}`, response: `r${n}`, item: "overall" };
    records.push(
      { type: "task", id: about.task, instruction: "Write." },
      {
        ...{ type: "response", id: about.response, task: about.task, model: "m", text: "…" },
        metadata: { inclusionProbability },
      },
      { type: "draft", id: `d${n}`, ...about, rater: "judge", raterKind: "llm", value: passes ? 4 : 3 },
    );
    if (random() < 0.6)
      records.push({
        ...{ type: "judgement", id: `j${n}`, ...about, rater: "P1", raterKind: "human", exposure: "none" },
        value: passes ? 5 : 1,
      });
  }
  const [row] = (await reportOn(records)).modelEstimates;
  // Unweighted the mean would be near 1 · 2/3 + 5 · 1/3.
  expect(row).toMatchObject({
    human: expect.closeTo(3, 0),
    judge: expect.closeTo(3.5, 1),
    powered: expect.closeTo(3, 0),
  });
  expect(row?.powered).toBeGreaterThan(2.7);
});
