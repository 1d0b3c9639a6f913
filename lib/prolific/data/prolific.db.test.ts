import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { joinBatch } from "@/lib/participation/data/join";
import {
  createProlificStudy,
  requestProlificAction,
  resolveProlificAction,
} from "@/lib/prolific/data/actions";
import { connectProlific, disconnectProlific, findProlificConnection } from "@/lib/prolific/data/connection";
import { findProlificStudy, listProlificStatuses, requestFetch } from "@/lib/prolific/data/studies";
import { prolificJobs } from "@/lib/prolific/jobs";
import type { NewProlificAction } from "@/lib/prolific/schema";
import {
  fetchProlificJob,
  followProlificJob,
  prolificActionJob,
  testProlificJob,
} from "@/lib/prolific/schema/jobs";
import type { ProlificRequest } from "@/lib/prolific/testing/state";
import { openProlificStub, type ProlificFault } from "@/lib/prolific/testing/stub";
import { runJob } from "@/lib/queue/testing/run-job";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";

const STUDY = {
  name: "Rate answers of chatbots",
  description: "You read answers and say how good they are.",
  reward: 150,
  places: 3,
  minutes: 10,
  autoApprove: false,
  screenOutReward: 20,
  screenOutPlaces: 2,
};

type Fault = (request: ProlificRequest, nth: number) => ProlificFault | Promise<ProlificFault>;

/** An open batch with a link, in a project that is connected to a stub. */
async function connected(fault?: Fault) {
  const stub = await openProlificStub(env().PROLIFIC_ORIGIN, fault);
  onTestFinished(() => stub.close());
  const batch = await makeBatch();
  const { id: link, token } = await makeParticipationLink(batch);
  const admin = await makeMember("admin", { project: { id: batch.projectId } });
  expect(await connectProlific(admin.actor, batch.projectId, stub.token)).toEqual({ tokenLastFour: "1234" });
  return { stub, batch, link, token, admin: admin.actor };
}

type World = Awaited<ReturnType<typeof connected>>;

const perform = (id: string) => runJob(prolificJobs, prolificActionJob, { id });

async function studyOf({ admin, link }: World) {
  const found = await findProlificStudy(admin, link);
  if (!found?.study) return expect.fail("there is no study");
  return found.study;
}

/** A published study with these submissions, fetched. */
async function published(people: string[], fault?: Fault) {
  const world = await connected(fault);
  const { admin, link, stub } = world;
  const made = await createProlificStudy(admin, link, { key: randomUUID(), ...STUDY });
  if (!made || "refused" in made) return expect.fail();
  await perform(made.action);
  const going = await requestProlificAction(admin, link, { kind: "publish", key: randomUUID() });
  if (!going || "refused" in going) return expect.fail();
  await perform(going.action);
  const { externalId } = await studyOf(world);
  const submitted = people.map((person) => stub.state.submit(externalId ?? "", person));
  await fetchNow(world);
  return { ...world, submitted, study: await studyOf(world) };
}

async function fetchNow(world: World) {
  const { id } = await studyOf(world);
  await runJob(prolificJobs, fetchProlificJob, { id });
}

async function request(world: World, action: NewProlificAction) {
  const made = await requestProlificAction(world.admin, world.link, action);
  if (!made || "refused" in made) return expect.fail(JSON.stringify(made));
  return made.action;
}

const actionOf = (id: string) => db.prolificAction.findUniqueOrThrow({ where: { id } });

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

const bonus = (submissions: string[], amount = 50): NewProlificAction => ({
  ...{ kind: "bonus" as const, key: randomUUID(), submissions, amount, total: amount * submissions.length },
});

test("a double click and a repeated job pay a bonus once", async () => {
  const world = await published(["p1", "p2"]);
  const asked = bonus(world.study.submissions.map(({ id }) => id));
  const [first, second] = await Promise.all([request(world, asked), request(world, asked)]);
  expect(first).toBe(second);
  const other = await requestProlificAction(world.admin, world.link, { ...asked, key: randomUUID() });
  expect(other).toEqual({ refused: "prolific-busy" });
  await Promise.all([perform(first), perform(first), perform(first)]);
  await perform(first);
  expect(world.submitted.map(({ bonus_payments }) => bonus_payments)).toEqual([[50], [50]]);
  expect(await actionOf(first)).toMatchObject({ state: "done", amount: 50, total: 133 });
  const wrong = { ...bonus([world.study.submissions[0]?.id ?? ""]), total: 49 } as NewProlificAction;
  expect(await requestProlificAction(world.admin, world.link, wrong)).toEqual({ refused: "prolific-total" });
});

