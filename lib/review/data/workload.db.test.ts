import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { findBatchWork, listLatestWork } from "@/lib/review/data/workload";
import { makeReviewFixture } from "@/lib/review/testing/fixture";
import { makeMember } from "@/testing/builders";

async function submittedAgo(id: string, hours: number, activeMs: number | null) {
  const submittedAt = new Date(Date.now() - hours * 3_600_000);
  const data = { state: "submitted", submittedAt, activeMs, lease: null, leaseUntil: null } as const;
  await db.assignment.update({ where: { id }, data });
}

test("an annotator's own day and batch: theirs alone, and of the day only the last two", async () => {
  const world = await makeReviewFixture({ subjects: 3 });
  const [ada, ben] = [await world.join(), await world.join()];
  const first = await world.open(ada, 0);
  await submittedAgo(first.id, 1, 60_000);
  const second = await world.open(ben, 0);
  await submittedAgo(second.id, 1, 5_000);
  const third = await world.open(ada, 1, 2);
  await submittedAgo(third.id, 72, 30_000);

  const latest = await listLatestWork(ada.actor);
  expect(latest.map(({ activeMs }) => activeMs)).toEqual([60_000]);
  expect(await findBatchWork(ada.actor, world.batch.id)).toMatchObject({
    submitted: 2,
    skipped: 0,
    activeMs: 90_000,
  });
  expect(await findBatchWork(ben.actor, world.batch.id)).toMatchObject({ submitted: 1, activeMs: 5_000 });
});

test("whoever got nothing of a batch reads that; whoever is not in it, or works there no more, learns nothing of it", async () => {
  const world = await makeReviewFixture();
  const [ada, late] = [await world.join(), await world.join()];
  const stranger = await makeMember("annotator", { project: world.project });
  const { id } = await world.open(ada);
  await submittedAgo(id, 1, 1000);
  expect(await findBatchWork(late.actor, world.batch.id)).toMatchObject({ submitted: 0, firstAt: null });
  expect(await findBatchWork(actAs(stranger.actor, "annotator"), world.batch.id)).toBeNull();
  await db.membership.update({ where: { id: ada.membershipId }, data: { disabledAt: new Date() } });
  expect(await findBatchWork(ada.actor, world.batch.id)).toBeNull();
  expect(await listLatestWork(ada.actor)).toEqual([]);
});
