import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { findTask } from "@/lib/dataset/data/tasks";
import { createRun, repeatRun } from "@/lib/drafting/data/create-run";
import { previewRun } from "@/lib/drafting/data/preview-run";
import { findRun, unitOfRunProvenance } from "@/lib/drafting/data/progress";
import { startRun } from "@/lib/drafting/data/run-lifecycle";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { NewRun, RunDesign } from "@/lib/drafting/schema/runs";
import { env } from "@/lib/env";
import { createVersion } from "@/lib/judge/data/add-version";
import { archiveJudge, createJudge, findJudge, findLastDataset, findVersion } from "@/lib/judge/data/judges";
import { splitLabels } from "@/lib/judge/data/label-split";
import { previewJudge } from "@/lib/judge/data/preview";
import { listUnfinishedRuns, runVersion } from "@/lib/judge/data/run-version";
import { findTrial } from "@/lib/judge/data/trial";
import { NewJudge, NewJudgeVersion, PreviewJudge, RunJudge } from "@/lib/judge/schema/judges";
import { NewLabelSplit } from "@/lib/judge/schema/split";
import { openStub, type Stub, type StubRequest } from "@/lib/llm/testing/stub";
import { makeDataset } from "@/testing/builders/datasets";
import { makeJudge, makeJudgeVersion, makeLabels } from "@/testing/builders/judges";
import { makeMember } from "@/testing/builders/people";
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

async function workshop({ tasks = 4, ...rest }: Parameters<typeof makeDataset>[0] = {}) {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks, drafts: false, ...rest });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  return { project, dataset, endpoint };
}

const promptsOf = async (runId: string) =>
  (
    await db.draftUnitCall.findMany({
      where: { unit: { runId } },
      orderBy: [{ unit: { position: "asc" } }, { planKey: "asc" }],
      select: { call: { select: { messages: true, schema: true, samplingRequested: true } } },
    })
  ).map(({ call }) => call);

const run = async (
  judge: { admin: Awaited<ReturnType<typeof makeMember<"admin">>> },
  version: string,
  body: object,
) => {
  const made = await runVersion(judge.admin.actor, version, RunJudge.parse(body));
  if (!made || "refused" in made) throw new Error(`no run was made: ${JSON.stringify(made)}`);
  await workOnDrafts();
  return made;
};

test("a version never changes, and neither do a judge's name and subject", async () => {
  const { project } = await workshop();
  const judge = await makeJudge({ project });
  for (const data of [{ note: "x" }, { hash: "0".repeat(64) }, { spec: {} }, { number: 7 }])
    await expect(db.judgeVersion.update({ where: { id: judge.version }, data })).rejects.toThrow(
      /append-only/,
    );
  await expect(db.judge.update({ where: { id: judge.id }, data: { name: "Other" } })).rejects.toThrow(
    /append-only/,
  );
  const other = await makeJudge({ project });
  const spec = { ...JudgeSpec.parse(startingPoint("plain.response")?.spec), system: "Be strict." };
  const foreign = NewJudgeVersion.parse({ parent: other.version, endpoint: judge.endpoint, spec });
  expect(await createVersion(judge.admin.actor, judge.id, foreign)).toBeNull();
});

