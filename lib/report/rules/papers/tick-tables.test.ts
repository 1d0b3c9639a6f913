import { expect, test } from "vitest";
import { peoplesPreference } from "@/lib/report/rules/papers/tick/preferences";
import { type PaperLine, paperResult, paperRows } from "@/lib/report/testing/paper-table";

/** Pairs of which a person prefers A, with a model's label at each distance so many times. */
function pairsAt(judge: string, [same, one, two]: readonly [number, number, number]): PaperLine[] {
  const labels = ["A", "tie", "B"].flatMap((label, at) =>
    Array.from({ length: [same, one, two][at] ?? 0 }, () => label),
  );
  return labels.flatMap((value, n): PaperLine[] => {
    const [task, pair] = [`${judge}${n}`, [`${judge}${n}a`, `${judge}${n}b`]];
    const about = { task, item: "preference", pair };
    return [
      { type: "task", id: task, instruction: "Write." },
      ...pair.map((id): PaperLine => ({ type: "response", id, task, text: id })),
      {
        type: "judgement",
        id: `j${task}`,
        ...about,
        rater: "A01",
        raterKind: "human",
        exposure: "none",
        value: 1,
      },
      {
        type: "draft",
        id: `d${task}`,
        ...about,
        rater: judge,
        raterKind: "llm",
        method: "tick.preference",
        value,
      },
    ];
  });
}

test.each([
  // Shares at distance 0, 1 and 2 of a thousand pairs whose mean distance is that of Table 4.
  ["Preference", [429, 225, 346], 0.917],
  ["Direct", [566, 284, 150], 0.584],
  ["Check-then-score", [596, 254, 150], 0.554],
  ["TICK", [637, 213, 150], 0.513],
] as const)("T4: of %s PLD-1 and twice PLD-2 are the printed mean distance", async (judge, counts, wpld) => {
  const [row, ...printed] = await paperRows("tick", "T4", pairsAt(judge, counts), true);
  expect(row).toMatchObject({ pld0: counts[0] / 1000, pld1: counts[1] / 1000, pld2: counts[2] / 1000 });
  expect(row?.wpld).toBeCloseTo(wpld, 12);
  expect(printed.find((one) => one.judge === judge)).toMatchObject({ source: "paper", wpld });
});

test("T4: the higher of two scores is a preference, equal ones are a tie", async () => {
  const pair = ["a", "b"];
  const score = (response: string, value: number): PaperLine => ({
    ...{ type: "draft", id: `s${response}`, task: "t", response, item: "overall", value },
    ...{ rater: "judge", raterKind: "llm", method: "tick.direct" },
  });
  const study = (a: number, b: number): PaperLine[] => [
    { type: "task", id: "t", instruction: "Write." },
    ...pair.map((id): PaperLine => ({ type: "response", id, task: "t", text: id })),
    {
      type: "judgement",
      id: "j",
      task: "t",
      item: "preference",
      pair,
      rater: "A01",
      raterKind: "human",
      exposure: "none",
      value: 5,
    },
    score("a", a),
    score("b", b),
  ];
  expect(await paperRows("tick", "T4", study(2, 4))).toMatchObject([{ wpld: 0, pairs: 1 }]);
  expect(await paperRows("tick", "T4", study(3, 3))).toMatchObject([{ wpld: 1 }]);
  expect(await paperRows("tick", "T4", study(4, 2))).toMatchObject([{ wpld: 2 }]);
  expect(await paperResult("tick", "T4", study(4, 2).slice(0, 3))).toMatchObject({
    missing: [expect.stringContaining("preferences of pairs by people")],
  });
});

test("people together prefer by the mean of their points, or by the majority of forced choices", () => {
  expect(peoplesPreference([2, 2, 3])).toBe("A");
  expect(peoplesPreference([2, 3])).toBe("tie");
  expect(peoplesPreference([3, 4])).toBe("tie");
  expect(peoplesPreference([3, 4, 4])).toBe("B");
  expect(peoplesPreference(["A", "B", "A"])).toBe("A");
  expect(peoplesPreference(["A", "B"])).toBeNull();
  expect(peoplesPreference([])).toBeNull();
});

const checklist = (id: string, texts: readonly string[], by: object): PaperLine => ({
  ...{ type: "rubric", id, task: "t", kind: "checklist", ...by },
  items: texts.map((text, n) => ({ id: `${id}.${n}`, text, scale: { type: "yesno" } })),
});
const byModel = { origin: "llm", method: "tick.generate", model: "writer" };
const task: PaperLine = { type: "task", id: "t", instruction: "Write." };

