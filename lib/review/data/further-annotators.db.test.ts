import { expect, test } from "vitest";
import { raiseReplicates } from "@/lib/batch/data/add-subjects";
import { findMonitor } from "@/lib/batch/data/monitor";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { findBatchSetup } from "@/lib/export/data/batch-setup";
import { batchSetupSentences } from "@/lib/export/rules/methods/batch-setup";
import { listVotedUnits } from "@/lib/judgement/data/votes";
import { claim } from "@/lib/participation/data/claim";
import type { Protocol } from "@/lib/protocol/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { makeReviewFixture, newOp } from "@/lib/review/testing/fixture";
import { reopen } from "@/lib/review/testing/reopen";
import { makeMember } from "@/testing/builders/people";

const scored: Protocol = {
  steps: [
    {
      ...{ type: "score", question: "How good is it?", exposure: "none", opens: "at-once" },
      scale: { type: "points", min: 1, max: 5 },
    },
  ],
};

/** A batch of three people for each response, with up to two further ones where their scores differ. */
async function makeOverlap({ subjects = 1, most = 2 } = {}) {
  const fixture = await makeReviewFixture({ protocol: scored, subjects });
  await db.batch.update({
    where: { id: fixture.batch.id },
    data: { quality: { overlap: { most, points: 1 } } },
  });
  const replicates = async () => {
    const where = { batchId: fixture.batch.id, subjectId: fixture.places[0]?.id ?? "" };
    const slots = await db.slot.findMany({ where, orderBy: { replicate: "asc" } });
    return slots.map(({ replicate }) => replicate);
  };
  type Person = Awaited<ReturnType<typeof fixture.join>>;
  const write = async (person: Person, { id, lease }: { id: string; lease: string }, value: number) => {
    await recordOps(person.actor, id, { lease, base: 0, ops: [newOp({ type: "score", value })] });
    return () => submit(person.actor, id, { lease });
  };
  const submitted = async (value: number) => {
    const person = await fixture.join();
    const assignment = await fixture.open(person);
    const send = await write(person, assignment, value);
    expect(await send()).toMatchObject({ state: "submitted" });
    return { person, assignment };
  };
  return { ...fixture, replicates, write, submitted };
}

test("a further annotator is asked when the last planned submission disagrees, and no longer when it is undone", async () => {
  const { submitted, replicates } = await makeOverlap();
  await submitted(3);
  await submitted(4);
  expect(await replicates()).toEqual([1, 2, 3]);
  const last = await submitted(3);
  expect(await replicates()).toEqual([1, 2, 3, 4]);
  const undone = await reopen(last.person.actor, last.assignment.id);
  expect(await replicates()).toEqual([1, 2, 3]);
  await submit(last.person.actor, last.assignment.id, { lease: undone.lease });
  expect(await replicates()).toEqual([1, 2, 3, 4]);
});

test("no further annotator is asked where the first ones agree, or where the batch asks for none", async () => {
  const agreeing = await makeOverlap();
  for (const value of [4, 4, 4]) await agreeing.submitted(value);
  expect(await agreeing.replicates()).toEqual([1, 2, 3]);
  const plain = await makeOverlap();
  await db.batch.update({ where: { id: plain.batch.id }, data: { quality: {} } });
  for (const value of [1, 4, 5]) await plain.submitted(value);
  expect(await plain.replicates()).toEqual([1, 2, 3]);
});

test("further annotators end with a majority or at the limit, and no annotator judges a subject twice", async () => {
  const { submitted, replicates, batch, join, write } = await makeOverlap();
  const first = await submitted(3);
  await submitted(3);
  await submitted(4);
  expect(await claim(first.person.actor, batch.id)).not.toHaveProperty("assignment");
  const fourth = await join();
  const claimed = await claim(fourth.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("the further place can be claimed");
  const send = await write(fourth, claimed.assignment as { id: string; lease: string }, 4);
  await send();
  expect(await replicates()).toEqual([1, 2, 3, 4, 5]);
  await submitted(3);
  expect(await replicates()).toEqual([1, 2, 3, 4, 5]);

  const split = await makeOverlap({ most: 1 });
  for (const value of [1, 3, 5]) await split.submitted(value);
  await split.submitted(2);
  expect(await split.replicates()).toEqual([1, 2, 3, 4]);
});

test("simultaneous last submissions ask for one further annotator together", async () => {
  const { join, open, write, replicates } = await makeOverlap();
  const sends: (() => Promise<unknown>)[] = [];
  for (const value of [1, 3, 5]) {
    const person = await join();
    sends.push(await write(person, await open(person), value));
  }
  await Promise.all(sends.map((send) => send()));
  expect(await replicates()).toEqual([1, 2, 3, 4]);
});

test("statistics rest on the first people alone, files mark the others, and votes count them", async () => {
  const { submitted, batch, datasetId, project } = await makeOverlap({ subjects: 2 });
  for (const value of [3, 4, 4, 4]) await submitted(value);
  const scope = { datasetId, batchId: batch.id, projectId: project.id };
  const { study } = await loadStudy(scope, async ({ summary }) => {
    expect(summary).toMatchObject({ judgements: 3, setAside: 1 });
  });
  expect(study.judgements).toHaveLength(3);
  expect(study.setAside).toBe(1);
  expect((await reportOf(study)).study).toMatchObject({ judgements: 3, setAside: 1 });
  const records = fromSnapshot((snapshot) => studyRecords(snapshot, scope));
  const marked: unknown[] = [];
  for await (const record of records)
    if (record.type === "judgement") marked.push(record.metadata?.further ?? false);
  expect(marked.toSorted()).toEqual([false, false, false, true]);
  const [unit] = await listVotedUnits(db, batch.id);
  expect(unit?.votes).toHaveLength(4);

  const words = fromSnapshot(async function* (snapshot) {
    yield await findBatchSetup(snapshot, batch.id);
  });
  for await (const found of words)
    expect(found && batchSetupSentences(found.words).join(" ")).toContain(
      "Where the first raters of an arm disagreed, up to 2 further raters were asked, one at a time, until one value had a majority: 1 submission on 1 response.",
    );
  const admin = await makeMember("admin", { project });
  expect(await findMonitor(admin.actor, batch.id, "day")).toMatchObject({ arms: [{ slots: 7, further: 1 }] });

  // With four people for each response, the fourth is one of the first.
  await raiseReplicates(admin.actor, batch.id, { arms: [{ name: "A", k: 4 }] });
  expect((await loadStudy(scope)).study.judgements).toHaveLength(4);
});
