import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { findSignedIn } from "@/lib/auth/sessions";
import { addAnnotators } from "@/lib/batch/data/add-annotators";
import { changeBatch } from "@/lib/batch/data/batches";
import { moveBatch } from "@/lib/batch/data/change-state";
import { releaseExpiredLeases } from "@/lib/batch/data/claim";
import { listQueue } from "@/lib/batch/data/progress";
import { makeVersion } from "@/lib/batch/data/versions";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { findParticipationOffer, joinBatch, letInAgain } from "@/lib/participation/data/join";
import { changeParticipationLink, listParticipationLinks } from "@/lib/participation/data/links";
import { exportMapping } from "@/lib/participation/data/mapping";
import { listOwnParticipations, releaseParticipations } from "@/lib/participation/data/participations";
import { findTurkTask } from "@/lib/participation/data/turk";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeSiteAdmin } from "@/testing/builders/people";

const visit = { study: "S1", session: "V1" };

/** Each person has a browser of their own. */
const browserOf = (person: string) => `browser of ${person}`;

async function come(token: string, person: string, previous: string | null = null) {
  const joined = await joinBatch({ token, person, ...visit }, previous, browserOf(person));
  if ("refused" in joined) throw new Error(joined.refused);
  const user = joined.sid && (await findSignedIn(joined.sid));
  if (!user) throw new Error("nobody is signed in");
  return { ...joined, user, annotator: actAs(user, "annotator") };
}

async function submitNext(annotator: Awaited<ReturnType<typeof come>>["annotator"], batch: string) {
  const claimed = await claim(annotator, batch);
  if (!claimed || !("assignment" in claimed)) return claimed;
  await db.assignment.update({
    where: { id: claimed.assignment.id },
    data: { state: "submitted", submittedAt: new Date(), lease: null, leaseUntil: null },
  });
  return "submitted";
}

/** Simulates that some minutes have passed for all participants of a batch. */
async function pass(batch: string, minutes: number) {
  await db.$executeRaw`UPDATE "Participation" SET "cameAt" = "cameAt" - make_interval(mins => ${minutes}::int)
    WHERE "batchId" = ${batch}::uuid`;
  await db.$executeRaw`UPDATE "Assignment" SET "leaseUntil" = "leaseUntil" - make_interval(mins => ${minutes}::int),
    "submittedAt" = "submittedAt" - make_interval(mins => ${minutes}::int) WHERE "batchId" = ${batch}::uuid`;
  await releaseExpiredLeases(batch);
  await releaseParticipations(db);
}

async function countsOf(batch: { id: string }) {
  const admin = actAs((await makeSiteAdmin()).actor, "admin");
  const [link] = (await listParticipationLinks(admin, batch.id)) ?? [];
  return link && { started: link.started, working: link.working, completed: link.completed, left: link.left };
}

test("a returning participant gets the same pseudonym, also in two tabs at once", async () => {
  const batch = await makeBatch();
  const { token } = await makeParticipationLink(batch);
  const joined = await Promise.all(Array.from({ length: 6 }, () => come(token, "5f3a")));
  expect(new Set(joined.map(({ user }) => user.userId)).size).toBe(1);
  const [first] = joined;
  if (!first?.sid) throw new Error("no session");
  expect(first.user).toMatchObject({ email: null, isSiteAdmin: false });
  expect(await joinBatch({ token, person: "5f3a", ...visit }, first.sid, browserOf("another"))).toEqual({
    batch: batch.id,
    sid: null,
  });
  expect(await countsOf(batch)).toEqual({ started: 1, working: 1, completed: 0, left: 0 });
  expect((await listQueue(first.annotator)).map(({ id }) => id)).toEqual([batch.id]);

  // The other person's session in this browser ends.
  const other = await come(token, "77aa", first.sid);
  expect(other.user.userId).not.toBe(first.user.userId);
  expect(await findSignedIn(first.sid)).toBeNull();
});

test("simultaneous arrivals never exceed the number of places", async () => {
  const batch = await makeBatch();
  const { token } = await makeParticipationLink(batch, { quota: 5 });
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      joinBatch({ token, person: `p${n}`, ...visit }, null, browserOf(`p${n}`)),
    ),
  );
  expect(results.filter((result) => "batch" in result)).toHaveLength(5);
  expect(results.filter((result) => "refused" in result && result.refused === "no-places")).toHaveLength(15);
  expect(await db.participant.count({ where: { projectId: batch.projectId } })).toBe(5);
});

