import { expect, test } from "vitest";
import { type ClaimRequest, claimSteps, statementOf } from "@/lib/batch/data/claim-sql";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { Prisma } from "@/prisma/generated/client/client";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, type TestMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

type Person = TestMember<"annotator">;
type Row = Record<string, unknown>;

async function fixture({ people = 2, subjects = 8 } = {}) {
  const project = await makeProject();
  const annotators: Person[] = [];
  for (let n = 0; n < people; n++) annotators.push(await makeMember("annotator", { project }));
  const dataset = await makeDataset({ project, tasks: subjects });
  const batch = await makeBatch({ dataset, k: people, annotators });
  return { batch, annotators, person: annotators[0] as Person };
}

/** The rows of one step of a claim, whose effects are taken back. */
async function rowsOf(name: string, request: Omit<ClaimRequest, "as" | "locked"> & Partial<ClaimRequest>) {
  const steps = claimSteps({ as: "open", locked: "skip", ...request });
  const upTo = steps.slice(0, steps.findIndex(([own]) => own === name) + 1);
  let rows: Row[] = [];
  const undo = new Error("undo");
  await db
    .$transaction(async (tx) => {
      rows = await tx.$queryRaw<Row[]>(
        statementOf(upTo, Prisma.sql`SELECT * FROM ${Prisma.raw(`"${name}"`)}`),
      );
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return rows;
}

async function claimed(person: Person, batchId: string): Promise<string> {
  const result = await claim(person.actor, batchId);
  if (!result || !("assignment" in result)) throw new Error("nothing was claimed");
  return result.assignment.id;
}

test("the batch is found while it is open, by its annotators alone", async () => {
  const { batch, person, annotators } = await fixture();
  const request = { userId: person.actor.userId, batchId: batch.id };
  const [row] = await rowsOf("batch", request);
  expect(row).toMatchObject({ id: batch.id, read: true, qualified: true, others: 1n });
  const second = { ...request, userId: annotators[1]?.actor.userId ?? "" };
  const [other] = await rowsOf("batch", second);
  expect([row?.lane, other?.lane].sort()).toEqual([0n, 1n]);
  const stranger = await makeMember("annotator");
  expect(await rowsOf("batch", { ...request, userId: stranger.actor.userId })).toEqual([]);
  await db.batch.update({ where: { id: batch.id }, data: { state: "paused" } });
  expect(await rowsOf("batch", request)).toEqual([]);
});

test("the place in a random order follows from the annotator and how much they did", async () => {
  const { batch, person, annotators } = await fixture();
  const request = { userId: person.actor.userId, batchId: batch.id };
  const [first] = await rowsOf("me", request);
  expect(first).toMatchObject({ n: 1 });
  expect(await rowsOf("me", request)).toEqual([first]);
  const [other] = await rowsOf("me", { ...request, userId: annotators[1]?.actor.userId ?? "" });
  expect(other?.from).not.toBe(first?.from);
  await claimed(person, batch.id);
  const [second] = await rowsOf("me", request);
  expect(second).toMatchObject({ n: 2 });
  expect(second?.from).not.toBe(first?.from);
});

test("nothing is kept ahead of somebody who is not at work, nor where others would wait for it", async () => {
  const { batch, person } = await fixture();
  const request = { userId: person.actor.userId, batchId: batch.id, as: "reserved" as const };
  expect(await rowsOf("room", request)).toEqual([{ no: null }]);
  const id = await claimed(person, batch.id);
  expect(await rowsOf("room", request)).toEqual([{ no: 1 }]);
  const free = await db.slot.findMany({ where: { batchId: batch.id, assignmentId: null } });
  await db.slot.deleteMany({ where: { id: { in: free.slice(2).map((slot) => slot.id) } } });
  expect(await rowsOf("room", request)).toEqual([{ no: null }]);
  expect(await db.assignment.count({ where: { id, state: "open" } })).toBe(1);
});

test("what the annotator holds is renewed, and then no slot is sought", async () => {
  const { batch, person } = await fixture();
  const request = { userId: person.actor.userId, batchId: batch.id };
  expect(await rowsOf("held", request)).toEqual([]);
  expect(await rowsOf("found", request)).toMatchObject([{ again: null }]);
  const id = await claimed(person, batch.id);
  expect(await rowsOf("held", request)).toMatchObject([{ id, position: 1 }]);
  expect(await rowsOf("found", request)).toEqual([]);
});

test("an assignment that expired is continued before a fresh slot is taken", async () => {
  const { batch, person } = await fixture();
  const request = { userId: person.actor.userId, batchId: batch.id };
  const id = await claimed(person, batch.id);
  await db.slot.updateMany({ where: { assignmentId: id }, data: { assignmentId: null } });
  await db.assignment.update({ where: { id }, data: { state: "expired", lease: null, leaseUntil: null } });
  expect(await rowsOf("found", request)).toMatchObject([{ again: id }]);
  expect(await rowsOf("continued", request)).toMatchObject([{ id }]);
  expect(await rowsOf("opened", request)).toEqual([]);
  expect(await rowsOf("taken", request)).toMatchObject([{ id, position: 1 }]);
});
