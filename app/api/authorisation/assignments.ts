import { randomUUID } from "node:crypto";
import type { Cases, World } from "@/app/api/authorisation/case";
import { claim } from "@/lib/batch/data/claim";
import { db } from "@/lib/db";
import { recordOps } from "@/lib/review/data/record";
import { submit } from "@/lib/review/data/submit";
import { type MadeMember, makeBatch, makeDataset, makeMember } from "@/prisma/builders";

type Person = MadeMember<"annotator">;

/** An assignment of somebody's that asks for one score, scored already. */
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

/** Whoever asks, the assignment is the annotator's. */
const own = async ({ people, study }: World) => ({ id: (await scored(people.annotator, study)).id });
const anothers = async ({ people, study }: World) => ({
  id: (await scored(people["other annotator"], study)).id,
});

/** Of the assignment that was made last. */
async function lease({ people }: World) {
  const { lease } = await db.assignment.findFirstOrThrow({
    where: { raterId: people.annotator.raterId, state: "open" },
    orderBy: { createdAt: "desc" },
  });
  return lease;
}

const may = ["annotator" as const];

export const cases: Cases = {
  "GET /api/v1/assignments": {
    may,
    query: async ({ people, study }) => ({ batch: (await scored(people.annotator, study)).batch }),
  },
  "GET /api/v1/assignments/[id]": { may, params: own, foreign: anothers },
  "POST /api/v1/assignments/[id]/ops": {
    may,
    params: own,
    foreign: anothers,
    body: async (world) => ({ lease: await lease(world), base: 1, ops: [score()] }),
  },
  "POST /api/v1/assignments/[id]/heartbeat": {
    may,
    params: own,
    foreign: anothers,
    body: async (world) => ({ lease: await lease(world) }),
  },
  "POST /api/v1/assignments/[id]/submit": {
    may,
    params: own,
    foreign: anothers,
    body: async (world) => ({ lease: await lease(world), base: 1 }),
  },
  "POST /api/v1/assignments/[id]/skip": {
    may,
    params: own,
    foreign: anothers,
    body: async (world) => ({ lease: await lease(world), reason: "I know the author." }),
  },
  "POST /api/v1/assignments/[id]/undo-submit": {
    may,
    params: async ({ people, study }) => {
      const { id, lease } = await scored(people.annotator, study);
      await submit(people.annotator.actor, id, { lease });
      return { id };
    },
    foreign: async ({ study }) => {
      const person = await makeMember("annotator", { project: study });
      const { id, lease } = await scored(person, study);
      await submit(person.actor, id, { lease });
      return { id };
    },
  },
};
