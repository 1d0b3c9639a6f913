import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { db } from "@/lib/database/db";
import { openWith, SECOND_FACTOR, sealWith, secretId } from "@/lib/secrets/sealing";
import { makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint } from "@/testing/builders/runs";
import { makeWebhook } from "@/testing/builders/webhooks";

const before = process.env.LLM_KEY_SECRET;
const [old, next] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")] as const;

afterEach(async () => {
  process.env.LLM_KEY_SECRET = before;
  await db.llmEndpoint.deleteMany();
  await db.webhook.deleteMany();
  await db.secondFactor.deleteMany();
});

async function rotate(secrets: string, ...args: string[]) {
  process.env.LLM_KEY_SECRET = secrets;
  return commandOutput("rotate-key", ...args);
}

/** An endpoint with a key sealed with a secret, and whether other secrets open it. */
async function keyed(secret: string, key: string) {
  const { id, baseUrl } = await makeEndpoint();
  const bound = { endpoint: id, origin: new URL(baseUrl).origin };
  await db.llmEndpoint.update({ where: { id }, data: sealWith(secret, key, bound) });
  const opens = async (...secrets: string[]) => {
    const { keySealed, keyId, keyLastFour } = await db.llmEndpoint.findUniqueOrThrow({
      where: { id },
      omit: { keySealed: false },
    });
    if (!keySealed || !keyId) return expect.fail();
    return { key: openWith(secrets, { keySealed, keyId }, bound), keyId, keyLastFour };
  };
  return { id, opens };
}

const resealings = (ids: string[]) =>
  db.auditLog.count({ where: { subjectId: { in: ids }, action: "endpoint.key-resealed" } });

test("every key is sealed with the new secret, once, and the old one can go", async () => {
  const [a, b] = [await keyed(old, "sk-canary-aaaa"), await keyed(old, "sk-canary-bbbb")];
  const c = await keyed(next, "sk-canary-cccc");
  await makeEndpoint();
  const first = await rotate(`${next} ${old}`);
  expect(first).toMatchObject({
    code: 0,
    stdout: "2 keys sealed anew, 1 already sealed with this secret.\n",
  });
  expect(await a.opens(next)).toEqual({ key: "sk-canary-aaaa", keyId: secretId(next), keyLastFour: "aaaa" });
  expect(await b.opens(next)).toMatchObject({ key: "sk-canary-bbbb" });
  expect(await c.opens(next)).toMatchObject({ key: "sk-canary-cccc" });
  expect(await a.opens(old)).toMatchObject({ key: null });
  expect(await resealings([a.id, b.id, c.id])).toBe(2);
  const second = await rotate(`${next} ${old}`, "--json");
  expect(JSON.parse(second.stdout)).toEqual({ resealed: 0, already: 3 });
  expect(await resealings([a.id, b.id, c.id])).toBe(2);
  expect(JSON.stringify([first, second])).not.toMatch(/canary/);
});

test("the secret of an authenticator app is sealed with the new secret too", async () => {
  const { id: userId } = await makeUser();
  const bound = { endpoint: userId, origin: SECOND_FACTOR };
  const { keySealed, keyId } = sealWith(old, "app-canary", bound);
  await db.secondFactor.create({ data: { userId, keySealed, keyId } });
  expect(await rotate(`${next} ${old}`)).toMatchObject({ code: 0 });
  const after = await db.secondFactor.findUniqueOrThrow({ where: { userId }, omit: { keySealed: false } });
  expect(openWith([next], after, bound)).toBe("app-canary");
  expect(await db.auditLog.count({ where: { action: "account.second-factor-resealed" } })).toBe(1);
});

test("no key is changed if one of them cannot be opened", async () => {
  const good = await keyed(old, "sk-canary-good");
  const lost = await keyed(randomBytes(32).toString("base64"), "sk-canary-lost");
  const { name } = await db.llmEndpoint.findUniqueOrThrow({ where: { id: lost.id } });
  const { code, stderr } = await rotate(`${next} ${old}`);
  expect(code).toBe(1);
  expect(stderr).toContain(`“${name}”`);
  expect(stderr).toContain("Nothing was changed");
  expect(await good.opens(old)).toMatchObject({ key: "sk-canary-good" });
  expect(await resealings([good.id, lost.id])).toBe(0);
});

test("secrets that are missing, weak or not of the data folder are bad input", async () => {
  expect(await rotate("short")).toMatchObject({ code: 2, stderr: expect.stringContaining("too weak") });
  expect(await rotate(old, "--new")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("data folder"),
  });
  expect(await rotate(old, "word")).toMatchObject({ code: 2 });
  expect(await rotate(old, "--help")).toMatchObject({ code: 0 });
});

test("the secrets of webhooks are sealed anew with the keys", async () => {
  process.env.LLM_KEY_SECRET = old;
  const { id, url, projectId } = await makeWebhook();
  const bound = { endpoint: id, origin: new URL(url).origin };
  // Sealed with the old secret, whichever this process started with.
  await db.webhook.update({ where: { id }, data: sealWith(old, "whsec_canary", bound) });
  expect(await rotate(`${next} ${old}`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 key sealed anew"),
  });
  const row = await db.webhook.findUniqueOrThrow({ where: { id }, omit: { keySealed: false } });
  expect(openWith([next], row, bound)).toBe("whsec_canary");
  expect(await db.auditLog.count({ where: { projectId, action: "webhook.secret-resealed" } })).toBe(1);
  await db.webhook.update({
    where: { id },
    data: sealWith(randomBytes(32).toString("base64"), "lost", bound),
  });
  const { code, stderr } = await rotate(`${next} ${old}`);
  expect([code, stderr]).toEqual([1, expect.stringContaining("a webhook of “")]);
});

test("the token of a connection to Prolific is sealed anew too", async () => {
  process.env.LLM_KEY_SECRET = old;
  const { id: projectId } = await makeProject();
  const origin = "https://api.prolific.com";
  const bound = { endpoint: projectId, origin };
  await db.prolificConnection.create({
    data: { projectId, origin, ...sealWith(old, "prolific-canary", bound) },
  });
  expect(await rotate(`${next} ${old}`)).toMatchObject({ code: 0 });
  const row = await db.prolificConnection.findUniqueOrThrow({
    where: { projectId },
    omit: { keySealed: false },
  });
  expect(openWith([next], row, bound)).toBe("prolific-canary");
  await db.prolificConnection.delete({ where: { projectId } });
});
