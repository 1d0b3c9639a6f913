import { expect, test } from "vitest";
import { eraseOwnAccount } from "@/lib/account/data/erasure";
import { actAs } from "@/lib/auth/actor";
import { moveBatch } from "@/lib/batch/data/change-state";
import { db } from "@/lib/database/db";
import {
  commentOnReview,
  listDiscussedReviews,
  listReviewDiscussionWork,
  readReviewComments,
  setReviewDiscussion,
} from "@/lib/rubric/data/discussion";
import { findConsensus } from "@/lib/rubric/data/reviewed";
import { makeVersions } from "@/lib/rubric/data/versions";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeReviews } from "@/testing/builders/submissions";

/** Two tasks with a checklist each: two people reviewed the first, one of them the second. */
async function makeReviewed() {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const [both, one, none] = await Promise.all([1, 2, 3].map(() => makeMember("annotator", { project })));
  if (!both || !one || !none) throw new Error("three annotators were made");
  const dataset = await makeDataset({ project, tasks: 2, checklist: 2 });
  const batch = await makeBatch({
    ...{ dataset, annotators: [both, one, none], k: 2 },
    preset: "checklist-review",
  });
  await makeReviews(batch, [both, one], (subject) =>
    subject === 0
      ? [{ items: ["accept", "remove"] }, { items: ["accept", "Is it shorter?"], added: ["Is it kind?"] }]
      : [{ items: ["accept", "accept"] }],
  );
  const rubrics = (await findConsensus(admin.actor, batch.id))?.rubrics ?? [];
  const [first, second] = rubrics.map(({ id }) => ({ batch: batch.id, rubric: id }));
  if (!first || !second) throw new Error("two lists were reviewed");
  return { admin, both, one, none, batch, first, second };
}

test("those who reviewed a list discuss it once the batch is closed, until a version is made", async () => {
  const { admin, both, one, none, batch, first, second } = await makeReviewed();
  expect(await setReviewDiscussion(admin.actor, batch.id, { open: true })).toEqual({ open: true });
  // Others' decisions would influence reviews that are still to come.
  expect(await listDiscussedReviews(both.actor, batch.id, 1)).toBeNull();
  expect(await commentOnReview(both.actor, first, "Why?")).toBeNull();
  await moveBatch(admin.actor, batch.id, "close");

  const found = await listDiscussedReviews(one.actor, batch.id, 1);
  expect(found).toMatchObject({ own: one.pseudonym, hasMore: false, reviews: [{ comments: [] }] });
  expect(found?.reviews[0]?.rubric).toMatchObject({ id: first.rubric, reviews: 2 });
  expect(JSON.stringify(found?.reviews)).not.toContain(both.pseudonym);
  expect(await commentOnReview(one.actor, second, "I did not review this.")).toBeNull();
  for (const [who, text] of [
    [one, "It is too long."],
    [admin, "Then shorter."],
  ] as const)
    expect(await commentOnReview(actAs(who.actor, "annotator"), first, text)).toEqual({
      id: expect.any(String),
    });
  const { comments, mayComment } = await readReviewComments(admin.actor, first);
  expect([mayComment, ...comments.map(({ by, text }) => [by, text])]).toEqual([
    true,
    [one.pseudonym, "It is too long."],
    [admin.pseudonym, "Then shorter."],
  ]);
  const work = async ({ actor }: typeof one) =>
    (await listReviewDiscussionWork(actor)).map(({ id, lists }) => [id, lists]);
  expect([await work(both), await work(one), await work(none)]).toEqual([
    [[batch.id, 2]],
    [[batch.id, 1]],
    [],
  ]);
  expect(await listDiscussedReviews(none.actor, batch.id, 1)).toBeNull();

  const { dataVersion } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  await makeVersions(admin.actor, batch.id, { by: "majority", dataVersion });
  // The second list had one review, which settles it; the first is still open.
  expect((await listDiscussedReviews(both.actor, batch.id, 1))?.reviews).toHaveLength(1);
  await setReviewDiscussion(admin.actor, batch.id, { open: false });
  expect(await listDiscussedReviews(both.actor, batch.id, 1)).toBeNull();
});

test("comments are never rewritten, and go with the account that wrote them", async () => {
  const { admin, one, batch, first } = await makeReviewed();
  await setReviewDiscussion(admin.actor, batch.id, { open: true });
  await moveBatch(admin.actor, batch.id, "close");
  await commentOnReview(one.actor, first, "It is too long.");
  await expect(db.reviewComment.updateMany({ data: { text: "It is fine." } })).rejects.toThrow();
  await eraseOwnAccount(one.actor);
  expect(await db.reviewComment.findMany({ where: { batchId: batch.id } })).toEqual([]);
});

test("another project's admin has no part in a discussion", async () => {
  const { batch, first } = await makeReviewed();
  const stranger = await makeMember("admin");
  expect(await setReviewDiscussion(stranger.actor, batch.id, { open: true })).toBeNull();
  expect(await commentOnReview(actAs(stranger.actor, "annotator"), first, "Hello.")).toBeNull();
  expect(await readReviewComments(stranger.actor, first)).toEqual({ comments: [], mayComment: false });
});
