import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startAdjudication } from "@/lib/adjudication/data/start-adjudication";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { actAs } from "@/lib/auth/actor";
import { reopenAssignment } from "@/lib/batch/data/lifecycle";
import { db } from "@/lib/database/db";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { findSubmission } from "@/lib/review/data/submission";
import { submit } from "@/lib/review/data/submit";
import { undoSubmit } from "@/lib/review/data/undo-submit";
import { answer, finishing, makeReviewFixture, newOp, note } from "@/lib/review/testing/fixture";
import { makeMember } from "@/testing/builders/people";

type Fixture = Awaited<ReturnType<typeof makeReviewFixture>>;

/** A complete submission of an annotator on one of the subjects. */
async function submitWork(
  fixture: Fixture,
  person: Awaited<ReturnType<Fixture["join"]>>,
  subject = 0,
  ops = finishing(subject),
) {
  const { id, lease } = await fixture.open(person, subject);
  await recordOps(person.actor, id, { lease, base: 0, ops });
  expect(await submit(person.actor, id, { lease })).toMatchObject({ state: "submitted" });
  return id;
}

test("a submission is read as its author saw it, under the pseudonym, by researchers; admins see the name", async () => {
  const fixture = await makeReviewFixture();
  const author = await fixture.join();
  const id = await submitWork(fixture, author, 0, [...finishing(), note("for the admin")]);
  const own = await findAssignment(author.actor, id);
  const researcher = await makeMember("researcher", fixture);
  const admin = await makeMember("admin", fixture);
  const found = await findSubmission(actAs(researcher.actor, "member"), id, "batch");
  if (!found || found === "own-work") throw new Error("the submission can be read");
  expect(found).toMatchObject({ rater: author.pseudonym, name: null, place: 1, of: 1, sentBack: false });
  for (const same of ["task", "response", "frame", "ops", "guidelines", "version"] as const)
    expect(found.view[same]).toEqual(own?.[same]);
  expect(found.view).toMatchObject({ state: "submitted", lease: null });
  expect(JSON.stringify(found.view)).not.toContain("model-0-");
  expect(await findSubmission(actAs(admin.actor, "member"), id, "batch")).toMatchObject({
    name: author.name,
  });
});

test("others find nothing: annotators, also the author here, who is in another project, and a disabled account", async () => {
  const fixture = await makeReviewFixture();
  const author = await fixture.join();
  const id = await submitWork(fixture, author);
  const disabled = await makeMember("researcher", fixture);
  await db.membership.update({ where: { id: disabled.membershipId }, data: { disabledAt: new Date() } });
  const strangers = [
    author,
    await fixture.join(),
    await makeMember("annotator", fixture),
    await makeMember("admin"),
    disabled,
  ];
  for (const { actor } of strangers)
    expect(await findSubmission(actAs(actor, "member"), id, "batch")).toBeNull();
  const researcher = await makeMember("researcher", fixture);
  expect(await findSubmission(actAs(researcher.actor, "member"), randomUUID(), "batch")).toBeNull();
});

test("a person who can still get work of the batch reads no submission of it", async () => {
  const fixture = await makeReviewFixture();
  const id = await submitWork(fixture, await fixture.join());
  for (const role of ["researcher", "admin"] as const) {
    const colleague = await fixture.join(role);
    const reader = actAs(colleague.actor, "member");
    expect(await findSubmission(reader, id, "batch")).toBe("own-work");
    await db.batchAnnotator.deleteMany({ where: { membershipId: colleague.membershipId } });
    expect(await findSubmission(reader, id, "batch")).toMatchObject({ place: 1 });
  }
});

test("a named adjudicator reads the submissions on contested units only, and not how drafts were made", async () => {
  const fixture = await makeReviewFixture();
  const [one, other] = [await fixture.join(), await fixture.join()];
  const contested = await submitWork(fixture, one, 0);
  await submitWork(fixture, other, 0, [...finishing(0), answer("C1", 5)]);
  const agreed = [await submitWork(fixture, one, 1), await submitWork(fixture, other, 1)];
  const [admin, named] = [await makeMember("admin", fixture), await makeMember("annotator", fixture)];
  const reader = actAs(named.actor, "member");
  expect(await findSubmission(reader, contested, "batch")).toBeNull();
  await startAdjudication(admin.actor, fixture.batch.id, {
    rule: DEFAULT_RULE,
    adjudicators: [named.membershipId],
  });
  expect(await findSubmission(reader, contested, "batch")).toMatchObject({
    name: null,
    researches: false,
    of: 2,
  });
  for (const id of agreed) expect(await findSubmission(reader, id, "batch")).toBeNull();
});

test("previous and next go through the submissions of the batch, an annotator or a subject, newest first", async () => {
  const fixture = await makeReviewFixture();
  const [one, other] = [await fixture.join(), await fixture.join()];
  const first = await submitWork(fixture, one, 0);
  const second = await submitWork(fixture, other, 0);
  const third = await submitWork(fixture, one, 1);
  const { actor } = await makeMember("researcher", fixture);
  const read = (id: string, among: "batch" | "annotator" | "subject") =>
    findSubmission(actAs(actor, "member"), id, among);
  expect(await read(second, "batch")).toMatchObject({ place: 2, of: 3, previous: third, next: first });
  expect(await read(third, "annotator")).toMatchObject({ place: 1, of: 2, previous: null, next: first });
  expect(await read(first, "subject")).toMatchObject({ place: 2, of: 2, previous: second, next: null });
});

test("assignments in progress and undone submissions cannot be read; submissions of returned ones can", async () => {
  const fixture = await makeReviewFixture();
  const author = await fixture.join();
  const admin = await makeMember("admin", fixture);
  const reader = actAs(admin.actor, "member");
  const { id, lease } = await fixture.open(author);
  await recordOps(author.actor, id, { lease, base: 0, ops: finishing() });
  expect(await findSubmission(reader, id, "batch")).toBeNull();
  await submit(author.actor, id, { lease });
  expect(await undoSubmit(author.actor, id)).toMatchObject({ state: "open" });
  expect(await findSubmission(reader, id, "batch")).toBeNull();

  const again = await db.assignment.findUniqueOrThrow({ where: { id } });
  await submit(author.actor, id, { lease: again.lease ?? "" });
  await reopenAssignment(admin.actor, id, { note: "Look again." });
  expect(await findSubmission(reader, id, "batch")).toMatchObject({
    sentBack: true,
    view: { state: "submitted", version: finishing().length },
  });
});

test("a draft that the author never asked for is not shown to readers either", async () => {
  const step = { type: "judge", kind: "criteria", exposure: "on-request" } as const;
  const fixture = await makeReviewFixture({ protocol: { steps: [step] } });
  const author = await fixture.join();
  const ops = [answer("C1", 2), answer("C2", 2)];
  const unasked = await submitWork(fixture, author, 0, ops);
  const submission = await submitWork(fixture, author, 1, [
    ...ops,
    newOp({ type: "reveal", step: 0, item: "C1" }),
    newOp({ type: "decide", target: { item: "C1", line: 0 }, action: "accept" }),
    newOp({ type: "decide", target: { item: "C1", line: 1 }, action: "accept" }),
    answer("C1", 4),
  ]);
  const { actor } = await makeMember("researcher", fixture);
  const draftIn = async (id: string) =>
    JSON.stringify(await findSubmission(actAs(actor, "member"), id, "batch")).includes("because");
  expect(await draftIn(unasked)).toBe(false);
  expect(await draftIn(submission)).toBe(true);
});
