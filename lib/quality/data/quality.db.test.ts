import { describe, expect, test } from "vitest";
import { copyOfOwnData } from "@/lib/account/data/personal-data-export";
import { previewRule } from "@/lib/adjudication/data/start";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { findGuidelines } from "@/lib/batch/data/guidelines";
import { reopenAssignment } from "@/lib/batch/data/lifecycle";
import { moveBatch } from "@/lib/batch/data/move-batch";
import { openBatch } from "@/lib/batch/data/open-batch";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { ratings } from "@/lib/export/data/ratings";
import type { Rating } from "@/lib/export/rules/ratings";
import { findGold, markGold } from "@/lib/quality/data/gold";
import { findGoldResults } from "@/lib/quality/data/gold-comparison";
import { findPlantedResults } from "@/lib/quality/data/planted-error-results";
import { NO_MEASURES, type Quality } from "@/lib/quality/schema";
import { judging, makeQualityStudy, next, submitAssignment } from "@/lib/quality/testing/fixture";
import { listJudgements } from "@/lib/report/judgements";
import { loadStudy } from "@/lib/report/load-study";
import { reportOf } from "@/lib/report/rules/report";
import { findAssignment, findOwnAssignment } from "@/lib/review/data/assignments";
import { recordOwnOps, submitOwn } from "@/lib/review/data/opaque";
import { undoSubmit } from "@/lib/review/data/submit";
import type { Op } from "@/lib/review/schema/operation";
import { gesture } from "@/lib/review/testing/fixture";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";

async function recordsOf(scope: { projectId: string; datasetId: string; batchId: string | null }) {
  const records: StudyRecord[] = [];
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope))) records.push(record);
  return records;
}

const NO_GOLD = { values: new Map(), preferences: [], labels: [] };

