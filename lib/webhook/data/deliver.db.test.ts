import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { addSubjects } from "@/lib/batch/data/add-subjects";
import { moveBatch } from "@/lib/batch/data/change-state";
import { removeAnnotator, reopenAssignment, withdrawReopening } from "@/lib/batch/data/lifecycle";
import { db } from "@/lib/database/db";
import { cancelRun } from "@/lib/drafting/data/run-lifecycle";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { env } from "@/lib/env";
import { openStub } from "@/lib/llm/testing/stub";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { undoSubmit } from "@/lib/review/data/undo-submit";
import { finishing, makeReviewFixture } from "@/lib/review/testing/fixture";
import { deliverDue } from "@/lib/webhook/data/deliver";
import { changeWebhook, readDeliveries, redeliver, testWebhook } from "@/lib/webhook/data/webhooks";
import { Payload } from "@/lib/webhook/schema";
import { only, openReceiverForTests, pass } from "@/lib/webhook/testing/deliveries";
import { isSigned, type ReceiverBehaviour } from "@/lib/webhook/testing/receiver";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeSiteAdmin } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";
import { makeWebhook } from "@/testing/builders/webhooks";

const receiver = openReceiverForTests();
const { hook } = receiver;

test("a test event arrives signed, once, and without personal data", async () => {
  const { id, secret, admin, projectId } = await hook();
  const sent = await testWebhook(admin, id);
  if (!sent || "refused" in sent) return expect.fail();
  await Promise.all([deliverDue(), deliverDue(), deliverDue()]);
  const [one, ...more] = receiver.received;
  expect(more).toEqual([]);
  if (!one) return expect.fail();
  expect(one.headers).toMatchObject({ "webhook-id": sent.id, "content-type": "application/json" });
  expect(isSigned(secret, one)).toBe(true);
  expect(isSigned(secret, { ...one, body: one.body.replace("{", "{ ") })).toBe(false);
  expect(isSigned(secret, { ...one, headers: { ...one.headers, "webhook-timestamp": "1" } })).toBe(false);
  expect(isSigned((await hook()).secret, one)).toBe(false);
  expect(Math.abs(Date.now() / 1000 - Number(one.headers["webhook-timestamp"]))).toBeLessThan(30);
  expect(Payload.parse(JSON.parse(one.body))).toMatchObject({
    type: "webhook.test",
    data: { project: projectId, webhook: id },
  });
  expect((await readDeliveries(admin, id, { limit: 50 }))?.items).toMatchObject([
    {
      id: sent.id,
      type: "webhook.test",
      state: "delivered",
      attempts: 1,
      status: 204,
      error: null,
      nextAt: null,
    },
  ]);
});

test("an event is sent when the last slot of a batch is submitted, and none when that is undone", async () => {
  const fixture = await makeReviewFixture({ subjects: 1, mark: " hidden-words" });
  const { id: hookId } = await hook(fixture.project, ["batch.finished"]);
  const { id: other } = await hook(fixture.project, ["run.finished"]);
  const { id: foreign } = await hook();
  const people = [await fixture.join(), await fixture.join(), await fixture.join()];
  const work: { person: (typeof people)[number]; id: string; lease: string }[] = [];
  for (const person of people) {
    const { id, lease } = await fixture.open(person);
    await recordOps(person.actor, id, { lease, base: 0, ops: finishing() });
    work.push({ person, id, lease });
  }
  const [first, ...last] = work;
  if (!first) return expect.fail();
  await submit(first.person.actor, first.id, { lease: first.lease });
  expect(await db.webhookDelivery.count()).toBe(0);
  // The last two at the same time.
  await Promise.all(last.map(({ person, id, lease }) => submit(person.actor, id, { lease })));
  const delivery = await only(hookId);
  expect(await db.webhookDelivery.count({ where: { webhookId: { in: [other, foreign] } } })).toBe(0);
  await deliverDue();
  expect(receiver.received).toEqual([]); // A submission can be undone for ten seconds.

  const undone = await undoSubmit(first.person.actor, first.id);
  if (!undone || "refused" in undone) return expect.fail();
  expect(await db.webhookDelivery.count()).toBe(0);
  await submit(first.person.actor, first.id, { lease: undone.lease });
  expect((await only(hookId)).id).not.toBe(delivery.id);
  await pass(hookId, 1);
  await deliverDue();
  const [one, ...more] = receiver.received;
  expect(more).toEqual([]);
  expect(Payload.parse(JSON.parse(one?.body ?? "{}"))).toMatchObject({
    type: "batch.finished",
    data: {
      project: fixture.project.id,
      batch: fixture.batch.id,
      state: "open",
      subjects: 1,
      slots: 3,
      submitted: 3,
    },
  });
  expect(one?.body).not.toMatch(/hidden-words|Instruction|Response/);
  for (const { actor } of people) expect(one?.body).not.toContain(actor.name);
});

