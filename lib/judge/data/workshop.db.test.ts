import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import type { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { env } from "@/lib/env";
import { createVersion } from "@/lib/judge/data/add-version";
import { findVersion } from "@/lib/judge/data/judges";
import { findSplit, readSplitTasks, splitLabels } from "@/lib/judge/data/label-split";
import { exampleOf } from "@/lib/judge/data/labelled-example";
import { runVersion } from "@/lib/judge/data/run-version";
import { findWorkshop } from "@/lib/judge/data/workshop";
import { NewJudgeVersion, RunJudge } from "@/lib/judge/schema/judges";
import { type LabelPart, NewLabelSplit } from "@/lib/judge/schema/split";
import { openStub, type Stub } from "@/lib/llm/testing/stub";
import { makeDataset } from "@/testing/builders/datasets";
import { makeJudge, makeJudged, makeJudgeVersion, makeLabelled, makeLabels } from "@/testing/builders/judges";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

let stub: Stub;
let answer: (prompt: string) => string;

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub(
    ({ messages }) => ({ say: answer(messages.map(({ content }) => content).join("\n")) }),
    Number(new URL(origin).port),
  );
});
beforeEach(() => {
  answer = () => "Analysis: fine.\nAnswer: 5";
});
afterAll(() => stub.close());

const numberOf = (task: string) => Number(task.slice(1));
const isOdd = (task: string) => numberOf(task) % 2 === 1;

async function partsOf(admin: Awaited<ReturnType<typeof makeMember<"admin">>>, dataset: { id: string }) {
  const page = await readSplitTasks(admin.actor, dataset.id, { limit: 1000 });
  const of = (part: LabelPart) => page?.items.filter((task) => task.part === part) ?? [];
  return { examples: of("examples"), development: of("development"), heldOut: of("held-out") };
}

const specOf = async (judge: Awaited<ReturnType<typeof makeJudge>>, number: number): Promise<JudgeSpec> =>
  ((await findVersion(judge.admin.actor, judge.id, { number })) ?? expect.fail()).spec;

/** The address of a disagreement, for `exampleOf`. */
const unitOf = async (dataset: string, task: string) => {
  const response = await db.response.findFirstOrThrow({ where: { taskId: task } });
  return { dataset, task, response: response.id, responseB: null, item: null };
};

test("labels are split once, by task; later calls assign only new tasks", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const dataset = await makeDataset({ project, tasks: 20, drafts: false });
  await makeLabels(dataset, () => 3);
  expect(await findSplit(admin.actor, dataset.id)).toBe("none");
  const split = await splitLabels(admin.actor, dataset.id, NewLabelSplit.parse({ seed: 7 }));
  const whole = (n: number) => ({ tasks: n, labelled: n });
  expect(split).toMatchObject({
    seed: 7,
    parts: { examples: whole(4), development: whole(8), "held-out": whole(8) },
    unassigned: 0,
  });
  const before = await partsOf(admin, dataset);
  await db.task.create({
    data: { datasetId: dataset.id, key: "t21", position: 20, instruction: "New.", tags: [] },
  });
  expect(await findSplit(admin.actor, dataset.id)).toMatchObject({ unassigned: 1 });
  const again = await splitLabels(
    admin.actor,
    dataset.id,
    NewLabelSplit.parse({ seed: 8, examples: 90, development: 5 }),
  );
  expect(again).toMatchObject({ id: (split as { id: string }).id, seed: 7, examples: 20, unassigned: 0 });
  const after = await partsOf(admin, dataset);
  for (const part of ["examples", "development", "heldOut"] as const)
    expect(after[part]).toEqual(expect.arrayContaining(before[part]));
  await expect(db.labelSplitTask.updateMany({ data: { part: "development" } })).rejects.toThrow(
    /append-only/,
  );
  await expect(db.labelSplit.updateMany({ data: { seed: 1 } })).rejects.toThrow(/append-only/);
  expect(
    await splitLabels((await makeMember("admin")).actor, dataset.id, NewLabelSplit.parse({})),
  ).toBeNull();
});

