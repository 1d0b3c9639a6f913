import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { listOpenAssignments } from "@/lib/batch/data/monitor";
import { findSubjectGroups } from "@/lib/batch/data/subjects";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { exportRecord } from "@/lib/dataset/rules/records";
import { ratings } from "@/lib/export/data/ratings";
import { swapSides } from "@/lib/judgement/rules/sides";
import type { Exposure } from "@/lib/judgement/schema";
import { claim } from "@/lib/participation/data/claim";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { PreferForm, Step } from "@/lib/protocol/schema";
import { askQuestion, findQuestion, listQuestions } from "@/lib/question/data";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { Op } from "@/lib/review/schema/operation";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

/** A task with three responses by three models; a draft compares the first two in reverse order. */
const study = (mark: string): object[] => [
  { type: "study", version: 1, name: "Study", source: mark },
  { type: "task", id: `t-${mark}`, instruction: "Explain.", reference: `the reference of ${mark}` },
  ...["x", "y", "z"].map((name) => ({
    type: "response",
    id: `${name}-${mark}`,
    task: `t-${mark}`,
    model: `model-${name}-${mark}`,
    text: `Text ${name}`,
  })),
  {
    type: "draft",
    id: `d-${mark}`,
    task: `t-${mark}`,
    item: "preference",
    pair: [`y-${mark}`, `x-${mark}`],
    rater: `judge-${mark}`,
    raterKind: "llm",
    method: "m",
    value: "A",
    lines: [`A is fuller, says ${mark}`],
  },
];

async function importStudy(mark: string, records = study(mark)) {
  const project = await makeProject();
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  const imported = await importStudyFile(project.id, [Buffer.from(lines.join(""))], { fileName: "s.jsonl" });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  return { project, dataset: { id: imported.datasetId, projectId: project.id } };
}

const compared = (form: PreferForm, exposure: Exposure, rest: Partial<Step> = {}): Step[] =>
  protocolOf("preference", { ...DEFAULT_SETTINGS, form, exposure }).steps.map(
    (step) => ({ ...step, ...rest }) as Step,
  );

/** A batch on the given pair, and its annotators. */
async function comparing(steps: Step[], { people = 1, mark = randomUUID().slice(0, 8) } = {}) {
  const { project, dataset } = await importStudy(mark);
  const batch = await makeBatch({
    dataset,
    preset: "preference",
    arms: [{ name: "A", k: people, steps, exposure: null }],
    selection: { filter: {}, sample: null, pairs: "given" },
  });
  const works = [];
  for (let n = 0; n < people; n += 1) {
    const member = await makeMember("annotator", { project });
    await db.batchAnnotator.create({ data: { batchId: batch.id, membershipId: member.membershipId } });
    const actor = actAs(member.actor, "annotator");
    const claimed = await claim(actor, batch.id);
    if (!claimed || !("assignment" in claimed)) throw new Error("there is work in the batch");
    const { id, lease } = claimed.assignment;
    works.push({
      id,
      actor,
      view: async () => {
        const view = await findAssignment(actor, id);
        if (!view) throw new Error("it is theirs");
        return view;
      },
      write: (base: number, ...ops: Op[]) => recordOps(actor, id, { lease, base, ops }),
      submitWork: () => submit(actor, id, { lease }),
    });
  }
  return { project, dataset, batch, mark, works };
}

const prefer = (value: 1 | 2 | 3 | 4 | 5 | "A" | "B") => newOp({ type: "prefer", value });
const line = () => newOp({ type: "decide", target: { item: "preference", line: 0 }, action: "accept" });
const reveal = () => newOp({ type: "reveal", step: 0, item: "preference" });

