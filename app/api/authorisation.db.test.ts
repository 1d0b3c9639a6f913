import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { answerSchemaOf } from "@/lib/api/openapi";
import type { RouteHandler } from "@/lib/api/route-options";
import { pool } from "@/lib/database/db";
import { env } from "@/lib/env";
import { allCases } from "@/testing/authorisation/all-cases";
import { type Fixture, makeFixture, PERSONAS, type Persona } from "@/testing/authorisation/case";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const folder = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" });

/** Handlers of every method in every route file. */
const handlers = new Map<string, RouteHandler>();
for (const file of files.filter((name) => name.endsWith("route.ts"))) {
  const exported: Record<string, RouteHandler> = await import(join(folder, file));
  for (const method of METHODS) {
    const handler = exported[method];
    if (handler) handlers.set(`${method} /api/${dirname(file)}`, handler);
  }
}

const cases = await allCases();

test("every method of every route has a case, and every case a route", () => {
  expect([...handlers.keys()].sort()).toEqual([...cases.keys()].sort());
});

test("every handler is made by route", () => {
  for (const [name, handler] of handlers) expect(handler.options, name).toBeDefined();
});

const OWN_PAGE = {
  "sec-fetch-site": "same-origin",
  "x-countersign": "1",
  "content-type": "application/json",
};

/** Parameters, query and body of a request. */
interface Target {
  params: Record<string, string | string[]>;
  query: Record<string, string>;
  body: unknown;
}

/** A valid request, except for what the test changes. */
interface RequestOptions extends Partial<Target> {
  headers?: Record<string, string | undefined>;
}

/** Number of changes so far. Rate limits are not under test here and are reset each time. */
async function countChanges(): Promise<number> {
  const { rows } = await pool.query<{ changes: number }>(
    'WITH forgotten AS (DELETE FROM "RateLimit") SELECT count(*)::int AS changes FROM "AuditLog"',
  );
  return rows[0]?.changes ?? 0;
}

/** A fixture for reads, which leave it unchanged for the next test. */
let readFixture: Fixture | undefined;

const known = [...handlers].flatMap(([name, handler]) => {
  const one = cases.get(name);
  return one ? [{ name, handler, one }] : [];
});

