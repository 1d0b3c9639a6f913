import { randomUUID } from "node:crypto";
import { actAs } from "@/lib/auth/actor";
import { moveBatch } from "@/lib/batch/data/change-state";
import { db } from "@/lib/database/db";
import type { Fixture, Persona, RouteCases } from "@/testing/authorisation/case";
import { makeBatch, makeGold, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, type TestMember } from "@/testing/builders/people";
import { makeRun } from "@/testing/builders/runs";

const ADMINS: Persona[] = ["admin", "site admin"];
const READERS: Persona[] = ["researcher", ...ADMINS];

const arms = [{ name: "A", k: 2, steps: stepsOf("direct-scoring"), exposure: null }];

/** A batch of the study with both its annotators. */
async function batchOf({ study, people }: Fixture, { open = true } = {}) {
  const dataset = await makeDataset({ project: study, tasks: 1, responses: 2 });
  const annotators = [people.annotator, people["other annotator"]];
  return makeBatch({ dataset, annotators, k: 2, open });
}

const opened = async (fixture: Fixture) => ({ id: (await batchOf(fixture)).id });
const drafted = async (fixture: Fixture) => ({ id: (await batchOf(fixture, { open: false })).id });
const paused = async (fixture: Fixture) => {
  const batch = await batchOf(fixture);
  await moveBatch(actAs(fixture.people["site admin"].actor, "admin"), batch.id, "pause");
  return { id: batch.id };
};
const closed = async (fixture: Fixture) => {
  const batch = await batchOf(fixture);
  await moveBatch(actAs(fixture.people["site admin"].actor, "admin"), batch.id, "close");
  return { id: batch.id };
};
const archived = async (fixture: Fixture) => {
  const { id } = await closed(fixture);
  await moveBatch(actAs(fixture.people["site admin"].actor, "admin"), id, "archive");
  return { id };
};
const foreign = async ({ otherStudy }: Fixture) => ({
  id: (await makeBatch({ dataset: await makeDataset({ project: otherStudy }), open: false })).id,
});

/** A batch with training, and one annotator in it. */
async function withTraining(project: { id: string }, person: TestMember<"annotator">) {
  const dataset = await makeDataset({ project, tasks: 2, checklist: 1 });
  await makeGold(dataset, { responses: 1 });
  const quality = { training: { subjects: 1 } };
  return (await makeBatch({ dataset, annotators: [person], preset: "checklist-answering", quality })).id;
}

/** A run over the dataset of the batch created last. */
const runs = new WeakMap<Fixture, { id: string }>();

