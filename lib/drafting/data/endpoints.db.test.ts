import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as endpoint from "@/app/api/v1/endpoints/[endpoint]/route";
import * as endpoints from "@/app/api/v1/projects/[project]/endpoints/route";
import * as runRoute from "@/app/api/v1/runs/[run]/route";
import { db } from "@/lib/database/db";
import { testEndpoint } from "@/lib/drafting/data/endpoint-test";
import { changeEndpoint, createEndpoint, listEndpoints, setPrice } from "@/lib/drafting/data/endpoints";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { NewEndpoint } from "@/lib/drafting/schema/endpoints";
import { env } from "@/lib/env";
import { isRefusal } from "@/lib/http/refusals";
import { openStub, type Stub, type StubBehaviour, type StubRequest } from "@/lib/llm/testing/stub";
import { seal, unseal } from "@/lib/secrets/seal";
import { makeMember, makeSession, type TestMember } from "@/testing/builders/people";
import { makeRun } from "@/testing/builders/runs";

const CANARY = `canary-${randomUUID()}`;
let stub: Stub;
let behave: (stubRequest: StubRequest) => StubBehaviour = () => ({
  say: "Analysis: a.\nAnswer:\n- Is it good?\n- Is it short?",
});
let admin: TestMember<"admin">;

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub((stubRequest) => behave(stubRequest), Number(new URL(origin).port));
  admin = await makeMember("admin");
});
afterAll(() => stub.close());

const stubRequest = (changes: Partial<NewEndpoint> = {}) =>
  NewEndpoint.parse({
    name: `Endpoint ${randomUUID()}`,
    provider: "openai-compatible",
    baseUrl: stub.base,
    model: "model-1",
    requestsPerMinute: 6000,
    ...changes,
  });

async function made(changes: Partial<NewEndpoint> = {}) {
  const view = await createEndpoint(admin.actor, admin.projectId, stubRequest(changes));
  if (!view || isRefusal(view)) throw new Error(`not made: ${JSON.stringify(view)}`);
  return view;
}

test("a key is shown by its last four characters, and sent in full only to its origin", async () => {
  const lines: string[] = [];
  const log = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  process.env.LOG_LEVEL = "info";
  const { cookie } = await makeSession(admin);
  const headers = {
    cookie: `${cookie.name}=${cookie.value}`,
    "content-type": "application/json",
    "sec-fetch-site": "same-origin",
    "x-countersign": "1",
    origin: env().APP_URL,
  };
  const answers: string[] = [];
  const connect = async (
    handler: typeof endpoint.GET,
    path: string,
    params: Record<string, string>,
    init = {},
  ) => {
    const request = new Request(`${env().APP_URL}${path}`, { headers, ...init });
    answers.push(await (await handler(request, { params: Promise.resolve(params) })).text());
    return answers.at(-1) ?? "";
  };

  const { projectId: project } = admin;
  const body = JSON.stringify(stubRequest({ apiKey: CANARY }));
  const view = JSON.parse(await connect(endpoints.POST, "/api/v1/e", { project }, { method: "POST", body }));
  expect(view).toMatchObject({ keyLastFour: CANARY.slice(-4), model: "model-1" });
  await testEndpoint(view.id);
  const run = await makeRun({ project: { id: project }, endpoint: view, state: "running" });
  await workOnDrafts();
  expect(stub.requests.at(-1)?.headers.authorization).toBe(`Bearer ${CANARY}`);
  behave = () => ({
    status: 500,
    body: `{"error":"your key ${CANARY} is bad"}`,
    headers: { "retry-after": "900" },
  });
  const failing = await makeRun({ project: { id: project }, endpoint: view, state: "running" });
  await workOnDrafts();

  await connect(endpoints.GET, "/api/v1/e", { project });
  await connect(endpoint.GET, "/api/v1/e", { endpoint: view.id });
  for (const { id } of [run, failing]) await connect(runRoute.GET, "/api/v1/r", { run: id });
  const patch = { method: "PATCH", body: JSON.stringify({ baseUrl: "https://elsewhere.example.org/v1" }) };
  expect(await connect(endpoint.PATCH, "/api/v1/e", { endpoint: view.id }, patch)).toContain("key-again");

  log.mockRestore();
  process.env.LOG_LEVEL = "error";
  expect(lines.join("")).toContain('"event":"request"');
  expect(answers.join("\n") + lines.join("\n")).not.toContain(CANARY);
  expect(await wholeDatabase()).not.toContain(CANARY);
});

