import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { deliverDue, resumeDeliveries } from "@/lib/webhook/data/deliver";
import { redeliver, testWebhook } from "@/lib/webhook/data/webhooks";
import { only, openReceiverForTests, pass } from "@/lib/webhook/testing/deliveries";

const receiver = openReceiverForTests();
const { hook } = receiver;

/** A response that the receiver holds back, and the attempt that waits for it. */
async function holdFirst(status: number) {
  let release = () => {};
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  receiver.behave(({ n }) => (n === 1 ? { status, after } : { status: 200 }));
  const attempt = deliverDue();
  await expect.poll(() => receiver.received.length).toBe(1);
  return {
    async answer() {
      release();
      await attempt;
    },
  };
}

test("a webhook gets one delivery at a time, in their order, from any number of workers", async () => {
  const { id, admin } = await hook();
  for (let n = 0; n < 3; n++) await testWebhook(admin, id);
  const order = await db.webhookDelivery.findMany({
    where: { webhookId: id },
    orderBy: [{ nextAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  const first = await holdFirst(200);
  await Promise.all([deliverDue(), deliverDue()]);
  expect(receiver.received).toHaveLength(1);
  await first.answer();
  await deliverDue();
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(order.map((one) => one.id));
});

test("a delivery that is sent again during an attempt is not sent beside it", async () => {
  const { id, admin } = await hook();
  const sent = await testWebhook(admin, id);
  if (!sent || "refused" in sent) return expect.fail();
  // It has failed before, with ever longer pauses.
  await db.webhookDelivery.update({ where: { id: sent.id }, data: { attempts: 7 } });
  const first = await holdFirst(500);
  expect(await redeliver(admin, id, sent.id)).toMatchObject({ state: "waiting", attempts: 1 });
  await deliverDue();
  expect(receiver.received).toHaveLength(1);
  await first.answer();
  // The pause after a first attempt.
  const { nextAt } = await only(id);
  expect((nextAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()).toBeLessThan(60_000);
  await pass(id, 1);
  await deliverDue();
  expect(await only(id)).toMatchObject({ state: "delivered", attempts: 2 });
  expect(receiver.received).toHaveLength(2);
});

test("the late result of an attempt that was repeated changes nothing", async () => {
  const { id, admin } = await hook();
  await testWebhook(admin, id);
  const first = await holdFirst(500);
  await pass(id, 0.01);
  await deliverDue();
  await first.answer();
  expect(await only(id)).toMatchObject({ state: "delivered", attempts: 2, status: 200 });
  expect(await db.webhook.findUniqueOrThrow({ where: { id } })).toMatchObject({ failingSince: null });
});

test("no delivery is lost when its worker is killed", {
  timeout: 60_000,
}, async () => {
  const { id, admin } = await hook();
  receiver.behave(({ n }) => (n === 1 ? { stall: true } : { status: 200 }));
  const sent = await testWebhook(admin, id);
  const worker = spawn(
    process.execPath,
    ["--conditions=react-server", "--import", "tsx", "lib/worker/main.ts"],
    {
      env: process.env,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBe(1);
  await killed(worker);
  await deliverDue();
  expect(receiver.received).toHaveLength(1); // The attempt may still be under way.
  await pass(id, 0.01);
  await resumeDeliveries();
  expect(
    await db.$queryRaw`SELECT "key" FROM graphile_worker._private_jobs WHERE "key" LIKE 'webhook-work%' AND "locked_at" IS NULL`,
  ).toEqual([{ key: "webhook-work-later" }]);
  await deliverDue();
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual(Array(2).fill(sent && "id" in sent ? sent.id : expect.fail()));
  expect(await only(id)).toMatchObject({ state: "delivered", attempts: 2 });
});

async function killed(worker: ChildProcess) {
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
}
