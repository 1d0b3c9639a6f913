import { randomUUID } from "node:crypto";
import { joinBatch } from "@/lib/participation/data/join";
import { PERSONAS, type RouteCases } from "@/testing/authorisation/case";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";

const batchOf = async (project: { id: string }) => makeBatch({ dataset: await makeDataset({ project }) });
const linkOf = async (project: { id: string }) => ({
  link: (await makeParticipationLink(await batchOf(project))).id,
});

/** The browser id of the participant. */
const BROWSER = randomUUID();
const withParticipant = async (project: { id: string }) => {
  const { id, token } = await makeParticipationLink(await batchOf(project));
  await joinBatch({ token, person: "P1", study: null, session: null }, null, BROWSER);
  return { link: id };
};

export const cases: RouteCases = {
  "GET /api/v1/batches/[id]/participation": {
    may: ["admin", "site admin"],
    params: async ({ study }) => ({ id: (await batchOf(study)).id }),
    foreign: async ({ otherStudy }) => ({ id: (await batchOf(otherStudy)).id }),
  },
  "POST /api/v1/batches/[id]/participation": {
    may: ["admin", "site admin"],
    params: async ({ study }) => ({ id: (await batchOf(study)).id }),
    foreign: async ({ otherStudy }) => ({ id: (await batchOf(otherStudy)).id }),
    body: () => ({
      name: "First hundred",
      quota: 100,
      share: 5,
      completionCode: "C1DONE",
      personParameter: "PROLIFIC_PID",
    }),
  },
  "PATCH /api/v1/participation/[link]": {
    may: ["admin", "site admin"],
    params: ({ study }) => linkOf(study),
    foreign: ({ otherStudy }) => linkOf(otherStudy),
    body: () => ({ quota: 50 }),
  },
  "GET /api/v1/participation/[link]/mapping": {
    may: ["admin", "site admin"],
    params: ({ study }) => linkOf(study),
    foreign: ({ otherStudy }) => linkOf(otherStudy),
  },
  "POST /api/v1/participation/[link]/browser": {
    may: ["admin", "site admin"],
    params: ({ study }) => withParticipant(study),
    foreign: ({ otherStudy }) => withParticipant(otherStudy),
    body: () => ({ person: "P1" }),
  },
  "POST /api/v1/join": {
    may: [...PERSONAS],
    answers: 410,
    body: () => ({ token: "x".repeat(43), person: randomUUID() }),
  },
};
