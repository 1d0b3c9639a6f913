import { expect, test } from "vitest";
import { copyOfOwnData } from "@/lib/account/data/personal-data-export";
import { moveBatch } from "@/lib/batch/data/change-state";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { findGold, markGold } from "@/lib/quality/data/gold";
import { findGoldResults } from "@/lib/quality/data/gold-comparison";
import { findPlantedResults } from "@/lib/quality/data/planted-error-results";
import { NO_MEASURES, type Quality } from "@/lib/quality/schema";
import { next } from "@/lib/quality/testing/fixture";
import { CANARY, pairs, ratingsOf, SEEDS, submitOps } from "@/lib/quality/testing/judged";
import { recordsOf } from "@/lib/quality/testing/records";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { findAssignment } from "@/lib/review/data/assignments";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch, stepsOf } from "@/testing/builders/batches";

/** Gold for the good one, with the sides swapped in every second task. */
const goldFor = (n: number) => ({
  type: "judgement",
  id: `g${n}`,
  task: `t${n}`,
  item: "preference",
  pair: n % 2 === 0 ? [`bad${n}`, `good${n}`] : [`good${n}`, `bad${n}`],
  rater: "expert",
  raterKind: "gold",
  value: n % 2 === 0 ? "B" : 1,
  metadata: { explanation: CANARY },
});

const comparing = (
  exposure: "none" | "draft-first",
  k: number,
  form: "five-point" | "forced-choice" = "five-point",
) => [{ name: "A", k, steps: stepsOf("preference", { exposure, form }), exposure: null }] satisfies Arms;

/** The side of the good response. */
const sideOfGood = ({ pair }: AssignmentView) => (pair?.a.startsWith("A good") ? "A" : "B");

/** Prefers the given side strongly, and accepts the draft's lines. */
function comparison(view: AssignmentView, value: 1 | 2 | 3 | 4 | 5 | "A" | "B"): Op[] {
  const [step] = view.frame.steps;
  const lines = step?.type === "prefer" ? (step.draft?.lines ?? []) : [];
  return [
    ...lines.map((_, line) =>
      newOp({ type: "decide", target: { item: "preference", line }, action: "accept" }),
    ),
    newOp({ type: "prefer", value }),
  ];
}

