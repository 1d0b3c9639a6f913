import type { Cases, Persona, World } from "@/testing/authorisation/case";
import { makeBatch, makeDataset } from "@/testing/builders";

const READERS: Persona[] = ["researcher", "admin", "site admin"];

const ofDataset = async ({ study }: World) => ({
  of: "datasets",
  id: (await makeDataset({ project: study })).id,
});
const ofBatch = async ({ study }: World) => ({
  of: "batches",
  id: (await makeBatch({ dataset: await makeDataset({ project: study }), open: false })).id,
});
const foreign = async ({ otherStudy }: World) => ({ id: (await makeDataset({ project: otherStudy })).id });
const foreignBatch = async ({ otherStudy }: World) => ({
  id: (await makeBatch({ dataset: await makeDataset({ project: otherStudy }), open: false })).id,
});

export const cases: Cases = {
  "GET /api/v1/reports/[of]/[id]/judgements": { may: READERS, params: ofBatch, foreign: foreignBatch },
  "GET /api/v1/reports/[of]/[id]": { may: READERS, params: ofDataset, foreign },
  "POST /api/v1/reports/[of]/[id]": {
    may: READERS,
    params: ofBatch,
    foreign: foreignBatch,
  },
  // Of a study that has no numbers yet.
  "GET /api/v1/reports/[of]/[id]/tables/[table]": {
    may: READERS,
    answers: 409,
    params: async (world) => ({ ...(await ofDataset(world)), table: "agreement" }),
    foreign,
  },
};
