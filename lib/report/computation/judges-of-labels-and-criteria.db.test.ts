import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { findRun } from "@/lib/drafting/data/progress";
import { listUnits } from "@/lib/drafting/data/run-units";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { env } from "@/lib/env";
import { recordHeldOutLook } from "@/lib/judge/data/held-out";
import { findVersion } from "@/lib/judge/data/judges";
import { readSplitTasks, splitLabels } from "@/lib/judge/data/label-split";
import { exampleOf } from "@/lib/judge/data/labelled-example";
import { runVersion } from "@/lib/judge/data/run-version";
import { findTrial } from "@/lib/judge/data/trial";
import { versionValuesCsv } from "@/lib/judge/data/version-values";
import { findWorkshop } from "@/lib/judge/data/workshop";
import { RunJudge } from "@/lib/judge/schema/judges";
import { NewLabelSplit } from "@/lib/judge/schema/split";
import { openStub, type Stub } from "@/lib/llm/testing/stub";
import { findVersionCard } from "@/lib/report/data/version-card";
import { versionCardMarkdown } from "@/lib/report/rules/version-card/markdown";
import { VersionCard } from "@/lib/report/schema/version-card";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { makeJudge, makeJudgeVersion, makePanel } from "@/testing/builders/judges";
import { makeOutcomes, OUTCOME, OUTCOMES } from "@/testing/builders/outcomes";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

let stub: Stub;
let answer: (prompt: string) => string;
const prompts: string[] = [];

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub(
    ({ messages }) => {
      const prompt = messages.map(({ content }) => content).join("\n");
      prompts.push(prompt);
      return { say: answer(prompt) };
    },
    Number(new URL(origin).port),
  );
});
beforeEach(() => {
  prompts.length = 0;
});
afterAll(() => stub.close());

const topicOf = (prompt: string) => Number(/BEGIN RESPONSE \w+>>>\nTopic (\d+)/.exec(prompt)?.[1]);

const OPTIONS = OUTCOMES.map((name) => ({ name, hint: "" }));
const LABELS = { ...OUTCOME, options: OPTIONS };
const labelOf = (topic: number) => OUTCOMES[topic % 3] ?? "";

async function run(
  judge: Awaited<ReturnType<typeof makeJudge>>,
  version: string,
  dataset: TestDataset,
  scope: "trial" | "development" | "held-out" | "all",
) {
  const made = await runVersion(judge.admin.actor, version, RunJudge.parse({ dataset: dataset.id, scope }));
  if (!made || "refused" in made) return expect.fail(`no run was made: ${JSON.stringify(made)}`);
  await workOnDrafts();
  return made;
}

async function split(judge: Awaited<ReturnType<typeof makeJudge>>, dataset: TestDataset) {
  await splitLabels(judge.admin.actor, dataset.id, NewLabelSplit.parse({}));
  const tasks = (await readSplitTasks(judge.admin.actor, dataset.id, { limit: 1000 }))?.items ?? [];
  return (part: string) => tasks.filter((task) => task.part === part);
}

const specOf = async (judge: Awaited<ReturnType<typeof makeJudge>>): Promise<JudgeSpec> =>
  ((await findVersion(judge.admin.actor, judge.id, { number: 1 })) ?? expect.fail()).spec;

