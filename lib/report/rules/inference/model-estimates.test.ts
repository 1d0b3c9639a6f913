import { expect, test } from "vitest";
import { randomFrom } from "@/lib/agreement/random";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { Report } from "@/lib/report/schema";
import { checklists, reportOn } from "@/lib/report/testing/checklists";

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

test("people's number does not depend on which of a judge's answers can be read, and the table counts those", async () => {
  const records = checklists({ tasks: 200, labelled: 60, exposure: "none" });
  // The judge is not readable on every fourth task, where people say no.
  const isUnread = (task: string) => Number(task.slice(1)) % 4 === 0;
  const unread = records.map((record): StudyRecord => {
    if (record.type === "draft" && isUnread(record.task)) return { ...record, value: null };
    if (record.type === "judgement" && isUnread(record.task)) return { ...record, value: "no" };
    return record;
  });
  const of = async (list: readonly StudyRecord[]) =>
    (await reportOn(list)).modelEstimates.find(({ measure, scope }) => measure === "drfr" && scope === "all");
  const row = await of(unread);
  const people = unread.flatMap((record) =>
    record.type === "judgement" && record.response?.endsWith("claude-1")
      ? [Number(record.value === "yes")]
      : [],
  );
  expect(row?.human).toBeCloseTo(people.reduce((sum, one) => sum + one, 0) / people.length, 12);
  expect(row).toMatchObject({ units: 600, unread: 150, labelled: 180, reason: null });
  // What people said of tasks on which the judge is not readable holds for both too.
  const readable = await of(
    unread.filter((record) => !("task" in record && record.task && isUnread(record.task))),
  );
  expect(row?.powered).toBeLessThan((readable?.powered ?? 0) - 0.1);
  // An answer that cannot be read has not passed: a judge that says no there is the same test.
  const said = unread.map((record) =>
    record.type === "draft" && record.value === null ? { ...record, value: "no" as const } : record,
  );
  expect(row?.corrected).toBeCloseTo((await of(said))?.corrected ?? Number.NaN, 12);
  expect(row?.tnr).toBe((await of(said))?.tnr);
});

test("labels that a judge was not asked about count for people, and those it failed on say so", async () => {
  const records = checklists({ tasks: 60, labelled: 30, exposure: "none" });
  const asked = records.filter(
    ({ type, ...record }) => type !== "draft" || !("task" in record && /[05]$/.test(record.task ?? "")),
  );
  const rows = async (list: readonly StudyRecord[]) => (await reportOn(list)).modelEstimates;
  const [whole, some] = [await rows(records), await rows(asked)];
  expect(some.map(({ human, humanCi }) => [human, humanCi])).toEqual(
    whole.map(({ human, humanCi }) => [human, humanCi]),
  );
  const none = await rows(
    records.map((record) => (record.type === "draft" ? { ...record, value: null } : record)),
  );
  expect(none.find(({ measure, scope }) => measure === "drfr" && scope === "all")).toMatchObject({
    ...{ judge: null, unread: 180, lambda: 0, human: whole[0]?.human, powered: whole[0]?.human },
  });
});

test("labels that all pass leave doubt in every column, also in the difference", async () => {
  const records = checklists({ tasks: 100, labelled: 20, exposure: "none" }).map((record) =>
    record.type === "judgement" ? { ...record, value: "yes" as const } : record,
  );
  const { modelEstimates, modelDifferences } = await reportOn(records);
  for (const { human, humanCi, poweredCi } of modelEstimates) {
    expect(human).toBe(1);
    for (const ends of [humanCi, poweredCi]) expect(ends?.[0]).toBeLessThan(0.9);
  }
  for (const { human, humanCi } of modelDifferences) {
    expect(human).toBe(0);
    expect((humanCi?.[1] ?? 0) - (humanCi?.[0] ?? 0)).toBeGreaterThan(0.1);
  }
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

/** Responses of tasks with two tags, that people pass one time in ten or nineteen times in twenty; every tenth is in the sample. */
function spreadByTag(labelled: number, withStrata: boolean): StudyRecord[] {
  const records: StudyRecord[] = [{ type: "study", version: 1, name: "spread" }];
  for (let n = 0; n < 100; n++) {
    const tag = n % 2 === 0 ? "hard" : "easy";
    const value = (tag === "hard" ? n % 20 === 0 : n % 40 !== 1) ? "yes" : "no";
    const about = { task: `t${n}`, response: `r${n}`, item: "q1" };
    const metadata = { inclusionProbability: 0.1, ...(withStrata && { samplingStratum: tag }) };
    records.push(
      { type: "task", id: about.task, instruction: "Write.", tags: [tag] },
      { ...{ type: "response", id: about.response, task: about.task, model: "m", text: "…" }, metadata },
      {
        type: "draft",
        id: `d${n}`,
        ...about,
        rater: "judge",
        raterKind: "llm",
        value: n % 3 === 0 ? "yes" : "no",
      },
    );
    if (n < labelled)
      records.push({
        ...{ type: "judgement", id: `j${n}`, ...about, rater: "P", raterKind: "human", exposure: "none" },
        value,
      });
  }
  records.splice(1, 0, {
    ...{ type: "rubric", id: "list", task: null, kind: "checklist", origin: "human" },
    items: [{ id: "q1", text: "Is it met?", scale: { type: "yesno" } }],
  });
  return records;
}

test("a sample that tags had their shares of has the error of strata", async () => {
  const of = async (labelled: number, withStrata: boolean) => {
    const [row] = (await reportOn(spreadByTag(labelled, withStrata))).modelEstimates;
    const [low, high] = row?.humanCi ?? expect.fail("there is an interval");
    return { value: row?.human, width: high - low };
  };
  const [plain, strata] = [await of(100, false), await of(100, true)];
  expect(strata.value).toBeCloseTo(plain.value ?? 0, 12);
  expect(plain.width).toBeGreaterThan(0.19);
  expect(strata.width).toBeLessThan(0.135);
  // One label in one of the strata tells nothing of its error: the two are taken together.
  const few = spreadByTag(100, true).filter(
    (record) => record.type !== "judgement" || Number(record.task.slice(1)) % 2 === 0 || record.id === "j3",
  );
  const [row] = (await reportOn(few)).modelEstimates;
  expect(row).toMatchObject({ labelled: 51, reason: null, humanCi: expect.anything() });
});

test("strata of one labelled task each are taken together, however many questions the task has", async () => {
  const records = checklists({ tasks: 40, labelled: 40, exposure: "none" }).map((record): StudyRecord => {
    if (record.type !== "response") return record;
    return { ...record, metadata: { inclusionProbability: 0.5, samplingStratum: `tag ${record.task}` } };
  });
  const { modelEstimates } = await reportOn(records);
  const [row] = modelEstimates.filter(({ measure }) => measure === "drfr");
  expect(row).toMatchObject({ humanCi: expect.anything(), poweredCi: expect.anything() });
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
