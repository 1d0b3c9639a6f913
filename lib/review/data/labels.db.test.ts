import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { copyOfOwnData } from "@/lib/account/data/personal-data-export";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { paperSource } from "@/lib/export/data/paper-tables";
import { ratings } from "@/lib/export/data/ratings";
import { findPaperTables } from "@/lib/export/data/study-papers";
import type { Exposure } from "@/lib/judgement/schema";
import { claim } from "@/lib/participation/data/claim";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { LabelStep, TaxonomyId } from "@/lib/protocol/schema";
import { reportOf, withReport } from "@/lib/report/computation/report-on-study";
import { findReport } from "@/lib/report/data/find-report";
import { loadStudy } from "@/lib/report/data/load-study";
import { isMissing } from "@/lib/report/rules/papers/registry";
import { labelAccuracyTable } from "@/lib/report/rules/papers/tick/category-labels";
import { computeReport } from "@/lib/report/testing/compute-report";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { undoSubmit } from "@/lib/review/data/undo-submit";
import { labelKey } from "@/lib/review/rules/selectors";
import type { Op } from "@/lib/review/schema/operation";
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeRun } from "@/testing/builders/runs";

const stepOf = (taxonomy: TaxonomyId, exposure: Exposure): LabelStep => {
  const [step] = protocolOf("item-labelling", { ...DEFAULT_SETTINGS, taxonomy, exposure }).steps;
  if (step?.type !== "label") throw new Error("it labels");
  return step;
};

/** An annotator labelling a task with a checklist of two questions that a model has labelled. */
async function labelling(taxonomy: TaxonomyId, exposure: Exposure, drafted?: string[][], lists = 1) {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 1, checklist: 2 });
  if (drafted) await draftLabels(dataset, drafted);
  for (let n = 1; n < lists; n += 1) await secondChecklist(dataset);
  const step = stepOf(taxonomy, exposure);
  const batch = await makeBatch({
    dataset,
    preset: "item-labelling",
    arms: [{ name: "A", k: 1, steps: [step], exposure: null }],
  });
  const member = await makeMember("annotator", { project });
  await db.batchAnnotator.create({ data: { batchId: batch.id, membershipId: member.membershipId } });
  const actor = actAs(member.actor, "annotator");
  const claimed = await claim(actor, batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("there is work in the batch");
  const { id, lease } = claimed.assignment;
  let base = 0;
  const write = async (...ops: Op[]) => {
    const saved = await recordOps(actor, id, { lease, base, ops });
    if (saved && "version" in saved) base = saved.version;
    return saved;
  };
  return {
    project,
    dataset,
    batch,
    step,
    write,
    view: async () => (await findAssignment(actor, id))?.frame.steps[0],
    submitWork: () => submit(actor, id, { lease }),
    undoSubmit: () => undoSubmit(actor, id),
    ownCopy: async () => {
      let text = "";
      for await (const piece of copyOfOwnData(actor)) text += piece;
      return JSON.parse(text);
    },
    stored: () =>
      db.labelling.findMany({
        where: { batchId: batch.id },
        orderBy: { shown: "asc" },
        include: { item: { select: { key: true } } },
      }),
  };
}

async function draftLabels(dataset: { id: string; projectId: string }, labels: string[][]) {
  const { id } = await makeRun({ dataset, method: "tick.categorise" });
  const items = await db.item.findMany({
    where: { rubric: { datasetId: dataset.id } },
    orderBy: { key: "asc" },
  });
  const made = items.map((item, n) => ({ item: item.id, labels: labels[n] ?? [], flags: [] }));
  await db.draftUnit.updateMany({
    where: { runId: id },
    data: { state: "done", finishedAt: new Date(), result: { labels: made } },
  });
}

async function secondChecklist({ id: datasetId }: { id: string }) {
  const task = await db.task.findFirstOrThrow({ where: { datasetId } });
  const rubric = await db.rubric.create({
    data: {
      datasetId,
      taskId: task.id,
      key: "by-hand",
      position: 1,
      kind: "checklist",
      versions: { create: { version: 1, origin: "human" } },
      items: { create: ["h1", "h2", "h3"].map((key) => ({ key })) },
    },
    include: { versions: true, items: { orderBy: { key: "asc" } } },
  });
  await db.itemVersion.createMany({
    data: rubric.items.map(({ id, key }, position) => ({
      itemId: id,
      rubricId: rubric.id,
      rubricVersionId: rubric.versions[0]?.id ?? "",
      position,
      text: `Is ${key} so?`,
      scale: { type: "yesno" },
    })),
  });
}

const label = (question: string, item: string | null, labels: string[] | null) =>
  newOp({ type: "label", question, ...(item !== null && { item }), labels });
const unitsOf = (step: StepFrame | undefined) => (step?.type === "label" ? step.units : []);

