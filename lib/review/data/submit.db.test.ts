import { fc } from "@fast-check/vitest";
import pg from "pg";
import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import type { Protocol } from "@/lib/protocol/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { skip, submit } from "@/lib/review/data/submit";
import { undoSubmit } from "@/lib/review/data/undo-submit";
import { fold } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import { project } from "@/lib/review/rules/projection";
import type { Op } from "@/lib/review/schema/operation";
import {
  answer,
  finishing,
  fullProtocol,
  makeReviewFixture,
  newOp,
  note,
} from "@/lib/review/testing/fixture";
import { reopen } from "@/lib/review/testing/reopen";

async function opened(options: { subjects?: number; protocol?: Protocol } = {}) {
  const fixture = await makeReviewFixture(options);
  const person = await fixture.join();
  const assignment = await fixture.open(person);
  const { id, lease } = assignment;
  const write = (base: number, ops: Op[]) => recordOps(person.actor, id, { lease, base, ops });
  const submitAt = (base?: number) => submit(person.actor, id, { lease, base });
  return { fixture, person, assignment, write, submitWork: submitAt };
}

/** Statements of this database that wait for a lock. */
const WAITING =
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

const rowsOf = async (assignmentId: string) => ({
  judgements: await db.judgement.count({ where: { assignmentId } }),
  decisions: await db.decision.count({ where: { assignmentId } }),
  answers: await db.askAnswer.count({ where: { assignmentId } }),
});

test("a complete document becomes judgements, decisions and answers", async () => {
  const { fixture, person, assignment, write, submitWork: submitAt } = await opened();
  const extra = [
    newOp({
      type: "add",
      target: { item: "C1", lines: true },
      as: crypto.randomUUID(),
      text: "my own reason",
    }),
    newOp({ type: "add", target: { rubric: "c0" }, as: crypto.randomUUID(), text: "Is it short?" }),
    newOp({ type: "time", spent: [{ on: "C1", activeMs: 1500, idleMs: 20 }] }),
    newOp({ type: "flag", code: "unsafe", on: true }),
    note("odd task"),
  ];
  await write(0, [...finishing(), ...extra]);
  expect(await submitAt(14)).toMatchObject({ state: "submitted" });

  const judgements = await db.judgement.findMany({
    where: { assignmentId: assignment.id },
    orderBy: { position: "asc" },
    include: { item: true, draft: true, itemVersion: true, lines: { orderBy: { position: "asc" } } },
  });
  expect(
    judgements.map((row) => [row.target, row.item?.key, row.value, row.draft?.key, row.exposure, row.shown]),
  ).toEqual([
    ["item", "C1", 2, "d01", "draft_first", 1],
    ["item", "C2", 5, undefined, "draft_first", 2],
    ["overall", undefined, 3, "d03", "draft_first", 1],
  ]);
  expect(judgements[0]).toMatchObject({
    raterId: person.raterId,
    batchId: fixture.batch.id,
    arm: "A",
    activeMs: 1500,
    idleMs: 20,
    metadata: { note: "odd task", flags: ["unsafe"] },
    itemVersion: { text: "Is C1 so?" },
  });
  expect(judgements[0]?.lines.map((line) => [line.line, line.action, line.text])).toEqual([
    [0, "accept", null],
    [1, "remove", null],
    [null, "add", "my own reason"],
  ]);
  const decisions = await db.decision.findMany({
    where: { assignmentId: assignment.id, judgementId: null },
    orderBy: { position: "asc" },
    include: { item: true },
  });
  expect(decisions.map((row) => [row.item?.key, row.action, row.text, row.reasonCode, row.scale])).toEqual([
    ["c0.1", "accept", null, null, null],
    ["c0.2", "revise", "Is it really so?", "ambiguous", null],
    [undefined, "add", "Is it short?", null, { type: "yesno" }],
  ]);
  expect(await db.askAnswer.findMany({ where: { assignmentId: assignment.id } })).toMatchObject([
    { step: 3, question: "ease", value: "yes" },
  ]);
  expect(await db.batch.findUnique({ where: { id: fixture.batch.id } })).toMatchObject({ dataVersion: 1 });
});

