import { expect, test, vi } from "vitest";
import { eraseOwnAccount } from "@/lib/account/data/erasure";
import { findAdjudication, findCase, listAdjudicationWork, listCases } from "@/lib/adjudication/data/cases";
import {
  commentOnCase,
  listDiscussed,
  listDiscussionWork,
  setDiscussion,
} from "@/lib/adjudication/data/comments";
import { recordRuling } from "@/lib/adjudication/data/rulings";
import { previewRule, startAdjudication } from "@/lib/adjudication/data/start-adjudication";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { actAs, type Member } from "@/lib/auth/actor";
import { addAnnotators } from "@/lib/batch/data/add-annotators";
import { moveBatch } from "@/lib/batch/data/change-state";
import { removeAnnotator } from "@/lib/batch/data/lifecycle";
import { db } from "@/lib/database/db";
import { findScope } from "@/lib/dataset/data/scope";
import { openExport } from "@/lib/export/data/exports";
import { bodyText } from "@/lib/export/testing/read";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeVotes } from "@/testing/builders/submissions";

/**
 * Three responses with one criterion each: with agreement, with disagreement, and judged by one person so
 * far.
 */
async function makeAdjudicationFixture() {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const dataset = await makeDataset({ project, tasks: 3, criteria: 1 });
  const settings = { overallScore: false };
  const batch = await makeBatch({ dataset, annotators, k: 2, preset: "criterion-scoring", settings });
  const judgements = [
    [4, 4],
    [1, 5],
    [2, null],
  ];
  await makeVotes(batch, annotators, (subject) => judgements[subject] ?? []);
  const begin = (adjudicators: string[] = []) =>
    startAdjudication(admin.actor, batch.id, { rule: DEFAULT_RULE, adjudicators });
  const list = async () => (await listCases(admin.actor, batch.id, "all", -1)).rows;
  const decide = (id: string, value: number | null, after: number) =>
    recordRuling(actAs(admin.actor, "annotator"), batch.id, id, { value, note: "because", after });
  return { project, admin, annotators, batch, begin, list, decide };
}

test("an admin unblinds a batch once, on record, and its contested units become cases", async () => {
  const { admin, batch, begin, list } = await makeAdjudicationFixture();
  expect(await previewRule(admin.actor, batch.id, DEFAULT_RULE)).toEqual({
    units: 3,
    compared: 2,
    cases: 1,
    reasons: { disagreement: 1, tied: 1, flagged: 0 },
  });
  expect(await list()).toEqual([]);
  expect(await begin()).toEqual({ cases: 1, joined: 1, left: 0 });
  expect(await begin()).toEqual({ cases: 1, joined: 0, left: 0 });
  expect(await list()).toMatchObject([
    { task: "t2", reasons: ["disagreement", "tied"], agreement: 0, value: null, changed: false },
  ]);
  const entries = await db.auditLog.findMany({ where: { subjectId: batch.id }, orderBy: { id: "asc" } });
  expect(entries.map(({ action }) => action).slice(-2)).toEqual([
    "adjudication.started",
    "adjudication.refreshed",
  ]);
});

test("an adjudicator's ruling is exported and listed, and enters no statistic", async () => {
  const { admin, batch, begin, list, decide } = await makeAdjudicationFixture();
  const report = async () => {
    const scope = await findScope(admin.actor, { batch: batch.id });
    if (!scope) throw new Error("the batch is the admin's own");
    return await reportOf((await loadStudy(scope)).study, { replicates: 20, seed: 1 });
  };
  const before = await report();
  await begin();
  const [row] = await list();
  const id = row?.id ?? "";
  expect(await decide(id, 9, 0)).toEqual({ refused: "off-scale" });
  // Annotators may not give it either: points must be whole steps.
  expect(await decide(id, 3.5, 0)).toEqual({ refused: "off-scale" });
  expect(await decide(id, null, 0)).toEqual({ refused: "nothing-decided" });
  expect(await decide(id, 3, 0)).toEqual({ rulings: 1 });
  // A second click, or another adjudicator who has not seen it.
  expect(await decide(id, 4, 0)).toEqual({ refused: "stale-ruling" });

  const after = await report();
  expect(after.study).toMatchObject({ adjudicated: 1, judgements: 5, raters: { human: 2, adjudicator: 1 } });
  expect(after.reliability.map((row) => ({ ...row, adjudicated: 0 }))).toEqual(before.reliability);
  expect(after.humanVsLlm).toEqual(before.humanVsLlm);
  expect(after.checklist).toEqual(before.checklist);

  const jsonl = await bodyText((await openExport(admin.actor, batch.id, "jsonl"))?.body);
  const rows = jsonl
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows.filter((each) => each.rater_kind === "adjudicator")).toMatchObject([
    { final_value: 3, item_version: 1, rater: admin.pseudonym, exposure: null },
  ]);
  expect(await bodyText((await openExport(admin.actor, batch.id, "study"))?.body)).toContain("unblindedAt");

  expect(await decide(id, null, 1)).toEqual({ rulings: 2 });
  expect((await report()).study.adjudicated).toBe(0);
  const found = await findCase(admin.actor, batch.id, id);
  expect(found?.rulings).toMatchObject([{ value: 3, note: "because", by: admin.pseudonym }, { value: null }]);
  expect(found?.votes.map(({ value }) => value).sort()).toEqual([1, 5]);
});