test("an event is sent when a sent-back submission is restored, and none while one is sent back", async () => {
  const fixture = await makeReviewFixture({ subjects: 1 });
  const { id: hookId } = await hook(fixture.project, ["batch.finished"]);
  const admin = actAs((await makeSiteAdmin()).actor, "admin");
  const people = [await fixture.join(), await fixture.join(), await fixture.join()];
  const work: { person: (typeof people)[number]; id: string; lease: string }[] = [];
  for (const person of people) {
    const { id, lease } = await fixture.open(person);
    await recordOps(person.actor, id, { lease, base: 0, ops: finishing() });
    work.push({ person, id, lease });
  }
  const [first, ...last] = work;
  if (!first) return expect.fail();
  const countDeliveries = () => db.webhookDelivery.count({ where: { webhookId: hookId } });
  await submit(first.person.actor, first.id, { lease: first.lease });
  expect(await reopenAssignment(admin, first.id, { note: "Once more" })).toEqual({ state: "reopened" });
  for (const { person, id, lease } of last) await submit(person.actor, id, { lease });
  expect(await countDeliveries()).toBe(0);
  expect(await withdrawReopening(admin, first.id)).toEqual({ state: "submitted" });
  expect(await countDeliveries()).toBe(1);

  // Sent back before the event was delivered: the batch has not finished.
  await reopenAssignment(admin, first.id, { note: "Once more" });
  expect(await countDeliveries()).toBe(0);
  const { membershipId } = first.person;
  expect(await removeAnnotator(admin, fixture.batch.id, membershipId)).toMatchObject({ stand: 1 });
  expect(await countDeliveries()).toBe(1);
  await pass(hookId, 1);
  await deliverDue();
  expect(receiver.received.map(({ body }) => Payload.parse(JSON.parse(body)).data)).toMatchObject([
    { batch: fixture.batch.id, submitted: 3, slots: 3 },
  ]);
});

test("closing a batch sends one event", async () => {
  const dataset = await makeDataset();
  const batch = await makeBatch({ dataset });
  const { id, admin } = await hook({ id: dataset.projectId });
  await moveBatch(admin, batch.id, "close");
  await moveBatch(admin, batch.id, "close");
  expect((await readDeliveries(admin, id, { limit: 50 }))?.items).toMatchObject([
    { type: "batch.closed", subject: batch.id, state: "waiting" },
  ]);
  // Nothing can be added to it now, and no other event is sent.
  expect(await addSubjects(admin, batch.id, { filter: {} })).toMatchObject({ refused: "batch-closed" });
});

test("an event is sent when a run finishes, stops for its budget, or is cancelled", async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  const say = "Analysis: short.\nAnswer:\n- Does it name the topic?\n- Is it fit for a child?";
  const stub = await openStub(() => ({ say }), Number(new URL(origin).port));
  try {
    const project = await makeProject();
    const dataset = await makeDataset({ project, tasks: 2, drafts: false });
    const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
    const { id, admin } = await hook(project);
    const done = await makeRun({ dataset, endpoint, state: "running" });
    const poor = await makeRun({
      dataset,
      endpoint,
      state: "running",
      maxCalls: 1,
      params: { maxOutputTokens: 300 },
    });
    await workOnDrafts();
    await cancelRun(admin, poor.id);
    const deliveries = await db.webhookDelivery.findMany({
      where: { webhookId: id },
      orderBy: { createdAt: "asc" },
    });
    const payloads = deliveries.map(({ body }) => Payload.parse(JSON.parse(body)));
    expect(payloads.filter(({ type }) => type === "run.finished")).toMatchObject([
      {
        data: {
          run: done.id,
          dataset: dataset.id,
          state: "done",
          reason: null,
          units: 2,
          done: 2,
          failed: 0,
        },
      },
    ]);
    expect(payloads.filter(({ type }) => type === "run.stopped").map(({ data }) => data)).toMatchObject([
      { run: poor.id, state: "paused_budget", reason: "max-calls" },
      { run: poor.id, state: "cancelled", reason: null },
    ]);
  } finally {
    await stub.close();
  }
});

