import { afterAll, expect, test } from "vitest";
import { TOOLS } from "@/lib/cli/mcp/tools";
import { db } from "@/lib/database/db";
import { computeReport } from "@/lib/report/testing/compute-report";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeToken } from "@/testing/builders/people";
import { makeReadBatch } from "@/testing/builders/read-batch";
import { openMcpServer } from "@/testing/mcp-server";

const { connect, close } = await openMcpServer();
afterAll(close);

test("an assistant reads a batch: its judgements page by page, and its agreement when it is computed", async () => {
  const { admin, project } = await makeReadBatch();
  const { token } = await makeToken(admin, { scopes: ["read"] });
  const { client, call } = await connect(token);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...TOOLS.map(({ name }) => name), "list_methods"]);
  expect(tools.find(({ name }) => name === "start_run")?.annotations).toMatchObject({ readOnlyHint: false });

  expect((await call("list_projects")).value.items).toMatchObject([{ id: project, role: "admin" }]);
  expect((await call("list_datasets", { project })).value.items).toMatchObject([{ project, state: "ready" }]);
  const { items } = (await call("list_batches", { project })).value;
  expect(items).toMatchObject([{ submitted: 4 }]);
  const { id } = items[0];
  expect((await call("read_progress", { id })).value).toMatchObject({ slots: 4, submitted: 4 });

  const first = (await call("list_judgements", { id, limit: 3 })).value;
  const last = (await call("list_judgements", { id, limit: 3, after: first.next })).value;
  expect([first.items.length, last.items.length, last.next]).toEqual([3, 1, null]);
  expect([...first.items, ...last.items].map(({ value }) => value).sort()).toEqual([1, 4, 4, 4]);

  expect((await call("read_agreement", { id })).value).toMatchObject({ state: "computing", total: null });
  for (const report of await db.report.findMany({ where: { batchId: id } })) await computeReport(report.id);
  const agreement = (await call("read_agreement", { id, rows: 1 })).value;
  expect(agreement).toMatchObject({
    state: "ready",
    table: "reliability",
    offset: 0,
    study: { judgements: 4 },
  });
  expect(agreement.rows).toHaveLength(1);
  expect(agreement.total).toBeGreaterThan(1);
  const raters = (await call("read_agreement", { id, table: "raters.each" })).value;
  expect(raters.rows).toHaveLength(raters.total);
});

test("a read-only token changes nothing, and the assistant gets the reason", async () => {
  const dataset = await makeDataset({ tasks: 1 });
  const project = dataset.projectId;
  const admin = await makeMember("admin", { project: { id: project } });
  const { call } = await connect((await makeToken(admin, { scopes: ["read"] })).token);
  expect((await call("list_datasets", { project })).isError).toBe(false);
  const design = { project, dataset: dataset.id, name: "Tone", preset: "direct-scoring" };
  expect(await call("create_batch", design)).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^This token's scope does not allow that.*\(token-scope\)$/),
  });
  expect(await db.batch.count({ where: { projectId: project } })).toBe(0);
});