test("units contested later become cases; rulings stay, and are marked when their votes have changed", async () => {
  const { annotators, batch, begin, list, decide } = await makeAdjudicationFixture();
  await begin();
  const id = (await list())[0]?.id ?? "";
  await decide(id, 3, 0);
  await makeVotes(batch, annotators, (subject) => (subject === 2 ? [null, 5] : []));
  expect(await begin()).toEqual({ cases: 2, joined: 1, left: 0 });
  await db.judgement.updateMany({
    where: { batchId: batch.id, raterId: annotators[1]?.raterId, value: { equals: 5 } },
    data: { value: 1 },
  });
  // Both units agree better now: the decided one stays, marked; 2 against 1 is still contested.
  expect(await begin()).toEqual({ cases: 2, joined: 0, left: 0 });
  expect(await list()).toMatchObject([
    { task: "t2", value: 3, changed: true, agreement: 0 },
    { task: "t3", value: null, changed: false },
  ]);
});

test("votes are shown to admins and named adjudicators, and to no one who can still get an assignment", async () => {
  const { project, annotators, batch, begin, admin, list } = await makeAdjudicationFixture();
  const [first, second] = annotators;
  const researcher = await makeMember("researcher", { project });
  const outsider = await makeMember("admin");
  if (!first || !second) throw new Error("the world has two annotators");
  await begin([first.membershipId]);
  const id = (await list())[0]?.id ?? "";
  const rule = (actor: Parameters<typeof actAs>[0]) =>
    recordRuling(actAs(actor, "annotator"), batch.id, id, { value: 3, note: "", after: 0 });
  for (const actor of [researcher.actor, second.actor, outsider.actor]) {
    expect(await findAdjudication(actor, batch.id)).toBeNull();
    expect((await listCases(actor, batch.id, "all", -1)).rows).toEqual([]);
    expect(await findCase(actor, batch.id, id)).toBeNull();
    expect(await rule(actor)).toBeNull();
  }
  // Named, but still with work in the open batch.
  expect(await findAdjudication(first.actor, batch.id)).toMatchObject({
    canStillJudge: true,
    mayRule: false,
  });
  expect(await findCase(first.actor, batch.id, id)).toBeNull();
  expect(await rule(first.actor)).toBeNull();
  expect(await listAdjudicationWork(first.actor)).toEqual([]);
  // A person who has seen the votes gets no work in the batch.
  const later = await makeMember("annotator", { project });
  await begin([first.membershipId, later.membershipId]);
  expect(await addAnnotators(admin.actor, batch.id, [later.membershipId])).toEqual({
    refused: "saw-the-votes",
  });
  await moveBatch(admin.actor, batch.id, "close");
  expect(await listAdjudicationWork(first.actor)).toMatchObject([{ id: batch.id, undecided: 1 }]);
  expect(await findCase(first.actor, batch.id, id)).toMatchObject({ cases: 1, place: 1 });
  expect(await rule(first.actor)).toEqual({ rulings: 1 });
});

