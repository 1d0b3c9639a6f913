import { randomUUID } from "node:crypto";
import { startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import type { Persona, RouteCase, RouteCases } from "@/testing/authorisation/case";
import { makeDataset } from "@/testing/builders/datasets";
import { makeJudge, makeLabelled, makePanel, makeProposal } from "@/testing/builders/judges";
import { makeEndpoint } from "@/testing/builders/runs";

const ADMINS: Persona[] = ["admin", "site admin"];
const READERS: Persona[] = ["researcher", ...ADMINS];

type Project = { id: string };

const judgeOf = async (project: Project) => ({ judge: (await makeJudge({ project })).id });
const datasetOf = async (project: Project) => ({ dataset: (await makeDataset({ project, tasks: 2 })).id });

const spec = () => ({ ...startingPoint("plain.response")?.spec, system: `Judge ${randomUUID()}.` });

/** The version that the last target's judge began with, for the body that goes with it. */
const targets = new WeakMap<object, Awaited<ReturnType<typeof makeJudge>>>();

/** The panel that goes with the last target. */
const panels = new WeakMap<object, Awaited<ReturnType<typeof makePanel>>>();

/** The dataset that goes with the last version that may be compared. */
const looks = new WeakMap<object, string>();

/** A version with a value on a held-out task that a person labelled. */
async function makeLook(project: Project) {
  const { judge, dataset } = await makeLabelled({ project, tasks: 3, value: () => 4, label: () => 4 });
  return { version: judge.version, dataset: dataset.id };
}

/** A version that differs from a person on development tasks. */
async function makeDisagreeing(project: Project) {
  const { judge, dataset } = await makeLabelled({ project, tasks: 10, value: () => 4, label: () => 1 });
  return { version: judge.version, dataset: dataset.id, judge };
}

async function makeInstruction(project: Project): Promise<string> {
  const { judge, version, dataset } = await makeDisagreeing(project);
  const [made] = await makeProposal(judge, version, dataset, ["Be strict."]);
  return made?.id ?? "";
}

/** A version beside people on a dataset. */
const COMPARED: RouteCase = {
  may: READERS,
  params: async (fixture) => {
    const target = await makeLook(fixture.study);
    looks.set(fixture, target.dataset);
    return { version: target.version };
  },
  foreign: async ({ otherStudy }) => ({ version: (await makeLook(otherStudy)).version }),
  query: (fixture) => ({ dataset: looks.get(fixture) ?? "" }),
};

export const cases: RouteCases = {
  "GET /api/v1/projects/[project]/judges": {
    may: READERS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
  },
  "POST /api/v1/projects/[project]/judges": {
    may: ADMINS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: async ({ study }) => ({
      name: `Judge ${randomUUID()}`,
      origin: "tick.direct",
      endpoint: (await makeEndpoint({ project: study })).id,
    }),
  },
  "POST /api/v1/projects/[project]/judges/preview": {
    may: ADMINS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: async ({ study }) => ({
      spec: spec(),
      endpoint: (await makeEndpoint({ project: study })).id,
      ...(await datasetOf(study)),
    }),
  },
  "POST /api/v1/projects/[project]/judges/panels": {
    may: ADMINS,
    params: ({ study }) => ({ project: study.id }),
    foreign: ({ otherStudy }) => ({ project: otherStudy.id }),
    body: async ({ study }) => ({
      name: `Panel ${randomUUID()}`,
      members: [(await makeJudge({ project: study })).version, (await makeJudge({ project: study })).version],
      rule: "majority",
    }),
  },
  "POST /api/v1/judges/[judge]/panel-versions": {
    may: ADMINS,
    params: async (fixture) => {
      const panel = await makePanel({ project: fixture.study });
      panels.set(fixture, panel);
      return { judge: panel.id };
    },
    foreign: async ({ otherStudy }) => ({ judge: (await makePanel({ project: otherStudy })).id }),
    body: (fixture) => ({
      parent: panels.get(fixture)?.version,
      members: panels.get(fixture)?.members,
      rule: "median",
    }),
  },
  "GET /api/v1/judges/[judge]": {
    may: READERS,
    params: ({ study }) => judgeOf(study),
    foreign: ({ otherStudy }) => judgeOf(otherStudy),
  },
  "PATCH /api/v1/judges/[judge]": {
    may: ADMINS,
    params: ({ study }) => judgeOf(study),
    foreign: ({ otherStudy }) => judgeOf(otherStudy),
    body: () => ({ archived: true }),
  },
  "GET /api/v1/judges/[judge]/versions": {
    may: READERS,
    params: ({ study }) => judgeOf(study),
    foreign: ({ otherStudy }) => judgeOf(otherStudy),
  },
  "POST /api/v1/judges/[judge]/versions": {
    may: ADMINS,
    params: async (fixture) => {
      const judge = await makeJudge({ project: fixture.study });
      targets.set(fixture, judge);
      return { judge: judge.id };
    },
    foreign: ({ otherStudy }) => judgeOf(otherStudy),
    body: (fixture) => ({
      parent: targets.get(fixture)?.version,
      endpoint: targets.get(fixture)?.endpoint,
      spec: spec(),
    }),
  },
  "GET /api/v1/judges/[judge]/workshop": {
    may: READERS,
    params: ({ study }) => judgeOf(study),
    foreign: ({ otherStudy }) => judgeOf(otherStudy),
    query: ({ study }) => datasetOf(study),
  },
  "GET /api/v1/judges/[judge]/held-out-looks": {
    may: READERS,
    params: ({ study }) => judgeOf(study),
    foreign: ({ otherStudy }) => judgeOf(otherStudy),
  },
  "GET /api/v1/judge-versions/[version]/card": COMPARED,
  "GET /api/v1/judge-versions/[version]/values": COMPARED,
  "POST /api/v1/judge-versions/[version]/held-out-looks": {
    may: ADMINS,
    params: async (fixture) => {
      const target = await makeLook(fixture.study);
      looks.set(fixture, target.dataset);
      return { version: target.version };
    },
    foreign: async ({ otherStudy }) => ({ version: (await makeLook(otherStudy)).version }),
    body: (fixture) => ({ dataset: looks.get(fixture) }),
  },
  "POST /api/v1/judge-versions/[version]/proposals": {
    may: ADMINS,
    params: async (fixture) => {
      const target = await makeDisagreeing(fixture.study);
      looks.set(fixture, target.dataset);
      return { version: target.version };
    },
    foreign: async ({ otherStudy }) => ({ version: (await makeDisagreeing(otherStudy)).version }),
    body: (fixture) => ({ dataset: looks.get(fixture) }),
  },
  "GET /api/v1/judges/[judge]/proposals": {
    may: READERS,
    params: ({ study }) => judgeOf(study),
    foreign: ({ otherStudy }) => judgeOf(otherStudy),
  },
  "POST /api/v1/judge-instructions/[instruction]/decisions": {
    may: ADMINS,
    params: async ({ study }) => ({ instruction: await makeInstruction(study) }),
    foreign: async ({ otherStudy }) => ({ instruction: await makeInstruction(otherStudy) }),
    body: () => ({ action: "accept" }),
  },
  "POST /api/v1/judge-versions/[version]/runs": {
    may: ADMINS,
    params: async ({ study }) => ({ version: (await makeJudge({ project: study })).version }),
    foreign: async ({ otherStudy }) => ({ version: (await makeJudge({ project: otherStudy })).version }),
    body: async ({ study }) => ({ ...(await datasetOf(study)), scope: "trial" }),
  },
  "GET /api/v1/datasets/[dataset]/label-split": {
    may: READERS,
    params: ({ study }) => datasetOf(study),
    foreign: ({ otherStudy }) => datasetOf(otherStudy),
  },
  "POST /api/v1/datasets/[dataset]/label-split": {
    may: ADMINS,
    params: ({ study }) => datasetOf(study),
    foreign: ({ otherStudy }) => datasetOf(otherStudy),
    body: () => ({ seed: 7 }),
  },
  "GET /api/v1/datasets/[dataset]/label-split/tasks": {
    may: READERS,
    params: ({ study }) => datasetOf(study),
    foreign: ({ otherStudy }) => datasetOf(otherStudy),
  },
};
