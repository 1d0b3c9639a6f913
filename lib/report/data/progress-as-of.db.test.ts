import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { findOverview, findReport } from "@/lib/report/data/find-report";
import { computeReport } from "@/lib/report/testing/compute-report";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { closeBatch, makeProgress } from "@/testing/builders/submissions";

test("the report on an open batch says how much of it was finished in its data; no other report does", async () => {
  const researcher = await makeMember("researcher");
  const project = { id: researcher.projectId };
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 3 });
  const batch = await makeBatch({ dataset, annotators: [annotator], k: 1 });
  const look = async () => {
    const overview = await findOverview(researcher.actor, { batch: batch.id });
    const whole = await findReport(researcher.actor, { batch: batch.id });
    expect(overview?.asOf).toEqual(whole?.asOf);
    return overview;
  };
  const work = async () => {
    for (const { id } of await db.report.findMany({ where: { datasetId: dataset.id, dataAt: null } }))
      await computeReport(id);
  };

  expect((await look())?.asOf).toBeNull();
  await findOverview(researcher.actor, { dataset: dataset.id });
  await work();
  const first = await look();
  expect(first?.asOf).toEqual({ at: first?.dataAt, subjects: 3, finished: 0, rate: null });
  expect(await findOverview(researcher.actor, { dataset: dataset.id })).toMatchObject({
    state: "ready",
    asOf: null,
  });
  const outsider = await makeMember("researcher");
  expect(await findOverview(outsider.actor, { batch: batch.id })).toBeNull();

  await makeProgress(annotator, batch, { submitted: 1 });
  await db.batchIntake.create({ data: { batchId: batch.id, limit: 9, rate: 0.5, after: 0 } });
  await db.batch.update({ where: { id: batch.id }, data: { dataVersion: { increment: 1 } } });
  // The earlier report with its own numbers; only what the batch takes is as it is now.
  expect(await look()).toMatchObject({ dataVersion: 0, asOf: { at: first?.dataAt, finished: 0, rate: 0.5 } });
  await work();
  expect(await look()).toMatchObject({ dataVersion: 1, asOf: { subjects: 3, finished: 1, rate: 0.5 } });

  await closeBatch(batch);
  expect(await look()).toMatchObject({ dataVersion: 1, asOf: null });
});
