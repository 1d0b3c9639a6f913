import { afterAll, expect, test } from "vitest";
import type { z } from "zod";
import { schemaOf } from "@/lib/api/openapi";
import { TOOLS } from "@/lib/cli/mcp/tools";
import { db } from "@/lib/database/db";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeToken } from "@/testing/builders/people";
import { makeReadBatch } from "@/testing/builders/read-batch";
import { makeEndpoint } from "@/testing/builders/runs";
import { EVERY_ROUTE } from "@/testing/every-route";
import { openMcpServer } from "@/testing/mcp-server";

const { connect, close } = await openMcpServer();
afterAll(close);

test("a tool is a route of the API with the route's own fields, and none deletes", async () => {
  for (const tool of TOOLS) {
    const route = (await EVERY_ROUTE[tool.path]?.())?.[tool.method];
    expect(["GET", "POST"], tool.name).toContain(tool.method);
    for (const part of ["params", "query", "body"] as const) {
      if (part === "body" && tool.toBody) continue;
      const fields = (route?.options[part] as z.ZodObject | undefined)?.shape ?? {};
      const known = Object.entries(fields).map(([field, schema]) => [field, schemaOf(schema as z.ZodType)]);
      const asked = tool[part] ? schemaOf(tool[part]).properties : {};
      expect(Object.fromEntries(known), tool.name).toMatchObject(asked ?? {});
    }
  }
});

test("an assistant previews a run, creates it as a draft, starts and pauses it", async () => {
  const dataset = await makeDataset({ tasks: 2, checklist: 0 });
  const project = dataset.projectId;
  const admin = await makeMember("admin", { project: { id: project } });
  const endpoint = await makeEndpoint({ project: { id: project } });
  const { call } = await connect((await makeToken(admin, { scopes: ["read", "write"] })).token);

  const [method] = (await call("list_methods", { method: "tick.generate" })).value;
  expect(method).toMatchObject({ produces: "checklist", params: { temperature: { type: "number" } } });
  const design = { project, dataset: dataset.id, method: "tick.generate", endpoint: endpoint.id };
  expect((await call("preview_run", design)).value).toMatchObject({ units: 2, calls: 2, costMicros: null });
  const { id: run } = (await call("create_run", { ...design, name: "Checklists", maxCalls: 5 })).value;
  expect((await call("read_run", { run })).value).toMatchObject({ state: "draft", maxCalls: 5 });
  expect((await call("start_run", { run })).value).toEqual({ id: run, state: "running" });
  expect((await call("pause_run", { run })).value).toEqual({ id: run, state: "paused" });
  expect((await call("list_runs", { project, state: "paused" })).value.items).toMatchObject([{ id: run }]);
});

test("an assistant drafts a batch by preset, previews it and opens it", async () => {
  const dataset = await makeDataset({ tasks: 2, criteria: 1 });
  const project = dataset.projectId;
  const admin = await makeMember("admin", { project: { id: project } });
  await makeMember("annotator", { project: { id: project } });
  const { call } = await connect((await makeToken(admin, { scopes: ["read", "write"] })).token);

  const people = (await call("list_people", { project })).value.items;
  const annotators = people.flatMap(({ id, role }: { id: string; role: string }) =>
    role === "annotator" ? [id] : [],
  );
  const design = { project, dataset: dataset.id, name: "Tone", preset: "criterion-scoring", annotators };
  const arms = [{ name: "A", k: 1 }];
  const settings = { exposure: "none" };
  const refused = await call("create_batch", { ...design, arms: [{ ...arms[0], exposure: "none" }] });
  expect(refused).toMatchObject({
    isError: true,
    text: expect.stringContaining("body.arms.0.exposure: Steps of"),
  });
  expect((await call("create_batch", { ...design, arms, colour: "red" })).isError).toBe(true);
  expect(await db.batch.count({ where: { projectId: project } })).toBe(0);

  const { id } = (await call("create_batch", { ...design, arms, settings })).value;
  expect((await call("read_batch", { id })).value).toMatchObject({ state: "draft", name: "Tone" });
  const foreseen = (await call("preview_opening", { id })).value;
  const opened = (await call("open_batch", { id })).value;
  expect(foreseen).toMatchObject(opened);
  expect((await call("read_progress", { id })).value).toMatchObject({ submitted: 0, slots: opened.slots });
});

test("an annotator's token reads no more than the annotator", async () => {
  const { project } = await makeReadBatch();
  const annotator = await makeMember("annotator", { project: { id: project } });
  const { call } = await connect((await makeToken(annotator)).token);
  expect((await call("list_projects")).value.items).toMatchObject([{ id: project, role: "annotator" }]);
  expect(await call("list_batches", { project })).toMatchObject({ isError: true });
  expect(await call("list_people", { project })).toMatchObject({ isError: true });
});
