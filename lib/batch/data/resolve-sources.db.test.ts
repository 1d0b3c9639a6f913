import { expect, test } from "vitest";
import { openBatch } from "@/lib/batch/data/open-batch";
import { previewOpening } from "@/lib/batch/data/preview-opening";
import { findBatch } from "@/lib/batch/data/progress";
import { findResolved, findSourceNames } from "@/lib/batch/data/resolve-sources";
import { findSubjectsFor } from "@/lib/batch/data/subjects";
import { sourcesInWords, withSources } from "@/lib/batch/rules/protocol-sources";
import { settingsInWords } from "@/lib/batch/rules/settings";
import { db } from "@/lib/database/db";
import { namesIn } from "@/lib/dataset/rules/source-names";
import type { RubricSource } from "@/lib/dataset/schema/sources";
import { publishRun } from "@/lib/drafting/data/run-lifecycle";
import { claim } from "@/lib/participation/data/claim";
import { Protocol, type Step } from "@/lib/protocol/schema";
import { markGold } from "@/lib/quality/data/gold";
import { Quality } from "@/lib/quality/schema";
import { findFrame } from "@/lib/review/stimulus/find-frame";
import { retireRubric } from "@/lib/rubric/data/retire";
import { makeBatch } from "@/testing/builders/batches";
import { makeChecklists } from "@/testing/builders/checklists";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const REVIEW: Step = { type: "rubric", kind: "checklist", exposure: "draft-first" };

async function study() {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const dataset = await makeDataset({ project, tasks: 2 });
  const first = await makeChecklists(dataset, "of the first run");
  const second = await makeChecklists(dataset, "of the second run");
  const batch = (steps: Step[], open = true) =>
    makeBatch({
      dataset,
      annotators,
      preset: "checklist-review",
      k: 2,
      arms: [{ name: "A", k: 2, exposure: null, steps }],
      open,
    });
  /** Claims an assignment in a batch, and returns the items that it shows. */
  const readIn = async (id: string, who = 0) => {
    const { actor } = annotators[who] ?? expect.fail();
    const claimed = await claim(actor, id);
    if (!claimed || !("assignment" in claimed)) return expect.fail();
    const framed = await findFrame(actor, claimed.assignment.id);
    const [step] = framed?.frame.steps ?? [];
    if (step?.type !== "rubric") return expect.fail();
    expect(JSON.stringify(framed?.frame)).not.toContain(first.id);
    return step.rubrics.flatMap(({ items }) => items.map(({ text }) => text));
  };
  return { admin: admin.actor, annotators, dataset, first, second, batch, readIn };
}

test("a batch shows the checklists of one run: the newest finished one, or the chosen one", async () => {
  const { first, second, batch, readIn } = await study();
  const newest = await batch([REVIEW]);
  expect(await readIn(newest.id)).toEqual(["of the second run"]);
  const arm = await db.arm.findFirstOrThrow({ where: { batchId: newest.id } });
  expect(Protocol.parse(arm.protocol).steps).toEqual([
    { ...REVIEW, drafter: "hidden", rubric: { from: "run", run: second.id } },
  ]);

  const chosen = await batch([{ ...REVIEW, rubric: { from: "run", run: first.id } }]);
  expect(await readIn(chosen.id)).toEqual(["of the first run"]);
  expect(await db.batchRubric.count({ where: { batchId: chosen.id } })).toBe(2);
});

test("the wizard lists every source with its number of rubrics, and warns of tasks with several", async () => {
  const { admin, dataset, first, second } = await study();
  const answer = await findSubjectsFor(admin, {
    ...{ dataset: dataset.id, draft: null, selection: { filter: {}, sample: null }, seed: 1 },
    arms: [{ name: "A", k: 1, exposure: null, steps: [REVIEW] }],
  });
  expect(answer?.sources.several).toEqual([{ of: "checklist", tasks: 2, most: 2 }]);
  expect(answer?.sources.rubrics.map(({ source, tasks }) => [source, tasks])).toEqual([
    [{ from: "run", run: second.id }, 2],
    [{ from: "run", run: first.id }, 2],
    [expect.objectContaining({ from: "method", method: "tick.generate", model: "model-1" }), 2],
  ]);
});

test("a trial is offered once it is published; a withdrawn rubric is shown only to annotators who have seen it", async () => {
  const { admin, first, second, batch, readIn } = await study();
  await publishRun(admin, second.id, false);
  const before = await batch([REVIEW]);
  expect(await readIn(before.id)).toEqual(["of the first run"]);
  // An unpublished run cannot be the source of a batch.
  const tried = await batch([{ ...REVIEW, rubric: { from: "run", run: second.id } }], false);
  expect(await openBatch(admin, tried.id)).toEqual({ refused: "no-eligible-subjects" });

  await publishRun(admin, second.id, true);
  expect(await readIn((await batch([REVIEW])).id)).toEqual(["of the second run"]);
  // The open batch keeps its rubrics for all annotators.
  await publishRun(admin, first.id, false);
  expect(await readIn(before.id, 1)).toEqual(["of the first run"]);
});