test("T2: the first checklist of people is the reference, others of theirs are alternatives", async () => {
  const own = ["Is it short?", "Is it kind?"];
  const rows = await paperRows("tick", "T2", [
    task,
    checklist("h1", own, { origin: "human" }),
    checklist("h2", ["Is it long and dull?"], { origin: "human" }),
    checklist("m1", own, byModel),
    checklist("m2", [...own, "Is it blue and green and new?"], byModel),
  ]);
  expect(rows.map(({ writer }) => writer)).toEqual(["Other people’s", "writer"]);
  // Two checklists of one writer are averaged: differences of 0 and 1 question.
  expect(rows[1]).toMatchObject({ countDifference: 0.5, tasks: 1 });
  expect(rows[1]?.rouge1).toBeGreaterThan(rows[0]?.rouge1 as number);
  expect(await paperResult("tick", "T2", [task, checklist("m1", own, byModel)])).toMatchObject({
    missing: [expect.stringContaining("that people wrote")],
  });
});

test("T2: the list that was chosen as the best is the reference, with its corrections; the one it was is none", async () => {
  const added = (id: string, rater: string, text: string): PaperLine => ({
    ...{ type: "decision", id, rubric: "own", item: id, rater, raterKind: "human", action: "add" },
    ...{ exposure: "none", text },
  });
  const written = [
    added("a1", "A01", "Is it short?"),
    added("a2", "A01", "Is it kind?"),
    added("b1", "A02", "Does it rhyme?"),
    added("b2", "A02", "Is it a poem?"),
  ];
  const chosen = (items: object[]): PaperLine => ({
    ...{ type: "rubric", id: "own", task: "t", kind: "checklist", origin: "human", items: [] },
    metadata: { chosen: items },
  });
  const ofModel = checklist("m1", ["Does it rhyme?", "Is it a short poem?"], byModel);
  const best = [
    { id: "b1", text: "Does it rhyme?" },
    { id: "b2~2", from: "b2", text: "Is it a short poem?" },
  ];
  const rows = await paperRows("tick", "T2", [task, ofModel, chosen(best), ...written]);
  // The model wrote what was chosen; of people the other list is left.
  expect(rows).toMatchObject([
    { writer: "writer", rouge1: 1, countDifference: 0, tasks: 1 },
    { writer: "Other people’s", tasks: 1 },
  ]);
  expect(rows[1]?.rouge1).toBeLessThan(1);
  // Without a choice the first list that was written is the reference.
  const first = await paperRows("tick", "T2", [task, ofModel, { ...chosen([]), metadata: {} }, ...written]);
  expect(first.map(({ writer }) => writer)).toEqual(["writer", "Other people’s"]);
  expect(first[0]?.rouge1).toBeLessThan(1);
});

test("F5 and B.2 count the questions of checklists", async () => {
  const lists = [1, 2, 2].flatMap((questions, n): PaperLine[] => {
    const texts = Array.from({ length: questions }, (_, at) => `Is ${at} so?`);
    return [
      { type: "task", id: `t${n}`, instruction: "Write." },
      { type: "response", id: `r${n}`, task: `t${n}`, text: "Written." },
      { ...checklist(`m${n}`, texts, byModel), task: `t${n}` },
      {
        ...{
          type: "draft",
          id: `d${n}`,
          task: `t${n}`,
          response: `r${n}`,
          item: "overall",
          value: [1, 3, 5][n],
        },
        ...{ rater: "judge", raterKind: "llm", method: "tick.direct" },
      },
    ];
  });
  expect(await paperRows("tick", "F5", lists)).toEqual([
    { questions: 1, writer1: 1 },
    { questions: 2, writer1: 2 },
  ]);
  const [row] = await paperRows("tick", "B2", lists);
  // Pearson of 1, 2, 2 and 1, 3, 5.
  expect(row?.r).toBeCloseTo(Math.sqrt(3) / 2, 12);
  expect(row).toMatchObject({ writer: "writer, tick.generate", n: 3 });
});