test("versions are compared on the development part with paired intervals, and the worst disagreement comes first", async () => {
  const project = await makeProject();
  const { dataset, judge } = await makeLabelled({
    project,
    tasks: 60,
    label: (task) => (isOdd(task) ? 5 : 1),
    value: () => 5,
  });
  const { development } = await partsOf(judge.admin, dataset);
  const better = await makeJudgeVersion(judge, judge.version, {
    ...(await specOf(judge, 1)),
    system: "Be strict.",
  });
  // All right but for one, which is off by one.
  const [off] = development;
  await makeJudged(judge, better.id, dataset, (task) =>
    task === off?.key ? (isOdd(task) ? 4 : 2) : isOdd(task) ? 5 : 1,
  );
  const odd = development.filter(({ key }) => isOdd(key)).length / 24;
  const found = await findWorkshop(judge.admin.actor, judge.id, {
    dataset: dataset.id,
    version: 1,
    part: "development",
  });
  expect(found).toMatchObject({
    labelled: 24,
    split: 0,
    versions: [
      {
        number: 2,
        figures: { units: 24, tasks: 24, missing: 0, accuracy: { value: expect.closeTo(23 / 24) } },
        change: { from: 1, figures: { units: 24, accuracy: { value: expect.closeTo(23 / 24 - odd) } } },
      },
      {
        number: 1,
        figures: { accuracy: { value: expect.closeTo(odd) }, kappa: { value: expect.closeTo(0) } },
        change: null,
      },
    ],
    disagreements: { count: Math.round((1 - odd) * 24), labels: ["1"] },
  });
  const change = found?.versions[0]?.change?.figures.accuracy;
  expect(change?.low).toBeGreaterThan(0);
  expect(change?.low).toBeLessThan(change?.value ?? 0);
  expect(found?.versions[1]?.figures.bias.value).toBeCloseTo(4 * (1 - odd));
  const newest = await findWorkshop(judge.admin.actor, judge.id, {
    dataset: dataset.id,
    part: "development",
  });
  expect(newest?.disagreements.rows).toMatchObject([
    {
      task: { key: off?.key },
      people: [{ rater: "A01", explanation: `Because of ${off?.key}.` }],
      judge: { lines: [expect.stringContaining("As judged")] },
      before: 5,
      distance: 1,
    },
  ]);
  const other = { dataset: dataset.id, part: "development" as const, label: "3" };
  expect(await findWorkshop(judge.admin.actor, judge.id, other)).toMatchObject({
    disagreements: { count: 0, rows: [] },
  });
  expect(await findWorkshop((await makeMember("admin")).actor, judge.id, other)).toBeNull();
});

test("only independent human values count", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 10, drafts: false });
  await makeLabels(dataset, () => 1, { code: "A01", exposure: "draft_first" });
  const judge = await makeJudge({ project });
  await splitLabels(judge.admin.actor, dataset.id, NewLabelSplit.parse({}));
  await makeJudged(judge, judge.version, dataset, () => 5);
  const query = { dataset: dataset.id, part: "development" as const };
  expect(await findWorkshop(judge.admin.actor, judge.id, query)).toMatchObject({
    labelled: 0,
    disagreements: { count: 0 },
  });
  await makeLabels(dataset, () => 5, { code: "A02" });
  expect(await findWorkshop(judge.admin.actor, judge.id, query)).toMatchObject({
    labelled: 4,
    versions: [{ figures: { accuracy: { value: 1 } } }],
    disagreements: { count: 0 },
  });
});