describe.each(known)("$name", ({ name, handler, one }) => {
  const method = name.slice(0, name.indexOf(" "));
  const changes = method !== "GET";
  const insider: Persona = one.may.includes("admin") ? "admin" : (one.may[0] ?? "nobody");
  const isAboutAsker = [one.params, one.query, one.body].some(
    (make) => make !== undefined && make.length > 1,
  );
  let fixture: Fixture;
  /** Targets of refused requests, by persona where that matters. */
  const targets = new Map<Persona | "anybody", Target>();

  beforeAll(async () => {
    readFixture ??= await makeFixture();
    fixture = changes ? await makeFixture() : readFixture;
  });

  /** A target for the request. Those of refused requests are unchanged and used again. */
  async function makeTarget(asker: Persona): Promise<Target> {
    const key = isAboutAsker ? asker : "anybody";
    const found = targets.get(key);
    if (found) return found;
    // In this order: the body may depend on the path's parameters.
    const params = (await one.params?.(fixture, asker)) ?? {};
    const query = (await one.query?.(fixture, asker)) ?? {};
    const body = await one.body?.(fixture, asker);
    targets.set(key, { params, query, body });
    return { params, query, body };
  }

  async function send(asker: Persona, different: RequestOptions = {}): Promise<Response> {
    const { params, query, body } = { ...(await makeTarget(asker)), ...different };
    const headers = new Headers();
    const given = { ...OWN_PAGE, cookie: fixture.cookies.get(asker), ...different.headers };
    for (const [key, value] of Object.entries(given)) if (value !== undefined) headers.set(key, value);
    const url = new URL(name.slice(method.length + 1), env().APP_URL);
    url.search = new URLSearchParams(query).toString();
    const sent =
      body === undefined || !changes ? undefined : typeof body === "string" ? body : JSON.stringify(body);
    const request = new Request(url, { method, headers, body: sent });
    return handler(request, { params: Promise.resolve(params) });
  }

  /** Every change is audited in its transaction, so without a new audit entry nothing was changed. */
  async function unchanged(act: () => Promise<Response>): Promise<Response> {
    const before = await countChanges();
    const response = await act();
    expect(await countChanges(), "entries in the audit log").toBe(before);
    return response;
  }

  if (one.params && !name.includes("[..."))
    test("an id that is not theirs does not exist", async () => {
      const { params } = await makeTarget(insider);
      const foreign = (await one.foreign?.(fixture)) ?? {};
      const answers: string[] = [];
      for (const param of Object.keys(params)) {
        const bad = [randomUUID(), "1", "..", "' OR 1=1 --", `${randomUUID()} `, foreign[param]];
        for (const id of bad.filter((value) => value !== undefined)) {
          const response = await unchanged(() => send(insider, { params: { ...params, [param]: id } }));
          expect(response.status, `${param} = ${id}`).toBe(404);
          answers.push(await response.text());
        }
      }
      expect(new Set(answers).size).toBe(1);
    });

  if (changes)
    test("a foreign page cannot ask for it", async () => {
      await makeTarget(insider);
      const json = handler.options.receives !== "raw";
      const foreign: [number, RequestOptions["headers"]][] = [
        [403, { "sec-fetch-site": "cross-site" }],
        [403, { "sec-fetch-site": "same-site" }],
        [403, { "sec-fetch-site": "none" }],
        [403, { "sec-fetch-site": undefined }],
        [403, { "sec-fetch-site": undefined, origin: "null" }],
        [403, { "sec-fetch-site": undefined, origin: "https://evil.example" }],
        [403, { "sec-fetch-site": undefined, origin: `${env().APP_URL}.evil.example` }],
        [403, { "sec-fetch-site": "cross-site", origin: env().APP_URL }],
        [403, { "x-countersign": undefined }],
        ...(json
          ? ([[415, { "content-type": "text/plain" }]] satisfies [number, RequestOptions["headers"]][])
          : []),
        ...(json
          ? ([[415, { "content-type": "application/x-www-form-urlencoded" }]] satisfies [
              number,
              RequestOptions["headers"],
            ][])
          : []),
      ];
      for (const [status, headers] of foreign) {
        const response = await unchanged(() => send(insider, { headers }));
        expect(response.status, JSON.stringify(headers)).toBe(status);
      }
    });

  if (one.body && handler.options.receives !== "raw")
    test("a field too many is refused", async () => {
      const { body } = await makeTarget(insider);
      const fields = [
        "id",
        "userId",
        "owner",
        "projectId",
        "isAdmin",
        "createdAt",
        "version",
        "constructor",
        "__proto__",
      ];
      for (const field of fields) {
        const more = `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(field)}:{"startsWith":"a"}}`;
        const response = await unchanged(() => send(insider, { body: more }));
        expect(response.status, field).toBe(400);
        expect(await response.text()).toMatch(
          /is not a known field|field name \\"\w+\\" is not allowed|occurs twice/,
        );
      }
      for (const malformed of ["", "{", "[]", "null", '"text"', "1"]) {
        const response = await unchanged(() => send(insider, { body: malformed }));
        expect(response.status, malformed).toBe(400);
      }
    });

  if (one.body && handler.options.receives !== "raw")
    test("an operator where a value belongs is refused", async () => {
      const { body } = await makeTarget(insider);
      if (typeof body !== "object" || body === null) return;
      for (const field of Object.keys(body)) {
        for (const value of [
          { startsWith: "a" },
          { not: null },
          { in: ["a"] },
          [["a"]],
          { path: ["a"], equals: 1 },
        ]) {
          const response = await unchanged(() => send(insider, { body: { ...body, [field]: value } }));
          expect(response.status, field).toBe(400);
        }
      }
    });

  // Refused personas come first: their target is still there for the first permitted one.
  const refused = PERSONAS.filter((persona) => !one.may.includes(persona));

  test.each(refused)("%s is refused", async (persona) => {
    const signedIn = persona !== "nobody" && persona !== "disabled account";
    await makeTarget(persona);
    const response = await unchanged(() => send(persona));
    expect(response.status).toBe(signedIn ? (one.otherwise ?? 404) : 401);
  });

  test.each(one.may)("%s gets in", async (persona) => {
    await makeTarget(persona);
    await countChanges();
    const response = await send(persona);
    targets.clear();
    if (one.answers) expect(response.status).toBe(one.answers);
    else expect(response.ok, `${response.status} ${await response.clone().text()}`).toBe(true);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'; sandbox");
    expect(response.headers.get("cache-control")).toContain(
      handler.options.cacheable ? "public" : "no-store",
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const described = response.ok && answerSchemaOf(handler.options);
    if (described) z.fromJSONSchema(described as z.core.JSONSchema.JSONSchema).parse(await response.json());
  });
});