test("an admin finds both responses, and a question with the sides it was asked about", async () => {
  const { project, batch, works, mark } = await comparing(compared("five-point", "none"), { people: 2 });
  const admin = await makeMember("admin", { project });
  const both = new RegExp(`^[xy]-${mark} / [xy]-${mark}$`);
  const sides = [];
  for (const { id, actor, view } of works) {
    const { pair } = await view();
    await askQuestion(actor, id, "Which one is fuller?");
    const [latest] = (await listQuestions(admin.actor, batch.id, "all")).rows;
    expect(latest?.response).toMatch(both);
    const question = await findQuestion(admin.actor, batch.id, latest?.id ?? "");
    expect(question?.content).toMatchObject({ response: null, pair });
    sides.push(pair?.a);
  }
  expect(new Set(sides).size).toBe(2);
  const { rows } = await listOpenAssignments(admin.actor, batch.id, "all", null);
  expect(rows).toHaveLength(2);
  for (const { response } of rows) expect(response).toMatch(both);
});

test("sides are drawn within each pair and stay, and judgements are stored for the pair's own order", async () => {
  const { dataset, batch, works, mark, project } = await comparing(compared("five-point", "none"), {
    people: 4,
  });
  const left = [];
  for (const work of works) {
    const view = await work.view();
    expect(view).toMatchObject({ response: null, pair: { a: expect.any(String), b: expect.any(String) } });
    left.push(view.pair?.a);
    // All annotators find the text of model x much better, whichever side it is on.
    await work.write(0, prefer(view.pair?.a === "Text x" ? 1 : 5));
    expect(await work.submitWork()).toMatchObject({ state: "submitted" });
    expect((await work.view()).pair?.a).toBe(view.pair?.a);
  }
  expect(left.toSorted()).toEqual(["Text x", "Text x", "Text y", "Text y"]);

  const rows = await db.judgement.findMany({
    where: { batchId: batch.id },
    include: { response: true, responseB: true, assignment: true },
  });
  for (const row of rows) {
    expect([row.target, row.response?.text, row.responseB?.text, row.value]).toEqual([
      "preference",
      "Text x",
      "Text y",
      1,
    ]);
    const work = works.findIndex(({ id }) => id === row.assignmentId);
    expect(row.swapped).toBe(left[work] === "Text y");
    expect(row.assignment?.order).toMatchObject({ shown: { swapped: row.swapped } });
  }

  const scope = { projectId: project.id, datasetId: dataset.id, batchId: batch.id };
  const report = await reportOf((await loadStudy(scope)).study, { replicates: 10, seed: 1 });
  expect(
    report.reliability
      .filter(({ scope: of, exposure }) => of === "preference" && exposure === "independent")
      .map(({ level, raterCount, percentAgreement }) => [level, raterCount, percentAgreement]),
  ).toContainEqual(["ordinal", 4, 1]);
  const exported = [];
  for await (const row of fromSnapshot((snapshot) => ratings(snapshot, scope))) exported.push(row);
  expect(exported.map(({ unit, final_value }) => [unit, final_value])).toEqual(
    Array.from({ length: 4 }, () => [`x-${mark},y-${mark}/preference`, 1]),
  );
  expect(exported.map(({ order_shown }) => order_shown).toSorted()).toEqual([
    ...Array.from({ length: 2 }, () => JSON.stringify([`x-${mark}`, `y-${mark}`])),
    ...Array.from({ length: 2 }, () => JSON.stringify([`y-${mark}`, `x-${mark}`])),
  ]);

  // Exported as a study file, imported and exported again: nothing changes.
  const out = async (of: { datasetId: string; batchId: string | null; projectId: string }) => {
    const lines = [];
    for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, of)))
      lines.push(exportRecord(record));
    return lines;
  };
  const file = await out(scope);
  const again = await importStudy(
    randomUUID(),
    file.map((record) => JSON.parse(record)),
  );
  const { id: datasetId } = again.dataset;
  expect(await out({ projectId: again.project.id, datasetId, batchId: null })).toEqual(file);
});

test("with fixed sides the first response is on the left for every annotator, and a forced choice has no tie", async () => {
  const { batch, works } = await comparing(compared("forced-choice", "none", { sides: "fixed" }), {
    people: 3,
  });
  for (const work of works) {
    expect((await work.view()).pair).toEqual({ a: "Text x", b: "Text y" });
    expect(await work.write(0, prefer(2))).toMatchObject({ refused: "does-not-fit" });
    await work.write(0, prefer("B"));
    expect(await work.submitWork()).toMatchObject({ state: "submitted" });
  }
  const rows = await db.judgement.findMany({ where: { batchId: batch.id } });
  expect(rows.map(({ value, swapped }) => [value, swapped])).toEqual(Array(3).fill(["B", false]));
});