test("a failed delivery is retried with the same id at growing intervals until accepted", async () => {
  const { id, secret, admin } = await hook();
  await testWebhook(admin, id);
  const elsewhere: ReceiverBehaviour = { redirect: receiver.url };
  const failures: ReceiverBehaviour[] = [
    { status: 500, body: "x".repeat(3_000_000) },
    elsewhere,
    { cut: true },
    { status: 429 },
  ];
  receiver.behave(({ n }) => failures[n - 1] ?? { status: 200 });
  const seen: unknown[] = [];
  for (let n = 0; n <= failures.length; n++) {
    await pass(id, 1);
    await deliverDue();
    await deliverDue(); // Not due again.
    const { state, status, error, nextAt, attempts } = await only(id);
    seen.push([attempts, state, status, error]);
    if (nextAt) expect(nextAt.getTime()).toBeGreaterThan(Date.now() + 3000);
  }
  expect(seen).toEqual([
    [1, "waiting", 500, null],
    [2, "waiting", null, "redirect"],
    [3, "waiting", null, "network"],
    [4, "waiting", 429, null],
    [5, "delivered", 200, null],
  ]);
  expect(receiver.received).toHaveLength(5); // The redirect was not followed.
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  for (const one of receiver.received) expect(isSigned(secret, one)).toBe(true);
  expect(await db.webhook.findUniqueOrThrow({ where: { id } })).toMatchObject({ failingSince: null });
});

test("a failing receiver holds up no other, and deliveries wait while a webhook is paused", async () => {
  const [bad, good] = [await makeWebhook({ url: receiver.url.replace("hook", "bad") }), await hook()];
  receiver.behave(({ path }) => ({ status: path.startsWith("/bad") ? 503 : 200 }));
  for (let n = 0; n < 3; n++) await testWebhook(bad.admin, bad.id);
  await testWebhook(good.admin, good.id);
  await changeWebhook(bad.admin, bad.id, { paused: true });
  expect(await testWebhook(bad.admin, bad.id)).toMatchObject({ refused: "webhook-off" });
  await deliverDue();
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook?key=of-the-receiver"]);
  await changeWebhook(bad.admin, bad.id, { paused: false });
  await deliverDue();
  expect(receiver.received).toHaveLength(4);
});

test("after three days a delivery is given up, the webhook is disabled and the admins are notified", async () => {
  const { id, admin, projectId } = await hook();
  receiver.behave(() => ({ status: 500 }));
  await testWebhook(admin, id);
  await deliverDue();
  await pass(id, 30);
  await deliverDue();
  expect(await only(id)).toMatchObject({ state: "waiting", attempts: 2 });
  await pass(id, 43);
  await deliverDue();
  expect(await only(id)).toMatchObject({ state: "failed", attempts: 3, nextAt: null });
  const off = await db.auditLog.findMany({ where: { projectId, action: "webhook.switched-off" } });
  expect(off).toMatchObject([{ actorId: null, subjectId: id, detail: { status: 500, error: null } }]);
  expect(await testWebhook(admin, id)).toMatchObject({ refused: "webhook-off" });

  // Once an admin has switched it on again, it is sent once more on request.
  receiver.behave(() => ({ status: 200 }));
  expect(await changeWebhook(admin, id, { paused: false })).toMatchObject({
    state: "on",
    failingSince: null,
  });
  const given = await only(id);
  await redeliver(admin, id, given.id);
  await deliverDue();
  expect(await only(id)).toMatchObject({ id: given.id, state: "delivered", attempts: 1 });
});

test("a receiver that answers 410 gets no further deliveries", async () => {
  const { id, admin } = await hook();
  receiver.behave(() => ({ status: 410 }));
  await testWebhook(admin, id);
  await testWebhook(admin, id);
  await deliverDue();
  expect(receiver.received).toHaveLength(1);
  expect(await db.webhook.findUniqueOrThrow({ where: { id } })).toMatchObject({
    disabledAt: expect.any(Date),
  });
});

test("an address that now resolves to an internal one gets no request", async () => {
  const { id, admin } = await hook();
  const [origin = ""] = env().WEBHOOK_ALLOWED_ORIGINS;
  const listed = env().WEBHOOK_ALLOWED_ORIGINS;
  listed.length = 0; // The operator does not permit it any more.
  try {
    await testWebhook(admin, id);
    await deliverDue();
  } finally {
    listed.push(origin);
  }
  expect(receiver.received).toEqual([]);
  expect(await only(id)).toMatchObject({ state: "waiting", status: null, error: "refused-address" });
});

test("a delivery can be sent again only through its own webhook", async () => {
  const [one, other] = [await hook(), await hook()];
  const [mine] = [await testWebhook(one.admin, one.id)];
  if (!mine || "refused" in mine) return expect.fail();
  // A delivery belongs to its webhook, for any caller.
  const anyAdmin = actAs((await makeSiteAdmin()).actor, "admin");
  expect(await redeliver(anyAdmin, other.id, mine.id)).toBe(null);
});
