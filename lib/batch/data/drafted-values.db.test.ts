import { expect, test } from "vitest";
import { findResolved, findSourceNames } from "@/lib/batch/data/resolve-sources";
import { findSubjectsFor } from "@/lib/batch/data/subjects";
import { sourcesInWords } from "@/lib/batch/rules/protocol-sources";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import type { DraftSource } from "@/lib/dataset/schema/sources";
import { setupOf } from "@/lib/export/testing/batch-setup";
import { Protocol, type Step } from "@/lib/protocol/schema";
import { next, submitAssignment } from "@/lib/quality/testing/fixture";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset, type TestDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";

interface Judged {
  name: string;
  endpoint: { id: string; model: string };
  params?: Record<string, unknown>;
  state?: "running" | "done";
  /** Its answers by task; null for tasks that it did not judge. */
  value: (task: string) => "yes" | "no" | null;
}

/** A published run that answered the checklists of a dataset and names itself in every line. */
async function makeAnswers(dataset: TestDataset, { name, endpoint, params, state = "done", value }: Judged) {
  const run = await makeRun({ dataset, endpoint, method: "tick.evaluate", ...(params && { params }) });
  const method = "tick.evaluate";
  const rater = { projectId: dataset.projectId, datasetId: dataset.id, code: endpoint.model, method };
  const { id: raterId } =
    (await db.rater.findFirst({ where: rater })) ??
    (await db.rater.create({ data: { ...rater, kind: "llm" } }));
  const units = await db.draftUnit.findMany({
    where: { runId: run.id },
    include: { task: { include: { rubrics: { include: { items: true } } } } },
  });
  for (const { id: unitId, taskId, responseId, task } of units) {
    const given = value(task.key);
    if (given === null) continue;
    await db.draft.createMany({
      data: task.rubrics.flatMap(({ items }) =>
        items.map(({ id: itemId, key }, position) => ({
          ...{ datasetId: dataset.id, key: `${unitId}/${key}`, position, taskId, responseId, itemId },
          ...{ raterId, unitId, method, target: "item" as const, value: given, lines: [`As ${name} says.`] },
        })),
      ),
    });
    await db.draftUnit.update({ where: { id: unitId }, data: { state: "done", finishedAt: new Date() } });
  }
  const finishedAt = state === "done" ? new Date() : null;
  await db.draftRun.update({
    where: { id: run.id },
    data: { name, state, startedAt: new Date(), finishedAt },
  });
  return { from: "run", run: run.id } as const;
}

const judging = (drafts?: DraftSource): Step[] => [
  {
    ...({ type: "judge", kind: "checklist", exposure: "draft-first", drafter: "shown" } as const),
    ...(drafts && { drafts }),
  },
];

/** Two tasks with a response and a question each, answered by two models in several runs, oldest first. */
async function study() {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const dataset = await makeDataset({ project, tasks: 2, checklist: 1, drafts: false });
  const strictModel = await makeEndpoint({ project, model: "strict-model" });
  const kindModel = await makeEndpoint({ project, model: "kind-model" });
  const strict = await makeAnswers(dataset, { name: "strict", endpoint: strictModel, value: () => "no" });
  await makeAnswers(dataset, { name: "kind", endpoint: kindModel, value: () => "yes" });
  await makeAnswers(dataset, {
    ...{ name: "kind again", endpoint: kindModel },
    value: (task) => (task === "t1" ? "no" : null),
  });
  const hybrid = { params: { hybrid: true }, endpoint: kindModel };
  const newest = await makeAnswers(dataset, { name: "newest", ...hybrid, value: () => "yes" });
  await makeAnswers(dataset, {
    ...{ name: "unfinished", endpoint: strictModel, state: "running" },
    value: () => "no",
  });
  const answer = await findSubjectsFor(admin.actor, {
    ...{ dataset: dataset.id, draft: null, selection: { filter: {}, sample: null }, seed: 1 },
    arms: [{ name: "A", k: 1, exposure: null, steps: judging() }],
  });
  const ofMethod = answer?.sources.drafts.filter(({ source }) => source.from === "method") ?? [];
  const open = async (arms: Arms) => {
    const k = arms.reduce((sum, arm) => sum + arm.k, 0);
    const annotators = await Promise.all(
      Array.from({ length: k }, () => makeMember("annotator", { project })),
    );
    const batch = await makeBatch({ dataset, preset: "checklist-answering", arms, annotators });
    return { batch, annotators };
  };
  return { admin: admin.actor, dataset, strict, newest, ofMethod, open };
}

