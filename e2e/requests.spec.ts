import { request as rawRequest } from "node:http";
import { claimNext, expect, expectAccessible, test } from "@/e2e/fixtures";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";

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