test("is about the responses, whatever their sides in the file and on the screen", async () => {
  const { admin, dataset, annotators } = await pairs(4, 2, (n) => [goldFor(n)]);
  const quality: Quality = { ...NO_MEASURES, gold: { share: 0.5, feedback: true } };
  const batch = await makeBatch({ dataset, annotators, arms: comparing("none", 2), quality, ...SEEDS });
  const checks = await db.subject.findMany({ where: { batchId: batch.id, use: "check" } });
  expect(checks).toHaveLength(2);
  expect(checks.every(({ kind, responseBId }) => kind === "pair" && responseBId !== null)).toBe(true);
  const isCheck = new Set(checks.map(({ id }) => id));
  const sides: string[] = [];
  for (const person of annotators)
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      // The disclosures are the same for all assignments of the batch; nothing else speaks of gold.
      const { disclosures, ...shown } = view;
      expect(disclosures).toEqual([{ about: "gold" }]);
      expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${CANARY}|gold|"use"`, "i"));
      const good = sideOfGood(view);
      sides.push(good);
      // The first annotator is right, with varying strength; the second is wrong.
      const value = person === annotators[0] ? (good === "A" ? 2 : 4) : good === "A" ? 5 : 1;
      const done = await submitOps(person, view, ...comparison(view, value));
      const { subjectId } = await db.assignment.findUniqueOrThrow({ where: { id: view.id } });
      const after = await findAssignment(person.actor, view.id);
      if (!isCheck.has(subjectId)) {
        expect([done, JSON.stringify(after)].join()).not.toContain(CANARY);
        continue;
      }
      expect(done).toMatchObject({ feedback: true });
      expect(after?.feedback).toMatchObject([
        {
          about: "preference",
          item: null,
          given: value,
          explanation: CANARY,
          right: person === annotators[0],
        },
      ]);
      const gold = after?.feedback?.[0]?.gold;
      expect(["A", 1].includes(gold as string | number)).toBe(good === "A");
    }
  expect(new Set(sides)).toEqual(new Set(["A", "B"]));
  const found = await findGoldResults(admin.actor, batch.id);
  expect(found?.results.map(({ n, agreed, distance }) => [n, agreed, distance]).sort()).toEqual([
    [4, 0, null],
    [4, 4, null],
  ]);
  // The report's table of annotators shows the same, including checks.
  const { study } = await loadStudy({
    projectId: dataset.projectId,
    datasetId: dataset.id,
    batchId: batch.id,
  });
  const report = await reportOf(study, { replicates: 5, seed: 1 });
  expect(report.annotators.map(({ golds, goldShare }) => [golds, goldShare]).sort()).toEqual([
    [4, 0],
    [4, 1],
  ]);
});

test("makes an exam without pairs that are equal", async () => {
  const { admin, dataset, annotators } = await pairs(6, 1, (n) => [
    n < 2 ? { ...goldFor(n), value: "tie" } : goldFor(n),
  ]);
  const exam = { subjects: 3, pass: 100, within: 0, attempts: 1, reveal: true };
  const quality: Quality = { ...NO_MEASURES, exam };
  const batch = await makeBatch({
    dataset,
    annotators,
    arms: comparing("none", 1, "forced-choice"),
    quality,
    ...SEEDS,
  });
  const [person] = annotators;
  if (!person) throw new Error("nobody is there");
  const drawn = await db.subject.findMany({
    where: { batchId: batch.id, use: "exam" },
    include: { task: true },
  });
  expect(drawn.every(({ task }) => !["t0", "t1"].includes(task.key))).toBe(true);
  for (let n = 0; n < 3; n++) {
    const view = await next(person, batch);
    if (!view) throw new Error("the exam is there");
    expect(JSON.stringify(view)).not.toContain(CANARY);
    let own = "";
    for await (const piece of copyOfOwnData(person.actor)) own += piece;
    expect(own).not.toContain(CANARY);
    await submitOps(person, view, ...comparison(view, sideOfGood(view)));
    if (n < 2) expect(JSON.stringify(await findAssignment(person.actor, view.id))).not.toContain(CANARY);
    else
      expect((await findAssignment(person.actor, view.id))?.feedback).toMatchObject([
        { about: "preference", given: sideOfGood(view), right: true, explanation: CANARY },
      ]);
  }
  expect(await db.examResult.findMany({ where: { batchId: batch.id } })).toMatchObject([
    { asked: 3, right: 3, passed: true },
  ]);
  expect((await next(person, batch))?.stage).toBeUndefined();
  expect(await findGoldResults(admin.actor, batch.id)).toEqual({ checks: 0, results: [] });
});

test("is set by an admin for a pair in either order, and can be removed", async () => {
  const { admin, dataset } = await pairs(1, 0, () => []);
  const [bad, good] = await db.response.findMany({
    where: { datasetId: dataset.id },
    orderBy: { key: "asc" },
  });
  if (!bad || !good) throw new Error("there are two");
  const mark = (pair: [string, string], value: "A" | "B" | "tie" | null, by = admin.actor) =>
    markGold(by, dataset.id, { pair, value, explanation: "" });
  expect(await mark([bad.id, good.id], "B")).toEqual({ marked: true });
  expect(await mark([good.id, bad.id], "tie")).toEqual({ marked: true });
  const { preferences } = await findGold(admin.actor, dataset.id, bad.taskId);
  expect(preferences).toEqual([{ pair: [good.id, bad.id], value: "tie", explanation: "" }]);
  const elsewhere = await pairs(1, 0, () => []);
  const other = await db.response.findFirstOrThrow({ where: { datasetId: elsewhere.dataset.id } });
  expect(await mark([bad.id, other.id], "A")).toBeNull();
  expect(await mark([bad.id, good.id], "A", elsewhere.admin.actor)).toBeNull();
  expect(await mark([bad.id, good.id], null)).toEqual({ marked: false });
  expect((await findGold(admin.actor, dataset.id, bad.taskId)).preferences).toEqual([]);
});

/** The draft prefers the good one; every second one has its sides swapped. */
const draftFor = (n: number) => ({
  type: "draft",
  id: `d${n}`,
  task: `t${n}`,
  item: "preference",
  pair: n % 2 === 0 ? [`bad${n}`, `good${n}`] : [`good${n}`, `bad${n}`],
  rater: "judge",
  raterKind: "llm",
  value: n % 2 === 0 ? "B" : "A",
  lines: ["Both answer.", n % 2 === 0 ? "Response B is better." : "Response A is better."],
  scoreLine: 1,
});

test("draft the other response, count as noticed by side, and are in no export", async () => {
  const { admin, dataset, annotators } = await pairs(6, 2, (n) => [draftFor(n)]);
  const quality: Quality = { ...NO_MEASURES, planted: { share: 1 / 3, debrief: true } };
  const arms = comparing("draft-first", 2);
  const batch = await makeBatch({ dataset, annotators, arms, quality, ...SEEDS });
  const planted = await db.plantedError.findMany({
    where: { batchId: batch.id },
    include: { draft: true },
  });
  expect(planted).toHaveLength(2);
  for (const { value, lines, draft } of planted) {
    expect(value).toBe(draft?.value === "A" ? "B" : "A");
    expect(lines).toEqual(["Both answer.", `Response ${String(value)} is better.`]);
  }
  let wrong = 0;
  let debriefed: AssignmentView | null = null;
  for (const person of annotators)
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      expect(JSON.stringify(view)).not.toMatch(/plant/i);
      const [step] = view.frame.steps;
      const drafted = step?.type === "prefer" ? step.draft?.value : null;
      const good = sideOfGood(view);
      if (drafted !== good) {
        wrong += 1;
        debriefed ??= view;
      }
      // The first annotator always prefers the good one, the second follows the draft.
      const side = person === annotators[0] ? good : drafted;
      await submitOps(person, view, ...comparison(view, side === "A" ? 1 : 5));
    }
  expect(wrong).toBe(4);
  const results = await findPlantedResults(admin.actor, batch.id);
  expect(results?.errors).toEqual({ verdicts: 2, items: 0, labels: 0 });
  expect(
    results?.results.map(({ planted, detected, left, overruled }) => [planted, detected, left, overruled]),
  ).toEqual(
    expect.arrayContaining([
      [2, 2, 4, 0],
      [2, 0, 4, 0],
    ]),
  );
  const scope = { projectId: dataset.projectId, datasetId: dataset.id, batchId: batch.id };
  for (const record of await recordsOf(scope))
    if (record.type === "draft")
      expect(record).toMatchObject({ value: record.pair?.[0]?.startsWith("good") ? "A" : "B" });
  const rows = await ratingsOf(scope);
  expect(rows.filter(({ is_planted }) => is_planted)).toHaveLength(4);
  const { study } = await loadStudy(scope);
  expect([study.judgements.length, study.setAside]).toEqual([8, 4]);
  expect((await reportOf(study, { replicates: 20, seed: 1 })).anchoring.detection[0]).toMatchObject({
    kind: "verdict",
    detection: 0.5,
    falseAlarm: 0,
  });
  await moveBatch(admin.actor, batch.id, "close");
  if (!debriefed) throw new Error("somebody met one");
  const good = sideOfGood(debriefed);
  const [person] = annotators;
  if (!person) throw new Error("nobody is there");
  expect((await findAssignment(person.actor, debriefed.id))?.debrief).toEqual([
    { about: "preference", item: null, shown: good === "A" ? "B" : "A", drafted: good, detected: true },
  ]);
});