export const cases: RouteCases = {
  "POST /api/v1/batches": {
    may: ADMINS,
    body: async ({ study }) => ({
      project: study.id,
      dataset: (await makeDataset({ project: study })).id,
      name: "Pilot",
      preset: "direct-scoring",
      arms,
    }),
  },
  "POST /api/v1/batches/subjects": {
    may: READERS,
    body: async ({ study }) => ({
      dataset: (await makeDataset({ project: study })).id,
      draft: null,
      selection: { filter: {}, sample: null },
      seed: 1,
      arms,
    }),
  },
  "GET /api/v1/batches/[id]": { may: READERS, params: opened, foreign },
  "PATCH /api/v1/batches/[id]": {
    may: ADMINS,
    params: opened,
    foreign,
    body: () => ({ name: "Second round" }),
  },
  "DELETE /api/v1/batches/[id]": { may: ADMINS, params: drafted, foreign },
  "POST /api/v1/batches/[id]/open": { may: ADMINS, params: drafted, foreign },
  "GET /api/v1/batches/[id]/opening": { may: ADMINS, params: drafted, foreign },
  "POST /api/v1/batches/[id]/wait": {
    may: ADMINS,
    params: async (fixture) => {
      const { id } = await drafted(fixture);
      const { datasetId } = await db.batch.findUniqueOrThrow({ where: { id } });
      runs.set(fixture, await makeRun({ dataset: { id: datasetId, projectId: fixture.study.id } }));
      return { id };
    },
    foreign,
    body: (fixture) => ({ run: runs.get(fixture)?.id }),
  },
  "DELETE /api/v1/batches/[id]/wait": { may: ADMINS, params: drafted, foreign },
  "POST /api/v1/batches/[id]/pause": { may: ADMINS, params: opened, foreign },
  "POST /api/v1/batches/[id]/resume": { may: ADMINS, params: paused, foreign },
  "POST /api/v1/batches/[id]/close": { may: ADMINS, params: opened, foreign },
  "GET /api/v1/batches/[id]/subjects": { may: ADMINS, params: opened, foreign },
  "POST /api/v1/batches/[id]/subjects": {
    may: ADMINS,
    params: opened,
    foreign,
    body: () => ({ filter: {} }),
  },
  "POST /api/v1/batches/[id]/replicates": {
    may: ADMINS,
    params: opened,
    foreign,
    body: () => ({ arms: [{ name: "A", k: 3 }] }),
  },
  "GET /api/v1/batches/[id]/intake": { may: READERS, params: opened, foreign },
  "PUT /api/v1/batches/[id]/intake": {
    may: ADMINS,
    params: opened,
    foreign,
    body: () => ({ limit: 100, rate: 0.5 }),
  },
  "DELETE /api/v1/batches/[id]/intake": { may: ADMINS, params: opened, foreign },
  "PUT /api/v1/batches/[id]/pay": {
    may: ADMINS,
    params: opened,
    foreign,
    body: () => ({ pay: { per: "hour", micros: 15_000_000, currency: "EUR" } }),
  },
  "POST /api/v1/batches/[id]/versions": { may: ADMINS, params: opened, foreign },
  "POST /api/v1/batches/[id]/archive": { may: ADMINS, params: closed, foreign },
  "POST /api/v1/batches/[id]/unarchive": { may: ADMINS, params: archived, foreign },
  "GET /api/v1/batches/[id]/stakes": { may: ADMINS, params: opened, foreign },
  "DELETE /api/v1/batches/[id]/annotators/[membership]": {
    may: ADMINS,
    params: async (fixture) => ({
      id: (await batchOf(fixture)).id,
      membership: fixture.people.annotator.membershipId,
    }),
    foreign: async (fixture) => ({
      ...(await foreign(fixture)),
      membership: fixture.people["admin elsewhere"].membershipId,
    }),
  },
  "POST /api/v1/batches/[id]/annotators/[membership]/qualification": {
    may: ADMINS,
    params: async (fixture) => {
      const { membershipId } = fixture.people.annotator;
      return { id: await withTraining(fixture.study, fixture.people.annotator), membership: membershipId };
    },
    foreign: async ({ otherStudy, people }) => {
      const person = await makeMember("annotator", { project: otherStudy });
      return {
        id: await withTraining(otherStudy, person),
        membership: people["admin elsewhere"].membershipId,
      };
    },
    body: () => ({ grant: "admission", note: "They wrote the guidelines" }),
  },
  "POST /api/v1/batches/[id]/annotators": {
    may: ADMINS,
    params: opened,
    foreign,
    body: async ({ study }) => ({
      annotators: [(await makeMember("annotator", { project: study })).membershipId],
    }),
  },
  "POST /api/v1/batches/[id]/ahead": {
    may: ["annotator", "other annotator"],
    params: opened,
    body: () => ({ page: randomUUID() }),
    foreign,
  },
  "DELETE /api/v1/batches/[id]/ahead": {
    may: ["annotator", "other annotator"],
    params: opened,
    query: () => ({ page: randomUUID() }),
    foreign,
  },
  "POST /api/v1/batches/[id]/claim": {
    may: ["annotator", "other annotator"],
    params: opened,
    foreign,
  },
  "GET /api/v1/batches/[id]/guidelines": { may: ["annotator", "other annotator"], params: opened, foreign },
  "POST /api/v1/batches/[id]/guidelines": {
    may: ["annotator", "other annotator"],
    params: opened,
    foreign,
    body: () => ({ read: 1 }),
  },
  "GET /api/v1/batches/[id]/progress": { may: READERS, params: opened, foreign },
  "GET /api/v1/batches/[id]/pulse": { may: READERS, params: opened, foreign },
};
