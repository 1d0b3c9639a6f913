import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { findRun } from "@/lib/drafting/data/progress";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { env } from "@/lib/env";
import { findVersion } from "@/lib/judge/data/judges";
import { createPanel, createPanelVersion } from "@/lib/judge/data/panels";
import { requestProposal } from "@/lib/judge/data/proposals";
import { runVersion } from "@/lib/judge/data/run-version";
import { NewPanel, NewPanelVersion, RunJudge } from "@/lib/judge/schema/judges";
import { openStub, type Stub, type StubRequest } from "@/lib/llm/testing/stub";
import { findVersionCard } from "@/lib/report/data/version-card";
import { versionCardMarkdown } from "@/lib/report/rules/version-card/markdown";
import { makeDataset } from "@/testing/builders/datasets";
import { makeJudge, makeJudged, makeLabelled, makePanel } from "@/testing/builders/judges";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

let stub: Stub;
let answer: (request: StubRequest) => string;

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub((request) => ({ say: answer(request) }), Number(new URL(origin).port));
});
beforeEach(() => {
  answer = () => "Analysis: clear.\nAnswer: 4";
});
afterAll(() => stub.close());

const STRICT = { system: "Be strict." };
const isStrict = ({ messages }: StubRequest) =>
  messages.some(({ content }) => content.includes("Be strict."));

const run = async (
  judge: Pick<Awaited<ReturnType<typeof makePanel>>, "admin">,
  version: string,
  dataset: string,
) => {
  const made = await runVersion(judge.admin.actor, version, RunJudge.parse({ dataset, scope: "all" }));
  if (!made || "refused" in made) throw new Error(`no run was made: ${JSON.stringify(made)}`);
  await workOnDrafts();
  return made;
};

test("a panel asks the models of its members, pays their prices, and gives one value under its own condition", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 2, drafts: false });
  const [one, two] = [
    await makeEndpoint({ project, baseUrl: stub.base, model: "model-one" }),
    await makeEndpoint({ project, baseUrl: stub.base, model: "model-two" }),
  ];
  const price = { inputMicros: 0, outputMicros: 1_000_000, since: new Date("2026-01-01") };
  await db.llmPrice.createMany({
    data: [
      { ...price, endpointId: one.id, model: "model-one" },
      { ...price, endpointId: two.id, model: "model-two", outputMicros: 3_000_000 },
    ],
  });
  const plain = await makeJudge({ project, endpoint: one, name: "Plain" });
  const strict = await makeJudge({ project, endpoint: two, name: "Strict", spec: STRICT });
  answer = (request) => `Analysis: so.\nAnswer: ${isStrict(request) ? 1 : 4}`;
  const alone = await run(plain, plain.version, dataset.id);
  const panel = await makePanel({ project, members: [plain.version, strict.version], rule: "mean" });
  expect(panel.versions).toMatchObject([{ number: 1, isPanel: true, model: "panel of 2 judges" }]);

  const made = await run(panel, panel.version, dataset.id);
  // Answers that a member gave before come from the cache.
  expect(await findRun(panel.admin.actor, made.id)).toMatchObject({ state: "done", calls: 4, cached: 2 });
  const calls = await db.llmCall.findMany({ where: { runId: made.id } });
  expect(calls.map(({ endpointId, modelRequested }) => [endpointId, modelRequested])).toEqual([
    [two.id, "model-two"],
    [two.id, "model-two"],
  ]);
  const paid = await db.llmCall.findMany({
    where: { projectId: project.id },
    orderBy: { costMicros: "asc" },
  });
  expect(Number(paid[3]?.costMicros)).toBe(3 * Number(paid[0]?.costMicros));
  const drafts = await db.draft.findMany({ where: { unit: { runId: made.id } }, include: { rater: true } });
  expect(drafts).toHaveLength(2);
  expect(drafts[0]).toMatchObject({
    value: 3,
    lines: ["Plain, version 1: 4. so.", "Strict, version 1: 1. so."],
    provenance: { votes: [4, 1], flags: ["panel_split"] },
    rater: { code: "panel of 2 judges" },
  });
  const conditions = await db.draft.findMany({
    where: { unit: { runId: { in: [alone.id, made.id] } } },
    distinct: ["condition", "raterId"],
  });
  expect(conditions).toHaveLength(2);
});

