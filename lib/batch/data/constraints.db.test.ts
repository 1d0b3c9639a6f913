import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { Prisma } from "@/prisma/generated/client/client";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

/* The database's own constraints: the test inserts each row with SQL, bypassing the application. */

let batch: { id: string; datasetId: string };
let other: { id: string };
let raters: string[];
let slots: { id: string; subjectId: string; armId: string }[];

beforeAll(async () => {
  const project = await makeProject();
  const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  raters = people.map(({ raterId }) => raterId);
  const dataset = await makeDataset({ project, tasks: 6, responses: 2 });
  batch = { id: (await makeBatch({ dataset, annotators: people, k: 2 })).id, datasetId: dataset.id };
  other = await makeBatch({ dataset, annotators: people });
  slots = await db.slot.findMany({
    where: { batchId: batch.id },
    orderBy: [{ subjectId: "asc" }, { replicate: "asc" }],
  });
});

const assignment = (slot: number, rater: number, change: Record<string, Prisma.Sql> = {}) => {
  const at = slots[slot];
  const columns: Record<string, Prisma.Sql> = {
    id: Prisma.sql`gen_random_uuid()`,
    batchId: Prisma.sql`${batch.id}::uuid`,
    subjectId: Prisma.sql`${at?.subjectId}::uuid`,
    armId: Prisma.sql`${at?.armId}::uuid`,
    slotId: Prisma.sql`${at?.id}::uuid`,
    raterId: Prisma.sql`${raters[rater]}::uuid`,
    state: Prisma.sql`'expired'`,
    position: Prisma.sql`1`,
    ...change,
  };
  return insert("Assignment", columns);
};

function insert(table: string, columns: Record<string, Prisma.Sql>) {
  const names = Prisma.raw(
    Object.keys(columns)
      .map((name) => `"${name}"`)
      .join(", "),
  );
  return db.$executeRaw`INSERT INTO ${Prisma.raw(`"${table}"`)} (${names}) VALUES (${Prisma.join(Object.values(columns))})`;
}

const lease = { lease: Prisma.sql`gen_random_uuid()`, leaseUntil: Prisma.sql`now() + interval '1 hour'` };
const open = { state: Prisma.sql`'open'`, ...lease };

test("an annotator is on a subject once", async () => {
  await assignment(0, 0);
  await expect(assignment(1, 0)).rejects.toThrow("Assignment_subjectId_raterId_attempt_key");
});

test("an annotator has one open assignment in a batch, and at most two reserved", async () => {
  await assignment(2, 0, open);
  await expect(assignment(4, 0, open)).rejects.toThrow(/Assignment_one_open|batchId.*raterId/);
  const reserved = (no: number) => ({
    ...lease,
    state: Prisma.sql`'reserved'`,
    reservedNo: Prisma.sql`${no}::int`,
  });
  await assignment(4, 0, reserved(1));
  await assignment(6, 0, reserved(2));
  await expect(assignment(8, 0, reserved(2))).rejects.toThrow(/Assignment_two_reserved/);
  await expect(assignment(8, 0, reserved(3))).rejects.toThrow("Assignment_reserved");
  await expect(assignment(8, 0, { reservedNo: Prisma.sql`1` })).rejects.toThrow("Assignment_reserved");
});

test("an assignment has a lease exactly while it is in progress", async () => {
  await expect(assignment(0, 1, { state: Prisma.sql`'open'` })).rejects.toThrow("Assignment_lease");
  await expect(assignment(0, 1, lease)).rejects.toThrow("Assignment_lease");
  await expect(assignment(0, 1, { lease: lease.lease, state: Prisma.sql`'open'` })).rejects.toThrow(
    "Assignment_lease",
  );
});

test("an assignment is submitted exactly if it has a time of submission", async () => {
  await expect(assignment(0, 1, { state: Prisma.sql`'submitted'` })).rejects.toThrow("Assignment_submitted");
  await expect(assignment(0, 1, { submittedAt: Prisma.sql`now()` })).rejects.toThrow("Assignment_submitted");
});

test("positions count from 1", async () => {
  await expect(assignment(0, 1, { position: Prisma.sql`0` })).rejects.toThrow("Assignment_position");
});

test("an assignment's subject, arm and batch belong together", async () => {
  await expect(assignment(0, 1, { batchId: Prisma.sql`${other.id}::uuid` })).rejects.toThrow(/fkey/);
});

