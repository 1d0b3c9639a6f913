import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { type Case, makeWorld, PERSONAS, type Persona, type World } from "@/app/api/authorisation/case";
import type { RouteHandler } from "@/lib/api/route";
import { db } from "@/lib/db";
import { env } from "@/lib/env";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const folder = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" });

/** Every method of every route file, as it is. */
const handlers = new Map<string, RouteHandler>();
for (const file of files.filter((name) => name.endsWith("route.ts"))) {
  const exported: Record<string, RouteHandler> = await import(join(folder, file));
  for (const method of METHODS) {
    const handler = exported[method];
    if (handler) handlers.set(`${method} /api/${dirname(file)}`, handler);
  }
}

/** Every case that is written down. */
const cases = new Map<string, Case>();
for (const file of files.filter((name) => /^authorisation\/(?!case\.ts).*\.ts$/.test(name))) {
  const { cases: written }: { cases: Record<string, Case> } = await import(join(folder, file));
  for (const [name, one] of Object.entries(written)) cases.set(name, one);
}

test("every method of every route has a case, and every case a route", () => {
  expect([...handlers.keys()].sort()).toEqual([...cases.keys()].sort());
});

test("every handler has been through the doorman", () => {
  for (const [name, handler] of handlers) expect(handler.door, name).toBeDefined();
});

const OWN_PAGE = {
  "sec-fetch-site": "same-origin",
  "x-countersign": "1",
  "content-type": "application/json",
};

interface Knock {
  params: Record<string, string | string[]>;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string | undefined>;
}

const known = [...handlers].flatMap(([name, handler]) => {
  const one = cases.get(name);
  return one ? [{ name, handler, one }] : [];
});

