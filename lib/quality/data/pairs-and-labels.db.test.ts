import { describe, expect, test } from "vitest";
import { copyOfOwnData } from "@/lib/account/data/personal-data-export";
import { moveBatch } from "@/lib/batch/data/move-batch";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { importStudyFile } from "@/lib/dataset/import/upload";
import type { StudyRecord } from "@/lib/dataset/schema";
import { ratings } from "@/lib/export/data/ratings";
import type { Rating } from "@/lib/export/rules/ratings";
import { TAXONOMIES } from "@/lib/protocol/rules/taxonomies";
import type { Step, TaxonomyId } from "@/lib/protocol/schema";
import { findGold, listLabelQuestions, markGold } from "@/lib/quality/data/gold";
import { findGoldResults } from "@/lib/quality/data/gold-comparison";
import { findPlantedResults } from "@/lib/quality/data/planted-error-results";
import { NO_MEASURES, type Quality } from "@/lib/quality/schema";
import { next, type TestAnnotator } from "@/lib/quality/testing/fixture";
import { loadStudy } from "@/lib/report/load-study";
import { reportOf } from "@/lib/report/rules/report";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { gesture } from "@/lib/review/testing/fixture";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeRun } from "@/testing/builders/runs";

const CANARY = "canary-why-it-is-so";
const SEEDS = { seed: 5, subjectOrder: "fixed" as const };

/**
 * A project with an admin, annotators, and a study of pairs; the second response of each, `good`, is the
 * better one.
 */
async function pairs(tasks: number, people: number, more: (n: number) => object[]) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const records = [
    { type: "study", version: 1, name: "Pairs" },
    ...Array.from({ length: tasks }, (_, n) => [
      { type: "task", id: `t${n}`, instruction: `Explain ${n}.` },
      { type: "response", id: `bad${n}`, task: `t${n}`, text: `A bad answer to ${n}` },
      { type: "response", id: `good${n}`, task: `t${n}`, text: `A good answer to ${n}` },
      ...more(n),
    ]).flat(),
  ];
  const file = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const imported = await importStudyFile(project.id, [file], { fileName: "s.jsonl" });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const annotators: TestAnnotator[] = [];
  for (let n = 0; n < people; n++) annotators.push(await makeMember("annotator", { project }));
  return { project, admin, dataset: { id: imported.datasetId, projectId: project.id }, annotators, records };
}

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

async function hand(person: TestAnnotator, view: AssignmentView, ...ops: Op[]) {
  const lease = view.lease ?? "";
  const saved = await recordOps(person.actor, view.id, { lease, base: view.version, ops });
  if (!saved || "refused" in saved) throw new Error(JSON.stringify(saved));
  return submit(person.actor, view.id, { lease });
}

/** Prefers the given side strongly, and accepts the draft's lines. */
function comparison(view: AssignmentView, value: 1 | 2 | 3 | 4 | 5 | "A" | "B"): Op[] {
  const [step] = view.frame.steps;
  const lines = step?.type === "prefer" ? (step.draft?.lines ?? []) : [];
  return [
    ...lines.map((_, line) =>
      gesture({ type: "decide", target: { item: "preference", line }, action: "accept" }),
    ),
    gesture({ type: "prefer", value }),
  ];
}

async function recordsOf(scope: { projectId: string; datasetId: string; batchId: string | null }) {
  const records: StudyRecord[] = [];
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope))) records.push(record);
  return records;
}

async function ratingsOf(scope: { projectId: string; datasetId: string; batchId: string }) {
  const rows: Rating[] = [];
  for await (const row of fromSnapshot((snapshot) => ratings(snapshot, scope))) rows.push(row);
  return rows;
}