test("a disagreement becomes an example, and its task leaves the comparison", async () => {
  const project = await makeProject();
  const { dataset, judge } = await makeLabelled({ project, tasks: 10, label: () => 2, value: () => 5 });
  const { development } = await partsOf(judge.admin, dataset);
  const task = development[0] ?? expect.fail();
  const example =
    (await exampleOf(judge.admin.actor, judge.id, await unitOf(dataset.id, task.id))) ?? expect.fail();
  expect(example).toMatchObject({
    value: 2,
    explanation: `Because of ${task.key}.`,
    source: { task: task.id },
  });
  await makeJudgeVersion(judge, judge.version, { ...(await specOf(judge, 1)), examples: [example] });
  const query = { dataset: dataset.id, part: "development" as const };
  const workshop = await findWorkshop(judge.admin.actor, judge.id, query);
  expect(workshop).toMatchObject({ labelled: 3, shown: 1 });
  const first = await findWorkshop(judge.admin.actor, judge.id, { ...query, version: 1 });
  expect(first?.disagreements.rows.map((row) => row.task.id)).not.toContain(task.id);
});

test("no label or explanation of a held-out task is in any prompt or in any answer before a look", async () => {
  const project = await makeProject();
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  const dataset = await makeDataset({ project, tasks: 10, drafts: false });
  const canary = (task: string) => `CANARY-${task}-${dataset.id}`;
  await makeLabels(dataset, (task) => (isOdd(task) ? 1 : 2), { explanation: canary });
  const judge = await makeJudge({ project, endpoint });
  const { actor } = judge.admin;
  await splitLabels(actor, dataset.id, NewLabelSplit.parse({}));
  const { development, heldOut } = await partsOf(judge.admin, dataset);
  const run = async (version: string, scope: "held-out" | "development") => {
    const made = await runVersion(actor, version, RunJudge.parse({ dataset: dataset.id, scope }));
    expect(made).not.toHaveProperty("refused");
    await workOnDrafts();
  };
  await run(judge.version, "development");

  // Examples: of development tasks they can be made, of held-out ones in no way.
  const spec = await specOf(judge, 1);
  const known =
    (await exampleOf(actor, judge.id, await unitOf(dataset.id, development[0]?.id ?? ""))) ?? expect.fail();
  for (const { id } of heldOut) {
    const unit = await unitOf(dataset.id, id);
    expect(await exampleOf(actor, judge.id, unit)).toBeNull();
    const response = await db.response.findUniqueOrThrow({
      where: { id: unit.response },
      include: { task: true },
    });
    const sourced = { ...known, source: { task: id, responses: [response.id], item: null } };
    const copied = {
      ...known,
      instruction: response.task.instruction,
      responses: [response.text],
      source: null,
    };
    const retyped = {
      ...copied,
      instruction: `Task:\n${copied.instruction.toUpperCase().replaceAll(" ", "  ")}`,
      responses: [`“${copied.responses[0]?.replaceAll(" ", "\u00a0\n")}”`],
    };
    for (const example of [sourced, copied, retyped])
      expect(
        await createVersion(
          actor,
          judge.id,
          NewJudgeVersion.parse({
            ...{ parent: judge.version, endpoint: endpoint.id },
            spec: { ...spec, examples: [example] },
          }),
        ),
      ).toMatchObject({ refused: "example-held-out" });
  }
  const taught = await makeJudgeVersion(judge, judge.version, { ...spec, examples: [known] });
  await run(taught.id, "development");
  await run(taught.id, "held-out");

  const prompts = JSON.stringify(
    await db.llmCall.findMany({ where: { projectId: project.id }, select: { messages: true } }),
  );
  expect(prompts).toContain(canary(development[0]?.key ?? ""));
  const shown = [];
  for (const part of ["development", "examples"] as const)
    for (const version of [1, 2])
      shown.push(await findWorkshop(actor, judge.id, { dataset: dataset.id, part, version }));
  const answers = JSON.stringify(shown);
  expect(answers).toContain("CANARY-");
  for (const { key } of heldOut) {
    expect(prompts).not.toContain(canary(key));
    expect(answers).not.toContain(canary(key));
  }
});

