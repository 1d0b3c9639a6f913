import { expect, test } from "vitest";
import type { RouteHandler, RouteOptions } from "@/lib/api/route-options";
import { createToken } from "@/lib/auth/tokens";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { allCases } from "@/testing/authorisation/all-cases";
import { type Fixture, makeFixture, type Persona, type RouteCase } from "@/testing/authorisation/case";
import { makeMember, makeToken } from "@/testing/builders/people";
import { EVERY_ROUTE } from "@/testing/every-route";

const cases = await allCases();

/** A persona's request, with a token, for their own records. */
async function send(
  name: string,
  handler: RouteHandler,
  one: RouteCase,
  fixture: Fixture,
  token: string,
  who: Persona,
) {
  const [method = "", path = ""] = name.split(" ");
  const params = (await one.params?.(fixture, who)) ?? {};
  const body = await one.body?.(fixture, who);
  const filled = path.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, key: string) => [params[key]].flat().join("/"));
  const url = new URL(filled, env().APP_URL);
  url.search = new URLSearchParams((await one.query?.(fixture, who)) ?? {}).toString();
  await db.rateLimit.deleteMany();
  const before = await db.auditLog.count();
  const response = await handler(
    new Request(url, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(method !== "GET" && { body: typeof body === "string" ? body : JSON.stringify(body ?? {}) }),
    }),
    { params: Promise.resolve(params) },
  );
  return { response, audited: (await db.auditLog.count()) - before };
}

const forTokens = ({ as, browserOnly }: RouteOptions) => as !== "anyone" && !browserOnly;

test("a token of one project gets 404 for the data of another, on every route", {
  timeout: 120_000,
}, async () => {
  const fixture = await makeFixture();
  const tokens = new Map<Persona, string>();
  // A permitted persona, with a token of another project where they have a role too.
  for (const persona of ["annotator", "researcher", "admin", "site admin"] as const) {
    const person = fixture.people[persona];
    if (persona !== "site admin") await makeMember("admin", { project: fixture.otherStudy, user: person });
    tokens.set(persona, (await makeToken(person, { project: fixture.otherStudy.id })).token);
  }
  let requests = 0;
  for (const [path, load] of Object.entries(EVERY_ROUTE)) {
    for (const [method, handler] of Object.entries(await load())) {
      if (typeof handler !== "function" || !("options" in handler) || !forTokens(handler.options)) continue;
      const name = `${method} ${path}`;
      const one = cases.get(name);
      const who = (["annotator", "researcher", "admin", "site admin"] as const).find((each) =>
        one?.may.includes(each),
      );
      const token = who && tokens.get(who);
      if (!one || !who || !token || name === "GET /api/v1/projects") continue;
      const { response, audited } = await send(name, handler, one, fixture, token, who);
      const { as } = handler.options;
      expect([name, response.status]).toEqual([name, as === "user" || as === "site-admin" ? 403 : 404]);
      expect([name, audited]).toEqual([name, 0]);
      requests++;
    }
  }
  expect(requests).toBeGreaterThan(80);
});

test("a token of one project reads the data of that project", async () => {
  const admin = await makeMember("admin");
  const other = await makeMember("admin", { user: admin });
  const { token } = await makeToken(admin, { project: admin.projectId });
  const get = async (path: string, params: Record<string, string> = {}) => {
    const handler = (await EVERY_ROUTE[path]?.())?.GET;
    const headers = { authorization: `Bearer ${token}` };
    const filled = path.replace(/\[(\w+)\]/g, (_, key: string) => params[key] ?? "");
    if (!handler) return expect.fail(path);
    return handler(new Request(new URL(filled, env().APP_URL), { headers }), {
      params: Promise.resolve(params),
    });
  };
  expect((await get("/api/v1/projects/[project]", { project: admin.projectId })).status).toBe(200);
  expect((await get("/api/v1/projects/[project]", { project: other.projectId })).status).toBe(404);
  expect((await get("/api/v1/projects/[project]/people", { project: admin.projectId })).status).toBe(200);
  const { items } = await (await get("/api/v1/projects")).json();
  expect(items.map(({ id }: { id: string }) => id)).toEqual([admin.projectId]);
});

test("an account can make tokens for its own projects only", async () => {
  const [mine, foreign] = [await makeMember("annotator"), await makeMember("admin")];
  const made = (project: string) => createToken(mine.actor, { name: "one", days: 1, project });
  expect(await made(foreign.projectId)).toEqual({ refused: "no-such-project" });
  expect(await made(mine.projectId)).toMatchObject({ token: expect.stringMatching(/^cst_/) });
});
