import { expect, test } from "vitest";
import { moveBatch } from "@/lib/batch/data/change-state";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { TAXONOMIES } from "@/lib/protocol/rules/taxonomies";
import type { Step, TaxonomyId } from "@/lib/protocol/schema";
import { findGold, listLabelQuestions, markGold } from "@/lib/quality/data/gold";
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
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeRun } from "@/testing/builders/runs";

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
    newOp({ type: "label", question, ...(item !== null && { item }), labels: say(draft?.labels ?? []) }),
  );

test("is imported and exported with a file, and replaced by values that an admin sets", async () => {
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
  const readGold = async () =>
    (await findGold(admin.actor, dataset.id, task.id)).labels.find((one) => one.item === item.id)?.labels;
  expect(await readGold()).toEqual(["Length"]);
  expect(await mark(["Tone"])).toEqual({ marked: true });
  expect(await mark(["Tone", "Length"])).toEqual({ marked: true });
  expect(await readGold()).toEqual(["Tone", "Length"]);
  expect(await mark(null)).toEqual({ marked: false });
  expect(await readGold()).toEqual(["Length"]);
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

test("is shown after a check, counted in an exam, and compared with sets and single labels", async () => {
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
    await submitOps(person, view, ...labelling(view, "capabilities", () => labels));
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
  const outcomes = [];
  for (let n = 0; n < 3; n++) outcomes.push((await say("Tone")).view?.feedback);
  expect(outcomes.filter((feedback) => feedback !== undefined)).toHaveLength(1);
  // Three subjects of two items, each with one of two labels.
  const found = await findGoldResults(admin.actor, batch.id);
  expect(found?.results).toMatchObject([{ n: 6, agreed: 0, distance: null, shared: 0.5 }]);
  // Answers on checks are in no table.
  const scope = { projectId: project.id, datasetId: dataset.id, batchId: batch.id };
  const { study } = await loadStudy(scope);
  expect([study.labels?.labellings.length, study.labels?.setAside]).toEqual([4, 2]);
  expect((await ratingsOf(scope)).filter(({ is_gold }) => is_gold)).toHaveLength(6);
  // An annotator's result on gold includes checks, but not training and exams.
  const { annotators } = await reportOf(study, { replicates: 5, seed: 1 });
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

test.each([
  ["capabilities", ["Length", "Tone"]],
  ["positive-items", ["Tone"]],
] as const)(
  "planted labels of %s are shown, counted when noticed, and in no export",
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
      await submitOps(
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
    expect((await reportOf(study, { replicates: 20, seed: 1 })).anchoring.detection[0]).toMatchObject({
      kind: "labels",
      planted: 2,
      falseAlarm: 0,
    });
    await moveBatch(admin.actor, batch.id, "close");
    const views = await Promise.all(debriefs.map((id) => findAssignment(person.actor, id)));
    const debrief = views.flatMap((view) => view?.debrief ?? []);
    expect(debrief).toHaveLength(2);
    for (const one of debrief) {
      expect(one).toMatchObject({ about: "labels", drafted });
      expect(one.shown).not.toEqual(drafted);
    }
  },
);
