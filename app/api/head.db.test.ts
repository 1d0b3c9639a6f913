import { expect, test } from "vitest";
import { db, pool } from "@/lib/database/db";
import { env } from "@/lib/env";
import { makeMember, makeToken } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeStudy } from "@/testing/builders/studies";
import { makeClosedBatch } from "@/testing/builders/submissions";
import { EVERY_ROUTE } from "@/testing/every-route";

const LONG = "long ".repeat(40_000);

/** Next answers HEAD with the GET handler and discards the body. */
async function head(path: string, params: Record<string, string>, token?: string) {
  const handler = (await EVERY_ROUTE[path.split("?")[0] ?? ""]?.())?.GET;
  const filled = path.replace(/\[(\w+)\]/g, (_, key: string) => params[key] ?? "");
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const request = new Request(new URL(filled, env().APP_URL), { method: "HEAD", headers });
  const response = await handler?.(request, { params: Promise.resolve(params) });
  return response ?? expect.fail(path);
}

test("a HEAD request for an export reads no data and holds no database connection", async () => {
  const project = await makeProject();
  const people = [await makeMember("annotator", { project })];
  const batch = await makeClosedBatch({ people });
  const study = await makeStudy([batch]);
  // More than one chunk, so that the response is not finished at once.
  await db.response.updateMany({
    where: { task: { dataset: { projectId: project.id } } },
    data: { text: LONG },
  });
  const { token } = await makeToken(await makeMember("researcher", { project }), { scopes: ["export"] });
  const requests: [string, Record<string, string>][] = [
    ["/api/v1/exports/[study]?format=study", { study: batch.id }],
    ["/api/v1/exports/[study]?format=csv", { study: batch.id }],
    ["/api/v1/studies/[study]/versions/[version]/bundle", { study: study.id, version: study.versionId }],
  ];
  for (const [path, params] of requests) {
    const response = await head(path, params, token);
    expect([response.status, response.body], path).toEqual([200, null]);
    expect(response.headers.get("content-disposition")).toContain("attachment");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  }
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  const finished = { projectId: project.id, action: { endsWith: "finished" } };
  expect(await db.auditLog.count({ where: finished })).toBe(0);
});

test("search engines are asked not to index API responses, including the files of a card", async () => {
  const people = [await makeMember("annotator")];
  const batch = await makeClosedBatch({ people: [people[0] ?? expect.fail("nobody")] });
  const { token } = await makeStudy([batch], { state: "public" });
  const response = await head("/api/v1/cards/[card]/labels", { card: token });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  expect(response.headers.get("x-robots-tag")).toBe("noindex");
});