test("drafted labels are shown from the start, adopted or changed, and draft and answer are stored apart", async () => {
  const work = await labelling("capabilities", "draft-first", [["Length", "made up"], ["Tone"]]);
  const [first, second] = unitsOf(await work.view());
  expect([first?.draft?.labels, second?.draft?.labels]).toEqual([["Length"], ["Tone"]]);
  await work.write(label("capabilities", first?.item ?? null, ["Length"]));
  expect(await work.submitWork()).toMatchObject({
    refused: "incomplete",
    detail: { missing: [{ what: "label" }] },
  });
  await work.write(
    label("capabilities", second?.item ?? null, ["Tone", "Concision"]),
    newOp({
      type: "why",
      item: second?.key ?? "",
      reason: { code: "other", note: "It asks for brevity." },
    }),
    newOp({ type: "time", spent: [{ on: second?.key ?? "", activeMs: 900, idleMs: 10 }] }),
  );
  expect(await work.submitWork()).toMatchObject({ state: "submitted" });
  expect(
    (await work.stored()).map((row) => [
      row.question,
      row.item?.key,
      row.exposure,
      row.drafted,
      row.initial,
      row.labels,
      row.shown,
      row.activeMs,
    ]),
  ).toEqual([
    ["capabilities", "t1.checklist.1", "draft_first", ["Length"], null, ["Length"], 1, null],
    ["capabilities", "t1.checklist.2", "draft_first", ["Tone"], null, ["Concision", "Tone"], 2, 900],
  ]);
  const { id: datasetId, projectId } = work.dataset;
  const rows = [];
  const scope = { projectId, datasetId, batchId: work.batch.id };
  for await (const row of fromSnapshot((snapshot) => ratings(snapshot, scope))) rows.push(row);
  expect(
    rows.map((row) => [row.unit, row.draft_value, row.final_value, row.action, row.reason_note]),
  ).toEqual([
    ["t1/t1.checklist.1/labels/capabilities", '["Length"]', '["Length"]', "accept", null],
    [
      "t1/t1.checklist.2/labels/capabilities",
      '["Tone"]',
      '["Concision","Tone"]',
      "revise",
      "It asks for brevity.",
    ],
  ]);
  expect((await work.ownCopy()).assignments[0].labellings).toMatchObject([
    { labels: ["Length"], reasonCode: null },
    { labels: ["Concision", "Tone"], reasonCode: "other", reasonNote: "It asks for brevity." },
  ]);
  const loaded = (await loadStudy(scope)).study;
  const keys = ["1", "2"].map((n) => JSON.stringify(["t1.checklist", `t1.checklist.${n}`]));
  expect(loaded.labels?.labellings.map(({ item }) => item).sort()).toEqual(keys);
  const { labels, study } = await reportOf(loaded, { replicates: 10, seed: 1 });
  expect(study.labellings).toBe(2);
  expect(labels.filter(({ exposure }) => exposure === "exposed")).toHaveLength(17);
  expect(labels.filter(({ exposure }) => exposure === "independent")).toEqual([]);
});

test.each<[Exposure, boolean]>([
  ["none", false],
  ["judge-then-reveal", true],
  ["on-request", true],
])("%s: drafted labels leave the server when they may, and not before", async (exposure, comes) => {
  const drafter = `drafter-${randomUUID()}`;
  const work = await labelling("capabilities", exposure, [["Length"], []]);
  await db.draftRun.updateMany({ where: { datasetId: work.dataset.id }, data: { model: drafter } });
  const seenLabels = async () =>
    JSON.stringify([await work.view(), await work.write(newOp({ type: "note", text: "" }))]);
  const isSeen = async () => {
    const sentText = await seenLabels();
    return sentText.includes(drafter) || sentText.includes('"labels":["Length"]');
  };
  const [first, second] = unitsOf(await work.view());
  expect(await isSeen()).toBe(false);
  const show = newOp({ type: "reveal", step: 0, item: labelKey("capabilities", first?.item ?? null) });
  if (exposure !== "on-request") expect(await work.write(show)).toMatchObject({ refused: "does-not-fit" });
  await work.write(label("capabilities", first?.item ?? null, ["Tone"]));
  await work.write(label("capabilities", second?.item ?? null, ["Tone"]));
  expect(await isSeen()).toBe(false);
  if (comes) {
    const shown = JSON.stringify(await work.write(show));
    expect(shown).toContain('"labels":["Length"]');
    expect(shown).not.toContain(drafter);
    expect(await work.submitWork()).toMatchObject({ refused: "incomplete" });
    await work.write(label("capabilities", first?.item ?? null, ["Length"]));
  }
  expect(await work.submitWork()).toMatchObject({ state: "submitted" });
  expect((await work.stored()).map(({ drafted, initial, labels }) => [drafted, initial, labels])).toEqual([
    comes ? [["Length"], ["Tone"], ["Length"]] : [null, null, ["Tone"]],
    [null, null, ["Tone"]],
  ]);
});

