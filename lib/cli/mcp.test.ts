import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NewBatch } from "@/lib/batch/schema";
import { TOOLS } from "@/lib/cli/mcp/tools";

const ID = "0d4e1f0a-6a3b-4c1e-9d6f-2b7a51c8e390";
const DESIGN = { project: ID, dataset: ID, name: "Tone", preset: "criterion-scoring" };

/** As much of a report as a table takes. */
const REPORT = {
  state: "ready",
  report: { raters: { each: [{ rater: "A-1" }, { rater: "A-2" }, { rater: "A-3" }] } },
  beginning: null,
};

interface Call {
  method: string | undefined;
  url: string | undefined;
  token: string | undefined;
  body: string;
}

/** Records what the tools send. It refuses to open batches, as for a token without the scope. */
const calls: Call[] = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method, url, headers } = request;
  calls.push({ method, url, token: headers.authorization, body });
  if (url?.startsWith("/api/v1/reports/")) response.end(JSON.stringify(REPORT));
  else if (!url?.endsWith("/open")) response.end(JSON.stringify({ items: [], next: null }));
  else {
    const problems = [{ field: "body.name", message: "is missing" }];
    const error = { code: "token-scope", message: "This token may not do that.", problems };
    response.writeHead(403).end(JSON.stringify({ error }));
  }
});
const client = new Client({ name: "test", version: "1" });

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const env = { COUNTERSIGN_URL: `http://127.0.0.1:${port}`, COUNTERSIGN_TOKEN: "secret" };
  const args = ["lib/cli/bin.mjs", "mcp"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
});
afterAll(async () => {
  await client.close();
  server.close();
});

/** Calls a tool in the command's own process. Returns its text, and what it sent. */
async function call(name: string, input: Record<string, unknown>) {
  calls.length = 0;
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [first] = content;
  return { isError, text: first?.type === "text" ? first.text : "", sent: [...calls] };
}

test("an assistant is offered every tool, none of which deletes", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...TOOLS.map(({ name }) => name), "list_methods"]);
  expect(TOOLS.filter(({ method }) => method !== "GET" && method !== "POST")).toEqual([]);
  const isReadOnly = Object.fromEntries(
    tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
  );
  expect(isReadOnly).toMatchObject({
    list_judgements: true,
    preview_run: true,
    start_run: false,
    open_batch: false,
  });
});

test("path, query and body of a route are the input of its tool", async () => {
  expect(await call("list_judgements", { id: ID, rater: "A 1", limit: 2 })).toEqual({
    isError: false,
    text: '{"items":[],"next":null}',
    sent: [
      {
        method: "GET",
        url: `/api/v1/batches/${ID}/judgements?rater=A+1&limit=2`,
        token: "Bearer secret",
        body: "",
      },
    ],
  });
  const design = { dataset: ID, method: "tick.generate", endpoint: ID };
  const { sent } = await call("preview_run", { project: ID, ...design });
  expect(sent).toMatchObject([{ method: "POST", url: `/api/v1/projects/${ID}/runs/preview` }]);
  expect(JSON.parse(sent[0]?.body ?? "")).toEqual(design);
});

test("a batch by its preset is one that the API takes, with the preset's steps in its first arm", async () => {
  const arms = [
    { name: "A", k: 2 },
    { name: "B", k: 1, exposure: "none" },
  ];
  const { sent } = await call("create_batch", {
    ...DESIGN,
    arms,
    settings: { exposure: "judge-then-reveal" },
  });
  const batch = NewBatch.parse(JSON.parse(sent[0]?.body ?? ""));
  expect(batch.arms).toMatchObject([
    { name: "A", k: 2, steps: [{ type: "judge", exposure: "judge-then-reveal" }, { type: "score" }] },
    { name: "B", k: 1, steps: null, exposure: "none" },
  ]);
});

test("one table of a report is read at a time", async () => {
  const { text, sent } = await call("read_agreement", { id: ID, table: "raters.each", offset: 1, rows: 1 });
  expect(sent).toMatchObject([{ url: `/api/v1/reports/batches/${ID}` }]);
  expect(JSON.parse(text)).toMatchObject({ state: "ready", rows: [{ rater: "A-2" }], offset: 1, total: 3 });
});

test("a refusal is an error of the tool with the API's message; malformed input is not sent", async () => {
  const text = "This token may not do that. (token-scope)\nbody.name: is missing";
  expect(await call("open_batch", { id: ID })).toMatchObject({ isError: true, text });
  expect(await call("create_batch", { ...DESIGN, colour: "red" })).toMatchObject({ isError: true, sent: [] });
  expect(await call("read_batch", { id: "../projects" })).toMatchObject({ isError: true, sent: [] });
});

test("methods are listed without a server, one with its parameters", async () => {
  const { text, sent } = await call("list_methods", { method: "tick.generate" });
  expect(sent).toEqual([]);
  expect(JSON.parse(text)).toMatchObject([
    { produces: "checklist", params: { temperature: { type: "number" } } },
  ]);
});
