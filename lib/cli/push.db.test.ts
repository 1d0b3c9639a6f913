import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { db } from "@/lib/database/db";
import { type ApiServer, openApiServer } from "@/testing/api-server";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeToken } from "@/testing/builders/people";

let server: ApiServer;
const folder = mkdtempSync(path.join(tmpdir(), "countersign-push-"));

beforeAll(async () => {
  server = await openApiServer();
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function empty() {
  const dataset = await makeDataset({ tasks: 0 });
  const admin = await makeMember("admin", { project: { id: dataset.projectId } });
  const { token } = await makeToken(admin);
  const push = async (lines: readonly object[], ...options: string[]) => {
    const file = path.join(folder, `${randomUUID()}.jsonl`);
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const to = ["--dataset", dataset.id, "--url", server.url, "--token", token, ...options];
    return commandOutput("push", file, ...to);
  };
  return { dataset, push };
}

const task = (n: number) => ({ type: "task", id: `t${n}`, instruction: `Explain ${n}.` });
const response = (n: number, of = n) => ({
  type: "response",
  id: `r${n}`,
  task: `t${of}`,
  text: `Answer ${n}.`,
});

test("a file is added, and what is already there is passed over when it is sent again", async () => {
  const { dataset, push } = await empty();
  const lines = Array.from({ length: 2500 }, (_, n) => task(n));
  const header = { type: "study", version: 1, name: "More" };
  expect(await push([header, ...lines.slice(0, 2100)], "--json")).toEqual({
    code: 0,
    stdout: `{"added":{"task":2100,"response":0,"draft":0},"replaced":0,"skipped":0,"unchanged":0,"refused":0,"problems":[]}\n`,
    stderr: "",
  });
  expect(await push([header, ...lines, response(7)])).toEqual({
    code: 0,
    stdout: "Added 400 tasks, 1 response, 0 drafts. 2100 were there already.\n",
    stderr: "",
  });
  expect(await db.task.count({ where: { datasetId: dataset.id } })).toBe(2500);
});

test("a line that does not fit is named, the others are added, and the exit code says so", async () => {
  const { dataset, push } = await empty();
  expect(await push([task(1), response(1, 3), response(2, 4), task(2)])).toEqual({
    code: 2,
    stdout: "Added 2 tasks, 0 responses, 0 drafts. 0 were there already.\n",
    stderr:
      'countersign push: 2 lines were refused\nline 2, task: no task has the id "t3" (1 more of this kind: line 3)\n',
  });
  expect(await db.task.count({ where: { datasetId: dataset.id } })).toBe(2);
});

test("a record with other content is refused, skipped or replaced as the command says", async () => {
  const { dataset, push } = await empty();
  await push([task(1)]);
  const changed = { ...task(1), instruction: "Changed." };
  expect(await push([changed])).toMatchObject({ code: 2 });
  expect(await push([changed], "--on-conflict", "skip")).toMatchObject({
    code: 0,
    stdout:
      "Added 0 tasks, 0 responses, 0 drafts. 1 with other content were skipped. 0 were there already.\n",
  });
  expect(await push([changed], "--on-conflict", "replace")).toMatchObject({
    code: 0,
    stdout: "Added 0 tasks, 0 responses, 0 drafts. Replaced 1. 0 were there already.\n",
  });
  expect(await push([changed], "--on-conflict", "merge")).toMatchObject({ code: 2 });
  expect(await db.task.findFirst({ where: { datasetId: dataset.id } })).toMatchObject({
    instruction: "Changed.",
  });
});