test("an incomplete document is refused, naming what is missing, and nothing is written", async () => {
  const { assignment, write, submitWork: submitAt } = await opened();
  await write(0, finishing().slice(0, -2));
  expect(await submitAt()).toEqual({
    refused: "incomplete",
    detail: {
      missing: [
        { step: 2, what: "score", item: "overall" },
        { step: 3, what: "ask", item: "ease" },
      ],
    },
  });
  expect(await rowsOf(assignment.id)).toEqual({ judgements: 0, decisions: 0, answers: 0 });
});

test("a submission that has not seen what another tab wrote is refused", async () => {
  const { write, submitWork: submitAt } = await opened();
  const late = answer("C2", 1);
  await write(0, finishing());
  await write(9, [late]);
  expect(await submitAt(9)).toEqual({ refused: "stale", detail: { version: 10, ops: [late] } });
  expect(await submitAt(10)).toMatchObject({ state: "submitted" });
});

test("exactly one of twenty simultaneous submissions succeeds", async () => {
  const { fixture, assignment, write, submitWork: submitAt } = await opened();
  await write(0, finishing());
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => submitAt()));
  const refusals = outcomes.filter((outcome) => outcome && "refused" in outcome);
  expect(refusals).toEqual(Array(19).fill({ refused: "already-submitted" }));
  expect(await rowsOf(assignment.id)).toEqual({ judgements: 3, decisions: 5, answers: 1 });
  expect(await db.batch.findUnique({ where: { id: fixture.batch.id } })).toMatchObject({ dataVersion: 1 });
});

test("one annotator's submission that has to wait keeps nobody else from submitting or claiming", async () => {
  const fixture = await makeReviewFixture({ subjects: 3 });
  const [slow, quick, late] = [await fixture.join(), await fixture.join(), await fixture.join()];
  const [theirs, other] = [await fixture.open(slow), await fixture.open(quick)];
  for (const [person, { id, lease }] of [[slow, theirs] as const, [quick, other] as const])
    await recordOps(person.actor, id, { lease, base: 0, ops: finishing() });
  const blocker = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  await blocker.connect();
  try {
    await blocker.query("BEGIN");
    await blocker.query(`SELECT FROM "Assignment" WHERE "id" = $1 FOR UPDATE`, [theirs.id]);
    const waiting = submit(slow.actor, theirs.id, { lease: theirs.lease });
    await expect.poll(async () => (await blocker.query(WAITING)).rows, { timeout: 10_000 }).toHaveLength(1);

    expect(await submit(quick.actor, other.id, { lease: other.lease })).toMatchObject({ state: "submitted" });
    expect(await claim(late.actor, fixture.batch.id)).toMatchObject({ status: "claimed" });
    await blocker.query("ROLLBACK");
    expect(await waiting).toMatchObject({ state: "submitted" });
  } finally {
    await blocker.end();
  }
  expect(await db.batch.findUnique({ where: { id: fixture.batch.id } })).toMatchObject({ dataVersion: 2 });
}, 20_000);

test("a submitted assignment takes no operations, but confirms the recorded ones", async () => {
  const { write, submitWork: submitAt } = await opened();
  const ops = finishing();
  await write(0, ops);
  await submitAt();
  expect(await write(9, [note("more")])).toEqual({ refused: "already-submitted" });
  expect(await write(0, ops)).toMatchObject({ version: 9 });
});

test("a submission is undone within ten seconds, though the next assignment is open already", async () => {
  const { fixture, person, assignment, write, submitWork: submitAt } = await opened();
  await write(0, finishing());
  await submitAt();
  const next = await fixture.open(person, 1);
  await recordOps(person.actor, next.id, { lease: next.lease, base: 0, ops: [note("begun")] });

  const takenBack = await reopen(person.actor, assignment.id);
  expect(takenBack).toMatchObject({ state: "open", version: 9 });
  const { lease } = takenBack;
  expect(await rowsOf(assignment.id)).toEqual({ judgements: 0, decisions: 0, answers: 0 });
  expect(await db.assignment.findUnique({ where: { id: next.id } })).toMatchObject({
    state: "reserved",
    reservedNo: 1,
    lease: next.lease,
  });
  expect(await undoSubmit(person.actor, assignment.id)).toEqual({ refused: "not-submitted" });

  const changed = { lease, base: 9, ops: [answer("C1", 5)] };
  expect(await recordOps(person.actor, assignment.id, changed)).toMatchObject({ version: 10 });
  expect(await submit(person.actor, assignment.id, { lease })).toMatchObject({ state: "submitted" });
  expect(
    await db.judgement.findFirst({ where: { assignmentId: assignment.id, shown: 1, target: "item" } }),
  ).toMatchObject({ value: 5 });

  // The assignment put on hold is the next one, with its work intact.
  const claimed = await claim(person.actor, fixture.batch.id);
  expect(claimed).toMatchObject({ status: "claimed", assignment: { id: next.id, lease: next.lease } });
  expect(await findAssignment(person.actor, next.id)).toMatchObject({ state: "open", version: 1 });
});

