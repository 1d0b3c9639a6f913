import { describe, expect, test } from "vitest";
import { addSubjects, raiseReplicates } from "@/lib/batch/data/add-subjects";
import { findBatch, findProgress } from "@/lib/batch/data/progress";
import { makeVersion } from "@/lib/batch/data/versions";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { NO_MEASURES } from "@/lib/quality/schema";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, type TestMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const steps = stepsOf("checklist-answering", { exposure: "draft-first" });
const three: Arms = [
  { name: "first", k: 2, steps, exposure: null },
  { name: "asked", k: 2, steps: null, exposure: "on-request" },
  { name: "own", k: 2, steps: null, exposure: "judge-then-reveal" },
];

async function study(people: number, tasks: number) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const dataset = await makeDataset({ project, tasks, checklist: 1 });
  const annotators: TestMember<"annotator">[] = [];
  for (let n = 0; n < people; n++) annotators.push(await makeMember("annotator", { project }));
  return { project, admin, dataset, annotators };
}

/** Pseudo-random numbers from 0 to 1 for a seed (mulberry32). */
function chance(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Annotators work at their own pace until no assignment is left. Returns the order in which arms were
 * assigned.
 */
async function workThrough(
  people: readonly { person: TestMember<"annotator">; minutes: number }[],
  batch: { id: string },
  random: () => number,
): Promise<{ raterId: string; assignment: string }[]> {
  const given: { raterId: string; assignment: string }[] = [];
  const atWork = people.map(({ person, minutes }) => ({ person, minutes, until: random() * minutes }));
  while (atWork.length > 0) {
    atWork.sort((a, b) => a.until - b.until);
    const [next] = atWork;
    if (!next) break;
    const got = await claim(next.person.actor, batch.id);
    if (!got || !("assignment" in got)) {
      atWork.shift();
      continue;
    }
    given.push({ raterId: next.person.raterId, assignment: got.assignment.id });
    await db.assignment.update({
      where: { id: got.assignment.id },
      data: { state: "submitted", submittedAt: new Date(), lease: null, leaseUntil: null },
    });
    next.until += next.minutes * (0.5 + random());
  }
  return given;
}

function countBy<Row>(rows: readonly Row[], of: (row: Row) => string) {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
  return counts;
}

/** From one assignment in two minutes to one in twenty. */
const PACES = [2, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20];

test("12 people of unequal pace on 60 subjects × 3 arms × 2: all filled, subjects and people balanced", async () => {
  const { dataset, annotators } = await study(12, 60);
  const batch = await makeBatch({ dataset, annotators, arms: three, seed: 5 });
  // Orders and lanes depend on pseudonyms and order of arrival: fixed, so that every run is the same.
  for (const [n, { raterId, membershipId }] of annotators.entries()) {
    await db.rater.update({ where: { id: raterId }, data: { code: `P${n + 1}` } });
    await db.batchAnnotator.update({
      where: { batchId_membershipId: { batchId: batch.id, membershipId } },
      data: { addedAt: new Date(2026, 0, n + 1) },
    });
  }
  const people = annotators.map((person, n) => ({ person, minutes: PACES[n] ?? 1 }));
  await workThrough(people, batch, chance(11));

  expect(await db.slot.count({ where: { batchId: batch.id, assignmentId: null } })).toBe(0);
  const done = await db.assignment.findMany({
    where: { batchId: batch.id },
    select: { subjectId: true, raterId: true, arm: { select: { name: true } } },
  });
  expect(done).toHaveLength(60 * 3 * 2);
  const bySubject = countBy(done, ({ subjectId, arm }) => `${subjectId} ${arm.name}`);
  expect(bySubject.size).toBe(60 * 3);
  expect(new Set(bySubject.values())).toEqual(new Set([2]));
  expect(countBy(done, ({ subjectId, raterId }) => `${subjectId} ${raterId}`).size).toBe(done.length);

  const byPerson = countBy(done, ({ raterId, arm }) => `${raterId} ${arm.name}`);
  for (const { raterId } of annotators) {
    const counts = three.map(({ name }) => byPerson.get(`${raterId} ${name}`) ?? 0);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  }
  // The workloads must differ, or the test would prove nothing.
  const loads = [...countBy(done, ({ raterId }) => raterId).values()];
  expect(Math.max(...loads)).toBeGreaterThan(2 * Math.min(...loads));
}, 120_000);

describe("a reserved share", () => {
  const reserve = { share: 0.25, k: 2 };

  async function reserved(subjectOrder: "random" | "fixed" = "random") {
    const made = await study(6, 12);
    const { dataset, annotators } = made;
    const arms: Arms = [{ name: "A", k: 3, steps, exposure: null }];
    const batch = await makeBatch({
      dataset,
      annotators,
      arms,
      seed: 3,
      subjectOrder,
      quality: { ...NO_MEASURES, reserve },
    });
    const arm = await db.arm.findFirstOrThrow({ where: { batchId: batch.id, reserved: true } });
    return { ...made, batch, arm };
  }

  test.each(["random", "fixed"] as const)(
    "is judged without drafts by two annotators in addition to the arms, and first (%s order)",
    async (subjectOrder) => {
      const { annotators, batch, arm } = await reserved(subjectOrder);
      expect(arm).toMatchObject({ name: "Without drafts", k: 2 });
      expect(arm.protocol).toMatchObject({ steps: [{ type: "judge", exposure: "none" }] });
      expect(await db.slot.count({ where: { batchId: batch.id } })).toBe(12 * 3 + 3 * 2);

      const given = await workThrough(
        annotators.map((person, n) => ({ person, minutes: [1, 2, 3, 5, 8, 13][n] ?? 1 })),
        batch,
        chance(7),
      );
      expect(await db.slot.count({ where: { batchId: batch.id, assignmentId: null } })).toBe(0);
      const there = await db.assignment.findMany({ where: { armId: arm.id }, include: { subject: true } });
      expect(there.every(({ subject }) => subject.reserved)).toBe(true);
      const perSubject = countBy(there, ({ subjectId }) => subjectId);
      expect([...perSubject.values()]).toEqual([2, 2, 2]);
      // There are 6 such slots and 6 people: each annotator gets one, as the first assignment they are given.
      const isReserved = new Set(there.map(({ id }) => id));
      for (const { raterId } of annotators) {
        const own = given.filter((row) => row.raterId === raterId).map(({ assignment }) => assignment);
        expect(own.map((id) => isReserved.has(id)).indexOf(true)).toBe(0);
        expect(own.filter((id) => isReserved.has(id))).toHaveLength(1);
      }
    },
    60_000,
  );

  test("is drawn from the seed, and assigned to the annotators of the batch", async () => {
    const drawn = async () => {
      const { annotators, batch } = await reserved();
      const rows = await db.subject.findMany({ where: { batchId: batch.id, reserved: true } });
      return { annotators, batch, positions: rows.map(({ position }) => position).sort((a, b) => a - b) };
    };
    const [one, two] = [await drawn(), await drawn()];
    expect(one.positions).toHaveLength(3);
    expect(two.positions).toEqual(one.positions);
    const [only] = one.annotators;
    if (!only) throw new Error("nobody is there");
    await workThrough([{ person: only, minutes: 1 }], one.batch, chance(1));
    expect(await db.assignment.count({ where: { batchId: one.batch.id } })).toBe(12);
  });

  test("grows with the batch, and a copy of the design draws anew", async () => {
    const { project, admin, dataset, annotators } = await study(6, 12);
    const arms: Arms = [{ name: "A", k: 1, steps, exposure: null }];
    const batch = await makeBatch({
      dataset,
      annotators,
      arms,
      selection: { filter: { q: "topic 1" }, sample: null },
      quality: { ...NO_MEASURES, reserve: { share: 0.5, k: 2 } },
    });
    const reservedNow = () => db.subject.count({ where: { batchId: batch.id, reserved: true } });
    // Topics 1, 10, 11 and 12.
    expect(await reservedNow()).toBe(2);
    expect(await addSubjects(admin.actor, batch.id, { filter: {} })).toEqual({
      subjects: 8,
      slots: 8 + 4 * 2,
    });
    expect(await reservedNow()).toBe(6);
    const raised = await raiseReplicates(admin.actor, batch.id, { arms: [{ name: "Without drafts", k: 3 }] });
    expect(raised).toEqual({ slots: 6 });
    expect(await findProgress(admin.actor, batch.id)).toMatchObject({ slots: 12 + 6 * 3 });

    const copy = await makeVersion(admin.actor, batch.id);
    if (!copy || !("id" in copy)) throw new Error("not copied");
    expect(await findBatch(admin.actor, copy.id)).toMatchObject({
      projectId: project.id,
      quality: { reserve: { share: 0.5, k: 2 } },
      arms: [{ name: "A" }],
    });
  });
});
