import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { splitLabels } from "@/lib/judge/data/label-split";
import { listUnfinishedRuns, runVersion } from "@/lib/judge/data/run-version";
import { RunJudge } from "@/lib/judge/schema/judges";
import { NewLabelSplit } from "@/lib/judge/schema/split";
import { makeDataset } from "@/testing/builders/datasets";
import { makeJudge, makeLabels } from "@/testing/builders/judges";
import { makeProject } from "@/testing/builders/projects";
import { makeRun } from "@/testing/builders/runs";

type Made = Awaited<ReturnType<typeof runVersion>>;

const starting =
  (judge: Awaited<ReturnType<typeof makeJudge>>, dataset: { id: string }) =>
  (scope: RunJudge["scope"]): Promise<Made> =>
    runVersion(judge.admin.actor, judge.version, RunJudge.parse({ dataset: dataset.id, scope }));

/** The run judges its first units, or all, and then has this state. */
async function judgeUnits(
  made: Made,
  most = Number.POSITIVE_INFINITY,
  state: "done" | "cancelled" | "paused" = "done",
) {
  if (!made || "refused" in made) return expect.fail(`no run was made: ${JSON.stringify(made)}`);
  const finishedAt = state === "paused" ? null : new Date();
  await db.draftUnit.updateMany({
    where: { runId: made.id, position: { lt: Math.min(most, made.units) } },
    data: { state: "done", finishedAt: new Date() },
  });
  await db.draftRun.update({ where: { id: made.id }, data: { state, finishedAt } });
}

/** The number of published units for each response or pair. */
const publishedUnits = (datasetId: string) =>
  db.draftUnit.groupBy({
    by: ["responseId", "responseBId", "rubricVersionId"],
    where: { run: { datasetId, published: true } },
    _count: true,
  });

test.each([
  ["plain.response", 8],
  ["plain.pair", 4],
  ["plain.item", 8],
])(
  "a run of %s over all tasks judges what no published run of the version has judged",
  async (origin, units) => {
    const project = await makeProject();
    const dataset = await makeDataset({ project, tasks: 4, responses: 2, checklist: 1, drafts: false });
    const judge = await makeJudge({ project, origin });
    const start = starting(judge, dataset);
    // Two requests at once: one of them starts a run.
    const both = await Promise.all([start("all"), start("all")]);
    const made = both.find((one) => one && !("refused" in one)) ?? null;
    expect(both).toContainEqual(expect.objectContaining({ units }));
    expect(both).toContainEqual({ refused: "judge-still-running" });
    expect(await start("all")).toEqual({ refused: "judge-still-running" });
    const left = () => listUnfinishedRuns(judge.admin.actor, judge.id, dataset.id);
    expect(await left()).toMatchObject([{ isPaused: false, units }]);
    await judgeUnits(made, 3, "paused");
    expect(await start("all")).toEqual({ refused: "judge-still-running" });
    expect(await left()).toMatchObject([{ isPaused: true, units: units - 3 }]);
    await judgeUnits(made);
    expect(await left()).toEqual([]);
    expect(await start("all")).toEqual({ refused: "judge-nothing-left" });

    const [first, second] = await db.task.findMany({
      where: { datasetId: dataset.id },
      orderBy: { position: "asc" },
    });
    const common = { datasetId: dataset.id, model: "model-3", text: "Another answer." };
    await db.response.createMany({
      data: [
        { ...common, taskId: first?.id ?? "", key: "new1", position: 2 },
        { ...common, taskId: second?.id ?? "", key: "new2", position: 2 },
      ],
    });
    // A new response is judged by itself, and with both others of its task.
    expect(await start("all")).toMatchObject({ units: origin === "plain.pair" ? 4 : 2 });
    expect(new Set((await publishedUnits(dataset.id)).map(({ _count }) => _count))).toEqual(new Set([1]));
  },
);

test("a judge answers the checklists that people answered, not those that a later run drafted for a few tasks", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 4, responses: 2, checklist: 1, drafts: false });
  const datasetId = dataset.id;
  const judge = await makeJudge({ project, origin: "plain.item" });
  const { id: raterId } = await db.rater.create({
    data: { projectId: project.id, datasetId, kind: "human", code: "A01" },
  });
  const responses = await db.response.findMany({ where: { datasetId } });
  const items = await db.item.findMany({ where: { rubric: { datasetId } }, include: { rubric: true } });
  await db.judgement.createMany({
    data: responses.flatMap(({ id: responseId, taskId }) =>
      items
        .filter(({ rubric }) => rubric.taskId === taskId)
        .map(({ id: itemId }) => ({
          ...{ datasetId, key: `${responseId}.${itemId}`, taskId, responseId, itemId, raterId },
          ...{ target: "item" as const, exposure: "none" as const, value: "yes" },
        })),
    ),
  });

  const drafting = await makeRun({ dataset, method: "tick.generate", selection: { filter: {}, first: 1 } });
  const unit = await db.draftUnit.findFirstOrThrow({ where: { runId: drafting.id } });
  await db.draftRun.update({ where: { id: drafting.id }, data: { state: "done", finishedAt: new Date() } });
  const common = { datasetId, taskId: unit.taskId };
  const rubric = await db.rubric.create({
    data: { ...common, kind: "checklist", key: "drafted", position: 9 },
  });
  const item = await db.item.create({ data: { rubricId: rubric.id, key: "q" } });
  const version = await db.rubricVersion.create({
    data: { rubricId: rubric.id, version: 1, origin: "llm", unitId: unit.id },
  });
  await db.itemVersion.create({
    data: {
      ...{ rubricVersionId: version.id, rubricId: rubric.id, itemId: item.id, position: 0 },
      ...{ text: "Is it short?", scale: { type: "yesno" } },
    },
  });

  expect(await starting(judge, dataset)("all")).toMatchObject({ units: 8 });
});

test("a run of a part judges the responses that a cancelled one left, and those that were added", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 10, responses: 2, drafts: false });
  await makeLabels(dataset, () => 4);
  const judge = await makeJudge({ project });
  const start = starting(judge, dataset);
  const shares = NewLabelSplit.parse({ examples: 0, development: 40 });
  await splitLabels(judge.admin.actor, dataset.id, shares);
  const whole = await start("development");
  expect(whole).toMatchObject({ units: 8 });
  // Three tasks of four have a value, the last of them on one response alone.
  await judgeUnits(whole, 5, "cancelled");
  const rest = await start("development");
  expect(rest).toMatchObject({ units: 3 });
  await judgeUnits(rest);
  expect(await start("development")).toEqual({ refused: "judge-nothing-left" });
  const { taskId } = await db.labelSplitTask.findFirstOrThrow({
    where: { datasetId: dataset.id, part: "development" },
  });
  await db.response.create({
    data: { datasetId: dataset.id, taskId, key: "new", position: 2, model: "model-3", text: "New." },
  });
  expect(await start("development")).toMatchObject({ units: 1 });
  // All of them are unpublished: a run over all tasks judges everything.
  expect(await start("all")).toMatchObject({ units: 21 });
});