test("categories by a run meet those of people in TICK's table 7", async () => {
  const work = await labelling("capabilities", "none", [["Tone"], ["Length", "Tone"]]);
  for (const { item } of unitsOf(await work.view())) await work.write(label("capabilities", item, ["Tone"]));
  await work.submitWork();
  const scope = { datasetId: work.dataset.id, batchId: work.batch.id, projectId: work.project.id };
  const sourceOf = async () => {
    for await (const found of fromSnapshot(async function* (snapshot) {
      yield await paperSource(snapshot, scope);
    }))
      return found;
    throw new Error("a snapshot gives its source");
  };
  const rows = async () => {
    const source = { ...(await sourceOf()), options: { replicates: 0, seed: 1 }, published: false };
    const table = labelAccuracyTable.of(await withReport({ takesReport: true }, source));
    return isMissing(table) ? null : table.rows;
  };
  expect((await rows())?.[0]).toMatchObject({
    question: "capabilities",
    items: 2,
    precision: 0.75,
    recall: 1,
  });
  await db.draftRun.updateMany({ where: { datasetId: work.dataset.id }, data: { published: false } });
  expect(await rows()).toBeNull();
});

test("people's labels meet the answers in the dataset of their batch in TICK's figure 4", async () => {
  const work = await labelling("capabilities", "none");
  for (const { item } of unitsOf(await work.view())) await work.write(label("capabilities", item, ["Tone"]));
  await work.submitWork();
  const { actor } = await makeMember("researcher", { project: work.project });
  const batch = { batch: work.batch.id };
  await findReport(actor, batch);
  for (const { id } of await db.report.findMany({ where: { batchId: work.batch.id } }))
    await computeReport(id);
  const additions = { published: false, intervals: false };
  const found = await findPaperTables(actor, batch, { paper: "tick", only: "F4", ...additions });
  expect(found?.tables).toMatchObject([{ id: "F4", missing: [] }]);
  expect(found?.tables?.[0]?.table?.rows[0]).toMatchObject({
    ...{ part: "People", category: "Tone", responsesOf: "all" },
    ...{ rater: "drafter-1", answered: 2, drfr: 1 },
  });
});

test("an annotator matches the questions of two checklists, also a question with none", async () => {
  const work = await labelling("overlap", "none", undefined, 2);
  const step = await work.view();
  expect(step).toMatchObject({ labels: [{ name: "h1", text: "Is h1 so?" }, { name: "h2" }, { name: "h3" }] });
  const [first, second] = unitsOf(step);
  await work.write(
    label("overlap", first?.item ?? null, ["h3", "h1"]),
    label("overlap", second?.item ?? null, []),
  );
  expect(await work.submitWork()).toMatchObject({ state: "submitted" });
  expect((await work.stored()).map(({ item, labels }) => [item?.key, labels])).toEqual([
    ["t1.checklist.1", ["h1", "h3"]],
    ["t1.checklist.2", []],
  ]);
  const { id: datasetId, projectId } = work.dataset;
  const { study } = await loadStudy({ projectId, datasetId, batchId: work.batch.id });
  const keys = (rubric: string, items: string[]) => items.map((item) => JSON.stringify([rubric, item]));
  const lists = study.overlaps?.map(({ items }) => [items?.first, items?.second]);
  expect(lists).toEqual([
    [
      {
        all: expect.arrayContaining(keys("t1.checklist", ["t1.checklist.1", "t1.checklist.2"])),
        matched: keys("t1.checklist", ["t1.checklist.1"]),
      },
      {
        all: expect.arrayContaining(keys("by-hand", ["h1", "h2", "h3"])),
        matched: keys("by-hand", ["h1", "h3"]),
      },
    ],
  ]);
  expect((await reportOf(study, { replicates: 10, seed: 1 })).overlap).toEqual([
    {
      ...{ question: "overlap", first: expect.any(String), second: "human", rater: null, tasks: 1 },
      ...{ both: 1, firstOnly: 1, secondOnly: 1, firstShare: 1 / 2, secondShare: 2 / 3, secondReason: null },
      ...{ firstCi: null, secondCi: null },
    },
  ]);
});

test("a task is open or closed: one label, about no item; taking the submission back takes it out again", async () => {
  const work = await labelling("open-closed", "none");
  expect(await work.write(label("open-closed", null, ["Open", "Closed"]))).toMatchObject({
    refused: "does-not-fit",
  });
  await work.write(label("open-closed", null, ["Closed"]));
  expect(await work.submitWork()).toMatchObject({ state: "submitted" });
  expect((await work.stored()).map(({ itemId, labels }) => [itemId, labels])).toEqual([[null, ["Closed"]]]);
  await work.undoSubmit();
  expect(await work.stored()).toEqual([]);
});
