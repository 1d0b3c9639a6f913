import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { NewestQuery } from "@/lib/resources/schema/queries";
import { openWith } from "@/lib/secrets/sealing";
import {
  createWebhook,
  findWebhook,
  listWebhooks,
  readDeliveries,
  removeWebhook,
} from "@/lib/webhook/data/webhooks";
import { makeMember } from "@/testing/builders/people";
import { makeWebhook } from "@/testing/builders/webhooks";

const url = "https://hooks.example.org/countersign?key=1";
const events = ["batch.finished" as const];

test("the secret is shown once, stored sealed, and can be opened for this webhook and address only", async () => {
  const admin = await makeMember("admin");
  const made = await createWebhook(admin.actor, admin.projectId, { url, events });
  if (!made || "refused" in made) return expect.fail();
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { secret, ...view } = made;
  expect(await findWebhook(admin.actor, made.id)).toEqual(view);
  expect(JSON.stringify(await listWebhooks(admin.actor, admin.projectId))).not.toContain(secret.slice(6, -4));
  const row = await db.webhook.findUniqueOrThrow({ where: { id: made.id }, omit: { keySealed: false } });
  const at = { endpoint: made.id, origin: "https://hooks.example.org" };
  expect(Buffer.from(row.keySealed).toString("latin1")).not.toContain(secret.slice(6));
  expect(openWith(env().LLM_KEY_SECRET, row, at)).toBe(secret);
  expect(openWith(env().LLM_KEY_SECRET, row, { ...at, origin: "https://evil.example" })).toBe(null);
  const audited = await db.auditLog.findMany({ where: { subjectId: made.id } });
  expect(audited.map(({ action }) => action)).toEqual(["webhook.created"]);
  expect(
    JSON.stringify(audited, (_, value) => (typeof value === "bigint" ? String(value) : value)),
  ).not.toMatch(/whsec|hooks\.example/);
});

test.each([
  "http://hooks.example.org/",
  "https://127.0.0.1/",
  "https://localhost/hook",
  "https://169.254.169.254/latest?x=1",
  "https://[::1]/",
  "https://0x7f.1/hook",
  "https://hooks.example.org:8443/",
  "https://user:secret@hooks.example.org/",
  "https://hooks.example.org/#part",
  "ftp://hooks.example.org/",
  "http://127.0.0.1:1/hook",
])("nothing may be sent to %s", async (bad) => {
  const admin = await makeMember("admin");
  expect(await createWebhook(admin.actor, admin.projectId, { url: bad, events })).toMatchObject({
    refused: "webhook-address-refused",
  });
  expect(await db.webhook.count({ where: { projectId: admin.projectId } })).toBe(0);
});

test("origins listed for models are not allowed for webhooks", async () => {
  const admin = await makeMember("admin");
  const [model = "", hook = ""] = [...env().LLM_ALLOWED_ORIGINS, ...env().WEBHOOK_ALLOWED_ORIGINS];
  const made = (origin: string) =>
    createWebhook(admin.actor, admin.projectId, { url: `${origin}/x`, events });
  expect(await made(model)).toMatchObject({ refused: "webhook-address-refused" });
  expect(await made(hook)).toMatchObject({ state: "on" });
});

test("a project has at most twenty, and an archived one gets none", async () => {
  const admin = await makeMember("admin");
  const make = () => createWebhook(admin.actor, admin.projectId, { url, events });
  const made = await Promise.all(Array.from({ length: 22 }, make));
  expect(made.filter((one) => one && "refused" in one)).toEqual(
    Array(2).fill({ refused: "too-many-webhooks" }),
  );
  await db.project.update({ where: { id: admin.projectId }, data: { archivedAt: new Date() } });
  expect(await make()).toEqual({ refused: "archived" });
});

test("a removed webhook is deleted with its secret and deliveries", async () => {
  const { id, admin } = await makeWebhook();
  await db.webhookDelivery.create({
    data: { webhookId: id, event: "webhook.test", body: "{}", nextAt: new Date() },
  });
  expect(await removeWebhook(admin, id)).toEqual({ id });
  expect(await db.webhookDelivery.count({ where: { webhookId: id } })).toBe(0);
  expect(await removeWebhook(admin, id)).toBe(null);
});

test("deliveries are listed completely, newest first, also with equal times", async () => {
  const admin = await makeMember("admin");
  const { id } = await makeWebhook({ project: { id: admin.projectId } });
  const at = (n: number) => new Date(Date.UTC(2026, 10, 20, 0, 0, Math.floor(n / 3)));
  for (let n = 0; n < 8; n++)
    await db.webhookDelivery.create({
      data: { webhookId: id, event: "webhook.test", body: "{}", nextAt: at(n), createdAt: at(n) },
    });
  const read: { id: string; createdAt: Date }[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await readDeliveries(
      admin.actor,
      id,
      NewestQuery.parse({ limit: "2", ...(after && { after }) }),
    );
    if (!page) return expect.fail();
    read.push(...page.items);
    after = page.next;
    // New entries are newer than the pages still to be read.
    await db.webhookDelivery.create({
      data: { webhookId: id, event: "webhook.test", body: "{}", nextAt: at(0) },
    });
  }
  expect(new Set(read.map((one) => one.id)).size).toBe(8);
  expect(read.map(({ createdAt }) => createdAt.getTime())).toEqual(
    Array.from({ length: 8 }, (_, n) => at(7 - n).getTime()),
  );
  const stranger = await makeMember("admin");
  expect(await readDeliveries(stranger.actor, id, { limit: 9 })).toBeNull();
});
