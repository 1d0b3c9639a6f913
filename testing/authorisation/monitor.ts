import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { askQuestion } from "@/lib/question/data";
import { recordOps } from "@/lib/review/data/record-operations";
import type { Fixture, Persona, RouteCases } from "@/testing/authorisation/case";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, type TestMember } from "@/testing/builders/people";

const ADMINS: Persona[] = ["admin", "site admin"];

/** An assignment in progress. */
async function makeOpenAssignment(person: TestMember<"annotator">, project: { id: string }) {
  const dataset = await makeDataset({ project, tasks: 1 });
  const batch = await makeBatch({ dataset, annotators: [person] });
  const claimed = await claim(person.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
  const { id, lease } = claimed.assignment;
  return { id, lease, batch: batch.id };
}

async function makeQuestion(person: TestMember<"annotator">, project: { id: string }) {
  const { id } = await makeOpenAssignment(person, project);
  const question = await askQuestion(person.actor, id, "Does a list count as one sentence?");
  if (!question || "refused" in question) throw new Error("nothing was asked");
  return { id, question: question.id };
}

/** A question of the annotator, unanswered. */
const waiting = async ({ people, study }: Fixture) => ({
  question: (await makeQuestion(people.annotator, study)).question,
});
const elsewhere = async ({ otherStudy }: Fixture) => {
  const person = await makeMember("annotator", { project: otherStudy });
  return { question: (await makeQuestion(person, otherStudy)).question };
};
const published = async (fixture: Fixture) => {
  const { question } = await waiting(fixture);
  const { batchId } = await db.question.findUniqueOrThrow({ where: { id: question } });
  await db.publishedAnswer.create({ data: { batchId, questionId: question, question: "?", answer: "!" } });
  return { question };
};

async function flagged(person: TestMember<"annotator">, project: { id: string }) {
  const { id, lease } = await makeOpenAssignment(person, project);
  const stamp = { op: randomUUID(), at: new Date().toISOString() };
  await recordOps(person.actor, id, {
    lease,
    base: 0,
    ops: [{ ...stamp, type: "flag", code: "unsafe", on: true }],
  });
  const { id: flag } = await db.flag.findFirstOrThrow({ where: { assignmentId: id } });
  return { flag };
}

const own = async ({ people, study }: Fixture) => ({
  id: (await makeOpenAssignment(people.annotator, study)).id,
});
const anothers = async ({ people, study }: Fixture) => ({
  id: (await makeOpenAssignment(people["other annotator"], study)).id,
});

export const cases: RouteCases = {
  "POST /api/v1/assignments/[id]/question": {
    may: ["annotator"],
    params: own,
    foreign: anothers,
    body: () => ({ text: "Does a list count as one sentence?" }),
  },
  "POST /api/v1/assignments/[id]/question/seen": {
    may: ["annotator"],
    params: async ({ people, study }) => ({ id: (await makeQuestion(people.annotator, study)).id }),
    foreign: async ({ people, study }) => ({ id: (await makeQuestion(people["other annotator"], study)).id }),
  },
  "GET /api/v1/batches/[id]/answers": {
    may: ["annotator"],
    params: async ({ people, study }) => ({ id: (await makeOpenAssignment(people.annotator, study)).batch }),
    foreign: async ({ people, study }) => ({
      id: (await makeOpenAssignment(people["other annotator"], study)).batch,
    }),
  },
  "POST /api/v1/questions/[question]/answer": {
    may: ADMINS,
    params: waiting,
    foreign: elsewhere,
    body: () => ({ text: "Yes." }),
  },
  "POST /api/v1/questions/[question]/settle": { may: ADMINS, params: waiting, foreign: elsewhere },
  "POST /api/v1/questions/[question]/publish": {
    may: ADMINS,
    params: waiting,
    foreign: elsewhere,
    body: () => ({ question: "Does a list count as one sentence?", answer: "Yes." }),
  },
  "POST /api/v1/questions/[question]/withdraw": { may: ADMINS, params: published, foreign: elsewhere },
  "POST /api/v1/flags/[flag]/resolve": {
    may: ADMINS,
    params: ({ people, study }) => flagged(people.annotator, study),
    foreign: async ({ otherStudy }) =>
      flagged(await makeMember("annotator", { project: otherStudy }), otherStudy),
    body: () => ({ resolution: "The file was replaced." }),
  },
};