test("a run by a version drafts under the judge's name, number and hash, and is repeated with the same prompts", async () => {
  const { project, dataset, endpoint } = await workshop();
  const judge = await makeJudge({ project, endpoint, name: "Helpfulness", origin: "tick.direct" });
  const first = await run(judge, judge.version, { dataset: dataset.id, scope: "all" });
  expect(await findRun(judge.admin.actor, first.id)).toMatchObject({
    state: "done",
    method: "judge",
    methodVersion: "1",
    published: true,
    params: { judge: "Helpfulness", number: 1, version: judge.version, hash: judge.versions[0]?.hash },
    units: { done: 4 },
  });
  const drafts = await db.draft.findMany({ where: { unit: { runId: first.id } }, include: { rater: true } });
  expect(drafts).toHaveLength(4);
  expect(drafts[0]).toMatchObject({
    value: 4,
    lines: ["clear."],
    method: "judge",
    condition: `v1, hash=${judge.versions[0]?.hash.slice(0, 12)}, judge=Helpfulness`,
    rater: { code: "model-1" },
  });
  const unit = await db.draftUnit.findFirstOrThrow({ where: { runId: first.id } });
  expect(await unitOfRunProvenance(judge.admin.actor, first.id, unit.id)).toMatchObject({
    method: { id: "judge", version: "1", title: "Judge Helpfulness, version 1" },
    params: { version: judge.version, hash: judge.versions[0]?.hash },
  });

  const again = await repeatRun(judge.admin.actor, first.id);
  if (!again || "refused" in again) throw new Error("it can be repeated");
  await startRun(judge.admin.actor, again.id);
  await workOnDrafts();
  expect(await findRun(judge.admin.actor, again.id)).toMatchObject({ cached: 0, calls: 4 });
  expect(await promptsOf(again.id)).toEqual(await promptsOf(first.id));
});

test("a further version repeats only changed calls, and its drafts have their own condition", async () => {
  const { project, dataset, endpoint } = await workshop();
  const judge = await makeJudge({ project, endpoint });
  await run(judge, judge.version, { dataset: dataset.id, scope: "all" });
  const { spec } = (await findVersion(judge.admin.actor, judge.id, { number: 1 })) ?? expect.fail();
  const seeded = await makeJudgeVersion(judge, judge.version, { ...spec, samples: 2, aggregation: "mean" });
  const second = await run(judge, seeded.id, { dataset: dataset.id, scope: "all" });
  // Temperature and samples differ, so nothing is shared; the prompts are the same.
  expect(await findRun(judge.admin.actor, second.id)).toMatchObject({ calls: 8, cached: 0 });
  const strict = await makeJudgeVersion(judge, seeded.id, { ...spec, aggregation: "median" });
  const third = await run(judge, strict.id, { dataset: dataset.id, scope: "all" });
  expect(await findRun(judge.admin.actor, third.id)).toMatchObject({ calls: 4, cached: 4, requests: 0 });
  const conditions = await db.draft.findMany({
    where: { datasetId: dataset.id },
    distinct: ["condition"],
    select: { condition: true },
  });
  expect(conditions).toHaveLength(3);
  const first = await db.task.findFirstOrThrow({ where: { datasetId: dataset.id }, select: { id: true } });
  const task = await findTask(judge.admin.actor, dataset.id, first.id);
  const said = task?.responses.flatMap(({ drafts }) => drafts.map(({ draft }) => draft.condition ?? ""));
  expect(said?.toSorted()).toEqual([1, 2, 3].map((n) => expect.stringMatching(`^v${n}, `)));
  expect(await findJudge(judge.admin.actor, judge.id)).toMatchObject({
    versions: [
      { number: 3, parent: 2, isModified: true, runs: 1 },
      { number: 2, parent: 1 },
      { number: 1, parent: null },
    ],
  });
});

test("a pair judge asks in both orders, and an item judge each question of the checklist", async () => {
  const { project, dataset, endpoint } = await workshop({ tasks: 1, responses: 2, checklist: 2 });
  answer = ({ messages }) => {
    const prompt = messages.at(-1)?.content ?? "";
    if (prompt.includes("The question:")) return "Analysis: it does.\nAnswer: YES";
    return prompt.indexOf("said model 1") < prompt.indexOf("said model 2") ? "One. [[A]]" : "One. [[B]]";
  };
  const pair = await makeJudge({ project, endpoint, origin: "plain.pair" });
  const compared = await run(pair, pair.version, { dataset: dataset.id, scope: "all" });
  expect(await db.draft.findMany({ where: { unit: { runId: compared.id } } })).toMatchObject([
    { target: "preference", value: "A", confidence: 1 },
  ]);
  const item = await makeJudge({ project, endpoint, origin: "plain.item" });
  const answered = await run(item, item.version, { dataset: dataset.id, scope: "all" });
  const answers = await db.draft.findMany({ where: { unit: { runId: answered.id } } });
  expect(answers.map(({ value }) => value)).toEqual(["yes", "yes", "yes", "yes"]);
});

