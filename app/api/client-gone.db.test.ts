import { expect, test } from "vitest";
import type { RouteModule } from "@/app/api/routes";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeToken } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { EVERY_ROUTE } from "@/testing/every-route";

/** The result of a request whose client closed the connection while it waited. */
async function abandoned(
  method: keyof RouteModule,
  path: string,
  params: Record<string, string>,
  token: string,
  body?: object,
) {
  const handler = (await EVERY_ROUTE[path]?.())?.[method] ?? expect.fail(path);
  const filled = path.replace(/\[(\w+)\]/g, (_, key: string) => params[key] ?? "");
  const client = new AbortController();
  const request = new Request(new URL(filled, env().APP_URL), {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    signal: client.signal,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  client.abort();
  return handler(request, { params: Promise.resolve(params) });
}

test("no work begins for a client that has closed its connection", async () => {
  const batch = await makeBatch();
  const { token } = await makeToken(await makeMember("researcher", { project: { id: batch.projectId } }));
  const response = await abandoned(
    "GET",
    "/api/v1/reports/[of]/[id]",
    { of: "batches", id: batch.id },
    token,
  );
  expect(response.status).toBe(408);
  // Reading a report asks the worker for it.
  expect(await db.report.count({ where: { batchId: batch.id } })).toBe(0);
});

test("a request that a page sends while closing is carried out, although the page does not wait for the response", async () => {
  const project = await makeProject();
  const annotator = await makeMember("annotator", { project });
  const batch = await makeBatch({ dataset: await makeDataset({ project }), annotators: [annotator] });
  const { token } = await makeToken(annotator);
  const response = await abandoned("POST", "/api/v1/batches/[id]/claim", { id: batch.id }, token, {});
  expect(response.status).toBe(200);
  expect(await db.assignment.count({ where: { subject: { batchId: batch.id }, state: "open" } })).toBe(1);
});