test("T6: agreement and mean of overall scores by arm", async () => {
  const judged = ["r1", "r2", "r3"].flatMap((response, n) =>
    ["A01", "A02"].flatMap((rater) =>
      ["direct", "check"].map(
        (arm): PaperLine => ({
          ...{ type: "judgement", id: `${response}${rater}${arm}`, task: "t", response, item: "overall" },
          ...{ rater: `${rater}${arm}`, raterKind: "human", exposure: "none", arm },
          value: arm === "check" ? n + 1 : rater === "A01" ? n + 1 : 3 - n,
        }),
      ),
    ),
  );
  const responses = ["r1", "r2", "r3"].map(
    (id): PaperLine => ({ type: "response", id, task: "t", text: id }),
  );
  const rows = await paperRows("tick", "T6", [task, ...responses, ...judged], true);
  expect(rows.find(({ protocol }) => protocol === "check")).toMatchObject({ alpha: 1, mean: 2, scores: 6 });
  expect(rows.find(({ protocol }) => protocol === "direct")?.alpha).toBeLessThan(0);
  expect(rows.at(-1)).toMatchObject({ protocol: "Check-then-score", source: "paper", alpha: 0.256 });
});

/** A judge's answers to the questions of a task under a condition, and people's majority of yes. */
function answered(values: Record<string, readonly string[]>): PaperLine[] {
  const texts = ["Is it short?", "Is it kind?"];
  const items = texts.map((_, n) => `h.${n}`);
  const people = ["A01", "A02", "A03"].flatMap((rater) =>
    items.map(
      (item): PaperLine => ({
        ...{ type: "judgement", id: `${rater}${item}`, task: "t", response: "r", item, rater, value: "yes" },
        ...{ raterKind: "human", exposure: "none" },
      }),
    ),
  );
  const drafts = Object.entries(values).flatMap(([condition, given]) =>
    given.map(
      (value, n): PaperLine => ({
        ...{
          type: "draft",
          id: `${condition}${n}`,
          task: "t",
          response: "r",
          item: items[n],
          value,
          condition,
        },
        ...{ rater: "judge", raterKind: "llm", method: "tick.evaluate" },
      }),
    ),
  );
  return [
    task,
    { type: "response", id: "r", task: "t", text: "Written." },
    { ...checklist("h", texts, { origin: "human" }), task: "t" },
    ...people,
    ...drafts,
  ];
}

test("F2: accuracy by setting, with the calls that an answer takes", async () => {
  const study = answered({
    "v1, cot=false, k=1": ["yes", "no"],
    "v1, cot=true, k=5": ["yes", "yes"],
    "an import": ["no", "no"],
  });
  const rows = await paperRows("tick", "F2", study);
  const found = rows.map(({ setting, strict, calls, n }) => [setting, strict, calls, n]);
  expect(found).toContainEqual(["No reasoning", 0.5, 1, 2]);
  expect(found).toContainEqual(["Reasoning first, majority of 5", 1, 5, 2]);
  expect(found).toContainEqual(["an import", 0, null, 2]);
  // One condition alone is not named in the report.
  const alone = await paperRows("tick", "F2", answered({ "v1, cot=true, k=3": ["yes", "yes"] }));
  expect(alone[0]).toMatchObject({ setting: "Reasoning first, majority of 3", calls: 3, strict: 1 });
  const t3b = await paperResult("tick", "T3b", study, true);
  expect("notes" in t3b && t3b.notes.at(-1)).toContain(".826, .781 and .778");
});

test("DRFR and PR: requirements met by rater, and of each response", async () => {
  const study = answered({ "v1, cot=true, k=1": ["yes", "no"] });
  const drfr = await paperResult("tick", "DRFR", study);
  const judge = "rows" in drfr && drfr.rows.find(({ rater }) => rater === "judge");
  expect(judge).toMatchObject({ drfr: 0.5, answered: 2 });
  // Without resamples there is no interval to speak of.
  expect("provenance" in drfr && drfr.provenance.interval).toBeNull();
  const rows = await paperRows("tick", "PR", study);
  expect(rows).toMatchObject([
    ...["A01", "A02", "A03"].map((rater) => ({ rater, response: "r", yes: 2, answered: 2, passRate: 1 })),
    { rater: "judge (tick.evaluate)", response: "r", yes: 1, answered: 2, passRate: 0.5 },
  ]);
});