test("a task whose texts were pasted into a prompt before the split is not held out", async () => {
  const project = await makeProject();
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  const dataset = await makeDataset({ project, tasks: 10, drafts: false });
  const canary = (task: string) => `CANARY-${task}-${dataset.id}`;
  await makeLabels(dataset, () => 2, { explanation: canary });
  const judge = await makeJudge({ project, endpoint });
  const tasks = await db.task.findMany({
    where: { datasetId: dataset.id, key: { in: ["t2", "t3", "t5", "t7"] } },
    include: { responses: true },
  });
  const pasted = tasks.map(({ key, instruction, responses: [response] }, n) => ({
    instruction: n % 2 === 0 ? instruction : ` ${instruction.replaceAll(" ", "\n")}`,
    responses: [n % 2 === 0 ? (response?.text ?? "") : `"${response?.text.toUpperCase()}"`],
    ...{ value: 2, explanation: canary(key), source: null },
  }));
  const taught = await makeJudgeVersion(judge, judge.version, {
    ...(await specOf(judge, 1)),
    examples: pasted,
  });
  // Of ten tasks nine and a half would be held out.
  await splitLabels(judge.admin.actor, dataset.id, NewLabelSplit.parse({ examples: 0, development: 5 }));
  const { examples, heldOut } = await partsOf(judge.admin, dataset);
  expect(examples.map(({ key }) => key).sort()).toEqual(["t2", "t3", "t5", "t7"]);
  for (const scope of ["development", "held-out", "all"] as const) {
    await runVersion(judge.admin.actor, taught.id, RunJudge.parse({ dataset: dataset.id, scope }));
    await workOnDrafts();
  }
  const prompts = JSON.stringify(
    await db.llmCall.findMany({ where: { projectId: project.id }, select: { messages: true } }),
  );
  expect(prompts).toContain(canary("t2"));
  expect(heldOut).toHaveLength(6);
  for (const { key } of heldOut) expect(prompts).not.toContain(canary(key));
});

test("preferences are compared whichever response a pair names first, and answers item by item", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 20, responses: 2, checklist: 1, drafts: false });
  const pair = await makeJudge({ project, origin: "plain.pair" });
  await splitLabels(pair.admin.actor, dataset.id, NewLabelSplit.parse({ examples: 0, development: 90 }));
  const { id: raterId } = await db.rater.create({
    data: { projectId: project.id, datasetId: dataset.id, kind: "human", code: "A01" },
  });
  const tasks = await db.task.findMany({
    where: { datasetId: dataset.id },
    include: { responses: { orderBy: { position: "asc" } }, rubrics: { include: { items: true } } },
  });
  const common = { datasetId: dataset.id, raterId, exposure: "none" as const };
  await db.judgement.createMany({
    data: tasks.flatMap(({ id: taskId, responses: [a, b], rubrics }, n) => [
      // The pair the other way round: the person prefers the first model.
      {
        ...{ ...common, taskId, position: n, key: `p${n}`, target: "preference" as const, value: 5 },
        ...{ responseId: b?.id, responseBId: a?.id },
      },
      {
        ...{ ...common, taskId, position: n, key: `i${n}`, target: "item" as const, value: "yes" },
        ...{ responseId: a?.id, itemId: rubrics[0]?.items[0]?.id },
      },
    ]),
  });
  answer = (prompt) =>
    prompt.includes("The question:")
      ? "Analysis: it does.\nAnswer: YES"
      : prompt.indexOf("said model 1") < prompt.indexOf("said model 2")
        ? "First. [[A]]"
        : "First. [[B]]";
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  for (const [origin, units] of [
    ["plain.pair", 18],
    ["plain.item", 18],
  ] as const) {
    const judge = await makeJudge({ project, endpoint, origin });
    await runVersion(
      judge.admin.actor,
      judge.version,
      RunJudge.parse({ dataset: dataset.id, scope: "development" }),
    );
    await workOnDrafts();
    expect(
      await findWorkshop(judge.admin.actor, judge.id, { dataset: dataset.id, part: "development" }),
    ).toMatchObject({ labelled: units, versions: [{ figures: { units, accuracy: { value: 1 } } }] });
  }
});
