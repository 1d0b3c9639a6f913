import { request as rawRequest } from "node:http";
import { connect } from "node:net";
import pg from "pg";
import { claimNext, expect, expectAccessible, test } from "@/e2e/fixtures";
import { openNext, saved } from "@/e2e/workbench-steps";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { storedIn } from "@/testing/builders/submissions";

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

/** Sends a request that no browser would send: path and method are sent unchanged. */
function send(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, method, path, headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** Checks the headers that every response has. */
function expectGuarded({ headers }: Answer, what: string) {
  expect(headers["x-content-type-options"], what).toBe("nosniff");
  expect(headers["referrer-policy"], what).toBe("no-referrer");
  expect(headers["x-frame-options"], what).toBe("DENY");
  expect(headers["content-security-policy"], what).toContain("default-src 'none'");
}

test("no request causes a server error, and every response has the security headers", async ({ baseURL }) => {
  const origin = baseURL ?? "";
  const requests: [string, string, number, Record<string, string>?][] = [
    ["GET", "/%ff", 400],
    ["GET", "/annotate/%ff", 400],
    ["POST", "/api/v1/join/%E0%A4%A", 400],
    ["GET", "/%00", 400],
    ["TRACE", "/", 405],
    ["PROPFIND", "/", 405],
    ["GET", `/${"[".repeat(900_000)}`, 431],
    ["GET", "/", 431, { cookie: "x".repeat(200_000) }],
    // Redirects: to the sign-in page, and the framework's own, which removes a trailing slash.
    ["GET", "/projects", 307],
    ["GET", "/projects/", 308],
    ["GET", "/nowhere", 404],
    ["GET", "/api/v1/nowhere", 404],
  ];
  for (const [method, path, status, headers] of requests) {
    const answer = await send(origin, method, path, headers);
    const what = `${method} ${path.slice(0, 40)}`;
    expect(answer.status, what).toBe(status);
    expectGuarded(answer, what);
  }
});

test("an assignment of another annotator, or one that does not exist, gives 404", async ({
  page,
  signIn,
  browserOf,
  expectError,
}) => {
  expectError(/404/);
  const annotator = await signIn("annotator");
  const project = { id: annotator.projectId };
  const dataset = await makeDataset({ project, tasks: 2 });
  const other = await makeMember("annotator", { project });
  const batch = await makeBatch({ dataset, annotators: [other] });
  const theirs = await claimNext((await browserOf(other)).context(), batch);
  for (const id of [theirs, crypto.randomUUID(), "nonsense"]) {
    const response = await page.goto(`/annotate/${id}`);
    expect(response?.status(), id).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("after a refused upload its connection answers the next request", async ({
  signIn,
  context,
  baseURL,
}) => {
  const { projectId } = await signIn("researcher");
  const [cookie] = await context.cookies();
  const { host, hostname, port } = new URL(baseURL ?? "");
  const archive = Buffer.alloc(8_000_000);
  archive.write("PK\x03\x04", "latin1");
  // One connection, as of a proxy that keeps it.
  const socket = connect(Number(port), hostname).setEncoding("latin1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  const ask = (line: string, headers: Record<string, string> = {}) =>
    socket.write(
      [`${line} HTTP/1.1`, ...Object.entries({ host, ...headers }).map((one) => one.join(": ")), "\r\n"].join(
        "\r\n",
      ),
    );
  try {
    ask(`POST /api/v1/projects/${projectId}/imports?file=packed.zip`, {
      cookie: `${cookie?.name}=${cookie?.value}`,
      "sec-fetch-site": "same-origin",
      "x-countersign": "1",
      "content-type": "application/octet-stream",
      "content-length": String(archive.length),
    });
    socket.write(archive);
    await expect.poll(statuses).toEqual([422]);
    ask("GET /api/v1/health/live");
    await expect.poll(statuses).toEqual([422, 200]);
  } finally {
    socket.destroy();
  }
});

test("the server's own connections are bound to the annotator, for pages and for the API", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 1 });
  const batch = await makeBatch({ dataset, annotators: [annotator] });
  await openNext(page);
  await page.keyboard.press("4");
  await expect(saved(page)).toBeVisible();
  const assignmentId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const owner = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  await owner.connect();
  try {
    // Of this assignment a connection that is bound to nobody finds nothing, whatever it asks for.
    await owner.query(`CREATE POLICY bound_only ON "Operation" AS RESTRICTIVE FOR SELECT
      USING ("assignmentId" <> '${assignmentId}' OR acting_annotator() IS NOT NULL)`);
    expect((await storedIn(batch)).operations).toEqual([]);
    await page.reload();
    await expect(page.locator("button[aria-pressed=true]").filter({ hasText: "4" })).toBeVisible();
    const read = await page.request.get(`/api/v1/assignments/${assignmentId}`);
    expect((await read.json()).ops).toContainEqual(expect.objectContaining({ type: "score", value: 4 }));
  } finally {
    await owner.query('DROP POLICY IF EXISTS bound_only ON "Operation"');
    await owner.end();
  }
});

test("an unknown address shows the not-found page", async ({ page, expectError }) => {
  expectError(/404/);
  await page.goto("/there/is/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test("a page asks for nothing that it links to until a pointer is on a link", async ({ page, signIn }) => {
  const { projectId } = await signIn("admin");
  const ahead = new Set<string>();
  page.on("request", (request) => {
    if (request.headers()["next-router-prefetch"]) ahead.add(new URL(request.url()).pathname);
  });
  await page.goto(`/projects/${projectId}`);
  await page.getByRole("link", { name: "Batches", exact: true }).hover();
  await expect.poll(() => [...ahead]).toEqual([`/projects/${projectId}/batches`]);
});