test("a retired rubric is used in nothing new, and stays in batches that use it", async () => {
  const { admin, second, batch, readIn } = await study();
  const open = await batch([REVIEW]);
  const rubrics = await db.rubric.findMany({ where: { versions: { some: { unit: { runId: second.id } } } } });
  for (const { id } of rubrics) expect(await retireRubric(admin, id, true)).toEqual({ id, retired: true });
  expect(await readIn(open.id)).toEqual(["of the second run"]);
  expect(await readIn((await batch([REVIEW])).id)).toEqual(["of the first run"]);
});

test("a batch opened before there were sources still shows every rubric", async () => {
  const { batch, readIn } = await study();
  const open = await batch([REVIEW]);
  await db.batchRubric.deleteMany({ where: { batchId: open.id } });
  await db.arm.updateMany({ where: { batchId: open.id }, data: { protocol: { steps: [REVIEW] } } });
  expect((await readIn(open.id)).toSorted()).toEqual(["of the first run", "of the second run"]);
});

test("only gold of the displayed rubric counts: in the wizard, in the preview of opening, and for checks", async () => {
  const { admin, dataset, first, second } = await study();
  // Gold for the first run's question, on the response of one task.
  const item = await db.item.findFirstOrThrow({
    where: { rubric: { versions: { some: { unit: { runId: first.id } } } } },
    include: { rubric: true },
  });
  const response = await db.response.findFirstOrThrow({ where: { taskId: item.rubric.taskId ?? "" } });
  const gold = { response: response.id, item: item.id, value: "yes", explanation: "" } as const;
  expect(await markGold(admin, dataset.id, gold)).not.toHaveProperty("refused");

  const judged = (run: { id: string }) => ({
    ...{ name: "A", k: 1, exposure: null },
    steps: [
      {
        ...{ type: "judge", kind: "checklist", exposure: "none" },
        rubric: { from: "run", run: run.id },
      } satisfies Step,
    ],
  });
  const counted = async (run: { id: string }) => {
    const question = { dataset: dataset.id, draft: null, selection: { filter: {}, sample: null }, seed: 1 };
    return (await findSubjectsFor(admin, { ...question, arms: [judged(run)] }))?.gold;
  };
  const drafted = (run: { id: string }) =>
    makeBatch({
      ...{ dataset, preset: "checklist-answering", open: false },
      arms: [judged(run)],
      quality: { gold: { share: 0.5, feedback: false } },
    });
  expect(await counted(first)).toBe(1);
  const fits = await drafted(first);
  expect(await previewOpening(admin, fits.id)).toMatchObject({ subjects: 2, checks: 1 });
  expect(await openBatch(admin, fits.id)).toMatchObject({ subjects: 2 });
  expect(await db.subject.count({ where: { batchId: fits.id, use: "check" } })).toBe(1);

  expect(await counted(second)).toBe(0);
  expect(await openBatch(admin, (await drafted(second)).id)).toEqual({ refused: "no-gold-subjects" });
});

test("a refused opening and its preview leave the sources open: the next one shows the newest run", async () => {
  const { admin, annotators, dataset } = await study();
  const judge = { type: "judge", kind: "checklist", exposure: "none" } satisfies Step;
  const gold = { share: 0.5, feedback: false };
  const arms = [{ name: "A", k: 1, exposure: null, steps: [judge] }];
  const draft = { dataset, preset: "checklist-answering", open: false, arms } as const;
  const goldless = await makeBatch({ ...draft, quality: { gold } });
  const untrained = await makeBatch({ ...draft, quality: { gold, training: { subjects: 1 } } });
  const ownWork = await makeBatch({ ...draft, joinLater: false, annotators: annotators.slice(0, 1) });
  const unfit = await makeBatch({ ...draft, selection: { filter: { q: "of no task" }, sample: null } });
  const [maker] = await db.rater.findMany({
    where: { membership: { id: annotators[0]?.membershipId ?? "" } },
  });
  const metadata = { madeBy: maker?.code ?? "" };
  await db.task.updateMany({ where: { datasetId: dataset.id }, data: { metadata } });
  const refusals = [
    [goldless, "no-gold-subjects"],
    [untrained, "too-few-gold"],
    [ownWork, "design-incomplete"],
    [unfit, "no-eligible-subjects"],
  ] as const;
  const stepsOf = async (batchId: string) =>
    Protocol.parse((await db.arm.findFirstOrThrow({ where: { batchId } })).protocol).steps;
  for (const [{ id }, refused] of refusals) {
    for (const open of [previewOpening, openBatch]) expect(await open(admin, id)).toMatchObject({ refused });
    expect(await stepsOf(id)).toEqual([judge]);
    expect(await db.subject.count({ where: { batchId: id } })).toBe(0);
  }

  const third = await makeChecklists(dataset, "of the third run");
  const item = await db.item.findFirstOrThrow({
    where: { rubric: { versions: { some: { unit: { runId: third.id } } } } },
    include: { rubric: true },
  });
  const response = await db.response.findFirstOrThrow({ where: { taskId: item.rubric.taskId ?? "" } });
  const marked = { response: response.id, item: item.id, value: "yes", explanation: "" } as const;
  expect(await markGold(admin, dataset.id, marked)).not.toHaveProperty("refused");
  expect(await openBatch(admin, goldless.id)).toMatchObject({ subjects: 2 });
  expect(await stepsOf(goldless.id)).toEqual([{ ...judge, rubric: { from: "run", run: third.id } }]);
});

