import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import type { Persona, RouteCases } from "@/testing/authorisation/case";
import { makeDataset } from "@/testing/builders/datasets";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";

const ADMINS: Persona[] = ["admin", "site admin"];
const READERS: Persona[] = ["researcher", ...ADMINS];

type Project = { id: string };

const endpointOf = async (project: Project) => ({ endpoint: (await makeEndpoint({ project })).id });
const runOf = async (project: Project, state?: "running" | "paused") => ({
  run: (await makeRun({ project, state })).id,
});

const unitOf = async (project: Project) => {
  const run = await makeRun({ project });
  const unit = await db.draftUnit.findFirstOrThrow({ where: { runId: run.id } });
  return { run: run.id, unit: unit.id };
};

/** A drafted value and a drafted rubric, with their unit. */
async function drafted(project: Project) {
  const run = await makeRun({ project });
  const [draft, version] = await Promise.all([
    db.draft.findFirstOrThrow({ where: { dataset: { id: run.datasetId } } }),
    db.rubricVersion.findFirstOrThrow({ where: { rubric: { datasetId: run.datasetId } } }),
  ]);
  const unit = await db.draftUnit.findFirstOrThrow({ where: { runId: run.id } });
  const { id: _id, value, provenance, ...rest } = draft;
  const made = await db.draft.create({
    data: {
      ...rest,
      key: randomUUID(),
      value: value ?? undefined,
      provenance: provenance ?? {},
      unitId: unit.id,
    },
  });
  await db.rubricVersion.update({ where: { id: version.id }, data: { unitId: unit.id } });
  return { draft: made.id, version: version.id };
}

const endpoint = () => ({
  name: `Endpoint ${randomUUID()}`,
  provider: "openai-compatible",
  baseUrl: "https://models.example.org/v1",
  model: "model-1",
});

export const cases: RouteCases = {
  "GET /api/v1/projects/[project]/endpoints": {
    may: ADMINS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "POST /api/v1/projects/[project]/endpoints": {
    may: ADMINS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: endpoint,
  },
  "GET /api/v1/endpoints/[endpoint]": {
    may: ADMINS,
    params: ({ study }) => endpointOf(study),
    foreign: ({ otherStudy }) => endpointOf(otherStudy),
  },
  "PATCH /api/v1/endpoints/[endpoint]": {
    may: ADMINS,
    params: ({ study }) => endpointOf(study),
    foreign: ({ otherStudy }) => endpointOf(otherStudy),
    body: () => ({ concurrency: 2 }),
  },
  "DELETE /api/v1/endpoints/[endpoint]": {
    may: ADMINS,
    params: ({ study }) => endpointOf(study),
    foreign: ({ otherStudy }) => endpointOf(otherStudy),
  },
  "POST /api/v1/endpoints/[endpoint]/prices": {
    may: ADMINS,
    params: ({ study }) => endpointOf(study),
    foreign: ({ otherStudy }) => endpointOf(otherStudy),
    body: () => ({ model: "model-1", inputMicros: 150_000, outputMicros: 600_000, since: "2026-01-01" }),
  },
  "POST /api/v1/endpoints/[endpoint]/test": {
    may: ADMINS,
    params: ({ study }) => endpointOf(study),
    foreign: ({ otherStudy }) => endpointOf(otherStudy),
  },
  "GET /api/v1/projects/[project]/runs": {
    may: READERS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "POST /api/v1/projects/[project]/runs": {
    may: ADMINS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: async ({ study }) => ({ name: "Checklists", ...(await design(study)) }),
  },
  "POST /api/v1/projects/[project]/runs/preview": {
    may: ADMINS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: ({ study }) => design(study),
  },
  "GET /api/v1/runs/[run]": {
    may: READERS,
    params: ({ study }) => runOf(study),
    foreign: ({ otherStudy }) => runOf(otherStudy),
  },
  "GET /api/v1/runs/[run]/units": {
    may: READERS,
    params: ({ study }) => runOf(study),
    foreign: ({ otherStudy }) => runOf(otherStudy),
  },
  "GET /api/v1/runs/[run]/failures": {
    may: READERS,
    params: ({ study }) => runOf(study),
    foreign: ({ otherStudy }) => runOf(otherStudy),
  },
  "GET /api/v1/runs/[run]/cassette": {
    may: READERS,
    params: ({ study }) => runOf(study),
    foreign: ({ otherStudy }) => runOf(otherStudy),
  },
  "GET /api/v1/runs/[run]/responses": {
    may: READERS,
    params: ({ study }) => runOf(study),
    foreign: ({ otherStudy }) => runOf(otherStudy),
  },
  "POST /api/v1/runs/[run]/responses": {
    may: ADMINS,
    params: ({ study }) => runOf(study),
    foreign: ({ otherStudy }) => runOf(otherStudy),
    body: () => ({ which: "final" }),
  },
  "GET /api/v1/runs/[run]/responses/file": {
    may: READERS,
    params: ({ study }) => runOf(study),
    foreign: ({ otherStudy }) => runOf(otherStudy),
  },
  "POST /api/v1/runs/[run]/start": {
    may: ADMINS,
    params: ({ study }) => runOf(study),
    foreign: ({ otherStudy }) => runOf(otherStudy),
  },
  "POST /api/v1/runs/[run]/pause": {
    may: ADMINS,
    params: ({ study }) => runOf(study, "running"),
    foreign: ({ otherStudy }) => runOf(otherStudy, "running"),
  },
  "POST /api/v1/runs/[run]/resume": {
    may: ADMINS,
    params: ({ study }) => runOf(study, "paused"),
    foreign: ({ otherStudy }) => runOf(otherStudy, "paused"),
    body: () => ({ maxCalls: 100 }),
  },
  "POST /api/v1/runs/[run]/cancel": {
    may: ADMINS,
    params: ({ study }) => runOf(study, "running"),
    foreign: ({ otherStudy }) => runOf(otherStudy, "running"),
  },
  "POST /api/v1/runs/[run]/publish": {
    may: ADMINS,
    params: ({ study }) => runOf(study),
    foreign: ({ otherStudy }) => runOf(otherStudy),
    body: () => ({ published: false }),
  },
  "POST /api/v1/runs/[run]/retry": {
    may: ADMINS,
    params: ({ study }) => runOf(study, "running"),
    foreign: ({ otherStudy }) => runOf(otherStudy, "running"),
    body: () => ({ error: "timeout" }),
  },
  "POST /api/v1/runs/[run]/repeat": {
    may: ADMINS,
    params: ({ study }) => runOf(study),
    foreign: ({ otherStudy }) => runOf(otherStudy),
  },
  "GET /api/v1/runs/[run]/units/[unit]/provenance": {
    may: READERS,
    params: ({ study }) => unitOf(study),
    foreign: ({ otherStudy }) => unitOf(otherStudy),
  },
  "GET /api/v1/drafts/[draft]/provenance": {
    may: READERS,
    params: async ({ study }) => ({ draft: (await drafted(study)).draft }),
    foreign: async ({ otherStudy }) => ({ draft: (await drafted(otherStudy)).draft }),
  },
  "GET /api/v1/rubric-versions/[version]/provenance": {
    may: READERS,
    params: async ({ study }) => ({ version: (await drafted(study)).version }),
    foreign: async ({ otherStudy }) => ({ version: (await drafted(otherStudy)).version }),
  },
};

async function design(project: Project) {
  const dataset = await makeDataset({ project, tasks: 1 });
  return { dataset: dataset.id, endpoint: (await makeEndpoint({ project })).id, method: "tick.generate" };
}