test("a version of a panel is made from another one; the same members and rule are no new version", async () => {
  const project = await makeProject();
  const panel = await makePanel({ project });
  const { actor } = panel.admin;
  const version = (rest: object) =>
    createPanelVersion(
      actor,
      panel.id,
      NewPanelVersion.parse({ parent: panel.version, members: panel.members, rule: "majority", ...rest }),
    );
  expect(await version({ members: panel.members.toReversed() })).toMatchObject({
    refused: "judge-unchanged",
  });
  expect(await version({ rule: "median" })).toMatchObject({ number: 2 });
  const third = await makeJudge({ project, spec: { system: "Be kind." } });
  expect(await version({ members: [...panel.members, third.version] })).toMatchObject({ number: 3 });
  // Neither a panel nor a version of another project may be a member.
  const foreign = await makeJudge({ project: await makeProject() });
  for (const other of [panel.version, foreign.version])
    expect(await version({ members: [third.version, other] })).toEqual(
      expect.objectContaining({ refused: "no-such-judge-version" }),
    );
  const pair = await makeJudge({ project, origin: "plain.pair" });
  expect(await version({ members: [third.version, pair.version] })).toMatchObject({ refused: "panel-unfit" });
  // A judge of one prompt has no panel as a version, and the database holds the two apart.
  const { id: judgeId } = third;
  const asPanel = NewPanelVersion.parse({ parent: third.version, members: panel.members, rule: "median" });
  expect(await createPanelVersion(third.admin.actor, judgeId, asPanel)).toMatchObject({
    refused: "judge-subject-fixed",
  });
  const row = await db.judgeVersion.findUniqueOrThrow({ where: { id: third.version } });
  const { id: _, ...copy } = row;
  await expect(
    db.judgeVersion.create({
      data: { ...copy, spec: copy.spec as object, number: 9, parentId: third.version, isPanel: true },
    }),
  ).rejects.toThrow(/isPanel_check/);
  const other = await makeProject();
  const chosen = NewPanel.parse({ name: "Panel", members: panel.members, rule: "majority" });
  expect(await createPanel(actor, other.id, chosen)).toBeNull();
});

test("a panel weighs its members by their κ on the development labels, and says so on its card", async () => {
  const project = await makeProject();
  const isOdd = (task: string) => Number(task.slice(1)) % 2 === 1;
  const { dataset, judge } = await makeLabelled({
    project,
    tasks: 40,
    label: (task) => (isOdd(task) ? 5 : 1),
    value: (task) => (isOdd(task) ? 5 : 1),
  });
  const weak = await makeJudge({ project, spec: STRICT });
  await makeJudged(weak, weak.version, dataset, (task) => (Number(task.slice(1)) % 4 === 1 ? 5 : 1));
  const none = await makeJudge({ project, spec: { system: "Be kind." } });
  const weighted = (members: string[]) => ({
    ...{ name: `Panel of ${members.length}`, rule: "weighted", dataset: dataset.id, members },
  });
  const { actor } = judge.admin;
  expect(
    await createPanel(
      actor,
      project.id,
      NewPanel.parse(weighted([judge.version, weak.version, none.version])),
    ),
  ).toMatchObject({ refused: "panel-unweighted" });
  const panel = await makePanel({
    ...{ project, rule: "weighted" as const, dataset: dataset.id },
    members: [judge.version, weak.version],
  });
  const { spec } = (await findVersion(panel.admin.actor, panel.id, { number: 1 })) ?? expect.fail();
  const weightOf = (version: string) =>
    spec.panel?.members.find((member) => member.version === version)?.weight ?? 0;
  expect(weightOf(judge.version)).toBe(1);
  expect(weightOf(weak.version)).toBeGreaterThan(0);
  expect(weightOf(weak.version)).toBeLessThan(1);

  await makeJudged(panel, panel.version, dataset, (task) => (isOdd(task) ? 5 : 1));
  const card = await findVersionCard(panel.admin.actor, panel.version, dataset.id);
  if (!card || "refused" in card) throw new Error("there is a card");
  expect(card.tunedOn.weights).toHaveLength(2);
  expect(card.development.figures.accuracy.value).toBe(1);
  const text = versionCardMarkdown(card);
  expect(text).toContain("Its members are weighted by their κ on the development labels");
  expect(text).toContain("Same by all members");
  expect(await requestProposal(panel.admin.actor, panel.version, dataset.id)).toMatchObject({
    refused: "panel-has-no-prompt",
  });
});
