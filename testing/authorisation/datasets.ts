import { db } from "@/lib/database/db";
import type { Fixture, Persona, RouteCases } from "@/testing/authorisation/case";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeClosedBatch } from "@/testing/builders/submissions";

const READERS: Persona[] = ["researcher", "admin", "site admin"];

const project = ({ study }: Fixture) => ({ project: study.id });
const otherProject = ({ otherStudy }: Fixture) => ({ project: otherStudy.id });
const dataset = async ({ study }: Fixture) => ({ dataset: (await makeDataset({ project: study })).id });
const otherDataset = async ({ otherStudy }: Fixture) => ({
  dataset: (await makeDataset({ project: otherStudy })).id,
});
const makeImport = async (projectId: string, state: "queued" | "failed" = "queued") => {
  const { id } = await db.import.create({ data: { projectId, fileName: "study.jsonl", state } });
  return { import: id };
};
const anImport = ({ study }: Fixture) => makeImport(study.id);
const otherImport = ({ otherStudy }: Fixture) => makeImport(otherStudy.id);
const exported = async (fixture: Fixture) => ({ study: (await dataset(fixture)).dataset });
const otherExported = async (fixture: Fixture) => ({ study: (await otherDataset(fixture)).dataset });
const manyGold = async ({ study }: Fixture) => {
  const { id } = await db.response.findFirstOrThrow({
    where: { dataset: { projectId: study.id } },
    orderBy: { dataset: { createdAt: "desc" } },
  });
  return { rows: [{ response: id, item: null, value: 3, explanation: "" }] };
};

/** The batch of the dataset that was made last. */
const curated = new WeakMap<Fixture, string>();

export const cases: RouteCases = {
  "GET /api/v1/projects/[project]/imports": { may: READERS, params: project, foreign: otherProject },
  "POST /api/v1/projects/[project]/imports": {
    may: READERS,
    params: project,
    foreign: otherProject,
    query: () => ({ file: "study.jsonl" }),
    body: () => '{"type":"study","version":1,"name":"Small"}\n',
  },
  "GET /api/v1/imports/[import]": { may: READERS, params: anImport, foreign: otherImport },
  "DELETE /api/v1/imports/[import]": { may: READERS, params: anImport, foreign: otherImport },
  "PATCH /api/v1/imports/[import]": {
    may: READERS,
    params: ({ study }) => makeImport(study.id, "failed"),
    foreign: ({ otherStudy }) => makeImport(otherStudy.id, "failed"),
    body: () => ({ dismissed: true }),
  },
  "GET /api/v1/imports/[import]/problems": { may: READERS, params: anImport, foreign: otherImport },
  "GET /api/v1/projects/[project]/datasets": { may: READERS, params: project, foreign: otherProject },
  "GET /api/v1/datasets/[dataset]": { may: READERS, params: dataset, foreign: otherDataset },
  "PATCH /api/v1/datasets/[dataset]": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
    body: () => ({ archived: true }),
  },
  "DELETE /api/v1/datasets/[dataset]": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
  },
  "GET /api/v1/datasets/[dataset]/dependants": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
  },
  "GET /api/v1/datasets/[dataset]/metadata": { may: READERS, params: dataset, foreign: otherDataset },
  "PATCH /api/v1/datasets/[dataset]/metadata": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
    body: () => ({ field: "source", on: false }),
  },
  "POST /api/v1/datasets/[dataset]/empty": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
  },
  "GET /api/v1/datasets/[dataset]/curation": { may: READERS, params: dataset, foreign: otherDataset },
  "POST /api/v1/datasets/[dataset]/curation": {
    may: READERS,
    params: dataset,
    foreign: otherDataset,
    body: () => ({ from: "problems", name: "Sums", base: 9, count: 2 }),
  },
  "GET /api/v1/datasets/[dataset]/curation/file": {
    may: READERS,
    params: async (fixture) => {
      const made = await makeDataset({ project: fixture.study });
      curated.set(fixture, (await makeBatch({ dataset: made, open: false })).id);
      return { dataset: made.id };
    },
    foreign: otherDataset,
    query: (fixture) => ({ batch: curated.get(fixture) ?? "", form: "study" }),
  },
  "GET /api/v1/datasets/[dataset]/rules": { may: READERS, params: dataset, foreign: otherDataset },
  "POST /api/v1/datasets/[dataset]/rules": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
    body: () => ({ do: "draft" }),
  },
  "POST /api/v1/datasets/[dataset]/gold": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
    body: async ({ study }) => {
      const { id } = await db.response.findFirstOrThrow({
        where: { dataset: { projectId: study.id } },
        orderBy: { dataset: { createdAt: "desc" } },
      });
      return { response: id, item: null, value: 3 };
    },
  },
  "POST /api/v1/datasets/[dataset]/gold/check": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
    body: manyGold,
  },
  "POST /api/v1/datasets/[dataset]/gold/many": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
    body: manyGold,
  },
  "POST /api/v1/datasets/[dataset]/scores": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
    body: async ({ study }) => {
      const { key } = await db.response.findFirstOrThrow({ where: { dataset: { projectId: study.id } } });
      return { rows: [{ response: key, scores: { benchmark: 0.5 } }] };
    },
  },
  "POST /api/v1/datasets/[dataset]/records": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
    body: () => ({ records: [{ type: "task", id: "added", instruction: "Add." }] }),
  },
  "POST /api/v1/datasets/[dataset]/records/lines": {
    may: ["admin", "site admin"],
    params: dataset,
    foreign: otherDataset,
    body: () => '{"type":"task","id":"sent","instruction":"Add."}\n',
  },
  "POST /api/v1/datasets/[dataset]/gold/from-batch": {
    may: ["admin", "site admin"],
    params: async ({ study }) => {
      const project = { id: study.id };
      const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
      const { id } = await makeClosedBatch({ people, tasks: 1, values: () => [3, 3] });
      const { datasetId } = await db.batch.findUniqueOrThrow({ where: { id } });
      return { dataset: datasetId };
    },
    foreign: otherDataset,
    body: async ({ study }) => {
      const { id } = await db.batch.findFirstOrThrow({
        where: { projectId: study.id, state: "closed" },
        orderBy: { createdAt: "desc" },
      });
      return { batch: id, from: "consensus" };
    },
  },
  "GET /api/v1/exports/[study]": {
    may: READERS,
    params: exported,
    foreign: otherExported,
    query: () => ({ format: "csv" }),
  },
  "GET /api/v1/exports/[study]/training": { may: READERS, params: exported, foreign: otherExported },
  "GET /api/v1/projects/[project]/exports": { may: READERS, params: project, foreign: otherProject },
};
