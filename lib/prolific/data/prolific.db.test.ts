import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { joinBatch } from "@/lib/participation/data/join";
import { createProlificStudy, requestProlificAction } from "@/lib/prolific/data/actions";
import { connectProlific, disconnectProlific, findProlificConnection } from "@/lib/prolific/data/connection";
import { findProlificStudy, listProlificStatuses, requestFetch } from "@/lib/prolific/data/studies";
import { prolificJobs } from "@/lib/prolific/jobs";
import type { NewProlificAction } from "@/lib/prolific/schema";
import { followProlificJob, testProlificJob } from "@/lib/prolific/schema/jobs";
import {
  actionOf,
  connected,
  fetchNow,
  perform,
  published,
  request,
  STUDY,
  studyOf,
} from "@/lib/prolific/testing/connected";
import { runJob } from "@/lib/queue/testing/run-job";
import { makeMember } from "@/testing/builders/people";

test("the token is stored sealed, tested by the worker, and destroyed on request", async () => {
  const { stub, batch, admin } = await connected();
  await runJob(prolificJobs, testProlificJob, { id: batch.projectId });
  expect(await findProlificConnection(admin, batch.projectId)).toMatchObject({
    connection: { currency: "GBP", problem: null },
  });
  const row = await db.prolificConnection.findUniqueOrThrow({
    where: { projectId: batch.projectId },
    omit: { keySealed: false },
  });
  expect(Buffer.from(row.keySealed).toString("latin1")).not.toContain(stub.token);

  await connectProlific(admin, batch.projectId, "a-wrong-token-of-somebody");
  await runJob(prolificJobs, testProlificJob, { id: batch.projectId });
  expect(await findProlificConnection(admin, batch.projectId)).toMatchObject({
    connection: { problem: "Authentication: Invalid token." },
  });
  expect(await disconnectProlific(admin, batch.projectId)).toEqual({ id: batch.projectId });
  expect(await db.prolificConnection.count({ where: { projectId: batch.projectId } })).toBe(0);
});

test("a draft has the link's address and codes, and is published once", async () => {
  const world = await connected();
  const { admin, link, token, stub, batch } = world;
  const key = randomUUID();
  const both = await Promise.all(
    [key, key].map((key) => createProlificStudy(admin, link, { key, ...STUDY })),
  );
  expect(both[0]).toEqual(both[1]);
  const { action } = both[0] as { action: string };
  await Promise.all([perform(action), perform(action)]);
  expect(stub.state.studies.size).toBe(1);
  const [draft] = [...stub.state.studies.values()];
  expect(draft).toMatchObject({
    status: "UNPUBLISHED",
    prolific_id_option: "url_parameters",
    external_study_url: `http://localhost:3000/join/${token}?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}`,
    completion_codes: [
      { code: "C1DONE", code_type: "COMPLETED", actions: [{ action: "MANUALLY_REVIEW" }] },
      { code_type: "FIXED_SCREENOUT", actor: "researcher" },
    ],
  });
  expect(await studyOf(world)).toMatchObject({ status: "UNPUBLISHED", currency: "GBP", canScreenOut: true });
  expect(await createProlificStudy(admin, link, { key: randomUUID(), ...STUDY })).toEqual({
    refused: "prolific-exists",
  });

  const publish = () => requestProlificAction(admin, link, { kind: "publish", key: randomUUID() });
  const [first, second] = [await publish(), await publish()];
  expect(second).toEqual({ refused: "prolific-busy" });
  await perform((first as { action: string }).action);
  expect(await studyOf(world)).toMatchObject({ status: "ACTIVE" });
  expect(await publish()).toEqual({ refused: "prolific-published" });
  const audited = await db.auditLog.findMany({
    where: { projectId: batch.projectId },
    orderBy: { id: "asc" },
  });
  expect(audited.map((entry) => entry.action).filter((name) => name.startsWith("prolific."))).toEqual([
    ...["prolific.connected", "prolific.create-requested", "prolific.create-done"],
    ...["prolific.publish-requested", "prolific.publish-done"],
  ]);
});

test("a draft that Prolific refused shows Prolific's words and can be corrected", async () => {
  const world = await connected();
  const draft = { key: randomUUID(), ...STUDY, reward: 5, screenOutReward: null, screenOutPlaces: null };
  const made = (await createProlificStudy(world.admin, world.link, draft)) as { action: string };
  await perform(made.action);
  expect((await studyOf(world)).actions).toMatchObject([
    {
      state: "refused",
      problem: expect.stringContaining("The reward per hour is below Prolific's minimum."),
    },
  ]);
  const again = { ...draft, key: randomUUID(), reward: 200 };
  await perform(((await createProlificStudy(world.admin, world.link, again)) as { action: string }).action);
  expect(await studyOf(world)).toMatchObject({ status: "UNPUBLISHED", reward: 200 });
});

test("a draft whose creation was cut off is found again instead of created twice", async () => {
  const world = await connected(({ method, path }, nth) =>
    method === "POST" && path === "/api/v1/studies/" && nth === 1 ? { cut: "after" } : undefined,
  );
  const made = await createProlificStudy(world.admin, world.link, { key: randomUUID(), ...STUDY });
  const { action } = made as { action: string };
  await perform(action);
  expect(await actionOf(action)).toMatchObject({
    state: "pending",
    problem: expect.stringContaining("answer"),
  });
  await perform(action);
  expect(world.stub.state.studies.size).toBe(1);
  expect((await studyOf(world)).externalId).toBe([...world.stub.state.studies.keys()][0]);
});

