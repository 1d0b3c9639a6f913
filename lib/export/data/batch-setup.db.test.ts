import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { findBatchSetup } from "@/lib/export/data/batch-setup";
import { batchSetupSentences } from "@/lib/export/rules/methods/batch-setup";
import { makeBatch } from "@/testing/builders/batches";
import { makeChecklists } from "@/testing/builders/checklists";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeRun } from "@/testing/builders/runs";

test("the setup of an open batch says how much of it is finished; that of a draft or a closed batch does not", async () => {
  const dataset = await makeDataset({ tasks: 3 });
  const annotators = [await makeMember("annotator", { project: { id: dataset.projectId } })];
  const batch = await makeBatch({ dataset, annotators, k: 1 });
  const asOf = async () => {
    for await (const setup of fromSnapshot(async function* (snapshot) {
      yield await findBatchSetup(snapshot, batch.id);
    }))
      return setup?.words.asOf;
    return undefined;
  };
  const slot = await db.slot.findFirstOrThrow({ where: { batchId: batch.id } });
  const { id } = await db.assignment.create({
    data: {
      ...{ batchId: batch.id, subjectId: slot.subjectId, armId: slot.armId, slotId: slot.id, position: 1 },
      ...{
        raterId: annotators[0]?.raterId ?? "",
        state: "submitted",
        submittedAt: new Date(),
        submittedVersion: 0,
      },
    },
  });
  await db.slot.update({ where: { id: slot.id }, data: { assignmentId: id } });
  expect(await asOf()).toEqual({ at: expect.any(String), subjects: 3, finished: 1, rate: null });
  await db.batchIntake.create({ data: { batchId: batch.id, limit: 9, rate: 0.5, after: 0 } });
  expect(await asOf()).toMatchObject({ rate: 0.5 });
  await db.batch.update({ where: { id: batch.id }, data: { state: "closed", closedAt: new Date() } });
  expect(await asOf()).toBeNull();
});

test("the methods text names the rubrics that a run judged by", async () => {
  const dataset = await makeDataset({ tasks: 1 });
  await makeChecklists(dataset, "Older checklists");
  await makeChecklists(dataset, "Newer checklists");
  const judging = await makeRun({ dataset, method: "tick.evaluate" });
  const drafts = { from: "run", run: judging.id } as const;
  const batch = await makeBatch({
    ...{ dataset, preset: "checklist-answering", open: false },
    arms: [
      {
        ...{ name: "A", k: 1, exposure: null },
        steps: [{ type: "judge", kind: "checklist", exposure: "draft-first", drafts }],
      },
    ],
  });
  for await (const setup of fromSnapshot(async function* (snapshot) {
    yield await findBatchSetup(snapshot, batch.id);
  })) {
    const name =
      "“Run” (tick.evaluate, model-1), which judged by rubrics from the run “Newer checklists” (tick.generate, model-1)";
    expect(setup?.protocol.sources).toMatchObject({ [judging.id]: name });
    expect(batchSetupSentences(setup?.words ?? expect.fail()).join(" ")).toContain(`the run ${name}`);
  }
  expect.assertions(2);
});