test("two versions of one rubric in two arms are detected; two sources of different rubrics are not", async () => {
  const { admin, dataset, first, second } = await study();
  const reviewer = await makeBatch({ dataset, open: false });
  const drafted = await db.rubric.findFirstOrThrow({
    where: { versions: { some: { unit: { runId: first.id } } } },
    include: { items: true },
  });
  const version = await db.rubricVersion.create({
    data: { rubricId: drafted.id, version: 2, batchId: reviewer.id },
  });
  await db.itemVersion.create({
    data: {
      ...{ itemId: drafted.items[0]?.id ?? "", rubricId: drafted.id, rubricVersionId: version.id },
      ...{ position: 0, text: "as people want it", scale: { type: "yesno" }, wording: 2 },
    },
  });
  const reviewed: RubricSource = { from: "reviewed", batch: reviewer.id };
  const between = async (...rubrics: RubricSource[]) => {
    const arms = rubrics.map((rubric, n) => ({
      ...{ name: `arm ${n}`, k: 1, exposure: null },
      steps: [{ type: "judge", kind: "checklist", exposure: "none", rubric } satisfies Step],
    }));
    const question = { dataset: dataset.id, draft: null, selection: { filter: {}, sample: null }, seed: 1 };
    return (await findSubjectsFor(admin, { ...question, arms }))?.twoVersions;
  };
  expect(await between({ from: "run", run: first.id }, reviewed)).toEqual(["checklist"]);
  // The rubric that people reviewed is not the one that the second run drafted: no item has two wordings.
  expect(await between({ from: "run", run: second.id }, reviewed)).toEqual([]);
  expect(await between(reviewed, reviewed)).toEqual([]);
  expect(await between({ from: "run", run: first.id }, { from: "run", run: second.id })).toEqual([]);
});

test("settings and sources read the same in the wizard and on the open batch", async () => {
  const { admin, dataset } = await study();
  const arms = [{ name: "A", k: 1, exposure: null, steps: [REVIEW] }];
  const design = {
    ...({ subjectOrder: "fixed", itemOrder: "random", joinLater: true, mustRead: true } as const),
    ...{ seed: 11, leaseMinutes: 45, dueAt: "2027-01-31T22:59:59.000Z", intake: null },
    selection: { filter: { q: "topic" }, sample: { size: 2, by: "everything" as const } },
    quality: Quality.parse({
      planted: { share: 0.5, debrief: true },
      reserve: { share: 0.5, k: 2 },
      disclosed: true,
    }),
  };
  const question = { dataset: dataset.id, draft: null, selection: design.selection, seed: design.seed, arms };
  const answer = (await findSubjectsFor(admin, question)) ?? expect.fail();
  const [protocol] = withSources([{ steps: [REVIEW] }], answer.sources);
  const inWizard = {
    settings: settingsInWords(design),
    sources: sourcesInWords(protocol ?? expect.fail(), namesIn(answer.sources)),
  };
  expect(inWizard.settings.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "Filter",
      "Sample",
      "Guidelines",
      "Without drafts",
      "Planted errors",
      "Seed",
      "Due",
    ]),
  );
  expect(inWizard.sources).toEqual(["Checklist from the run “of the second run” (tick.generate, model-1)."]);

  const { id } = await makeBatch({
    dataset,
    preset: "checklist-review",
    guidelines: "Read this.",
    arms,
    ...design,
  });
  const batch = (await findBatch(admin, id)) ?? expect.fail();
  const protocols = await findResolved(admin, id);
  expect({
    settings: settingsInWords(batch),
    sources: sourcesInWords(protocols[0] ?? expect.fail(), await findSourceNames(admin, protocols)),
  }).toEqual(inWizard);
});