test("a judge that labels is held against people's label steps and questions, from the trial to the card", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 15, drafts: false });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  await makeOutcomes(dataset, "label", labelOf);
  // A second person is asked a question instead, and agrees but on topic 3.
  await makeOutcomes(dataset, "ask", (topic) => (topic === 3 ? "error" : labelOf(topic)));
  const judge = await makeJudge({ project, endpoint, origin: "plain.label", spec: { labels: LABELS } });
  const { actor } = judge.admin;
  const partOf = await split(judge, dataset);
  expect(partOf("development")).toHaveLength(6);

  // Errors are taken for refusals; topic 1 is a refusal, and cannot be read.
  answer = (prompt) => {
    const topic = topicOf(prompt);
    if (topic === 1) return "Analysis: hm.\nAnswer: refusal or error";
    return `Analysis: topic ${topic}.\nAnswer: ${labelOf(topic) === "error" ? "refusal" : labelOf(topic)}`;
  };
  await run(judge, judge.version, dataset, "trial");
  const tried = await findTrial(actor, dataset.id, [judge.version]);
  expect(tried?.map(({ values }) => typeof values[0]?.value)).toEqual(["string", "string", "string"]);
  const made = await run(judge, judge.version, dataset, "development");
  const failed = partOf("development").filter(({ key }) => key === "t1").length;
  const ended = await findRun(actor, made.id);
  expect(ended).toMatchObject({ state: "done", units: { failed }, made: { labels: ended?.units.done } });
  const units = await listUnits(actor, made.id);
  expect(units?.units.find(({ state }) => state === "done")).toMatchObject({
    label: { label: expect.stringMatching(/safe|refusal/), lines: [expect.stringContaining("topic")] },
    drafts: [],
    labels: [],
  });
  expect(await db.draft.count({ where: { datasetId: dataset.id } })).toBe(0);

  const topics = partOf("development").map(({ key }) => Number(key.slice(1)));
  const people = topics.filter((topic) => topic !== 3);
  const read = people.filter((topic) => topic !== 1);
  const right = read.filter((topic) => labelOf(topic) !== "error");
  const workshop = await findWorkshop(actor, judge.id, { dataset: dataset.id, part: "development" });
  expect(workshop).toMatchObject({
    labelled: people.length,
    split: topics.length - people.length,
    versions: [
      {
        figures: {
          units: read.length,
          missing: people.length - read.length,
          accuracy: { value: expect.closeTo(right.length / read.length) },
          bias: { value: null, reason: "non-numeric-values" },
        },
      },
    ],
    disagreements: { count: read.length - right.length, labels: ["error"] },
  });
  const row = workshop?.disagreements.rows[0] ?? expect.fail("there is a disagreement");
  expect(row).toMatchObject({ label: "error", judge: { value: "refusal" }, distance: 1 });
  expect(row.people).toMatchObject([{ value: "error" }, { value: "error" }]);

  // The disagreement as an example of a second version, which gets errors right.
  const unit = { dataset: dataset.id, task: row.task.id, response: row.responses[0]?.id ?? "" };
  const example = await exampleOf(actor, judge.id, { ...unit, responseB: null, item: null });
  expect(example).toMatchObject({ value: "error", explanation: "" });
  const better = await makeJudgeVersion(judge, judge.version, {
    ...(await specOf(judge)),
    examples: example ? [example] : [],
  });
  answer = (prompt) => `Analysis: so.\nAnswer: ${labelOf(topicOf(prompt))}`;
  await run(judge, better.id, dataset, "development");
  expect(prompts.at(-1)).toContain("The right answer to example 1:\nAnalysis: \nAnswer: error");
  const [second] =
    (await findWorkshop(actor, judge.id, { dataset: dataset.id, part: "development" }))?.versions ?? [];
  expect(second).toMatchObject({
    number: 2,
    figures: { accuracy: { value: 1 }, kappa: { value: 1 } },
    change: { from: 1, figures: { bias: { value: null } } },
  });

  const said = (await versionValuesCsv(actor, better.id, dataset.id))?.csv.split("\r\n") ?? [];
  expect(said).toHaveLength(1 + 6 + 1);
  expect(said[1]).toMatch(/^"t\d+","t\d+\.r1","","model-1","","","(safe|refusal|error)","","so\."$/);
  expect(await versionValuesCsv((await makeMember("researcher")).actor, better.id, dataset.id)).toBeNull();

  await run(judge, better.id, dataset, "held-out");
  const look = await recordHeldOutLook(actor, better.id, dataset.id);
  expect(look).toMatchObject({ count: 1, figures: { accuracy: { value: 1 } } });
  const card = await findVersionCard(actor, judge.version, dataset.id);
  if (!card || "refused" in card) return expect.fail("there is a card");
  const kept = read.filter((topic) => `t${topic}` !== row.task.key);
  const errors = kept.filter((topic) => labelOf(topic) === "error").length;
  expect(card.development).toMatchObject({
    criteria: [],
    confusion: { values: ["safe", "refusal", "error"], reason: null },
    humanKappa: { value: expect.any(Number), people: 2 },
    details: { rmse: { value: null, reason: "non-numeric-values" }, lengthSlope: { value: null } },
  });
  expect(card.development.confusion.rows[2]).toMatchObject({ given: [0, errors, 0], right: null });
  expect(VersionCard.shape.development.parse(card.development)).toEqual(card.development);
  const markdown = versionCardMarkdown(card);
  expect(markdown).toContain("| People | safe | refusal | error | Units | Found | Right |");
  expect(markdown).toContain("| Compared with | outcome: What became of it? |");
  expect(markdown).toMatch(/\| Bias \| — \(the values are not numbers\)/);
  expect(markdown).not.toContain("RMSE");
});