describe("gold of preferences", () => {
  test("is about the responses, whatever stood where in the file and on the screen", async () => {
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
        expect(JSON.stringify(view)).not.toMatch(new RegExp(`${CANARY}|gold|"use"`, "i"));
        const good = sideOfGood(view);
        sides.push(good);
        // The first annotator is right, with varying strength; the second is wrong.
        const value = person === annotators[0] ? (good === "A" ? 2 : 4) : good === "A" ? 5 : 1;
        const done = await hand(person, view, ...comparison(view, value));
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
        const told = after?.feedback?.[0]?.gold;
        expect(["A", 1].includes(told as string | number)).toBe(good === "A");
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
    const report = reportOf(study, { replicates: 5, seed: 1 });
    expect(report.annotators.map(({ golds, goldShare }) => [golds, goldShare]).sort()).toEqual([
      [4, 0],
      [4, 1],
    ]);
  });

  test("makes an exam, in which nobody has to choose between what is equal", async () => {
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
      await hand(person, view, ...comparison(view, sideOfGood(view)));
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

  test("is marked by an admin for a pair either way round, and taken back", async () => {
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
});

describe("planted preferences", () => {
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

  test("draft the other response, are noticed by side, and are in no export", async () => {
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
        await hand(person, view, ...comparison(view, side === "A" ? 1 : 5));
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
    expect(reportOf(study, { replicates: 20, seed: 1 }).anchoring.detection[0]).toMatchObject({
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
});

const unitsOf = (step: StepFrame | undefined) => (step?.type === "label" ? step.units : []);

/** A checklist of two items for each task, labelled by a model, and an annotator to label them. */
async function labelled(tasks: number, taxonomy: TaxonomyId, drafted: string[]) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const dataset = await makeDataset({ project, tasks, checklist: 2 });
  const { id } = await makeRun({ dataset, method: "tick.categorise" });
  for (const unit of await db.draftUnit.findMany({ where: { runId: id } })) {
    const items = await db.item.findMany({ where: { rubric: { taskId: unit.taskId } } });
    const labels = items.map((item) => ({ item: item.id, labels: drafted, flags: [] }));
    await db.draftUnit.update({
      where: { id: unit.id },
      data: { state: "done", finishedAt: new Date(), result: { labels } },
    });
  }
  const person = await makeMember("annotator", { project });
  const arms = (exposure: "none" | "draft-first"): Arms => [
    { name: "A", k: 1, steps: stepsOf("item-labelling", { taxonomy, exposure }) as Step[], exposure: null },
  ];
  return { project, admin, dataset, person, arms };
}

/** Labels every item with the given labels. */
const labelling = (
  view: AssignmentView,
  question: string,
  say: (shown: readonly string[]) => string[],
): Op[] =>
  unitsOf(view.frame.steps[0]).map(({ item, draft }) =>
    gesture({ type: "label", question, ...(item !== null && { item }), labels: say(draft?.labels ?? []) }),
  );

describe("gold of labels", () => {
  test("comes with a file and goes out with it; what is marked takes its place", async () => {
    const items = [{ id: "c1", text: "Is it short?", scale: { type: "yesno" } }];
    const gold = { rater: "expert", raterKind: "gold", task: "t0" };
    const { admin, dataset, records } = await pairs(1, 0, () => [
      { type: "rubric", id: "list", task: "t0", kind: "checklist", items },
      { type: "labels", id: "l1", ...gold, item: "c1", question: "capabilities", labels: ["Length"] },
      {
        type: "labels",
        id: "l2",
        ...gold,
        question: "open-closed",
        labels: [],
        metadata: { explanation: "So." },
      },
    ]);
    const scope = { projectId: dataset.projectId, datasetId: dataset.id, batchId: null };
    const exported = await recordsOf(scope);
    expect(exported.filter(({ type }) => type === "labels")).toEqual(
      records.filter((record) => "type" in record && record.type === "labels"),
    );
    const task = await db.task.findFirstOrThrow({ where: { datasetId: dataset.id } });
    const item = await db.item.findFirstOrThrow({ where: { rubric: { datasetId: dataset.id } } });
    const mark = (labels: string[] | null, by = admin.actor) =>
      markGold(by, dataset.id, {
        task: task.id,
        item: item.id,
        question: "capabilities",
        labels,
        explanation: "",
      });
    const stands = async () =>
      (await findGold(admin.actor, dataset.id, task.id)).labels.find((one) => one.item === item.id)?.labels;
    expect(await stands()).toEqual(["Length"]);
    expect(await mark(["Tone"])).toEqual({ marked: true });
    expect(await mark(["Tone", "Length"])).toEqual({ marked: true });
    expect(await stands()).toEqual(["Tone", "Length"]);
    expect(await mark(null)).toEqual({ marked: false });
    expect(await stands()).toEqual(["Length"]);
    const elsewhere = await makeMember("admin");
    expect(await mark(["Tone"], elsewhere.actor)).toBeNull();
    expect(await findGold(elsewhere.actor, dataset.id, task.id)).toEqual({
      values: new Map(),
      preferences: [],
      labels: [],
    });
    const questions = await listLabelQuestions(admin.actor, dataset.id);
    expect(questions.map(({ id }) => id)).toEqual(
      TAXONOMIES.flatMap(({ step }) => (step.about === "matches" ? [] : [step.id])),
    );
  });

  test("is told after a check, counted in an exam, and held against sets and single labels", async () => {
    const { admin, dataset, person, arms, project } = await labelled(5, "capabilities", []);
    const items = await db.item.findMany({
      where: { rubric: { datasetId: dataset.id } },
      include: { rubric: { select: { taskId: true } } },
    });
    for (const { id, rubric } of items)
      await markGold(admin.actor, dataset.id, {
        task: rubric.taskId ?? "",
        item: id,
        question: "capabilities",
        labels: ["Length", "Tone"],
        explanation: CANARY,
      });
    const quality: Quality = {
      ...NO_MEASURES,
      training: { subjects: 1 },
      exam: { subjects: 1, pass: 100, within: 0, attempts: 2, reveal: false },
      gold: { share: 0.3, feedback: true },
    };
    const batch = await makeBatch({ dataset, annotators: [person], arms: arms("none"), quality, ...SEEDS });
    const say = async (...labels: string[]) => {
      const view = await next(person, batch);
      if (!view) throw new Error("there is more to do");
      expect(JSON.stringify(view)).not.toContain(CANARY);
      await hand(person, view, ...labelling(view, "capabilities", () => labels));
      return { stage: view.stage?.use, view: await findAssignment(person.actor, view.id) };
    };
    const trained = await say("Length");
    expect(trained.stage).toBe("training");
    expect(trained.view?.feedback).toMatchObject([
      { about: "labels", given: ["Length"], gold: ["Length", "Tone"], right: false, explanation: CANARY },
      { about: "labels", question: expect.stringContaining("capabilities of a writer"), right: false },
    ]);
    expect((await say("Length")).stage).toBe("exam");
    const passed = await say("Tone", "Length");
    expect(passed.stage).toBe("exam");
    expect(JSON.stringify(passed.view)).not.toContain(CANARY);
    const results = await db.examResult.findMany({
      where: { batchId: batch.id },
      orderBy: { attempt: "asc" },
    });
    expect(results.map(({ asked, right, passed }) => [asked, right, passed])).toEqual([
      [2, 0, false],
      [2, 2, true],
    ]);
    const told = [];
    for (let n = 0; n < 3; n++) told.push((await say("Tone")).view?.feedback);
    expect(told.filter((feedback) => feedback !== undefined)).toHaveLength(1);
    // Three subjects of two items, each with one of two labels.
    const found = await findGoldResults(admin.actor, batch.id);
    expect(found?.results).toMatchObject([{ n: 6, agreed: 0, distance: null, shared: 0.5 }]);
    // Answers on checks are in no table.
    const scope = { projectId: project.id, datasetId: dataset.id, batchId: batch.id };
    const { study } = await loadStudy(scope);
    expect([study.labels?.labellings.length, study.labels?.setAside]).toEqual([4, 2]);
    expect((await ratingsOf(scope)).filter(({ is_gold }) => is_gold)).toHaveLength(6);
    // An annotator's result on gold includes checks, but not training and exams.
    const { annotators } = reportOf(study, { replicates: 5, seed: 1 });
    expect(annotators).toMatchObject([
      { judgements: 0, labellings: 4, golds: 6, goldShare: 0, goldShared: 0.5, goldDistance: null },
    ]);
    const [before] = await db.batch.findMany({ where: { id: batch.id } });
    const [item] = items;
    await markGold(admin.actor, dataset.id, {
      task: item?.rubric.taskId ?? "",
      item: item?.id ?? "",
      question: "capabilities",
      labels: null,
      explanation: "",
    });
    const [after] = await db.batch.findMany({ where: { id: batch.id } });
    expect(after?.dataVersion).toBe((before?.dataVersion ?? 0) + 1);
  });
});

test.each([
  ["capabilities", ["Length", "Tone"]],
  ["positive-items", ["Tone"]],
] as const)(
  "planted labels of %s are shown, noticed where they are, and in no export",
  async (taxonomy, drafted) => {
    const { admin, dataset, person, arms, project } = await labelled(4, taxonomy, [...drafted]);
    const quality: Quality = { ...NO_MEASURES, planted: { share: 0.25, debrief: true } };
    const make = () =>
      makeBatch({ dataset, annotators: [person], arms: arms("draft-first"), quality, ...SEEDS });
    const batch = await make();
    const planted = await db.plantedError.findMany({ where: { batchId: batch.id } });
    expect(planted).toHaveLength(2);
    const again = await db.plantedError.findMany({ where: { batchId: (await make()).id } });
    expect(again.map(({ itemId, label }) => [itemId, label]).sort()).toEqual(
      planted.map(({ itemId, label }) => [itemId, label]).sort(),
    );
    let met = 0;
    const debriefs: string[] = [];
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      expect(JSON.stringify(view)).not.toMatch(/plant/i);
      const wrong = unitsOf(view.frame.steps[0]).filter(
        ({ draft }) => draft?.labels?.join() !== drafted.join(),
      ).length;
      met += wrong;
      if (wrong > 0) debriefs.push(view.id);
      // The first error is corrected, the second followed.
      await hand(
        person,
        view,
        ...labelling(view, taxonomy, (shown) => (met < 2 || wrong === 0 ? [...drafted] : [...shown])),
      );
    }
    expect(met).toBe(2);
    const results = await findPlantedResults(admin.actor, batch.id);
    expect(results?.errors).toEqual({ verdicts: 0, items: 0, labels: 2 });
    expect(results?.results).toMatchObject([{ kind: "labels", planted: 2, left: 6, overruled: 0 }]);
    expect(results?.results[0]?.detected).toBe(debriefs.length === 2 ? 1 : 0);
    const scope = { projectId: project.id, datasetId: dataset.id, batchId: batch.id };
    const rows = await ratingsOf(scope);
    expect(rows.filter(({ is_planted }) => is_planted)).toHaveLength(2);
    for (const { draft_value } of rows) expect(draft_value).toBe(JSON.stringify(drafted));
    const { study } = await loadStudy(scope);
    expect([study.labels?.labellings.length, study.labels?.setAside]).toEqual([6, 2]);
    expect(reportOf(study, { replicates: 20, seed: 1 }).anchoring.detection[0]).toMatchObject({
      kind: "labels",
      planted: 2,
      falseAlarm: 0,
    });
    await moveBatch(admin.actor, batch.id, "close");
    const told = await Promise.all(debriefs.map((id) => findAssignment(person.actor, id)));
    const debrief = told.flatMap((view) => view?.debrief ?? []);
    expect(debrief).toHaveLength(2);
    for (const one of debrief) {
      expect(one).toMatchObject({ about: "labels", drafted });
      expect(one.shown).not.toEqual(drafted);
    }
  },
);
