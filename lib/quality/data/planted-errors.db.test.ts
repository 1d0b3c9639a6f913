import { expect, test } from "vitest";
import { copyOfOwnData } from "@/lib/account/data/personal-data-export";
import { previewRule } from "@/lib/adjudication/data/start-adjudication";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { moveBatch } from "@/lib/batch/data/change-state";
import { findGuidelines } from "@/lib/batch/data/guidelines";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { ratings } from "@/lib/export/data/ratings";
import type { Rating } from "@/lib/export/rules/ratings";
import { findPlantedResults } from "@/lib/quality/data/planted-error-results";
import { NO_MEASURES, type Quality } from "@/lib/quality/schema";
import { judging, makeQualityStudy, next, submitAssignment } from "@/lib/quality/testing/fixture";
import { recordsOf } from "@/lib/quality/testing/records";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { findAssignment, findOwnAssignment } from "@/lib/review/data/assignments";
import { recordOwnOps, submitOwn } from "@/lib/review/data/opaque-keys";
import { undoSubmit } from "@/lib/review/data/undo-submit";
import type { Op } from "@/lib/review/schema/operation";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";

const planting = (debrief: boolean): Quality => ({ ...NO_MEASURES, planted: { share: 0.25, debrief } });

test("a planted item has a random key like the others, and any position", async () => {
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
      const decide = (item: string): Op[] => [newOp({ type: "decide", target: { item }, action: "accept" })];
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

test("are drawn by the seed, shown in place of drafts, counted in results, and in no export", async () => {
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
  const { detection } = (await reportOf(counted, { replicates: 20, seed: 1 })).anchoring;
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

test("a review of a planted item of another task is an answer to the error, not a decision", async () => {
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

test("are undone with the submission, and announced to annotators unless switched off", async () => {
  const { dataset, annotators } = await makeQualityStudy(2);
  const [person] = annotators;
  if (!person) throw new Error("nobody is there");
  for (const disclosed of [true, false]) {
    const quality = { ...planting(true), disclosed };
    const batch = await makeBatch({ dataset, annotators, arms: judging, quality, guidelines: "Read." });
    const told = disclosed ? [{ about: "errors", shownLater: true }] : [];
    // The text of an admin stays as it was written; the facts are apart from it, for each reader's language.
    expect(await findGuidelines(person.actor, batch.id)).toMatchObject({ text: "Read.", disclosures: told });
    const ids: string[] = [];
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      expect(view).toMatchObject({ guidelines: "Read.", disclosures: told });
      await submitAssignment(person, view, () => "yes");
      ids.push(view.id);
    }
    const answers = () => db.plantedAnswer.count({ where: { assignmentId: { in: ids } } });
    expect(await answers()).toBe(1);
    for (const id of ids) await undoSubmit(person.actor, id);
    expect(await answers()).toBe(0);
  }
});
