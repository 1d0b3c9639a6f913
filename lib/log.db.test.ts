import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { GET as health } from "@/app/api/v1/health/route";
import { POST as createProject } from "@/app/api/v1/projects/route";
import { route } from "@/lib/api/route";
import { db } from "@/lib/database/db";
import { makeSession, makeSiteAdmin } from "@/testing/builders/people";

/** In every text, address and token below; it must be in no line. */
const CANARY = "kanarienvogel";

let lines: string[] = [];

beforeEach(() => {
  process.env.LOG_LEVEL = "info";
  lines = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});
afterEach(() => {
  process.env.LOG_LEVEL = "error";
  vi.restoreAllMocks();
});

const logged = () => lines.map((line): Record<string, unknown> => JSON.parse(line));
const own = { "sec-fetch-site": "same-origin", "x-countersign": "1", "content-type": "application/json" };

test("a request that bypassed the proxy gets an id from the route", async () => {
  const sent = randomUUID();
  const answer = async (direct: boolean) => {
    const handler = route({ as: "anyone", summary: "", bypassesProxy: direct }, () => ({}));
    const request = new Request("http://localhost:3000/", { headers: { "x-request-id": sent } });
    return (await handler(request, { params: Promise.resolve({}) })).headers.get("x-request-id");
  };
  expect(await answer(false)).toBe(sent);
  expect(await answer(true)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await answer(true)).not.toBe(sent);
});

test("a request is logged as one line, without its content", async () => {
  const admin = await makeSiteAdmin();
  const { cookie } = await makeSession(admin);
  const id = randomUUID();
  const response = await createProject(
    new Request(`http://localhost:3000/api/v1/projects?${CANARY}`, {
      method: "POST",
      headers: { ...own, "x-request-id": id, cookie: `${cookie.name}=${cookie.value}` },
      body: JSON.stringify({ name: CANARY, description: CANARY }),
    }),
    { params: Promise.resolve({}) },
  );
  expect(response.headers.get("x-request-id")).toBe(id);
  expect(logged()).toEqual([
    {
      level: "info",
      time: expect.stringMatching(/Z$/),
      event: "request",
      request: id,
      method: "POST",
      route: "/api/v1/projects",
      status: response.status,
      ms: expect.any(Number),
      actor: admin.id,
    },
  ]);
  expect(lines.join("")).not.toContain(CANARY);
  expect(lines.join("")).not.toContain(cookie.value);
});

test("a failure is found in the log by the id in its response, which does not contain the error", async () => {
  const failing = route(
    { as: "anyone", summary: "Fails", params: z.strictObject({ word: z.string() }) },
    async ({ params }) => {
      await db.$queryRaw`SELECT ${params.word}::uuid`;
      return {};
    },
  );
  const request = new Request(`http://localhost:3000/api/v1/fails/${CANARY}%20x`);
  const response = await failing(request, { params: Promise.resolve({ word: `${CANARY} x` }) });
  const { error } = z.object({ error: z.object({ id: z.string() }) }).parse(await response.json());
  expect(logged()).toMatchObject([
    { level: "error", event: "unexpected", request: error.id, route: "/api/v1/fails/[word]" },
    { level: "info", event: "request", request: error.id, status: 500, actor: null },
  ]);
  expect(lines.join("")).not.toContain(CANARY);
});

test("LOG_LEVEL leaves out what is less important", async () => {
  process.env.LOG_LEVEL = "warning";
  const request = new Request("http://localhost:3000/api/v1/health");
  // As the framework calls a route whose path has no ids.
  const response = await health(request, { params: Promise.resolve(undefined) });
  expect(response.status).toBe(200);
  expect(lines).toEqual([]);
});

test("a worker is alive in the health report while it runs; its lines do not repeat what its jobs hold", async () => {
  const send = async () => {
    const request = new Request("http://localhost:3000/api/v1/health");
    return (await health(request, { params: Promise.resolve({}) })).json();
  };
  expect(await send()).toMatchObject({ ok: true, missing: ["worker"], worker: { alive: false } });

  await db.$executeRaw`SELECT graphile_worker.add_job('import-run', json_build_object('id', ${CANARY}::text))`;
  const args = ["--conditions=react-server", "--import", "tsx", "lib/worker/main.ts"];
  const worker = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  const ended = once(worker, "exit");
  let output = "";
  for (const stream of [worker.stdout, worker.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  await vi.waitFor(() => expect(output).toContain("job-error"), { timeout: 40_000, interval: 100 });
  expect(await send()).toMatchObject({ ok: true, worker: { alive: true } });
  worker.kill("SIGTERM");
  await ended;
  // An answer is good for a moment for others who ask.
  await vi.waitFor(async () =>
    expect(await send()).toMatchObject({ worker: { alive: false, secondsAgo: null } }),
  );

  const line = output.split("\n").find((one) => one.includes("job-error")) ?? "";
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    task: "import-run",
    attempt: 1,
    kind: "ZodError",
  });
  expect(output).not.toContain(CANARY);
});
