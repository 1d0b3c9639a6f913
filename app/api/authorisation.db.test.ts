import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { answerSchemaOf } from "@/lib/api/openapi";
import type { RouteHandler } from "@/lib/api/route-options";
import { env } from "@/lib/env";
import { allCases } from "@/testing/authorisation/all-cases";
import { PERSONAS } from "@/testing/authorisation/case";
import { type RequestOptions, RouteRequests, type TestedRoute } from "@/testing/route-requests";

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

const known = [...handlers].flatMap(([name, handler]): TestedRoute[] => {
  const one = cases.get(name);
  return one ? [{ name, handler, one }] : [];
});

describe.each(known)("$name", (route) => {
  const { name, handler, one } = route;
  const requests = new RouteRequests(route);
  const readsJson = one.body !== undefined && handler.options.receives !== "raw";

  beforeAll(() => requests.prepare());

  if (one.params && !name.includes("[..."))
    test("an id of another project or of nothing gets the same 404", () =>
      refusesForeignIds(requests, route));
  if (requests.changes)
    test("a request from a foreign page is refused", () => refusesForeignPages(requests, route));
  if (readsJson) {
    test("an unknown field and malformed JSON are refused", () => refusesUnknownFields(requests));
    test("a query operator in place of a value is refused", () => refusesOperators(requests));
  }

  // Refused personas come first: their target is still there for the first permitted one.
  const refused = PERSONAS.filter((persona) => !one.may.includes(persona));

  test.each(refused)("%s is refused", async (persona) => {
    const signedIn = persona !== "nobody" && persona !== "disabled account";
    await requests.changeNothing(persona, async (send) => {
      expect((await send()).status).toBe(signedIn ? (one.otherwise ?? 404) : 401);
    });
  });

  test.each(one.may)("%s gets the described response", async (persona) => {
    const response = await requests.sendAccepted(persona);
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

async function refusesForeignIds(requests: RouteRequests, { one }: TestedRoute): Promise<void> {
  const { params } = await requests.makeTarget(requests.insider);
  const foreign = (await one.foreign?.(requests.fixture)) ?? {};
  const answers: string[] = [];
  await requests.changeNothing(requests.insider, async (send) => {
    for (const param of Object.keys(params)) {
      const bad = [randomUUID(), "1", "..", "' OR 1=1 --", `${randomUUID()} `, foreign[param]];
      for (const id of bad.filter((value) => value !== undefined)) {
        const response = await send({ params: { ...params, [param]: id } });
        expect(response.status, `${param} = ${id}`).toBe(404);
        answers.push(await response.text());
      }
    }
  });
  expect(new Set(answers).size).toBe(1);
}

async function refusesForeignPages(requests: RouteRequests, { handler }: TestedRoute): Promise<void> {
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
  ];
  if (handler.options.receives !== "raw") {
    foreign.push([415, { "content-type": "text/plain" }]);
    foreign.push([415, { "content-type": "application/x-www-form-urlencoded" }]);
  }
  await requests.changeNothing(requests.insider, async (send) => {
    for (const [status, headers] of foreign)
      expect((await send({ headers })).status, JSON.stringify(headers)).toBe(status);
  });
}

const UNKNOWN_FIELDS = [
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

async function refusesUnknownFields(requests: RouteRequests): Promise<void> {
  const { body } = await requests.makeTarget(requests.insider);
  await requests.changeNothing(requests.insider, async (send) => {
    for (const field of UNKNOWN_FIELDS) {
      const more = `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(field)}:{"startsWith":"a"}}`;
      const response = await send({ body: more });
      expect(response.status, field).toBe(400);
      expect(await response.text()).toMatch(
        /is not a known field|field name \\"\w+\\" is not allowed|occurs twice/,
      );
    }
    for (const malformed of ["", "{", "[]", "null", '"text"', "1"])
      expect((await send({ body: malformed })).status, malformed).toBe(400);
  });
}

const OPERATORS = [{ startsWith: "a" }, { not: null }, { in: ["a"] }, [["a"]], { path: ["a"], equals: 1 }];

async function refusesOperators(requests: RouteRequests): Promise<void> {
  const { body } = await requests.makeTarget(requests.insider);
  if (typeof body !== "object" || body === null) return;
  await requests.changeNothing(requests.insider, async (send) => {
    for (const field of Object.keys(body))
      for (const value of OPERATORS)
        expect((await send({ body: { ...body, [field]: value } })).status, field).toBe(400);
  });
}
