import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { findBatchWork, listLatestWork } from "@/lib/review/data/own-work";
import { makeReviewFixture } from "@/lib/review/testing/fixture";
import { makeMember } from "@/testing/builders/people";

async function submittedAgo(id: string, hours: number, activeMs: number | null) {
  const submittedAt = new Date(Date.now() - hours * 3_600_000);
  const data = { state: "submitted", submittedAt, activeMs, lease: null, leaseUntil: null } as const;
  await db.assignment.update({ where: { id }, data });
}

test("an annotator reads their own work alone: all of it in the batch, and the latest days of the last two", async () => {
  const fixture = await makeReviewFixture({ subjects: 3 });
  const [ada, ben] = [await fixture.join(), await fixture.join()];
  const first = await fixture.open(ada, 0);
  await submittedAgo(first.id, 1, 60_000);
  const second = await fixture.open(ben, 0);
  await submittedAgo(second.id, 1, 5_000);
  const third = await fixture.open(ada, 1, 2);
  await submittedAgo(third.id, 72, 30_000);

  const latest = await listLatestWork(ada.actor);
  expect(latest.map(({ activeMs }) => activeMs)).toEqual([60_000]);
  expect(await findBatchWork(ada.actor, fixture.batch.id)).toMatchObject({
    submitted: 2,
    skipped: 0,
    activeMs: 90_000,
  });
  expect(await findBatchWork(ben.actor, fixture.batch.id)).toMatchObject({ submitted: 1, activeMs: 5_000 });
});

test("an annotator without work in a batch reads zeros; one who is not in it, or no longer, gets nothing", async () => {
  const fixture = await makeReviewFixture();
  const [ada, late] = [await fixture.join(), await fixture.join()];
  const stranger = await makeMember("annotator", { project: fixture.project });
  const { id } = await fixture.open(ada);
  await submittedAgo(id, 1, 1000);
  expect(await findBatchWork(late.actor, fixture.batch.id)).toMatchObject({ submitted: 0, firstAt: null });
  expect(await findBatchWork(actAs(stranger.actor, "annotator"), fixture.batch.id)).toBeNull();
  await db.membership.update({ where: { id: ada.membershipId }, data: { disabledAt: new Date() } });
  expect(await findBatchWork(ada.actor, fixture.batch.id)).toBeNull();
  expect(await listLatestWork(ada.actor)).toEqual([]);
});