test("a panel of judges that label gives the label of most", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 2, drafts: false });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  const member = async (system: string) =>
    (await makeJudge({ project, endpoint, origin: "plain.label", spec: { labels: LABELS, system } })).version;
  const members = [await member("Word one."), await member("Word two."), await member("Word three.")];
  const panel = await makePanel({ project, members });
  answer = (prompt) => (prompt.includes("three") ? "Answer: error" : "Answer: safe");
  const made = await runVersion(
    panel.admin.actor,
    panel.version,
    RunJudge.parse({ dataset: dataset.id, scope: "all" }),
  );
  if (!made || "refused" in made) return expect.fail(JSON.stringify(made));
  await workOnDrafts();
  const [unit] = (await listUnits(panel.admin.actor, made.id))?.units ?? [];
  expect(unit?.label).toMatchObject({
    label: "safe",
    votes: expect.arrayContaining(["safe", "error"]),
    flags: ["panel_split"],
  });
});

/** Scores of one person by each criterion of the dataset, as it is now. */
async function scoresOf(
  dataset: TestDataset,
  code: string,
  scoreOf: (item: string, topic: number) => number,
): Promise<void> {
  const rater = await db.rater.create({
    data: { projectId: dataset.projectId, datasetId: dataset.id, kind: "human", code },
  });
  const responses = await db.response.findMany({ where: { datasetId: dataset.id }, include: { task: true } });
  const items = await db.item.findMany({
    where: { rubric: { datasetId: dataset.id } },
    include: { versions: { orderBy: { rubricVersion: { version: "desc" } }, take: 1 } },
  });
  await db.judgement.createMany({
    data: responses.flatMap(({ id, taskId, task }) =>
      items.map((item) => ({
        ...{ datasetId: dataset.id, taskId, responseId: id, raterId: rater.id, itemId: item.id },
        ...{ target: "item" as const, exposure: "none" as const, submittedAt: new Date() },
        itemVersionId: item.versions[0]?.id ?? null,
        key: `${code}.${item.key}.${id}`,
        value: scoreOf(item.key, task.position + 1),
      })),
    ),
  });
}