/** Every assignment of a batch as its annotator saw it: arm, task, drafter, drafted answer and line. */
async function seenIn({ batch, annotators }: Awaited<ReturnType<Awaited<ReturnType<typeof study>>["open"]>>) {
  const seen: unknown[][] = [];
  for (const person of annotators)
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      const { arm, subject } = await db.assignment.findUniqueOrThrow({
        where: { id: view.id },
        select: { arm: true, subject: { select: { task: true } } },
      });
      const [step] = view.frame.steps;
      for (const { draft } of step?.type === "judge" ? step.items : [])
        seen.push([arm.name, subject.task.key, draft?.by, draft?.value, draft?.lines]);
      await submitAssignment(person, view, () => "yes");
    }
  return seen.map((row) => JSON.stringify(row)).toSorted();
}

const rows = (...expected: unknown[][]) => expected.map((row) => JSON.stringify(row)).toSorted();
const twice = (row: unknown[]) => [row, row];

test("each arm shows all its annotators the values chosen for it: by run, or by method, model and condition", async () => {
  const { strict, ofMethod, open } = await study();
  const chosen = ofMethod.find(({ model }) => model === "kind-model");
  expect(chosen).toMatchObject({ of: "checklist", subjects: 2 });
  const opened = await open([
    { name: "run", k: 2, exposure: null, steps: judging(strict) },
    { name: "method", k: 2, exposure: null, steps: judging(chosen?.source) },
  ]);
  expect(await seenIn(opened)).toEqual(
    rows(
      ...twice(["run", "t1", "strict-model", "no", ["As strict says."]]),
      ...twice(["run", "t2", "strict-model", "no", ["As strict says."]]),
      // Of several runs of the method, model and condition, the newest that judged the response.
      ...twice(["method", "t1", "kind-model", "no", ["As kind again says."]]),
      ...twice(["method", "t2", "kind-model", "yes", ["As kind says."]]),
    ),
  );
  const { text } = await setupOf(opened.batch);
  expect(text).toContain("In “run”: drafted answers from the run “strict” (tick.evaluate, strict-model)");
  expect(text).toContain(
    `In “method”: drafted answers from every run of tick.evaluate, kind-model, ${chosen?.condition}.`,
  );
});

test("without a choice the newest finished run's values are shown, and the design and the export name it", async () => {
  const { admin, dataset, newest, open } = await study();
  const arms: Arms = [{ name: "A", k: 2, exposure: null, steps: judging() }];
  const named = async ({ id }: { id: string }) => {
    const protocols = await findResolved(admin, id);
    const names = await findSourceNames(admin, protocols);
    return protocols.flatMap((protocol) => sourcesInWords(protocol, names));
  };
  const line = "Drafted answers from the run “newest” (tick.evaluate, kind-model).";
  const draft = await makeBatch({ dataset, preset: "checklist-answering", arms, open: false });
  expect(await named(draft)).toContain(line);

  const opened = await open(arms);
  const { batch } = opened;
  expect(await seenIn(opened)).toEqual(
    rows(
      ...twice(["A", "t1", "kind-model", "yes", ["As newest says."]]),
      ...twice(["A", "t2", "kind-model", "yes", ["As newest says."]]),
    ),
  );
  expect(await named(batch)).toContain(line);
  const { protocol } = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  expect(Protocol.parse(protocol).steps).toMatchObject([{ drafts: newest }]);
  const { protocol: exported, text } = await setupOf(batch);
  const name = "“newest” (tick.evaluate, kind-model)";
  expect(exported.sources).toMatchObject({ [newest.run]: expect.stringContaining(name) });
  expect(text).toContain(`Drafted answers from the run ${name}`);
});