describe("gold", () => {
  const CANARY = "canary-why-it-is-so";

  async function marked({ feedback }: { feedback: boolean }) {
    const made = await makeQualityStudy(6);
    const { admin, dataset } = made;
    const responses = await db.response.findMany({
      where: { datasetId: dataset.id },
      orderBy: { task: { position: "asc" } },
      include: { task: { include: { rubrics: { include: { items: { orderBy: { key: "asc" } } } } } } },
    });
    for (const { id, task } of responses.slice(0, 3))
      for (const item of task.rubrics[0]?.items ?? [])
        await markGold(admin.actor, dataset.id, {
          response: id,
          item: item.id,
          value: "no",
          explanation: CANARY,
        });
    const quality: Quality = { ...NO_MEASURES, gold: { share: 1 / 3, feedback } };
    const batch = await makeBatch({ dataset, annotators: made.annotators, arms: judging, quality, seed: 4 });
    return { ...made, responses, batch, quality };
  }

  test("is marked by an admin of the project, on the item's scale, once per unit, and taken back", async () => {
    const { admin, dataset } = await makeQualityStudy(1);
    const response = await db.response.findFirstOrThrow({ where: { datasetId: dataset.id } });
    const item = await db.item.findFirstOrThrow({ where: { rubric: { datasetId: dataset.id } } });
    const mark = (value: "yes" | "no" | number | null, by = admin.actor, where = dataset.id) =>
      markGold(by, where, { response: response.id, item: item.id, value, explanation: "" });
    expect(await mark(3)).toEqual({ refused: "off-scale" });
    expect(await mark("yes")).toEqual({ marked: true });
    expect(await mark("no")).toEqual({ marked: true });
    const found = await findGold(admin.actor, dataset.id, response.taskId);
    expect(found.values.get(response.id)).toEqual({ [item.id]: { value: "no", explanation: "" } });
    const elsewhere = await makeMember("admin");
    expect(await mark("yes", elsewhere.actor)).toBeNull();
    expect(await mark("yes", admin.actor, (await makeDataset()).id)).toBeNull();
    expect(await findGold(elsewhere.actor, dataset.id, response.taskId)).toEqual(NO_GOLD);
    expect(await mark(null)).toEqual({ marked: false });
    expect(await findGold(admin.actor, dataset.id, response.taskId)).toEqual(NO_GOLD);
    const actions = await db.auditLog.findMany({ where: { subjectId: response.id }, orderBy: { id: "asc" } });
    expect(actions.map(({ action }) => action)).toEqual(["gold.marked", "gold.marked", "gold.removed"]);
  });

  test("is mixed in at its share, from the seed, and its subjects stay out of the report", async () => {
    const { project, dataset, annotators, batch, quality } = await marked({ feedback: false });
    const checks = await db.subject.findMany({
      where: { batchId: batch.id, use: "check" },
      include: { response: true },
    });
    expect(checks).toHaveLength(2);
    expect(await db.subject.count({ where: { batchId: batch.id } })).toBe(6);
    const again = await makeBatch({ dataset, annotators, arms: judging, quality, seed: 4 });
    const same = await db.subject.findMany({ where: { batchId: again.id, use: "check" } });
    expect(same.map(({ responseId }) => responseId).sort()).toEqual(
      checks.map(({ responseId }) => responseId).sort(),
    );

    const [person] = annotators;
    if (!person) throw new Error("nobody is there");
    for (let view = await next(person, batch); view; view = await next(person, batch))
      await submitAssignment(person, view, () => "yes");
    const { study: counted } = await loadStudy({
      projectId: project.id,
      datasetId: dataset.id,
      batchId: batch.id,
    });
    expect(counted.judgements).toHaveLength(4 * 2);
    expect(counted.setAside).toBe(2 * 2);
    // They are not listed among the values behind its numbers either.
    const researcher = await makeMember("researcher", { project });
    const listed = await listJudgements(researcher.actor, { batch: batch.id }, {});
    expect(listed?.judgements).toHaveLength(4 * 2);
  });

  test("nothing of it reaches the browser before the answer, silent or not; feedback comes after, and stands", async () => {
    for (const feedback of [false, true]) {
      const { admin, annotators, batch } = await marked({ feedback });
      const [person] = annotators;
      if (!person) throw new Error("nobody is there");
      const rows = await db.subject.findMany({ where: { batchId: batch.id, use: "check" } });
      const isCheck = new Set(rows.map(({ id }) => id));
      for (let view = await next(person, batch); view; view = await next(person, batch)) {
        const sent = JSON.stringify(view);
        expect(sent).not.toContain(CANARY);
        expect(sent.toLowerCase()).not.toMatch(/gold|check":|"use"/);
        const { subjectId } = await db.assignment.findUniqueOrThrow({ where: { id: view.id } });
        const done = await submitAssignment(person, view, () => "yes");
        const after = await findAssignment(person.actor, view.id);
        if (!feedback || !isCheck.has(subjectId)) {
          expect(done).not.toHaveProperty("feedback");
          expect(JSON.stringify(after)).not.toContain(CANARY);
          continue;
        }
        expect(done).toMatchObject({ feedback: true });
        expect(after?.feedback).toMatchObject([
          { given: "yes", gold: "no", explanation: CANARY },
          { given: "yes", gold: "no" },
        ]);
        expect(await undoSubmit(person.actor, view.id)).toEqual({ refused: "feedback-given" });
        expect(await reopenAssignment(admin.actor, view.id, { note: "again" })).toEqual({
          refused: "feedback-given",
        });
      }
      // Three subjects have gold; the one that is no check counts as work and in this table.
      expect(await findGoldResults(admin.actor, batch.id)).toEqual({
        checks: 2,
        results: [
          {
            code: expect.any(String),
            name: expect.any(String),
            n: 6,
            agreed: 0,
            distance: null,
            shared: null,
          },
        ],
      });
      expect(await findGoldResults((await makeMember("admin")).actor, batch.id)).toBeNull();
    }
  });

  test("a batch that wants checks does not open without any", async () => {
    const { admin, dataset, annotators } = await makeQualityStudy(2);
    const quality = { ...NO_MEASURES, gold: { share: 0.2, feedback: false } };
    const { id } = await makeBatch({ dataset, annotators, arms: judging, quality, open: false });
    expect(await openBatch(admin.actor, id)).toEqual({ refused: "no-gold-subjects" });
    expect(await db.subject.count({ where: { batchId: id } })).toBe(0);
  });
});

describe("planted errors", () => {
  const planting = (debrief: boolean): Quality => ({ ...NO_MEASURES, planted: { share: 0.25, debrief } });

  test("a planted item goes by a key like the others', drawn anew for each assignment, and takes any place", async () => {
    const { dataset, annotators } = await makeQualityStudy(8, 2);
    const arms: Arms = [
      { name: "A", k: 2, steps: stepsOf("checklist-review", { exposure: "draft-first" }), exposure: null },
    ];
    const quality = { ...planting(false), planted: { share: 0.5, debrief: false } };
    const batch = await makeBatch({ dataset, annotators, arms, quality });
    const planted = new Set(
      (
        await db.plantedError.findMany({ where: { batchId: batch.id }, select: { key: true, place: true } })
      ).map(({ key }) => key),
    );
    expect(planted.size).toBe(4);
    const seen = new Set<string>();
    const lengths: number[] = [];
    for (const person of annotators) {
      for (let view = await next(person, batch); view; view = await next(person, batch)) {
        const own = await findOwnAssignment(person.actor, view.id);
        const [step] = own?.frame.steps ?? [];
        const items = step?.type === "rubric" ? step.rubrics.flatMap((rubric) => rubric.items) : [];
        lengths.push(items.length);
        for (const { key, rubric } of items) {
          expect(key).toMatch(/^[\w-]{16}$/);
          expect(rubric).toMatch(/^[\w-]{16}$/);
          expect(seen.has(key)).toBe(false);
          seen.add(key);
        }
        const decide = (item: string): Op[] => [
          gesture({ type: "decide", target: { item }, action: "accept" }),
        ];
        const sent = { lease: own?.lease ?? "", base: 0 };
        // Guessing keys of the study file reveals nothing.
        for (const key of [...planted].flatMap((one) => one ?? []))
          expect(await recordOwnOps(person.actor, view.id, { ...sent, ops: decide(key) })).toMatchObject({
            refused: "does-not-fit",
          });
        const ops = items.flatMap(({ key }) => decide(key));
        expect(await recordOwnOps(person.actor, view.id, { ...sent, ops })).toMatchObject({
          version: items.length,
        });
        const again = await findOwnAssignment(person.actor, view.id);
        expect(again?.ops.flatMap((op) => (op.type === "decide" ? op.target.item : []))).toEqual(
          items.map(({ key }) => key),
        );
        const lease = own?.lease ?? "";
        expect(await submitOwn(person.actor, view.id, { lease, base: 0 })).toMatchObject({
          refused: "stale",
        });
        expect(await submitOwn(person.actor, view.id, { lease })).toMatchObject({ state: "submitted" });
      }
      let copy = "";
      for await (const part of copyOfOwnData(person.actor)) copy += part;
      for (const key of planted) expect(copy).not.toContain(JSON.stringify(key));
      expect(JSON.parse(copy).assignments[0]).not.toHaveProperty("decisions");
    }
    expect(await db.plantedAnswer.count({ where: { planted: { batchId: batch.id } } })).toBe(8);
    expect(lengths.filter((length) => length === 3)).toHaveLength(8);
    expect(await db.decision.count({ where: { batchId: batch.id } })).toBe(32);
  });

  test("are drawn from the seed, shown in place of drafts, told in results, and in no export", async () => {
    const { project, admin, dataset, annotators } = await makeQualityStudy(6, 2);
    const arms: Arms = [...judging, { name: "without", k: 1, steps: null, exposure: "none" }];
    const make = () => makeBatch({ dataset, annotators, arms, quality: planting(true), seed: 9 });
    const batch = await make();
    const planted = await db.plantedError.findMany({
      where: { batchId: batch.id },
      include: { draft: true },
    });
    // A quarter of 12 drafted answers.
    expect(planted).toHaveLength(3);
    for (const { value, lines, draft } of planted) {
      expect(value).toBe(draft?.value === "yes" ? "no" : "yes");
      expect(lines).toEqual(["It names the topic.", `So the value is ${String(value)}.`]);
    }
    const again = await db.plantedError.findMany({ where: { batchId: (await make()).id } });
    expect(again.map(({ draftId }) => draftId).sort()).toEqual(planted.map(({ draftId }) => draftId).sort());
    const logged = await db.auditLog.findFirst({ where: { subjectId: batch.id, action: "batch.opened" } });
    expect(logged?.detail).toMatchObject({ plantedValues: 3, plantedItems: 0 });

    const wrong = new Map(planted.map(({ draftId, value, id }) => [draftId, { value, id }]));
    let met = 0;
    for (const person of annotators) {
      for (let view = await next(person, batch); view; view = await next(person, batch)) {
        const sent = JSON.stringify(view);
        for (const { id } of planted) expect(sent).not.toContain(id);
        expect(sent).not.toMatch(/plant|flipped|wrong/i);
        const [step] = view.frame.steps;
        for (const item of step?.type === "judge" ? step.items : []) {
          const error = item.draft && wrong.get(item.draft.id);
          if (!error) continue;
          met += 1;
          expect(item.draft?.value).toBe(error.value);
          expect(item.draft?.lines.at(-1)).toBe(`So the value is ${String(error.value)}.`);
        }
        // An annotator who always says yes notices errors that turn yes into no.
        expect(await submitAssignment(person, view, () => "yes")).toMatchObject({ state: "submitted" });
        expect(JSON.stringify(await findAssignment(person.actor, view.id))).not.toMatch(/debrief|planted/);
      }
      let own = "";
      for await (const piece of copyOfOwnData(person.actor)) own += piece;
      expect(own).not.toMatch(/plant/i);
    }
    // Each of three units is shown once with its draft; without drafts there is nothing to notice.
    expect(met).toBe(3);
    const results = await findPlantedResults(admin.actor, batch.id);
    const detected = planted.filter(({ value }) => value === "no").length;
    expect(results?.errors).toEqual({ verdicts: 3, items: 0, labels: 0 });
    const sum = (of: "planted" | "detected" | "left" | "overruled") =>
      results?.results.reduce((total, row) => total + row[of], 0);
    expect([sum("planted"), sum("detected"), sum("left")]).toEqual([3, detected, 9]);
    expect(results?.results.every(({ arm }) => arm === "with")).toBe(true);
    expect(await findPlantedResults((await makeMember("researcher")).actor, batch.id)).toBeNull();

    const scope = { projectId: project.id, datasetId: dataset.id, batchId: batch.id };
    const records = await recordsOf(scope);
    const drafts = records.filter((record) => record.type === "draft");
    for (const { lines, value } of drafts) expect(lines?.at(-1)).toBe(`So the value is ${String(value)}.`);
    const flagged = records.filter(
      (record) => record.type === "judgement" && record.metadata?.planted === true,
    );
    expect(flagged).toHaveLength(3);
    const { study: counted } = await loadStudy(scope);
    expect([counted.judgements.length, counted.setAside]).toEqual([2 * 12 - 3, 3]);
    const { detection } = reportOf(counted, { replicates: 20, seed: 1 }).anchoring;
    expect(detection[0]).toMatchObject({ kind: "verdict", by: "all", detection: detected / 3, left: 9 });
    expect(detection.map(({ by, group }) => (by === "rater" ? by : group))).toEqual([
      null,
      "with",
      "rater",
      "rater",
    ]);
    await loadStudy(scope, async ({ summary }) => {
      expect([summary.judgements, summary.setAside]).toEqual([2 * 12 - 3, 3]);
    });
    const table: Rating[] = [];
    for await (const row of fromSnapshot((snapshot) => ratings(snapshot, scope))) table.push(row);
    expect(table.filter((row) => row.is_planted)).toHaveLength(3);
    // Three of twelve units have one vote that counts, and cannot be contested.
    expect(await previewRule(admin.actor, batch.id, DEFAULT_RULE)).toMatchObject({ units: 12, compared: 9 });

    const [{ assignmentId = "" } = {}] = await db.plantedAnswer.findMany({
      where: { planted: { batchId: batch.id } },
    });
    const [person] = await db.membership.findMany({
      where: { rater: { assignments: { some: { id: assignmentId } } } },
    });
    const whose = annotators.find(({ membershipId }) => membershipId === person?.id);
    if (!whose) throw new Error("nobody has met an error");
    await moveBatch(admin.actor, batch.id, "close");
    const debrief = (await findAssignment(whose.actor, assignmentId))?.debrief;
    expect(debrief?.length).toBeGreaterThan(0);
    for (const { shown, drafted } of debrief ?? []) expect([shown, drafted].sort()).toEqual(["no", "yes"]);
  }, 60_000);

  test("an item of another task among those under review is an answer to the error, not a decision", async () => {
    const { admin, dataset, annotators } = await makeQualityStudy(4);
    const arms: Arms = [
      { name: "A", k: 1, steps: stepsOf("checklist-review", { exposure: "draft-first" }), exposure: null },
    ];
    const batch = await makeBatch({ dataset, annotators, arms, quality: planting(false) });
    const [planted] = await db.plantedError.findMany({
      where: { batchId: batch.id },
      include: { itemVersion: true },
    });
    expect(planted?.kind).toBe("item");
    const [person] = annotators;
    if (!person) throw new Error("nobody is there");
    const counts: number[] = [];
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      const [step] = view.frame.steps;
      const items = step?.type === "rubric" ? step.rubrics.flatMap((rubric) => rubric.items) : [];
      counts.push(items.length);
      expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
      await submitAssignment(person, view, ({ text }) =>
        text === planted?.itemVersion?.text && items.length === 3 ? "no" : "yes",
      );
      if (items.length === 3) expect((await findAssignment(person.actor, view.id))?.debrief).toBeUndefined();
    }
    expect(counts.sort()).toEqual([2, 2, 2, 3]);
    expect(await db.decision.count({ where: { batchId: batch.id } })).toBe(8);
    expect(await db.decision.count({ where: { batchId: batch.id, action: "remove" } })).toBe(0);
    expect((await findPlantedResults(admin.actor, batch.id))?.results).toEqual([
      expect.objectContaining({ kind: "item", planted: 1, detected: 1, left: 8, overruled: 0 }),
    ]);
  });

  test("are taken back with the submission, and told beforehand unless that is switched off", async () => {
    const { dataset, annotators } = await makeQualityStudy(2);
    const [person] = annotators;
    if (!person) throw new Error("nobody is there");
    for (const disclosed of [true, false]) {
      const quality = { ...planting(true), disclosed };
      const batch = await makeBatch({ dataset, annotators, arms: judging, quality, guidelines: "Read." });
      const told = (await findGuidelines(person.actor, batch.id))?.text;
      expect(told?.includes("on purpose")).toBe(disclosed);
      const ids: string[] = [];
      for (let view = await next(person, batch); view; view = await next(person, batch)) {
        expect(view.guidelines.includes("on purpose")).toBe(disclosed);
        await submitAssignment(person, view, () => "yes");
        ids.push(view.id);
      }
      const answers = () => db.plantedAnswer.count({ where: { assignmentId: { in: ids } } });
      expect(await answers()).toBe(1);
      for (const id of ids) await undoSubmit(person.actor, id);
      expect(await answers()).toBe(0);
    }
  });
});
