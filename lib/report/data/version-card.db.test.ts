import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import type { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { env } from "@/lib/env";
import { recordHeldOutLook } from "@/lib/judge/data/held-out";
import { findVersion } from "@/lib/judge/data/judges";
import { readSplitTasks, splitLabels } from "@/lib/judge/data/label-split";
import { exampleOf } from "@/lib/judge/data/labelled-example";
import { runVersion } from "@/lib/judge/data/run-version";
import { findWorkshop } from "@/lib/judge/data/workshop";
import { RunJudge } from "@/lib/judge/schema/judges";
import { NewLabelSplit } from "@/lib/judge/schema/split";
import { openStub } from "@/lib/llm/testing/stub";
import { findVersionCard } from "@/lib/report/data/version-card";
import { versionCardMarkdown } from "@/lib/report/rules/version-card/markdown";
import { VersionCard } from "@/lib/report/schema/version-card";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { makeJudge, makeJudged, makeJudgeVersion, makeLabelled, makeLabels } from "@/testing/builders/judges";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

const isOdd = (task: string) => Number(task.slice(1)) % 2 === 1;
const labelOf = (task: string) => (isOdd(task) ? 5 : 1);

const specOf = async (judge: Awaited<ReturnType<typeof makeJudge>>): Promise<JudgeSpec> =>
  ((await findVersion(judge.admin.actor, judge.id, { number: 1 })) ?? expect.fail()).spec;

async function cardOf(judge: Awaited<ReturnType<typeof makeJudge>>, version: string, dataset: string) {
  const card = await findVersionCard(judge.admin.actor, version, dataset);
  if (!card || "refused" in card) return expect.fail(JSON.stringify(card));
  return card;
}

test("a card names the labels its version was tuned on, has the workshop's figures, and no held-out ones before a look", async () => {
  const project = await makeProject();
  const { dataset, judge } = await makeLabelled({ project, tasks: 60, label: labelOf, value: () => 5 });
  const { actor } = judge.admin;
  await makeLabels(dataset, (task) => (task === "t1" ? 3 : labelOf(task)), { code: "A02" });
  const tasks = (await readSplitTasks(actor, dataset.id, { limit: 1000 }))?.items ?? [];
  const part = (name: string) => tasks.filter((task) => task.part === name);
  const shown = part("development").find(({ key }) => !isOdd(key)) ?? expect.fail();
  const response = await db.response.findFirstOrThrow({ where: { taskId: shown.id } });
  const unit = { dataset: dataset.id, task: shown.id, response: response.id, responseB: null, item: null };
  const example = (await exampleOf(actor, judge.id, unit)) ?? expect.fail();
  const written = { ...example, instruction: "Another.", source: null };
  const second = await makeJudgeVersion(judge, judge.version, {
    ...(await specOf(judge)),
    examples: [example, written],
  });
  await makeJudged(judge, second.id, dataset, (task) => (task === "t3" ? null : labelOf(task)));

  const card = await cardOf(judge, second.id, dataset.id);
  expect(VersionCard.parse(JSON.parse(JSON.stringify(card), dates))).toEqual(card);
  expect(card.tunedOn.examples).toEqual([
    { task: shown.key, part: "development", source: "dataset", value: 1 },
    { task: null, part: null, source: "written", value: 1 },
  ]);
  expect(card.tunedOn.development).toMatchObject({ units: 23, versions: [1, 2], leftOut: 1 });
  expect([...card.tunedOn.development.tasks].sort()).toEqual(
    part("development")
      .map(({ key }) => key)
      .filter((key) => key !== shown.key)
      .sort(),
  );
  expect(card.split.labelled).toEqual({ examples: 12, development: 24, "held-out": 24 });

  const workshop = await findWorkshop(actor, judge.id, { dataset: dataset.id, part: "development" });
  expect(card.development.figures).toEqual(workshop?.versions[0]?.figures);
  expect(card.development.change).toEqual(workshop?.versions[0]?.change);
  const { details, humanKappa } = card.development;
  expect(humanKappa).toMatchObject({ people: 2 });
  expect(details).toMatchObject({
    coverage: { value: 1, n: 23 },
    rmse: { value: 0 },
    secondsPerValue: { value: null, reason: "not-measured" },
  });

  expect(card.heldOut).toEqual([]);
  expect(versionCardMarkdown(card)).toContain("Nobody has looked yet");
  for (const { key } of part("held-out"))
    expect(JSON.stringify(card).includes(`"${key}"`), `${key} is held out`).toBe(false);
  const look = await recordHeldOutLook(actor, second.id, dataset.id);
  if (!look || "refused" in look) return expect.fail("it can be looked at");
  const { by, ...unsigned } = look;
  expect(by).not.toBeNull();
  expect((await cardOf(judge, second.id, dataset.id)).heldOut).toEqual([unsigned]);
  // The looks at another version are not its own.
  expect((await cardOf(judge, judge.version, dataset.id)).heldOut).toEqual([]);
  expect((await cardOf(judge, judge.version, dataset.id)).tunedOn.development.versions).toEqual([1]);
});

const dates = (key: string, value: unknown) =>
  ["madeAt", "createdAt", "at"].includes(key) ? new Date(String(value)) : value;

test("a card is refused without a split, absent for others, and says why its numbers are undefined", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 3, drafts: false });
  const judge = await makeJudge({ project });
  expect(await findVersionCard(judge.admin.actor, judge.version, dataset.id)).toMatchObject({
    refused: "no-label-split",
  });
  const { dataset: split, judge: other } = await makeLabelled({
    ...{ project, tasks: 10, label: () => 3 },
    value: () => null,
  });
  const card = await cardOf(other, other.version, split.id);
  expect(card.development).toMatchObject({
    figures: { units: 0, missing: 4, accuracy: { value: null } },
    humanKappa: null,
  });
  expect(versionCardMarkdown(card)).toMatch(/\| Accuracy \| — /);
  const unrun = await cardOf(other, (await makeUnrun(other)).id, split.id);
  expect(unrun.development.details).toBeNull();
  expect(await findVersionCard((await makeMember("researcher")).actor, other.version, split.id)).toBeNull();
  expect(await findVersionCard(other.admin.actor, other.version, (await makeDataset()).id)).toBeNull();
});

