import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeInstallation } from "@/app/api/describe";
import { type Schema, sampleOf, typeWords } from "@/lib/api/openapi";
import { EVERY_ROUTE } from "@/testing/every-route";

const METHODS = ["get", "post", "put", "patch", "delete"];
const files = readdirSync(dirname(fileURLToPath(import.meta.url)), { recursive: true, encoding: "utf8" })
  .filter((name) => name.startsWith("v1/") && name.endsWith("/route.ts"))
  .map((name) => `/api/${dirname(name)}`);

test("every route file is in the list, and every entry of the list is a file", () => {
  expect(Object.keys(EVERY_ROUTE).toSorted()).toEqual(files.toSorted());
});

test("every method of every route declares its response or its files", async () => {
  for (const [path, load] of Object.entries(EVERY_ROUTE)) {
    for (const [method, handler] of Object.entries(await load())) {
      if (typeof handler !== "function" || !("options" in handler)) continue;
      const { answer, files } = handler.options;
      expect(answer ?? files, `${method} ${path}`).toBeDefined();
    }
  }
});

test("every method of every route is described in valid OpenAPI", async () => {
  const described = await describeInstallation();
  const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  expect(Object.keys(described.paths)).toHaveLength(files.length);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, method, operation } of operations) {
    expect(METHODS).toContain(method);
    expect(operation.summary, path).not.toBe("");
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = operation.parameters
      .filter((parameter) => parameter.in === "path")
      .map(({ name }) => name);
    expect(inPath.toSorted(), path).toEqual(named.toSorted());
    for (const { schema } of operation.parameters) expect(typeWords(schema), path).not.toBe("");
  }
  // It is JSON and describes bodies.
  const { paths } = JSON.parse(JSON.stringify(described)) as typeof described;
  const body = paths["/api/v1/tokens"]?.post?.requestBody?.content["application/json"]?.schema as Schema;
  expect(body).toMatchObject({ required: ["name"], additionalProperties: false });
  expect(typeWords(body.properties?.days)).toBe("integer");
  expect(paths["/api/v1/tokens"]?.post?.security).toEqual([{ session: [] }]);
  expect(paths["/api/v1/openapi.json"]?.get?.security).toEqual([]);
});

test("the schemas accept the examples in the docs", async () => {
  const { paths } = await describeInstallation();
  let shown = 0;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { requestBody, responses }] of Object.entries(methods)) {
      for (const described of [requestBody, responses["2XX"]]) {
        const schema = described?.content?.["application/json"]?.schema;
        if (!schema) continue;
        const { error } = z
          .fromJSONSchema(schema as z.core.JSONSchema.JSONSchema)
          .safeParse(JSON.parse(JSON.stringify(sampleOf(schema))));
        expect(error?.issues, `${method} ${path}`).toBeUndefined();
        shown++;
      }
    }
  }
  expect(shown).toBeGreaterThan(200);
});
