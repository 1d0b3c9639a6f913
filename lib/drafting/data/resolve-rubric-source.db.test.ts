import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { createRun } from "@/lib/drafting/data/create-run";
import { previewRun } from "@/lib/drafting/data/preview-run";
import { nameRubricSource } from "@/lib/drafting/data/resolve-rubric-source";
import { publishRun } from "@/lib/drafting/data/run-lifecycle";
import { NewRun, type RunSelection } from "@/lib/drafting/schema/runs";
import { makeBatch } from "@/testing/builders/batches";
import { makeChecklists } from "@/testing/builders/checklists";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";

/** Two tasks with a response each, and checklists of two runs for both. */
async function study() {
  const project = await makeProject();
  const { actor: admin } = await makeMember("admin", { project });
  const dataset = await makeDataset({ project, tasks: 2 });
  const first = await makeChecklists(dataset, "of the first run");
  const second = await makeChecklists(dataset, "of the second run");
  const { id: endpoint } = await makeEndpoint({ project });
  const design = (selection: Partial<RunSelection> = {}, method = "tick.evaluate") =>
    NewRun.parse({
      ...{ name: "Judges", dataset: dataset.id, endpoint, method },
      selection: { filter: {}, ...selection },
    });
  /** The rubrics a new run judges by: the source it names, and the questions of each unit. */
  const judging = async (selection: Partial<RunSelection> = {}) => {
    const made = await createRun(admin, project.id, design(selection));
    if (!made || "refused" in made) return made;
    const run = await db.draftRun.findUniqueOrThrow({
      where: { id: made.id },
      include: { work: { orderBy: { position: "asc" } } },
    });
    const units = run.work;
    const items = await db.itemVersion.findMany({
      where: { rubricVersionId: { in: units.flatMap(({ rubricVersionId }) => rubricVersionId ?? []) } },
    });
    return {
      by: (run.selection as RunSelection).rubric,
      asked: units.map((unit) =>
        items.filter((item) => item.rubricVersionId === unit.rubricVersionId).map(({ text }) => text),
      ),
    };
  };
  return { project, admin, dataset, first, second, design, judging };
}

/** The reviewed checklist of a run for the first task. */
async function review(dataset: { id: string; projectId: string }, run: { id: string }) {
  const batch = await makeBatch({ dataset, open: false });
  const { rubric } = await db.rubricVersion.findFirstOrThrow({
    where: { unit: { runId: run.id } },
    orderBy: { rubric: { task: { position: "asc" } } },
    include: { rubric: { include: { items: true } } },
  });
  const version = await db.rubricVersion.create({
    data: { rubricId: rubric.id, version: 2, batchId: batch.id },
  });
  const [item] = rubric.items;
  await db.itemVersion.create({
    data: {
      ...{ itemId: item?.id ?? "", rubricId: rubric.id, rubricVersionId: version.id, position: 0 },
      ...{ text: "as people want it", scale: { type: "yesno" }, wording: 2 },
    },
  });
  return batch;
}

test("a run judges by the rubrics of one named source: the newest finished run, or the chosen one", async () => {
  const { project, admin, first, second, design, judging } = await study();
  expect(await judging()).toEqual({
    by: { from: "run", run: second.id },
    asked: [["of the second run"], ["of the second run"]],
  });
  expect(await judging({ rubric: { from: "run", run: first.id } })).toEqual({
    by: { from: "run", run: first.id },
    asked: [["of the first run"], ["of the first run"]],
  });
  expect(await previewRun(admin, project.id, design())).toMatchObject({
    units: 2,
    rubric: { from: "run", run: second.id },
  });
  // By method and model, the newest run's; by method alone, each task's newest, without a named source.
  const condition = await db.$queryRaw<{ it: string }[]>`
    SELECT "methodVersion" || ' ' || "params"::text AS "it" FROM "DraftRun" WHERE "id" = ${first.id}::uuid`;
  const method = { from: "method", method: "tick.generate", model: "model-1" } as const;
  expect(await judging({ rubric: { ...method, condition: condition[0]?.it ?? null } })).toMatchObject({
    asked: [["of the second run"], ["of the second run"]],
  });
  expect(await judging({ rubricMethod: "tick.generate" })).toMatchObject({ by: undefined });
});

test("a trial is never used as a source, and an unfinished run only when chosen", async () => {
  const { admin, first, second, judging } = await study();
  await publishRun(admin, second.id, false);
  expect(await judging()).toMatchObject({ by: { from: "run", run: first.id } });
  expect(await judging({ rubric: { from: "run", run: second.id } })).toEqual({ refused: "no-subjects" });
  await publishRun(admin, second.id, true);
  await db.draftRun.update({ where: { id: second.id }, data: { state: "running", finishedAt: null } });
  expect(await judging()).toMatchObject({ by: { from: "run", run: first.id } });
  expect(await judging({ rubric: { from: "run", run: second.id } })).toMatchObject({
    asked: [["of the second run"], ["of the second run"]],
  });
});

test("checklists that people reviewed take precedence over their run, and unreviewed tasks are left out", async () => {
  const { project, admin, dataset, second, design, judging } = await study();
  const batch = await review(dataset, second);
  expect(await judging()).toEqual({
    by: { from: "reviewed", batch: batch.id },
    asked: [["as people want it"]],
  });
  expect(await previewRun(admin, project.id, design())).toMatchObject({ units: 1, unfit: 1 });
  // A run's rubrics are judged as it drafted them, whatever became of them.
  expect(await judging({ rubric: { from: "run", run: second.id } })).toMatchObject({
    asked: [["of the second run"], ["of the second run"]],
  });
});

test("a method without rubrics has no source, and own lists of annotators cannot be one", async () => {
  const { project, admin, design } = await study();
  const made = await createRun(admin, project.id, design({}, "tick.direct"));
  const run = await db.draftRun.findFirstOrThrow({ where: { id: made && "id" in made ? made.id : "" } });
  expect(run.selection).toEqual({ filter: {} });
  expect(() => design({ rubric: { from: "people" } })).toThrow("has no items to judge by");
});

test("only researchers of the project see a source", async () => {
  const { project, dataset, second } = await study();
  const batch = await review(dataset, second);
  const [own, strange] = [await makeMember("researcher", { project }), await makeMember("researcher")];
  const run = { from: "run", run: second.id } as const;
  expect(await nameRubricSource(own.actor, run)).toBe("the run “of the second run” (tick.generate, model-1)");
  expect(await nameRubricSource(own.actor, { from: "reviewed", batch: batch.id })).toContain(
    "the batch “Batch",
  );
  expect(await nameRubricSource(strange.actor, run)).toBe(`the run ${second.id}`);
  expect(await nameRubricSource(own.actor, { from: "run", run: randomUUID() })).not.toContain("“");
  expect(await nameRubricSource(own.actor, undefined)).toBeNull();
});