test("a skipped assignment goes to another annotator, and is not offered again", async () => {
  const { fixture, person, assignment, submitWork: submitAt } = await opened({ subjects: 1 });
  const reason = "I know the author.";
  expect(await skip(person.actor, assignment.id, { lease: assignment.lease, reason })).toEqual({
    state: "skipped",
  });
  expect(await db.assignment.findUnique({ where: { id: assignment.id } })).toMatchObject({
    skipReason: reason,
  });
  expect(await db.slot.count({ where: { batchId: fixture.batch.id, assignmentId: null } })).toBe(3);
  expect(await submitAt()).toEqual({ refused: "not-open" });
  expect(await claim(person.actor, fixture.batch.id)).toMatchObject({ status: "none" });
});

test("a paused or closed batch takes no submission and gives none back", async () => {
  const { fixture, person, assignment, write, submitWork: submitAt } = await opened();
  const become = (state: "paused" | "closed" | "open") =>
    db.batch.update({ where: { id: fixture.batch.id }, data: { state } });
  await write(0, finishing());
  await become("paused");
  expect(await submitAt()).toEqual({ refused: "batch-paused" });
  await become("open");
  await submitAt();
  await become("closed");
  expect(await undoSubmit(person.actor, assignment.id)).toEqual({ refused: "batch-closed" });
});

test("an annotator cannot submit, undo or skip another's assignment", async () => {
  const { fixture, person, assignment, write, submitWork: submitAt } = await opened();
  const elsewhere = await makeReviewFixture();
  await write(0, finishing());
  const strangers = [await fixture.join(), await fixture.join("admin"), await elsewhere.join("admin")];
  for (const { actor } of strangers) {
    const stranger = actAs(actor, "annotator");
    expect(await submit(stranger, assignment.id, { lease: assignment.lease })).toBeNull();
    expect(await skip(stranger, assignment.id, { lease: assignment.lease, reason: "x" })).toBeNull();
  }
  await submitAt();
  for (const { actor } of strangers) expect(await undoSubmit(actor, assignment.id)).toBeNull();
  await db.membership.update({ where: { id: person.membershipId }, data: { disabledAt: new Date() } });
  expect(await undoSubmit(person.actor, assignment.id)).toBeNull();
});

test("the stored rows equal the fold of the operations", async () => {
  const { fixture, person, assignment } = await opened({ subjects: 12 });
  const values = fc.sample(
    fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 5 })), { maxLength: 30 }),
    11,
  );
  for (const [n, drawn] of values.entries()) {
    const subject = n + 1;
    const { id, lease } = n === 0 ? assignment : await fixture.open(person, subject, subject + 1);
    const about = n === 0 ? 0 : subject;
    let base = 0;
    for (const [kind, value] of drawn) {
      const view = await findAssignment(person.actor, id);
      const done = view?.ops.at(-1);
      const op = [
        answer("C1", value),
        answer("C2", null),
        note(`note ${value}`),
        newOp({ type: "decide", target: { item: "C1", line: value % 2 }, action: "remove" }),
        newOp({
          type: "add",
          target: { rubric: `c${about}` },
          as: crypto.randomUUID(),
          text: `Is it ${value}?`,
        }),
        newOp({ type: "time", spent: [{ on: "C2", activeMs: value, idleMs: value }] }),
        done && done.type !== "time" && done.type !== "undo"
          ? newOp({ type: "undo", of: done.op })
          : note("nothing to undo"),
      ][kind];
      const saved = op && (await recordOps(person.actor, id, { lease, base, ops: [op] }));
      if (saved && "version" in saved) base = saved.version;
    }
    await recordOps(person.actor, id, { lease, base, ops: finishing(about) });
    expect(await submit(person.actor, id, { lease })).toMatchObject({ state: "submitted" });

    const view = await findAssignment(person.actor, id);
    if (!view) throw new Error("the annotator cannot read their own assignment");
    const document = fold(view.frame, view.ops);
    expect(missing(view.frame, document)).toEqual([]);
    const rows = project(view.frame, document);
    const judgements = await db.judgement.findMany({
      where: { assignmentId: id },
      orderBy: { position: "asc" },
    });
    const decisions = await db.decision.findMany({
      where: { assignmentId: id },
      orderBy: { position: "asc" },
    });
    expect(
      judgements.map(({ value, draftId, activeMs, idleMs }) => [value, draftId, activeMs, idleMs]),
    ).toEqual(rows.judgements.map(({ value, draft, activeMs, idleMs }) => [value, draft, activeMs, idleMs]));
    expect(decisions.map(({ action, text }) => [action, text])).toEqual(
      [...rows.decisions, ...rows.judgements.flatMap(({ lines }) => lines)].map(({ action, text }) => [
        action,
        text,
      ]),
    );
  }
});

