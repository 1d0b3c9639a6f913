import type { Fixture, Persona, RouteCases } from "@/testing/authorisation/case";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";

const READERS: Persona[] = ["researcher", "admin", "site admin"];

const ofDataset = async ({ study }: Fixture) => ({
  of: "datasets",
  id: (await makeDataset({ project: study })).id,
});
const ofBatch = async ({ study }: Fixture) => ({
  of: "batches",
  id: (await makeBatch({ dataset: await makeDataset({ project: study }), open: false })).id,
});
const foreign = async ({ otherStudy }: Fixture) => ({ id: (await makeDataset({ project: otherStudy })).id });
const foreignBatch = async ({ otherStudy }: Fixture) => ({
  id: (await makeBatch({ dataset: await makeDataset({ project: otherStudy }), open: false })).id,
});

export const cases: RouteCases = {
  "GET /api/v1/reports/[of]/[id]/judgements": { may: READERS, params: ofBatch, foreign: foreignBatch },
  "GET /api/v1/reports/[of]/[id]": { may: READERS, params: ofDataset, foreign },
  "POST /api/v1/reports/[of]/[id]": {
    may: READERS,
    params: ofBatch,
    foreign: foreignBatch,
  },
  "GET /api/v1/reports/[of]/[id]/papers/[paper]/[table]": {
    may: READERS,
    answers: 409,
    params: async (fixture) => ({ ...(await ofDataset(fixture)), paper: "llmbar", table: "T2" }),
    foreign,
  },
  "GET /api/v1/reports/[of]/[id]/pilots": { may: READERS, params: ofBatch, foreign: foreignBatch },
  "GET /api/v1/reports/[of]/[id]/overview": { may: READERS, params: ofBatch, foreign: foreignBatch },
  "GET /api/v1/reports/[of]/[id]/sections/[section]": {
    may: READERS,
    params: async (fixture) => ({ ...(await ofDataset(fixture)), section: "agreement" }),
    foreign,
  },
  // A study without a report yet.
  "GET /api/v1/reports/[of]/[id]/tables/[table]": {
    may: READERS,
    answers: 409,
    params: async (fixture) => ({ ...(await ofDataset(fixture)), table: "agreement" }),
    foreign,
  },
};