/** A version that was never run. */
async function makeUnrun(judge: Awaited<ReturnType<typeof makeJudge>>) {
  return makeJudgeVersion(judge, judge.version, { ...(await specOf(judge)), system: "Be strict." });
}

test("the card of a pair judge has its flips, and how often it is for the response that it reads first", async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  // For even topics it prefers whatever it reads first, otherwise the first model.
  const stub = await openStub(
    ({ messages }) => {
      const prompt = messages.at(-1)?.content ?? "";
      const isEven = Number(/topic (\d+)/.exec(prompt)?.[1]) % 2 === 0;
      const isFirst = prompt.indexOf("said model 1") < prompt.indexOf("said model 2");
      return { say: isEven || isFirst ? "So. [[A]]" : "So. [[B]]" };
    },
    Number(new URL(origin).port),
  );
  try {
    const project = await makeProject();
    const dataset = await makeDataset({ project, tasks: 20, responses: 2, drafts: false });
    const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
    const judge = await makeJudge({ project, endpoint, origin: "plain.pair" });
    const { actor } = judge.admin;
    await splitLabels(actor, dataset.id, NewLabelSplit.parse({ examples: 0, development: 90 }));
    await labelPairs(dataset);
    await runVersion(actor, judge.version, RunJudge.parse({ dataset: dataset.id, scope: "development" }));
    await workOnDrafts();
    const card = await cardOf(judge, judge.version, dataset.id);
    const even = card.tunedOn.development.tasks.filter((key) => !isOdd(key)).length;
    expect(card.development.details).toMatchObject({
      flips: { n: 18, value: expect.closeTo(even / 18) },
      firstSide: { n: 36, value: expect.closeTo((18 + even) / 36) },
    });
    expect(versionCardMarkdown(card)).toMatch(/\| Flips \| [\d.]+ % /);
    expect(versionCardMarkdown(card)).not.toMatch(/\| TPR \|/);
  } finally {
    await stub.close();
  }
});

/** One person who prefers the first model of each pair, which names the second one first. */
async function labelPairs({ id: datasetId, projectId }: TestDataset) {
  const { id: raterId } = await db.rater.create({
    data: { projectId, datasetId, kind: "human", code: "A01" },
  });
  const tasks = await db.task.findMany({
    where: { datasetId },
    include: { responses: { orderBy: { position: "asc" } } },
  });
  await db.judgement.createMany({
    data: tasks.map(({ id: taskId, responses: [a, b] }, position) => ({
      ...{ datasetId, taskId, raterId, position, key: `p${position}`, exposure: "none" as const },
      ...{ target: "preference" as const, value: 5, responseId: b?.id, responseBId: a?.id },
    })),
  });
}