test("only links for Prolific of open batches of connected projects get a study", async () => {
  const { admin, link, batch } = await connected();
  const create = () => createProlificStudy(admin, link, { key: randomUUID(), ...STUDY });
  await db.batch.update({ where: { id: batch.id }, data: { state: "paused" } });
  expect(await create()).toEqual({ refused: "prolific-batch-not-open" });
  await db.batch.update({ where: { id: batch.id }, data: { state: "open" } });
  await db.participationLink.update({ where: { id: link }, data: { personParameter: "workerId" } });
  expect(await create()).toEqual({ refused: "prolific-link-unfit" });
  await db.participationLink.update({
    where: { id: link },
    data: { personParameter: "PROLIFIC_PID", screenedCode: "COUT" },
  });
  const unpaid = { ...STUDY, screenOutReward: null, screenOutPlaces: null };
  expect(await createProlificStudy(admin, link, { key: randomUUID(), ...unpaid })).toEqual({
    refused: "prolific-screen-out-missing",
  });
  await disconnectProlific(admin, batch.projectId);
  expect(await create()).toEqual({ refused: "prolific-not-connected" });
  const stranger = await makeMember("admin");
  expect(await createProlificStudy(stranger.actor, link, { key: randomUUID(), ...STUDY })).toBeNull();
  expect(await findProlificStudy(stranger.actor, link)).toBeNull();
  expect(await requestFetch(stranger.actor, link)).toBeNull();
});

test("statuses are fetched, belong to pseudonyms, and store nobody's platform id", async () => {
  const world = await published([]);
  await joinBatch({ token: world.token, person: "p1", study: null, session: null }, null, "browser 1");
  const id = world.study.externalId ?? "";
  world.stub.state.submit(id, "p1");
  world.stub.state.submit(id, "never-came", "RETURNED");
  await fetchNow(world);
  const { submissions } = await studyOf(world);
  const rater = await db.rater.findFirstOrThrow({
    where: { membership: { participant: { externalId: "p1" } }, projectId: world.batch.projectId },
  });
  expect(submissions).toMatchObject([
    { code: rater.code, status: "AWAITING REVIEW" },
    { code: null, status: "RETURNED" },
  ]);
  expect(await listProlificStatuses(world.admin, world.batch.id)).toEqual(
    new Map([[rater.code, "AWAITING REVIEW"]]),
  );
  const rows = JSON.stringify(await db.prolificSubmission.findMany());
  expect(rows).not.toContain("never-came");
  await runJob(prolificJobs, followProlificJob, {});
});

test("approving all, rejecting, asking to return and screening out", async () => {
  const world = await published(["p1", "p2", "p3", "p4", "p5"]);
  const ids = world.study.submissions.map(({ id }) => id);
  const one = (at: number) => [ids[at] ?? ""];
  const message =
    "The answers contradict each other in most of the tasks, and half of the tasks were left empty by you.";
  await perform(await request(world, { kind: "approve", key: randomUUID(), submissions: ids.slice(0, 2) }));
  await perform(
    await request(world, {
      ...{ kind: "reject", key: randomUUID(), submissions: one(2) },
      ...{ category: "LOW_EFFORT", message },
    } as NewProlificAction),
  );
  await perform(await request(world, { kind: "screen_out", key: randomUUID(), submissions: one(3) }));
  const back = await request(world, {
    ...{ kind: "request_return", key: randomUUID(), submissions: one(4), reason: "Withdrew consent" },
  } as NewProlificAction);
  await perform(back);
  await fetchNow(world);
  const { submissions, spent } = await studyOf(world);
  expect(submissions.map(({ status }) => status)).toEqual([
    ...["APPROVED", "APPROVED", "REJECTED", "SCREENED OUT", "AWAITING REVIEW"],
  ]);
  expect(submissions[4]?.returnRequestedAt).not.toBeNull();
  expect(spent).toEqual({ rewards: 300, screenOuts: 20, bonuses: 0 });
  expect(
    JSON.stringify(await db.prolificAction.findMany({ where: { studyId: world.study.id } })),
  ).not.toContain("contradict");
  const approve = { kind: "approve" as const, key: randomUUID(), submissions: one(2) };
  expect(await requestProlificAction(world.admin, world.link, approve)).toEqual({
    refused: "prolific-status",
  });
});

test("errors of Prolific are shown as they are, and requests without an answer are tried again", async () => {
  let broken = true;
  const world = await published(["p1"], ({ path }) => {
    if (!path.endsWith("/transition/") || !path.includes("/submissions/")) return undefined;
    if (broken) return { status: 503 };
    return { status: 400, body: { message: "Cannot approve", detail: "Insufficient funds" } };
  });
  const ids = world.study.submissions.map(({ id }) => id);
  const action = await request(world, { kind: "approve", key: randomUUID(), submissions: ids });
  await perform(action);
  expect(await actionOf(action)).toMatchObject({ state: "pending", attempts: 1 });
  broken = false;
  await perform(action);
  const ended = await actionOf(action);
  expect(ended).toMatchObject({ state: "refused", problem: "Cannot approve: Insufficient funds" });
  expect((await studyOf(world)).submissions).toMatchObject([{ status: "AWAITING REVIEW", busy: false }]);
});
