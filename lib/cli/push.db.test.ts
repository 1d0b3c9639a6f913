import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countersign } from "@/lib/cli/countersign";
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
    let [stdout, stderr] = ["", ""];
    const to = ["--dataset", dataset.id, "--url", server.url, "--token", token, ...options];
    const code = await countersign(["push", file, ...to], {
      stdout: (text) => {
        stdout += text;
      },
      stderr: (text) => {
        stderr += text;
      },
    });
    return { code, stdout, stderr };
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

test("a file is sent in parts, and parts already stored are skipped when it is sent again", async () => {
  const { dataset, push } = await empty();
  const lines = Array.from({ length: 2500 }, (_, n) => task(n));
  const header = { type: "study", version: 1, name: "More" };
  expect(await push([header, ...lines.slice(0, 2100)], "--json")).toMatchObject({
    code: 0,
    stdout: '{"added":{"task":2100,"response":0,"draft":0},"unchanged":0}\n',
  });
  expect(await push([header, ...lines, response(7)])).toEqual({
    code: 0,
    stdout: "Added 400 tasks, 1 response, 0 drafts. 2100 were there already.\n",
    stderr: "line 2001\nline 2502\n",
  });
  expect(await db.task.count({ where: { datasetId: dataset.id } })).toBe(2500);
});

test("a record that cannot be added is named by its line, and nothing of its part is added", async () => {
  const { dataset, push } = await empty();
  expect(await push([task(1), response(1, 3), response(2, 4)])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('line 2, task: no task has the id "t3" (1 more of this kind: line 3)'),
  });
  expect(await push([task(1), { type: "decision", id: "d" }])).toMatchObject({ code: 2 });
  expect(
    await push([
      task(1),
      { type: "labels", id: "l", task: "t1", question: "q", labels: [], rater: "g", raterKind: "gold" },
    ]),
  ).toMatchObject({
    code: 2,
    stderr: "countersign push: line 2 is a labels: only task, response, draft can be added\n",
  });
  expect(await db.task.count({ where: { datasetId: dataset.id } })).toBe(0);
});