/** All rows of all tables as text, including binary columns. */
async function wholeDatabase(): Promise<string> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', schemaname, tablename) AS "name" FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;
  const rows = [];
  for (const { name } of tables) {
    rows.push(await db.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS "row" FROM ${name} AS t`));
  }
  const sealed = await db.llmEndpoint.findMany({ select: { keySealed: true } });
  const bytes = sealed.map(({ keySealed }) => Buffer.from(keySealed ?? []).toString("latin1"));
  return [...rows.flat().map(({ row }) => row), ...bytes].join("\n");
}

test("a key can be opened for its own row and origin only", () => {
  const bound = { endpoint: "e1", origin: "https://a.example.org" };
  const sealed = seal("secret-key-1234", bound);
  if (!sealed) throw new Error("nothing sealed");
  expect(sealed.keyLastFour).toBe("1234");
  expect(unseal(sealed, bound)).toBe("secret-key-1234");
  expect(unseal(sealed, { ...bound, origin: "https://b.example.org" })).toBeNull();
  expect(unseal(sealed, { ...bound, endpoint: "e2" })).toBeNull();
  expect(unseal({ ...sealed, keyId: "another" }, bound)).toBeNull();
});

test("a key cannot be moved to another origin", async () => {
  const { id } = await made({ apiKey: "first-key-1111" });
  const elsewhere = { baseUrl: "https://models.example.org/v1" };
  expect(await changeEndpoint(admin.actor, id, elsewhere)).toEqual({ refused: "key-again" });
  expect(await changeEndpoint(admin.actor, id, { ...elsewhere, apiKey: "second-key-2222" })).toMatchObject({
    baseUrl: elsewhere.baseUrl,
    keyLastFour: "2222",
  });
  expect(await changeEndpoint(admin.actor, id, { baseUrl: stub.base, apiKey: null })).toMatchObject({
    keyLastFour: null,
  });
});

test.each([
  ["http://127.0.0.1:1/v1", /begin with https/],
  ["https://localhost/v1", /private network/],
  ["https://169.254.169.254/v1", /private network/],
  ["https://models.example.org:8443/v1", /Only port 443/],
  ["https://me:secret@models.example.org/v1", /user name and password/],
  ["ftp://a.example.org", /begin with https/],
])("%s is refused as an endpoint with the reason", async (baseUrl, reason) => {
  expect(await createEndpoint(admin.actor, admin.projectId, stubRequest({ baseUrl }))).toEqual({
    refused: "address-refused",
    detail: { reason: expect.stringMatching(reason) },
  });
});

test("a connection test reports what works", async () => {
  const settings = new Set(["temperature"]);
  behave = ({ body }) => {
    const refused = [...settings].find((name) => name in body);
    if (refused) return { status: 400, body: `{"error":{"message":"${refused} is not supported"}}` };
    return { say: body.response_format ? '{"word":"ready"}' : "ready" };
  };
  const { id } = await made({ embeddingModel: "letters" });
  await testEndpoint(id);
  const [view] = (await listEndpoints(admin.actor, admin.projectId))?.filter((one) => one.id === id) ?? [];
  expect(view?.test).toMatchObject({
    text: { works: true },
    jsonSchema: { works: true },
    temperature: { works: false },
    seed: { works: true },
    embedding: { works: true },
  });
  behave = () => ({ status: 401 });
  await testEndpoint(id);
  const after = (await listEndpoints(admin.actor, admin.projectId))?.find((one) => one.id === id);
  expect(after?.test).toMatchObject({
    text: { works: false, failure: "unauthorised" },
    seed: { works: null },
  });
});

test("prices are dated, and a second one of the same day replaces the first", async () => {
  const { id } = await made();
  const price = {
    model: "model-1",
    inputMicros: 100,
    cachedInputMicros: null,
    outputMicros: 200,
    since: "2026-01-01",
  };
  await setPrice(admin.actor, id, price);
  await setPrice(admin.actor, id, { ...price, since: "2026-06-01" });
  const view = await setPrice(admin.actor, id, { ...price, outputMicros: 300 });
  expect(view?.prices.map(({ since, outputMicros }) => [since, outputMicros])).toEqual([
    ["2026-06-01", 200],
    ["2026-01-01", 300],
  ]);
});
