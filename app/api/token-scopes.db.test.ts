import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { RouteModule } from "@/app/api/routes";
import { scopeFor } from "@/lib/auth/rules";
import { TOKEN_SCOPES } from "@/lib/auth/schema";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { makeMember, makeToken } from "@/testing/builders/people";
import { EVERY_ROUTE } from "@/testing/every-route";

test("a token is refused on every route that its scopes do not cover", async () => {
  const admin = await makeMember("admin");
  const tokens = new Map<string, string>();
  for (const scope of TOKEN_SCOPES) {
    const others = TOKEN_SCOPES.filter((one) => one !== scope);
    tokens.set(scope, (await makeToken(admin, { scopes: others })).token);
  }
  const before = await db.auditLog.count();
  let requests = 0;
  for (const [path, load] of Object.entries(EVERY_ROUTE)) {
    const methods: RouteModule = await load();
    for (const [method, handler] of Object.entries(methods)) {
      if (typeof handler !== "function" || !("options" in handler)) continue;
      const { as, browserOnly, tokenScope: needs } = handler.options;
      if (as === "anyone" || as === "site-admin" || browserOnly) continue;
      const headers = {
        authorization: `Bearer ${tokens.get(scopeFor(method, needs))}`,
        "content-type": "application/json",
      };
      const request = new Request(new URL(path, env().APP_URL), { method, headers });
      const response = await handler(request, { params: Promise.resolve({}) });
      expect([response.status, (await response.json()).error?.code], `${method} ${path}`).toEqual([
        403,
        "token-scope",
      ]);
      requests++;
    }
  }
  expect(requests).toBeGreaterThan(80);
  expect(await db.auditLog.count()).toBe(before);
});

test("a token is accepted on routes that its scopes cover", async () => {
  const admin = await makeMember("admin");
  const { token } = await makeToken(admin, { scopes: ["read"] });
  const load = EVERY_ROUTE["/api/v1/projects/[project]"];
  const send = async (method: "GET" | "PATCH") => {
    const handler = (await load?.())?.[method];
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = method === "GET" ? undefined : JSON.stringify({ name: "Other" });
    const url = new URL(`/api/v1/projects/${admin.projectId}`, env().APP_URL);
    const params = Promise.resolve({ project: admin.projectId });
    return (await handler?.(new Request(url, { method, headers, body }), { params }))?.status;
  };
  expect(await send("GET")).toBe(200);
  expect(await send("PATCH")).toBe(403);
});

test("no token can make a study public, whatever its scopes", async () => {
  const admin = await makeMember("admin");
  const { token } = await makeToken(admin);
  const { PUT } = (await EVERY_ROUTE["/api/v1/studies/[study]/versions/[version]/card"]?.()) ?? {};
  const answer = await PUT?.(
    new Request(new URL("/api/v1/studies/x/versions/y/card", env().APP_URL), {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ texts: true, listed: false }),
    }),
    { params: Promise.resolve({ study: randomUUID(), version: randomUUID() }) },
  );
  expect([answer?.status, (await answer?.json())?.error?.code]).toEqual([403, "browser-only"]);
});