test("a participant who has done all their assignments gets the code, and no more work", async () => {
  const batch = await makeBatch({ dataset: await makeDataset({ tasks: 5 }), k: 3 });
  const { token } = await makeParticipationLink(batch, { share: 2 });
  const { annotator, user } = await come(token, "p1");
  expect((await listQueue(annotator))[0]).toMatchObject({ share: 2 });
  expect(await listOwnParticipations(user)).toMatchObject([{ state: "working", completion: null }]);
  expect(await submitNext(annotator, batch.id)).toBe("submitted");
  expect(await submitNext(annotator, batch.id)).toBe("submitted");
  expect(await claim(annotator, batch.id)).toEqual({ status: "none", later: false });
  expect(await listOwnParticipations(user)).toMatchObject([
    { state: "completed", completion: { code: "C1DONE", url: null } },
  ]);
  expect(await listQueue(annotator)).toEqual([]);
  await pass(batch.id, 600);
  expect(await countsOf(batch)).toEqual({ started: 1, working: 0, completed: 1, left: 0 });
  expect((await come(token, "p1")).user.userId).toBe(user.userId);
});

test("with no work left, a participant who did some gets the code, and one who did none frees the place", async () => {
  const batch = await makeBatch({ dataset: await makeDataset({ tasks: 1 }), k: 1 });
  const { token } = await makeParticipationLink(batch);
  const [first, second] = [await come(token, "p1"), await come(token, "p2")];
  expect(await submitNext(first.annotator, batch.id)).toBe("submitted");
  expect(await claim(second.annotator, batch.id)).toEqual({ status: "none", later: false });
  expect(await claim(first.annotator, batch.id)).toEqual({ status: "none", later: false });
  expect(await countsOf(batch)).toEqual({ started: 2, working: 0, completed: 1, left: 1 });
});

test("a participant who leaves frees slot and place after a lease, and continues if one is free", async () => {
  const batch = await makeBatch({ dataset: await makeDataset({ tasks: 3 }), leaseMinutes: 30 });
  const { token } = await makeParticipationLink(batch, { quota: 1 });
  const first = await come(token, "p1");
  expect(await claim(first.annotator, batch.id)).toMatchObject({ status: "claimed" });
  await pass(batch.id, 29);
  expect(await joinBatch({ token, person: "p2", ...visit }, null, browserOf("p2"))).toEqual({
    refused: "no-places",
  });
  await pass(batch.id, 2);
  expect(await countsOf(batch)).toEqual({ started: 1, working: 0, completed: 0, left: 1 });
  expect(await claim(first.annotator, batch.id)).toEqual({ refused: "place-given-back" });

  const second = await come(token, "p2");
  expect(await joinBatch({ token, person: "p1", ...visit }, null, browserOf("p1"))).toEqual({
    refused: "no-places",
  });
  expect(await submitNext(second.annotator, batch.id)).toBe("submitted");
  await pass(batch.id, 31);
  const again = await come(token, "p1");
  expect(again.user.userId).toBe(first.user.userId);
  expect(await claim(again.annotator, batch.id)).toMatchObject({ status: "claimed" });
});

test("a pause keeps places, and a closed batch gives the code for finished work", async () => {
  const batch = await makeBatch({ dataset: await makeDataset({ tasks: 3 }) });
  const admin = actAs((await makeSiteAdmin()).actor, "admin");
  const { id, token } = await makeParticipationLink(batch);
  const { annotator } = await come(token, "p1");
  await submitNext(annotator, batch.id);
  await moveBatch(admin, batch.id, "pause");
  await pass(batch.id, 600);
  expect(await countsOf(batch)).toMatchObject({ working: 1 });
  expect(await joinBatch({ token, person: "p2", ...visit }, null, browserOf("p2"))).toEqual({
    refused: "batch-paused",
  });
  await moveBatch(admin, batch.id, "close");
  expect(await claim(annotator, batch.id)).toEqual({ refused: "batch-closed" });
  expect(await countsOf(batch)).toMatchObject({ completed: 1 });

  await changeParticipationLink(admin, id, { closed: true });
  const offer = await findParticipationOffer(token, { PROLIFIC_PID: "p1" });
  expect(offer).toMatchObject({ refused: null, personParameter: "PROLIFIC_PID" });
  expect(await findParticipationOffer("x".repeat(43), {})).toBeNull();
});

test("admins download the mapping of platform ids to pseudonyms, safe for spreadsheets and on record", async () => {
  const batch = await makeBatch({ dataset: await makeDataset({ tasks: 1 }) });
  const { id, token } = await makeParticipationLink(batch);
  const { annotator } = await come(token, "=1+1");
  await submitNext(annotator, batch.id);
  await claim(annotator, batch.id);
  const project = { id: batch.projectId };
  const admin = await makeMember("admin", { project });
  const mapping = await exportMapping(admin.actor, id);
  const [header, row] = mapping?.csv.split("\r\n") ?? [];
  expect(header).toContain('"external_id","study_id","session_id","pseudonym"');
  expect(row).toMatch(/^"'=1\+1","S1","V1","A-[2-9A-Z]{4}","completed",/);
  expect(
    await db.auditLog.count({ where: { action: "participation-link.mapping-exported", subjectId: id } }),
  ).toBe(1);
  expect(await exportMapping((await makeMember("admin")).actor, id)).toBeNull();
});