test("a slot is held by one assignment, of its own subject and arm", async () => {
  const mine = await db.assignment.findFirstOrThrow({ where: { raterId: raters[0], state: "open" } });
  const openSlot = (slot: number) =>
    db.$executeRaw`UPDATE "Slot" SET "assignmentId" = ${mine.id}::uuid WHERE "id" = ${slots[slot]?.id}::uuid`;
  await expect(openSlot(0)).rejects.toThrow("Slot_holder_is_for_it");
  await openSlot(2);
  await expect(openSlot(3)).rejects.toThrow("Slot_assignmentId_key");
});

test("a subject and arm have k slots, each once", async () => {
  const at = slots[0];
  const slot = (replicate: number) =>
    insert("Slot", {
      id: Prisma.sql`gen_random_uuid()`,
      batchId: Prisma.sql`${batch.id}::uuid`,
      subjectId: Prisma.sql`${at?.subjectId}::uuid`,
      armId: Prisma.sql`${at?.armId}::uuid`,
      replicate: Prisma.sql`${replicate}::int`,
      orderKey: Prisma.sql`1`,
      lane: Prisma.sql`0`,
    });
  await expect(slot(1)).rejects.toThrow("Slot_subjectId_armId_replicate_key");
  await expect(slot(0)).rejects.toThrow("Slot_replicate");
  await expect(slot(101)).rejects.toThrow("Slot_replicate");
});

test("a subject is in a batch once, and has the references of its kind", async () => {
  const response = await db.response.findFirstOrThrow({ where: { datasetId: batch.datasetId } });
  const foreign = await makeDataset();
  const elsewhere = await db.task.findFirstOrThrow({ where: { datasetId: foreign.id } });
  const subject = (change: Record<string, Prisma.Sql>) =>
    insert("Subject", {
      id: Prisma.sql`gen_random_uuid()`,
      batchId: Prisma.sql`${batch.id}::uuid`,
      datasetId: Prisma.sql`${batch.datasetId}::uuid`,
      kind: Prisma.sql`'response'`,
      position: Prisma.sql`999`,
      taskId: Prisma.sql`${response.taskId}::uuid`,
      responseId: Prisma.sql`${response.id}::uuid`,
      ...change,
    });
  const none = Prisma.sql`NULL`;
  await expect(subject({})).rejects.toThrow("Subject_once_per_batch");
  await expect(subject({ kind: Prisma.sql`'task'` })).rejects.toThrow("Subject_kind");
  await expect(subject({ responseId: none })).rejects.toThrow("Subject_kind");
  await expect(subject({ kind: Prisma.sql`'pair'` })).rejects.toThrow("Subject_kind");
  await expect(
    subject({ kind: Prisma.sql`'task'`, responseId: none, taskId: Prisma.sql`${elsewhere.id}::uuid` }),
  ).rejects.toThrow(/fkey/);
});

test("a batch has between 1 and 100 annotators per subject, a lease of up to a day, and a time it was opened", async () => {
  const set = (change: Prisma.Sql) =>
    db.$executeRaw`UPDATE "Batch" SET ${change} WHERE "id" = ${batch.id}::uuid`;
  const arm = (change: Prisma.Sql) =>
    db.$executeRaw`UPDATE "Arm" SET ${change} WHERE "batchId" = ${batch.id}::uuid`;
  await expect(arm(Prisma.sql`"k" = 0`)).rejects.toThrow("Arm_k");
  await expect(arm(Prisma.sql`"k" = 101`)).rejects.toThrow("Arm_k");
  await expect(arm(Prisma.sql`"follows" = TRUE`)).rejects.toThrow("Arm_follows");
  await expect(arm(Prisma.sql`"exposure" = 'none'`)).rejects.toThrow("Arm_follows");
  await expect(set(Prisma.sql`"leaseMinutes" = 0`)).rejects.toThrow("Batch_lease");
  await expect(set(Prisma.sql`"leaseMinutes" = 1441`)).rejects.toThrow("Batch_lease");
  await expect(set(Prisma.sql`"openedAt" = NULL`)).rejects.toThrow("Batch_opened");
  await expect(set(Prisma.sql`"state" = 'draft'`)).rejects.toThrow("Batch_opened");
});

test("operations are only ever added", async () => {
  const { id } = await db.assignment.findFirstOrThrow({ where: { batchId: batch.id } });
  await db.operation.create({
    data: { assignmentId: id, id: randomUUID(), seq: 1, type: "note", payload: {}, clientAt: new Date() },
  });
  await expect(db.$executeRaw`UPDATE "Operation" SET "seq" = 2`).rejects.toThrow("permission denied");
  await expect(db.$executeRaw`DELETE FROM "Operation"`).rejects.toThrow("permission denied");
  await expect(db.$executeRaw`TRUNCATE "Operation"`).rejects.toThrow("permission denied");
});