describe.each(known)("$name", ({ name, handler, one }) => {
  const method = name.slice(0, name.indexOf(" "));
  const changes = method !== "GET";
  const insider: Persona = one.may.includes("admin") ? "admin" : (one.may[0] ?? "nobody");
  let world: World;

  beforeAll(async () => {
    world = await makeWorld();
  });

  /** A good request of somebody's, except for what the test is about. */
  async function knock(asker: Persona, different: Partial<Knock> = {}): Promise<Response> {
    const params = different.params ?? (await one.params?.(world, asker)) ?? {};
    const query = different.query ?? (await one.query?.(world, asker)) ?? {};
    const body = "body" in different ? different.body : await one.body?.(world, asker);
    const headers = new Headers();
    const given = { ...OWN_PAGE, cookie: world.cookies.get(asker), ...different.headers };
    for (const [key, value] of Object.entries(given)) if (value !== undefined) headers.set(key, value);
    const url = new URL(name.slice(method.length + 1), env().APP_URL);
    url.search = new URLSearchParams(query).toString();
    const sent =
      body === undefined || !changes ? undefined : typeof body === "string" ? body : JSON.stringify(body);
    // How often one may knock is not what is tested here.
    await db.rateLimit.deleteMany();
    const request = new Request(url, { method, headers, body: sent });
    return handler(request, { params: Promise.resolve(params) });
  }

  /** Every change is audited in its own transaction, so where nothing was audited nothing was changed. */
  async function unchanged(act: () => Promise<Response>): Promise<Response> {
    const before = await db.auditLog.count();
    const response = await act();
    expect(await db.auditLog.count(), "entries in the audit log").toBe(before);
    return response;
  }

  test.each(PERSONAS)("%s gets what they may", async (persona) => {
    // Whatever ids a request needs are made before it is watched.
    const params = (await one.params?.(world, persona)) ?? {};
    const query = (await one.query?.(world, persona)) ?? {};
    const body = await one.body?.(world, persona);
    if (one.may.includes(persona)) {
      const response = await knock(persona, { params, query, body });
      if (one.answers) expect(response.status).toBe(one.answers);
      else expect(response.ok, `${response.status} ${await response.clone().text()}`).toBe(true);
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'; sandbox");
      expect(response.headers.get("cache-control")).toContain("no-store");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    } else {
      const signedIn = persona !== "nobody" && persona !== "disabled account";
      const response = await unchanged(() => knock(persona, { params, query, body }));
      expect(response.status).toBe(signedIn ? (one.otherwise ?? 404) : 401);
    }
    // Signing out everywhere is among what is tested here.
    if (name === "DELETE /api/v1/sessions") world = await makeWorld();
  });

  if (one.params && !name.includes("[..."))
    test("an id that is not theirs does not exist", async () => {
      const params = (await one.params?.(world, insider)) ?? {};
      const foreign = (await one.foreign?.(world)) ?? {};
      const body = await one.body?.(world, insider);
      const answers: string[] = [];
      for (const param of Object.keys(params)) {
        const bad = [randomUUID(), "1", "..", "' OR 1=1 --", `${randomUUID()} `, foreign[param]];
        for (const id of bad.filter((value) => value !== undefined)) {
          const response = await unchanged(() =>
            knock(insider, { params: { ...params, [param]: id }, body }),
          );
          expect(response.status, `${param} = ${id}`).toBe(404);
          answers.push(await response.text());
        }
      }
      expect(new Set(answers).size).toBe(1);
    });

  if (changes)
    test("a foreign page cannot ask for it", async () => {
      const params = (await one.params?.(world, insider)) ?? {};
      const body = await one.body?.(world, insider);
      const json = handler.door.receives !== "raw";
      const foreign: [number, Knock["headers"]][] = [
        [403, { "sec-fetch-site": "cross-site" }],
        [403, { "sec-fetch-site": "same-site" }],
        [403, { "sec-fetch-site": "none" }],
        [403, { "sec-fetch-site": undefined }],
        [403, { "sec-fetch-site": undefined, origin: "null" }],
        [403, { "sec-fetch-site": undefined, origin: "https://evil.example" }],
        [403, { "sec-fetch-site": undefined, origin: `${env().APP_URL}.evil.example` }],
        [403, { "sec-fetch-site": "cross-site", origin: env().APP_URL }],
        [403, { "x-countersign": undefined }],
        ...(json ? ([[415, { "content-type": "text/plain" }]] satisfies [number, Knock["headers"]][]) : []),
        ...(json
          ? ([[415, { "content-type": "application/x-www-form-urlencoded" }]] satisfies [
              number,
              Knock["headers"],
            ][])
          : []),
      ];
      for (const [status, headers] of foreign) {
        const response = await unchanged(() => knock(insider, { params, body, headers }));
        expect(response.status, JSON.stringify(headers)).toBe(status);
      }
    });

  if (one.body && handler.door.receives !== "raw")
    test("a field too many is refused", async () => {
      const params = (await one.params?.(world, insider)) ?? {};
      const body = await one.body?.(world, insider);
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
        const response = await unchanged(() => knock(insider, { params, body: more }));
        expect(response.status, field).toBe(400);
        expect(await response.text()).toContain("is not a known field");
      }
      for (const malformed of ["", "{", "[]", "null", '"text"', "1"]) {
        const response = await unchanged(() => knock(insider, { params, body: malformed }));
        expect(response.status, malformed).toBe(400);
      }
    });

  if (one.body && handler.door.receives !== "raw")
    test("an operator where a value belongs is refused", async () => {
      const params = (await one.params?.(world, insider)) ?? {};
      const body = await one.body?.(world, insider);
      if (typeof body !== "object" || body === null) return;
      for (const field of Object.keys(body)) {
        for (const value of [
          { startsWith: "a" },
          { not: null },
          { in: ["a"] },
          [["a"]],
          { path: ["a"], equals: 1 },
        ]) {
          const response = await unchanged(() =>
            knock(insider, { params, body: { ...body, [field]: value } }),
          );
          expect(response.status, field).toBe(400);
        }
      }
    });
});