test.each<[Exposure, boolean]>([
  ["none", false],
  ["draft-first", true],
  ["judge-then-reveal", false],
  ["on-request", false],
  ["score-hidden", true],
])(
  "%s: an annotator gets no model name and no draft too early, and sees the draft for the displayed sides",
  async (exposure, isAtOnce) => {
    const mark = `canary${randomUUID().slice(0, 8)}`;
    const { works, batch } = await comparing(compared("forced-choice", exposure, { reference: "hidden" }), {
      people: 2,
      mark,
    });
    for (const work of works) {
      const first = await work.view();
      const isSwapped = first.pair?.a === "Text y";
      const responses: unknown[] = [first];
      const before = { step: 0, frame: first.frame.steps[0] };
      if (isAtOnce) {
        expect(before.frame).toMatchObject({ draft: { lines: [`A is fuller, says ${mark}`] } });
        expect(
          JSON.stringify(responses).replaceAll(`says ${mark}`, "").replaceAll(`judge-${mark}`, ""),
        ).not.toContain(mark);
      } else expect(JSON.stringify(responses)).not.toContain(mark);
      if (exposure === "judge-then-reveal")
        expect(await work.write(0, reveal())).toMatchObject({ refused: "does-not-fit" });

      responses.push(await work.write(0, prefer("B")));
      if (!isAtOnce) expect(JSON.stringify(responses)).not.toContain(mark);
      const comes = exposure === "judge-then-reveal" || exposure === "on-request";
      if (comes) await work.write(1, reveal());
      const shown = (await work.view()).frame.steps[0];
      if (exposure === "none") expect(shown).toMatchObject({ draft: null });
      else {
        // The draft prefers y, which is its A: that is B where x is on the left.
        const value = exposure === "score-hidden" ? null : isSwapped ? "A" : "B";
        expect(shown).toMatchObject({ draft: { value } });
        expect(shown && "draft" in shown && shown.draft?.isMirrored).toBe(isSwapped ? undefined : true);
        await work.write(comes ? 2 : 1, line(), ...(comes ? [prefer("A")] : []));
      }
      expect(await work.submitWork()).toMatchObject({ state: "submitted" });
      const everything = JSON.stringify([responses, await work.view()]);
      for (const hidden of [`model-x-${mark}`, `model-y-${mark}`, `x-${mark}`, `the reference of ${mark}`])
        expect(everything).not.toContain(hidden);

      const [row] = await db.judgement.findMany({ where: { batchId: batch.id, assignmentId: work.id } });
      const asStored = (value: "A" | "B") => (isSwapped ? swapSides(value) : value);
      expect(row).toMatchObject({
        exposure: exposure.replaceAll("-", "_"),
        initial: comes ? asStored("B") : null,
        value: asStored(comes ? "A" : "B"),
        swapped: isSwapped,
      });
      expect(row?.draftId === null).toBe(exposure === "none");
    }
  },
);

test("pairs are every two responses of a task, those of some models, or those that are given", async () => {
  const mark = randomUUID().slice(0, 8);
  const { project, dataset } = await importStudy(mark);
  const admin = await makeMember("researcher", { project });
  const count = async (pairs: "all" | "given" | undefined, model?: string[]) => {
    const filter = model ? { model } : {};
    const groups = await findSubjectGroups(admin.actor, {
      datasetId: dataset.id,
      filter,
      batchId: null,
      pairs,
    });
    return [
      groups?.pair.reduce((sum, group) => sum + group.count, 0),
      groups?.pair.reduce((sum, group) => sum + (group.preferenceDraft ? group.count : 0), 0),
    ];
  };
  expect(await count(undefined)).toEqual([3, 1]);
  expect(await count("given")).toEqual([1, 1]);
  expect(await count("all", [`model-x-${mark}`, `model-z-${mark}`])).toEqual([1, 0]);
  expect(await count("given", [`model-x-${mark}`, `model-z-${mark}`])).toEqual([0, 0]);
});