const isPay = ({ path }: ProlificRequest) => path.endsWith("/pay/");

test.each(["before", "after"] as const)(
  "a bonus whose payment was cut off %s its effect is never repeated",
  async (cut) => {
    const world = await published(["p1"], (one) => (isPay(one) ? { cut } : undefined));
    const ids = world.study.submissions.map(({ id }) => id);
    const action = await request(world, bonus(ids));
    await perform(action);
    await perform(action);
    expect(await actionOf(action)).toMatchObject({ state: "unclear", endedAt: null });
    expect(world.stub.requests.filter(isPay)).toHaveLength(1);
    expect(await requestProlificAction(world.admin, world.link, bonus(ids))).toEqual({
      refused: "prolific-busy",
    });
    await fetchNow(world);
    if (cut === "after") {
      // Prolific's list shows the payment.
      expect(await actionOf(action)).toMatchObject({ state: "done" });
      return;
    }
    expect(await actionOf(action)).toMatchObject({ state: "unclear" });
    expect(await resolveProlificAction(world.admin, world.link, action, false)).toEqual({ action });
    expect(await resolveProlificAction(world.admin, world.link, action, true)).toBeNull();
    expect(await requestProlificAction(world.admin, world.link, bonus(ids))).toMatchObject({
      action: expect.any(String),
    });
  },
);

test("an unclear bonus is shown however many actions followed it", async () => {
  const world = await published(["p1"], (one) => (isPay(one) ? { cut: "before" } : undefined));
  const action = await request(world, bonus(world.study.submissions.map(({ id }) => id)));
  await perform(action);
  const later = { studyId: world.study.id, kind: "approve", state: "done", endedAt: new Date() } as const;
  await db.prolificAction.createMany({
    data: Array.from({ length: 60 }, () => ({ ...later, key: randomUUID() })),
  });
  const { actions } = await studyOf(world);
  expect(actions).toHaveLength(50);
  expect(actions.at(-1)).toMatchObject({ id: action, state: "unclear" });
});

test("a worker that dies while it pays leaves the bonus unclear", async () => {
  const world = await published(["p1"]);
  const action = await request(world, bonus(world.study.submissions.map(({ id }) => id)));
  const died = new Date(Date.now() - 10 * 60_000);
  await db.prolificAction.update({
    where: { id: action },
    data: { state: "sending", takenAt: died, externalId: "6".repeat(24), payingAt: died },
  });
  await perform(action);
  expect(await actionOf(action)).toMatchObject({ state: "unclear" });
  expect(world.stub.requests.filter(isPay)).toHaveLength(0);
});

test("a worker that was overtaken while it prepared a bonus does not pay it again", async () => {
  let overtake = async () => {};
  const world = await published(["p1"], async ({ path }, nth) => {
    if (path.endsWith("/bonus-payments/") && nth === 1) await overtake();
    return undefined;
  });
  const action = await request(world, bonus(world.study.submissions.map(({ id }) => id)));
  overtake = async () => {
    const takenAt = new Date(Date.now() - 10 * 60_000);
    await db.prolificAction.update({ where: { id: action }, data: { takenAt } });
    await perform(action);
  };
  await perform(action);
  expect(world.submitted[0]?.bonus_payments).toEqual([50]);
  expect(await actionOf(action)).toMatchObject({ state: "done", attempts: 2 });
});

test("an unclear bonus is not taken for paid because of an earlier one that was not listed yet", async () => {
  let paying = 0;
  const world = await published(["p1"], (one) => {
    if (isPay(one)) paying += 1;
    return isPay(one) && paying === 2 ? { cut: "before" } : undefined;
  });
  const ids = world.study.submissions.map(({ id }) => id);
  await perform(await request(world, bonus(ids)));
  const second = await request(world, bonus(ids));
  await perform(second);
  await fetchNow(world);
  expect((await studyOf(world)).submissions).toMatchObject([{ bonus: 50 }]);
  expect(await actionOf(second)).toMatchObject({ state: "unclear" });
});

test("too many requests delay a payment, with Prolific's pause, and it is then made once", async () => {
  const world = await published(["p1"], (one, nth) =>
    isPay(one) && nth === 1 ? { status: 429, retryAfter: 7 } : undefined,
  );
  const action = await request(world, bonus(world.study.submissions.map(({ id }) => id)));
  const before = Date.now();
  await perform(action);
  const waiting = await actionOf(action);
  expect(waiting).toMatchObject({ state: "pending", payingAt: null });
  expect(waiting.nextAt.getTime()).toBeGreaterThanOrEqual(before + 7000);
  await perform(action);
  expect(world.submitted[0]?.bonus_payments).toEqual([50]);
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