test("a run is paused if its version would send other prompts than when it was made", async () => {
  const { project, dataset, endpoint } = await workshop();
  const judge = await makeJudge({ project, endpoint });
  const made = await runVersion(
    judge.admin.actor,
    judge.version,
    RunJudge.parse({ dataset: dataset.id, scope: "all" }),
  );
  if (!made || "refused" in made) throw new Error("it can be run");
  const { id: _, ...stored } = await db.judgeVersion.findUniqueOrThrow({ where: { id: judge.version } });
  const forged = await db.judgeVersion.create({
    data: { ...stored, spec: stored.spec ?? {}, number: 2, parentId: judge.version, hash: "f".repeat(64) },
  });
  const { params } = await db.draftRun.findUniqueOrThrow({ where: { id: made.id } });
  await db.draftRun.update({
    where: { id: made.id },
    data: { params: { ...(params as object), version: forged.id }, judgeVersionId: forged.id },
  });
  await workOnDrafts();
  expect(await findRun(judge.admin.actor, made.id)).toMatchObject({
    state: "paused",
    pausedFor: "method-changed",
  });
});

test("a judge is refused for faults, a taken name, another subject, nothing changed, and another model", async () => {
  const { project, dataset, endpoint } = await workshop();
  const judge = await makeJudge({ project, endpoint, name: "One" });
  const { admin } = judge;
  const { spec } = (await findVersion(admin.actor, judge.id, { number: 1 })) ?? expect.fail();
  const make = (body: object) =>
    createJudge(admin.actor, project.id, NewJudge.parse({ endpoint: endpoint.id, ...body }));
  expect(await make({ name: "One", origin: "plain.response" })).toMatchObject({
    refused: "judge-name-taken",
  });
  expect(await make({ name: "Two", spec: { ...spec, user: "{{form}}" } })).toMatchObject({
    refused: "judge-faulty",
    detail: { problems: [expect.stringContaining("{{response}}")] },
  });
  expect(await db.judge.count({ where: { projectId: project.id } })).toBe(1);
  const change = (changed: JudgeSpec) =>
    createVersion(
      admin.actor,
      judge.id,
      NewJudgeVersion.parse({ parent: judge.version, endpoint: endpoint.id, spec: changed }),
    );
  expect(await change(spec)).toMatchObject({ refused: "judge-unchanged", detail: { version: 1 } });
  expect(await change(startingPoint("plain.item")?.spec ?? spec)).toMatchObject({
    refused: "judge-subject-fixed",
  });
  const design = {
    dataset: dataset.id,
    endpoint: endpoint.id,
    method: "judge",
    params: { version: judge.version },
  };
  expect(
    await createRun(admin.actor, project.id, NewRun.parse({ ...design, name: "Run", model: "model-2" })),
  ).toMatchObject({
    refused: "judge-has-model",
  });
  const elsewhere = await makeJudge({ project: await makeProject() });
  expect(
    await createRun(
      admin.actor,
      project.id,
      NewRun.parse({ ...design, name: "Run", params: { version: elsewhere.version } }),
    ),
  ).toMatchObject({ refused: "no-such-method" });
  await archiveJudge(admin.actor, judge.id, true);
  expect(await change({ ...spec, system: "Strict." })).toMatchObject({ refused: "judge-archived" });
  expect(
    await runVersion(admin.actor, judge.version, RunJudge.parse({ dataset: dataset.id, scope: "all" })),
  ).toMatchObject({ refused: "judge-archived" });
});