test("annotators who voted on a case discuss it when an admin lets them, once the batch is closed, until it is decided", async () => {
  const { project, annotators, batch, begin, admin, list, decide } = await makeAdjudicationFixture();
  const [first, second] = annotators;
  if (!first || !second) throw new Error("the world has two annotators");
  await begin();
  const id = (await list())[0]?.id ?? "";
  const say = (actor: Member, text: string) => commentOnCase(actAs(actor, "annotator"), batch.id, id, text);
  const isShut = async (actor: Member) => {
    expect(await listDiscussed(actor, batch.id, -1)).toBeNull();
    expect(await listDiscussionWork(actAs(actor, "annotator"))).toEqual([]);
    expect(await say(actor, "Let me in.")).toBeNull();
  };

  await isShut(first.actor);
  expect(await setDiscussion(admin.actor, batch.id, { open: true })).toEqual({ open: true });
  // The batch is still open: what they read would be in their next judgements.
  await isShut(first.actor);
  // Also for an annotator who was removed, and who could be added again.
  expect(await removeAnnotator(admin.actor, batch.id, first.membershipId)).toMatchObject({ removed: true });
  await isShut(first.actor);
  expect(await addAnnotators(admin.actor, batch.id, [first.membershipId])).toEqual({ added: 1 });
  await moveBatch(admin.actor, batch.id, "close");

  const [voter, researcher, outsider] = [
    await makeMember("annotator", { project }),
    await makeMember("researcher", { project }),
    await makeMember("admin"),
  ];
  for (const { actor } of [voter, researcher, outsider]) await isShut(actor);
  expect(await listDiscussionWork(first.actor)).toMatchObject([{ id: batch.id, cases: 1 }]);
  expect(await say(first.actor, "The date is missing.")).toMatchObject({ id: expect.any(String) });
  expect(await say(second.actor, "It was not asked for.")).toMatchObject({ id: expect.any(String) });
  const shown = await listDiscussed(second.actor, batch.id, -1);
  expect(shown).toMatchObject({ own: second.pseudonym, next: null, cases: [{ id }] });
  expect(shown?.cases[0]?.votes.map(({ value }) => value).sort()).toEqual([1, 5]);
  expect(shown?.cases[0]?.comments.map(({ by, text }) => [by, text])).toEqual([
    [first.pseudonym, "The date is missing."],
    [second.pseudonym, "It was not asked for."],
  ]);
  // Votes stay as they were, and nothing but comments is theirs to see: no case page, no ruling.
  expect(await findCase(second.actor, batch.id, id)).toBeNull();
  expect(await say(admin.actor, "Thank you.")).toMatchObject({ id: expect.any(String) });
  expect((await findCase(admin.actor, batch.id, id))?.comments).toHaveLength(3);
  const comment = { where: { caseId: id, raterId: first.raterId } };
  await expect(db.caseComment.updateMany({ ...comment, data: { text: "…" } })).rejects.toThrow();

  await decide(id, 3, 0);
  await isShut(second.actor);
  expect((await findCase(admin.actor, batch.id, id))?.comments).toHaveLength(3);
  expect(await eraseOwnAccount(first.actor)).toEqual({ erased: true });
  expect(await db.caseComment.count(comment)).toBe(0);
});

test("cases keep the order of the study, one position each, also one that is kept for its comments", async () => {
  const { admin, annotators, batch, begin, list } = await makeAdjudicationFixture();
  await begin();
  const id = (await list())[0]?.id ?? "";
  await commentOnCase(actAs(admin.actor, "annotator"), batch.id, id, "The date is missing.");
  await makeVotes(batch, annotators, (subject) => (subject === 2 ? [null, 5] : []));
  // The commented case is contested no more, and the unit before it is gone: the last one moves up to its place.
  const { batchId, responseId } = await db.adjudicationCase.findUniqueOrThrow({ where: { id } });
  await db.judgement.updateMany({ where: { batchId, responseId }, data: { value: 4 } });
  await db.judgement.deleteMany({ where: { batchId, response: { task: { key: "t1" } } } });
  expect(await begin()).toEqual({ cases: 2, joined: 1, left: 0 });
  expect(await list()).toMatchObject([
    { task: "t2", position: 0 },
    { task: "t3", position: 1 },
  ]);
});

test("a comment waits while the cases are looked at again, and is refused when its case has left", async () => {
  const { admin, batch, begin, list } = await makeAdjudicationFixture();
  await begin();
  const id = (await list())[0]?.id ?? "";
  let said: ReturnType<typeof commentOnCase> | undefined;
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT "id" FROM "Batch" WHERE "id" = ${batch.id}::uuid FOR UPDATE`;
    said = commentOnCase(actAs(admin.actor, "annotator"), batch.id, id, "Too late.");
    await vi.waitFor(async () => {
      const waiting = await db.$queryRaw<unknown[]>`
        SELECT "pid" FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(waiting).not.toEqual([]);
    }, 4_000);
    await tx.adjudicationCase.delete({ where: { id } });
  });
  expect(await said).toBeNull();
});

test("an erased adjudicator's rulings stay without notes, and an erased annotator's votes are deleted", async () => {
  const { project, annotators, batch, begin, list } = await makeAdjudicationFixture();
  await db.project.update({ where: { id: project.id }, data: { onErasure: "remove" } });
  const adjudicator = await makeMember("annotator", { project });
  await begin([adjudicator.membershipId]);
  const contested = (await list())[0]?.id as string;
  const rulingBody = { value: 3, note: "a canary of theirs", after: 0 };
  await recordRuling(adjudicator.actor, batch.id, contested, rulingBody);

  expect(await eraseOwnAccount(adjudicator.actor)).toEqual({ erased: true });
  expect(await eraseOwnAccount(annotators[0]?.actor as (typeof adjudicator)["actor"])).toEqual({
    erased: true,
  });
  const ruling = await db.ruling.findFirstOrThrow({ where: { caseId: contested } });
  expect(ruling).toMatchObject({ value: 3, note: "" });
  const judgement = await db.judgement.findFirstOrThrow({ where: { caseId: contested } });
  expect(judgement).toMatchObject({ value: 3, metadata: {} });
  expect(ruling.votes).toEqual([{ rater: annotators[1]?.pseudonym, value: 5 }]);
});