test("a participant of a link works on the batch of that link only", async () => {
  const dataset = await makeDataset();
  const batch = await makeBatch({ dataset, name: "Crowd" });
  const { token } = await makeParticipationLink(batch);
  const { user } = await come(token, "wanderer");
  const admin = actAs((await makeSiteAdmin()).actor, "admin");
  const { id: crowd } = await db.membership.findFirstOrThrow({ where: { userId: user.userId } });
  const member = await makeMember("annotator", { project: { id: batch.projectId } });

  const other = await makeBatch({ dataset, annotators: [member], open: false });
  expect(await changeBatch(admin, other.id, { annotators: [member.membershipId, crowd] })).toEqual({
    refused: "not-members",
  });
  expect(await addAnnotators(admin, other.id, [crowd])).toEqual({ refused: "not-members" });
  await expect(makeBatch({ dataset, annotators: [{ membershipId: crowd }] })).rejects.toThrow("not-members");

  expect(await addAnnotators(admin, batch.id, [crowd, member.membershipId])).toEqual({ added: 1 });
  const next = await makeVersion(admin, batch.id);
  if (!next || "refused" in next) throw new Error("no version was made");
  const named = await db.batchAnnotator.findMany({ where: { batchId: next.id } });
  expect(named.map(({ membershipId }) => membershipId)).toEqual([member.membershipId]);
});

test("a platform id opens a participant's work in the browser they began in, and in another when an admin allows it", async () => {
  const batch = await makeBatch();
  const { id, token } = await makeParticipationLink(batch);
  const first = await come(token, "guessable");
  const thief = () => joinBatch({ token, person: "guessable", ...visit }, null, browserOf("thief"));
  expect(await thief()).toEqual({ refused: "another-browser" });
  // Nor with another person's session, which stays theirs.
  const other = await come(token, "another");
  expect(await joinBatch({ token, person: "guessable", ...visit }, other.sid, browserOf("another"))).toEqual({
    refused: "another-browser",
  });
  expect(await findSignedIn(other.sid ?? "")).toMatchObject({ userId: other.user.userId });
  expect((await come(token, "guessable")).user.userId).toBe(first.user.userId);

  const admin = await makeMember("admin", { project: { id: batch.projectId } });
  expect(await letInAgain((await makeMember("admin")).actor, id, "guessable")).toBeNull();
  expect(await letInAgain(admin.actor, id, "nobody")).toBeNull();
  expect(await letInAgain(admin.actor, id, "guessable")).toHaveProperty("participant");
  expect(await findSignedIn(first.sid ?? "")).toBeNull();
  expect(await thief()).toHaveProperty("sid");
  const late = joinBatch({ token, person: "guessable", ...visit }, null, browserOf("guessable"));
  expect(await late).toEqual({ refused: "another-browser" });
});

test("a HIT shows what it is about, and its code once the part of its assignment is done", async () => {
  const batch = await makeBatch({ dataset: await makeDataset({ tasks: 2 }), k: 1 });
  const parameters: [string, string, string] = ["workerId", "hitId", "assignmentId"];
  const { token } = await makeParticipationLink(batch, { share: 1, parameters });
  const visit = { worker: "W1", assignment: "A1" };
  expect(await findTurkTask(token, null)).toMatchObject({ guidelines: "", ending: null });
  expect(await findTurkTask(token, visit)).toMatchObject({ ending: null });
  const joined = await joinBatch({ token, person: "W1", study: "H1", session: "A1" }, null, browserOf("W1"));
  if ("refused" in joined || !joined.sid) return expect.fail();
  const user = await findSignedIn(joined.sid);
  if (!user) return expect.fail();
  const annotator = actAs(user, "annotator");
  await submitNext(annotator, batch.id);
  expect(await findTurkTask(token, visit)).toMatchObject({ ending: null });
  await claim(annotator, batch.id);
  expect(await findTurkTask(token, visit)).toMatchObject({ ending: { state: "completed", code: "C1DONE" } });
  expect(await findTurkTask(token, { ...visit, assignment: "A2" })).toMatchObject({ ending: null });
  expect(await findTurkTask(token, { ...visit, worker: "W2" })).toMatchObject({ ending: null });
  expect(await findTurkTask((await makeParticipationLink(batch)).token, null)).toBeNull();
});

test("a participant's language is stored with what they read", async () => {
  const batch = await makeBatch({ guidelines: "Read." });
  const { token } = await makeParticipationLink(batch);
  await joinBatch({ token, person: "P1", ...visit, language: "ar" }, null, browserOf("P1"));
  await joinBatch({ token, person: "P2", ...visit }, null, browserOf("P2"));
  const read = await db.guidelinesRead.findMany({
    where: { guidelines: { batchId: batch.id } },
    orderBy: { at: "asc" },
  });
  expect(read.map(({ language }) => language)).toEqual(["ar", null]);
});