test("a preview has the prompts that a run sends, and its cost", async () => {
  const { project, dataset, endpoint } = await workshop();
  const judge = await makeJudge({ project, endpoint });
  const { spec } = (await findVersion(judge.admin.actor, judge.id, { number: 1 })) ?? expect.fail();
  const preview = await previewJudge(
    judge.admin.actor,
    project.id,
    PreviewJudge.parse({ spec, endpoint: endpoint.id, dataset: dataset.id }),
  );
  const made = await run(judge, judge.version, { dataset: dataset.id, scope: "all" });
  const [sent] = await promptsOf(made.id);
  expect(preview).toMatchObject({
    lints: [],
    run: { calls: 4, prompt: { prompts: [{ messages: sent?.messages }] } },
  });
  const design = {
    dataset: dataset.id,
    endpoint: endpoint.id,
    method: "judge",
    params: { version: judge.version },
  };
  const stored = await previewRun(judge.admin.actor, project.id, RunDesign.parse(design));
  expect(stored).toMatchObject({ calls: 4 });
  const faulty = PreviewJudge.parse({
    spec: { ...spec, user: "x" },
    endpoint: endpoint.id,
    dataset: dataset.id,
  });
  expect(await previewJudge(judge.admin.actor, project.id, faulty)).toMatchObject({ run: null });
});

test("two versions are tried on the same three tasks, unpublished", async () => {
  const { project, dataset, endpoint } = await workshop({ tasks: 5 });
  const judge = await makeJudge({ project, endpoint });
  const { spec } = (await findVersion(judge.admin.actor, judge.id, { number: 1 })) ?? expect.fail();
  const second = await makeJudgeVersion(judge, judge.version, { ...spec, system: "Be strict." });
  answer = ({ messages }) => `Analysis: so.\nAnswer: ${messages[0]?.content === "Be strict." ? 2 : 5}`;
  const first = await run(judge, judge.version, { dataset: dataset.id, scope: "trial" });
  await run(judge, second.id, { dataset: dataset.id, scope: "trial" });
  expect(await findRun(judge.admin.actor, first.id)).toMatchObject({ published: false, units: { all: 3 } });
  const trial = await findTrial(judge.admin.actor, dataset.id, [judge.version, second.id]);
  expect(await listUnfinishedRuns(judge.admin.actor, judge.id, dataset.id)).toEqual([]);
  expect(trial?.map(({ task, values }) => [task, values.map((tried) => tried?.value)])).toEqual([
    ["t1", [5, 2]],
    ["t2", [5, 2]],
    ["t3", [5, 2]],
  ]);
  expect(await findTrial((await makeMember("admin")).actor, dataset.id, [judge.version])).toBeNull();
});

test("a second request while a run is under way starts no other one, and a part that is judged is not judged again", async () => {
  const { project, dataset, endpoint } = await workshop({ tasks: 10 });
  await makeLabels(dataset, () => 4);
  const judge = await makeJudge({ project, endpoint });
  const start = (scope: string) =>
    runVersion(judge.admin.actor, judge.version, RunJudge.parse({ dataset: dataset.id, scope }));
  await splitLabels(judge.admin.actor, dataset.id, NewLabelSplit.parse({}));
  expect(await start("trial")).toMatchObject({ units: 3 });
  expect(await start("trial")).toEqual({ refused: "judge-still-running" });
  // The three tasks of the trial are of the development part.
  expect(await start("development")).toMatchObject({ units: 1 });
  expect(await start("development")).toEqual({ refused: "judge-still-running" });
  await workOnDrafts();
  expect(await start("development")).toEqual({ refused: "judge-nothing-left" });
  expect(await start("trial")).toMatchObject({ units: 3 });
});

test("the last dataset of a judge is that of the newest run of any version, and unknown to people of other projects", async () => {
  const { project, dataset, endpoint } = await workshop();
  const judge = await makeJudge({ project, endpoint });
  const { spec } = (await findVersion(judge.admin.actor, judge.id, { number: 1 })) ?? expect.fail();
  const other = await makeDataset({ project, drafts: false });
  expect(await findLastDataset(judge.admin.actor, judge.id)).toBeNull();
  await run(judge, judge.version, { dataset: other.id, scope: "trial" });
  const second = await makeJudgeVersion(judge, judge.version, { ...spec, system: "Be strict." });
  await run(judge, second.id, { dataset: dataset.id, scope: "trial" });
  expect(await findLastDataset(judge.admin.actor, judge.id)).toBe(dataset.id);
  expect(await findLastDataset((await makeMember("admin")).actor, judge.id)).toBeNull();
});
