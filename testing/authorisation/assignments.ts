import { randomUUID } from "node:crypto";
import { actAs } from "@/lib/auth/actor";
import { reopenAssignment } from "@/lib/batch/data/lifecycle";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { undoSubmit } from "@/lib/review/data/undo-submit";
import type { Fixture, RouteCases } from "@/testing/authorisation/case";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeSiteAdmin, type TestMember } from "@/testing/builders/people";

type Person = TestMember<"annotator">;

/** A person's assignment that asks for one score, already given. */
async function scored(person: Person, project: { id: string }) {
  const dataset = await makeDataset({ project, tasks: 1 });
  const batch = await makeBatch({ dataset, annotators: [person] });
  const claimed = await claim(person.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
  const { id, lease } = claimed.assignment;
  await recordOps(person.actor, id, { lease, base: 0, ops: [score()] });
  return { id, lease, batch: batch.id };
}

const score = () => ({ op: randomUUID(), at: new Date().toISOString(), type: "score" as const, value: 3 });

/** The annotator's assignment, whoever calls. */
const own = async ({ people, study }: Fixture) => ({ id: (await scored(people.annotator, study)).id });
const anothers = async ({ people, study }: Fixture) => ({
  id: (await scored(people["other annotator"], study)).id,
});

/** Lease of the assignment created last. */
async function lease({ people }: Fixture) {
  const { lease } = await db.assignment.findFirstOrThrow({
    where: { raterId: people.annotator.raterId, state: "open" },
    orderBy: { createdAt: "desc" },
  });
  return lease;
}

async function submitted(person: Person, project: { id: string }) {
  const { id, lease } = await scored(person, project);
  await submit(person.actor, id, { lease });
  return { id };
}

async function reopened(person: Person, project: { id: string }) {
  const { id } = await submitted(person, project);
  await reopenAssignment(actAs((await makeSiteAdmin()).actor, "admin"), id, { note: "Again, please." });
  return { id };
}

async function reopenedByAuthor(person: Person, project: { id: string }) {
  const { id } = await submitted(person, project);
  await db.assignment.update({ where: { id }, data: { submittedAt: new Date(Date.now() - 60_000) } });
  await undoSubmit(person.actor, id);
  return { id };
}

const may = ["annotator" as const];
const ADMINS = ["admin" as const, "site admin" as const];

export const cases: RouteCases = {
  "GET /api/v1/assignments": {
    may,
    query: async ({ people, study }) => ({ batch: (await scored(people.annotator, study)).batch }),
  },
  "GET /api/v1/assignments/[id]": { may, params: own, foreign: anothers },
  "POST /api/v1/assignments/[id]/ops": {
    may,
    params: own,
    foreign: anothers,
    body: async (fixture) => ({ lease: await lease(fixture), base: 1, ops: [score()] }),
  },
  "POST /api/v1/assignments/[id]/heartbeat": {
    may,
    params: own,
    foreign: anothers,
    body: async (fixture) => ({ lease: await lease(fixture) }),
  },
  "POST /api/v1/assignments/[id]/submit": {
    may,
    params: own,
    foreign: anothers,
    body: async (fixture) => ({ lease: await lease(fixture), base: 1 }),
  },
  "POST /api/v1/assignments/[id]/skip": {
    may,
    params: own,
    foreign: anothers,
    body: async (fixture) => ({ lease: await lease(fixture), reason: "I know the author." }),
  },
  "POST /api/v1/assignments/[id]/undo-submit": {
    may,
    params: async ({ people, study }) => submitted(people.annotator, study),
    foreign: async ({ study }) => submitted(await makeMember("annotator", { project: study }), study),
  },
  "DELETE /api/v1/assignments/[id]/undo-submit": {
    may,
    params: async ({ people, study }) => reopenedByAuthor(people.annotator, study),
    foreign: async ({ study }) => reopenedByAuthor(await makeMember("annotator", { project: study }), study),
  },
  "POST /api/v1/assignments/[id]/release": {
    may: ADMINS,
    params: own,
    foreign: async ({ otherStudy }) => ({
      id: (await scored(await makeMember("annotator", { project: otherStudy }), otherStudy)).id,
    }),
  },
  "POST /api/v1/assignments/[id]/reopen": {
    may: ADMINS,
    params: async ({ people, study }) => submitted(people.annotator, study),
    foreign: async ({ otherStudy }) =>
      submitted(await makeMember("annotator", { project: otherStudy }), otherStudy),
    body: () => ({ note: "Look at the second line again." }),
  },
  "DELETE /api/v1/assignments/[id]/reopen": {
    may: ADMINS,
    params: async ({ people, study }) => reopened(people.annotator, study),
    foreign: async ({ otherStudy }) =>
      reopened(await makeMember("annotator", { project: otherStudy }), otherStudy),
  },
};