test("a judge of criteria scores each on its own scale, and is held against people by criterion", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 20, drafts: false });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  const items = [
    { key: "clear", name: "Clear", text: "It is easy to follow.", scale: { type: "points", min: 1, max: 5 } },
    { key: "deep", name: "Deep", text: "It explains why.", scale: { type: "points", min: 0, max: 10 } },
    { key: "polite", name: null, text: "Is it polite?", scale: { type: "yesno" } },
    { key: "rated", name: null, text: "It is good.", scale: { type: "points", min: 0.5, max: 4.5 } },
  ];
  const ids = items.map(() => randomUUID()).sort((a, b) => (a < b ? 1 : -1));
  const rubric = await db.rubric.create({
    data: {
      ...{ datasetId: dataset.id, key: "all", position: 0, kind: "criteria" },
      // Ids that are not in the order of the list.
      items: { create: items.map(({ key }, n) => ({ key, id: ids[n] ?? "" })) },
      versions: { create: { version: 1, origin: "import" } },
    },
    include: { items: true, versions: true },
  });
  await db.itemVersion.createMany({
    data: items.map(({ key, ...version }, position) => ({
      ...{ ...version, position, rubricId: rubric.id, rubricVersionId: rubric.versions[0]?.id ?? "" },
      itemId: rubric.items.find((item) => item.key === key)?.id ?? "",
    })),
  });
  const clear = (topic: number) => (topic % 5) + 1;
  await scoresOf(dataset, "A01", (item, topic) =>
    item === "clear" ? clear(topic) : item === "deep" ? 7 : 1,
  );
  const judge = await makeJudge({ project, endpoint, origin: "plain.criterion" });
  const { actor } = judge.admin;
  await split(judge, dataset);
  answer = (prompt) => {
    const isDeep = prompt.includes("Deep: It explains why.");
    expect(prompt).toContain(isDeep ? "from 0 to 10" : "from 1 to 5");
    return `Analysis: so.\nAnswer: ${isDeep ? 9 : clear(topicOf(prompt))}`;
  };
  await run(judge, judge.version, dataset, "development");
  expect(await db.draft.count({ where: { datasetId: dataset.id, target: "item" } })).toBe(16);

  const workshop = await findWorkshop(actor, judge.id, { dataset: dataset.id, part: "development" });
  expect(workshop).toMatchObject({
    labelled: 16,
    versions: [
      {
        figures: {
          ...{ units: 16, tasks: 8, accuracy: { value: 0.5 } },
          kappa: { value: null, reason: "mixed-scales" },
        },
      },
    ],
    disagreements: {
      count: 8,
      rows: expect.arrayContaining([expect.objectContaining({ label: 7, distance: 2 })]),
    },
  });
  const [row] = workshop?.disagreements.rows ?? [];
  expect(row?.item?.text).toBe("Deep: It explains why.");
  const example = await exampleOf(actor, judge.id, {
    ...{ dataset: dataset.id, task: row?.task.id ?? "", response: row?.responses[0]?.id ?? "" },
    ...{ responseB: null, item: row?.item?.id ?? null },
  });
  expect(example).toMatchObject({
    ...{ question: "Deep: It explains why.", range: { min: 0, max: 10 }, value: 7 },
  });
  expect(JudgeSpec.safeParse({ ...(await specOf(judge)), examples: [example] }).success).toBe(true);

  const card = await findVersionCard(actor, judge.version, dataset.id);
  if (!card || "refused" in card) return expect.fail("there is a card");
  expect(card.development.confusion).toMatchObject({ reason: "mixed-scales" });
  expect(card.development.criteria).toMatchObject([
    { criterion: expect.stringMatching(/Clear|Deep/), figures: { units: 8 } },
    { criterion: expect.stringMatching(/Clear|Deep/), figures: { units: 8 } },
  ]);
  expect(card.development.criteria.find(({ criterion }) => criterion === "Clear")).toMatchObject({
    range: { min: 1, max: 5 },
    figures: { accuracy: { value: 1 }, kappa: { value: 1 }, bias: { value: 0 } },
  });
  expect(card.development.criteria.find(({ criterion }) => criterion === "Deep")).toMatchObject({
    figures: { accuracy: { value: 0 }, bias: { value: 2 } },
  });
  const markdown = versionCardMarkdown(card);
  expect(markdown).toMatch(/\| Clear \| 1 to 5 \| 8 \| 100\.0 %/);
  expect(markdown).toContain("the items are answered on different scales");
  const apart = { value: null, reason: "mixed-scales" };
  expect(card.development.details).toMatchObject({
    ...{ rmse: apart, correlation: apart, lengthAdjusted: apart, lengthSlope: apart, ownFamily: apart },
  });
  const rows = (await versionValuesCsv(actor, judge.version, dataset.id))?.csv.split("\r\n") ?? [];
  expect(rows.slice(1, 5).map((row) => row.split(",")[5])).toEqual([
    '"clear"',
    '"deep"',
    '"clear"',
    '"deep"',
  ]);

  // On another scale, what was said on the one before counts no more: neither people's scores nor the judge's.
  const later = await db.rubricVersion.create({
    data: { rubricId: rubric.id, version: 2, origin: "import" },
  });
  await db.itemVersion.createMany({
    data: items.map(({ key, ...version }, position) => ({
      ...{
        ...version,
        position,
        rubricId: rubric.id,
        rubricVersionId: later.id,
        itemId: ids[position] ?? "",
      },
      ...(key === "clear" && { scale: { type: "points", min: 1, max: 7 } }),
    })),
  });
  const figures = async () => {
    const found = await findWorkshop(actor, judge.id, { dataset: dataset.id, part: "development" });
    return { labelled: found?.labelled, ...found?.versions[0]?.figures };
  };
  expect(await figures()).toMatchObject({ labelled: 8, units: 8, missing: 0 });
  await scoresOf(dataset, "A02", () => 6);
  const now = await figures();
  expect(now).toMatchObject({ labelled: 16, units: 8, missing: 8 });
  expect(now.kappa?.reason).not.toBe("mixed-scales");
});
