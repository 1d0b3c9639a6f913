import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openBatch } from "@/lib/batch/data/batches";
import { findSubjectsFor } from "@/lib/batch/data/subjects";
import { db } from "@/lib/database/db";
import { publishRun } from "@/lib/drafting/data/runs";
import { claim } from "@/lib/participation/data/claim";
import { Protocol, type Step } from "@/lib/protocol/schema";
import { findFrame } from "@/lib/review/stimulus/find";
import { retireRubric } from "@/lib/rubric/data/retire";
import { makeBatch, makeDataset, makeMember, makeProject, makeRun } from "@/testing/builders";

/** A run that is over and drafted a checklist of one question for every task of a dataset. */
async function makeChecklists(dataset: { id: string; projectId: string }, text: string) {
  const run = await makeRun({ dataset });
  await db.draftRun.update({
    where: { id: run.id },
    data: { state: "done", name: text, startedAt: new Date(), finishedAt: new Date() },
  });
  for (const unit of await db.draftUnit.findMany({ where: { runId: run.id } })) {
    const key = randomUUID();
    const { id, versions, items } = await db.rubric.create({
      data: {
        ...{ datasetId: dataset.id, taskId: unit.taskId, key, position: 0, kind: "checklist" },
        versions: {
          create: { version: 1, origin: "llm", method: "tick.generate", model: "model-1", unitId: unit.id },
        },
        items: { create: [{ key: `${key}.1` }] },
      },
      include: { versions: true, items: true },
    });
    const [version, item] = [versions[0]?.id ?? "", items[0]?.id ?? ""];
    const scale = { type: "yesno" };
    await db.itemVersion.create({
      data: { itemId: item, rubricId: id, rubricVersionId: version, position: 0, text, scale },
    });
  }
  return run;
}

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
  /** What somebody reads who claims in a batch. */
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
  return { admin: admin.actor, dataset, first, second, batch, readIn };
}

test("a batch shows the checklists of one run: the newest that is over, or the one that was chosen", async () => {
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

test("the wizard is told every source, how much each has, and that tasks have several", async () => {
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

test("a trial is no choice until it is published, and what is withdrawn is shown to nobody who has not seen it", async () => {
  const { admin, first, second, batch, readIn } = await study();
  await publishRun(admin, second.id, false);
  const before = await batch([REVIEW]);
  expect(await readIn(before.id)).toEqual(["of the first run"]);
  // Of a run that is not published there is nothing to open a batch on.
  const tried = await batch([{ ...REVIEW, rubric: { from: "run", run: second.id } }], false);
  expect(await openBatch(admin, tried.id)).toEqual({ refused: "no-eligible-subjects" });

  await publishRun(admin, second.id, true);
  expect(await readIn((await batch([REVIEW])).id)).toEqual(["of the second run"]);
  // The open batch goes on with the rubrics it works with, whoever comes next.
  await publishRun(admin, first.id, false);
  expect(await readIn(before.id, 1)).toEqual(["of the first run"]);
});

test("a retired rubric is in nothing new, and where it is worked with it stays", async () => {
  const { admin, second, batch, readIn } = await study();
  const open = await batch([REVIEW]);
  const rubrics = await db.rubric.findMany({ where: { versions: { some: { unit: { runId: second.id } } } } });
  for (const { id } of rubrics) expect(await retireRubric(admin, id, true)).toEqual({ id, retired: true });
  expect(await readIn(open.id)).toEqual(["of the second run"]);
  expect(await readIn((await batch([REVIEW])).id)).toEqual(["of the first run"]);
});

test("a batch that was opened before there were sources shows what it showed: everything that was found", async () => {
  const { batch, readIn } = await study();
  const open = await batch([REVIEW]);
  await db.batchRubric.deleteMany({ where: { batchId: open.id } });
  await db.arm.updateMany({ where: { batchId: open.id }, data: { protocol: { steps: [REVIEW] } } });
  expect((await readIn(open.id)).toSorted()).toEqual(["of the first run", "of the second run"]);
});