test("T7 from a study file: gold labels of items beside what a run found", async () => {
  const study: PaperLine[] = [
    task,
    checklist("m1", ["Is it short?", "Is it kind?"], byModel),
    ...[["Length"], ["Tone", "Length"]].map(
      (labels, n): PaperLine => ({
        ...{ type: "labels", id: `l${n}`, task: "t", item: `m1.${n}`, question: "capabilities", labels },
        ...{ rater: "gold", raterKind: "gold" },
      }),
    ),
  ];
  const found = (item: string, labels: string[]) => ({
    ...{ found: "labels", task: "t", method: "tick.categorise", model: "gpt", condition: "v1", item, labels },
    categories: ["Tone", "Length"],
  });
  const result = await paperResult("tick", "T7", study, false, [
    found("m1.0", ["Length"]),
    found("m1.1", ["Tone"]),
    found("of another study", ["Tone"]),
  ]);
  expect("rows" in result && result.rows).toMatchObject([
    { dataset: "all", precision: 1, recall: 0.75, items: 2 },
  ]);
});

test("T3a: checklists by different parameters count together, and a note says so", async () => {
  const list = (id: string, of: object): PaperLine => ({
    ...{ type: "rubric", id, task: "t", kind: "checklist", ...of },
    items: [{ id: `${id}.1`, text: "Is it short?", scale: { type: "yesno" } }],
  });
  const answer = (id: string, value: string): PaperLine => ({
    ...{ type: "draft", id: `d/${id}`, task: "t", response: "r", item: `${id}.1`, rater: "judge" },
    ...{ raterKind: "llm", method: "tick.evaluate", condition: "v1", value },
  });
  const by = { origin: "llm", model: "writer", method: "tick.generate" };
  const study = (...conditions: readonly string[]): PaperLine[] => [
    { type: "task", id: "t", instruction: "Write." },
    { type: "response", id: "r", task: "t", text: "Written." },
    ...[list("people", { origin: "human" }), answer("people", "yes")],
    ...conditions.flatMap((condition, n) => [
      list(`own${n}`, { ...by, condition }),
      answer(`own${n}`, n === 0 ? "yes" : "no"),
    ]),
  ];
  const apart = await paperResult("tick", "T3a", study("v1, examples=true", "v1, examples=false"));
  expect(apart).toMatchObject({
    rows: [{ generated: 0.5, people: 1, responses: 1 }],
    notes: ["Checklists of tick.generate (writer) were written under 2 conditions, which count together."],
  });
  expect(await paperResult("tick", "T3a", study("v1", "v1"))).toMatchObject({ notes: [] });
});

test("T2 and F5: checklists of one model and method by different parameters stand apart", async () => {
  const list = (id: string, texts: readonly string[], of: object): PaperLine => ({
    ...{ type: "rubric", id, task: "t", kind: "checklist", ...of },
    items: texts.map((text, at) => ({ id: `${id}${at}`, text, scale: { type: "yesno" } })),
  });
  const generated = (condition: object) => ({
    origin: "llm",
    model: "m",
    method: "tick.generate",
    ...condition,
  });
  const study = (...conditions: readonly object[]): PaperLine[] => [
    { type: "task", id: "t", instruction: "Write." },
    list("people", ["Is it short?", "Is it kind?"], { origin: "human" }),
    ...conditions.map((of, n) =>
      list(`own${n}`, n === 0 ? ["Is it short?", "Is it kind?"] : ["Is the text formal?"], generated(of)),
    ),
  ];
  const apart = study({ condition: "v1, examples=true" }, { condition: "v1, examples=false" });
  expect(await paperRows("tick", "T2", apart)).toMatchObject([
    { condition: "v1, examples=true", rouge1: 1, countDifference: 0 },
    { condition: "v1, examples=false", countDifference: 1 },
  ]);
  const lengths = await paperResult("tick", "F5", apart);
  expect("columns" in lengths && lengths.columns.map(({ header }) => header)).toEqual([
    ...["Questions", "m, tick.generate, v1, examples=false", "m, tick.generate, v1, examples=true", "People"],
  ]);
  // Lists of runs that do not say their parameters are told apart by run; those with the same parameters are averaged.
  const byRun = study({ metadata: { run: "1" } }, { metadata: { run: "2" } });
  expect(await paperRows("tick", "T2", byRun)).toMatchObject([
    { condition: "run 1" },
    { condition: "run 2" },
  ]);
  expect(await paperRows("tick", "T2", study({ condition: "v1" }, { condition: "v1" }))).toMatchObject([
    { countDifference: 0.5 },
  ]);
});
