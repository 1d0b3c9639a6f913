import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { freezeVersion } from "@/lib/study/data/freeze";
import { discardVersion, freezeAgain, freezeStudy, retryVersion } from "@/lib/study/data/request-freeze";
import { findStudy } from "@/lib/study/data/studies";
import { filesOf, makeStudyFixture, named, verified } from "@/lib/study/testing/frozen";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeStudy } from "@/testing/builders/studies";

test("workers that freeze a version at the same time make one, and two simultaneous requests get the same next version", async ({
  annotate,
}) => {
  const { researcher, batch } = await makeStudyFixture();
  const made = await makeStudy([batch], { state: "asked" });
  await Promise.all([1, 2, 3].map(() => freezeVersion(made.versionId)));
  const { frozenAt, failure } = await db.studyVersion.findUniqueOrThrow({ where: { id: made.versionId } });
  expect({ frozen: frozenAt !== null, failure }).toEqual({ frozen: true, failure: null });
  expect(await verified(await filesOf(researcher.actor, made), annotate)).toMatchObject({ code: 0 });
  const next = { title: "Again", authors: "", notes: "", batches: [batch.id], datasets: [] };
  const requests = await Promise.all([1, 2, 3].map(() => freezeAgain(researcher.actor, made.id, next)));
  expect(requests.filter((one) => one && "version" in one)).toEqual([{ id: made.id, version: 2 }]);
  expect(requests.filter((one) => one && "refused" in one)).toHaveLength(2);
});

test("an open batch, or one of another project, cannot be frozen", async () => {
  const { researcher, project, batch } = await makeStudyFixture();
  const open = await makeBatch({ dataset: await makeDataset({ project }), name: "Still open" });
  const elsewhere = (await makeStudyFixture()).batch;
  const what = (...batches: { id: string }[]) => ({
    title: "All of it",
    authors: "",
    notes: "",
    batches: batches.map(({ id }) => id),
    datasets: [],
  });
  expect(await freezeStudy(researcher.actor, project.id, what(batch, open))).toEqual({
    refused: "batches-not-closed",
    detail: { batches: ["Still open"] },
  });
  expect(await freezeStudy(researcher.actor, project.id, what(batch, elsewhere))).toMatchObject({
    refused: "no-such-batches",
  });
});

test("a failed version can be retried or discarded, and a frozen one cannot", async () => {
  const { researcher, batch } = await makeStudyFixture();
  const { id, versionId } = await makeStudy([batch], { state: "asked" });
  expect(await retryVersion(researcher.actor, named({ id, versionId }))).toMatchObject({
    refused: "not-failed",
  });
  await db.studyVersion.update({ where: { id: versionId }, data: { failure: "It was too much." } });
  await freezeVersion(versionId);
  expect((await findStudy(researcher.actor, id))?.versions).toMatchObject([{ state: "failed" }]);
  expect(await retryVersion(researcher.actor, named({ id, versionId }))).toEqual({ id, version: 1 });
  await freezeVersion(versionId);
  expect(await discardVersion(researcher.actor, named({ id, versionId }))).toMatchObject({
    refused: "is-frozen",
  });

  const other = await makeStudy([batch], { state: "asked" });
  expect(await discardVersion(researcher.actor, named(other))).toEqual({ id: other.id, left: 0 });
  expect(await findStudy(researcher.actor, other.id)).toBeNull();
  await freezeVersion(other.versionId);
});

test("a version that is frozen while being discarded stays", async () => {
  const { researcher, batch } = await makeStudyFixture();
  const study = await makeStudy([batch], { state: "asked" });
  const waiting = () =>
    db.$queryRaw<unknown[]>`
      SELECT FROM pg_stat_activity WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`;
  // Not awaited inside: the transaction would wait for what waits for it.
  const { discarding } = await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${batch.projectId}::uuid FOR SHARE`;
      const discarding = discardVersion(researcher.actor, named(study));
      await expect.poll(waiting, { timeout: 20_000 }).not.toEqual([]);
      await tx.studyVersion.update({
        where: { id: study.versionId },
        data: { frozenAt: new Date(), manifest: {}, sha256: "0".repeat(64) },
      });
      return { discarding };
    },
    { timeout: 30_000 },
  );
  expect(await discarding).toEqual({ refused: "is-frozen" });
});