test("a step that requires reasons refuses a submission without one for each overruled draft", async () => {
  const protocol: Protocol = {
    steps: fullProtocol.steps.map((step) => (step.type === "ask" ? step : { ...step, reasons: "required" })),
  };
  const { assignment, write, submitWork: submitAt } = await opened({ protocol });
  // One revision has a reason, a removed line has none.
  const ops = finishing();
  await write(0, ops);
  const owed = { step: 1, what: "reason", item: "C1", line: 1 };
  expect(await submitAt()).toEqual({ refused: "incomplete", detail: { missing: [owed] } });
  expect(await rowsOf(assignment.id)).toEqual({ judgements: 0, decisions: 0, answers: 0 });
  const why = { code: "wrong-fact", note: "It is a 2." } as const;
  const target = { item: "C1", line: 1 };
  await write(ops.length, [newOp({ type: "decide", target, action: "remove", reason: why })]);
  expect(await submitAt()).toMatchObject({ state: "submitted" });
  const given = await db.decision.findFirst({ where: { assignmentId: assignment.id, line: 1 } });
  expect(given).toMatchObject({ action: "remove", reasonCode: "wrong-fact", reasonNote: "It is a 2." });
});

test("a value other than the drafted one requires a reason, also with every line accepted", async () => {
  const protocol: Protocol = {
    steps: fullProtocol.steps.map((step) =>
      step.type === "judge" ? { ...step, reasons: "required" } : step,
    ),
  };
  const { fixture, person, assignment, write, submitWork: submitAt } = await opened({ protocol });
  const ops = finishing().flatMap((op): Op[] => {
    if (op.type !== "decide" || !("line" in op.target) || op.target.item !== "C1") return [op];
    return [newOp({ type: "decide", target: op.target, action: "accept" })];
  });
  await write(0, ops);
  const view = (await findAssignment(person.actor, assignment.id))?.frame.steps[1];
  const drafted = view?.type === "judge" ? view.items.find(({ key }) => key === "C1")?.draft?.value : null;
  const other = drafted === 2 ? 4 : 2;
  await write(ops.length, [answer("C1", other)]);
  const owed = { step: 1, what: "why", item: "C1" };
  expect(await submitAt()).toEqual({ refused: "incomplete", detail: { missing: [owed] } });
  const reason = { code: "too-lenient", note: "Half of it is missing." } as const;
  await write(ops.length + 1, [newOp({ type: "why", item: "C1", reason })]);
  expect(await submitAt()).toMatchObject({ state: "submitted" });
  const stored = await db.judgement.findFirst({
    where: { assignmentId: assignment.id, value: { equals: other }, target: "item" },
  });
  expect(stored?.metadata).toEqual({ reason });

  const scope = { projectId: fixture.project.id, datasetId: fixture.datasetId, batchId: fixture.batch.id };
  const { decisions } = await reportOf((await loadStudy(scope)).study, { replicates: 5, seed: 1 });
  expect(decisions.reasons.filter(({ of }) => of === "values")).toContainEqual(
    expect.objectContaining({ action: "revise", code: "too-lenient", count: 1 }),
  );
});
