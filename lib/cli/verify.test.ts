import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-verify-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(content: string, ...args: string[]) {
  const file = join(folder, "rows.jsonl");
  await writeFile(file, content);
  return { ...(await commandOutput("verify", file, ...args)), file };
}

const row = (item: string, response: string, instruction?: string) =>
  JSON.stringify({ item, response, instruction });

test("answers row by row, in order", async () => {
  const { code, stdout } = await run(
    [
      row("Is the response exactly 3 words long?", "one two three"),
      "",
      row("Is it polite?", "no"),
      row("Does the response contain the word 'x'?", "y", "Do not use the word 'x'."),
    ].join("\r\n"),
  );
  expect(code).toBe(0);
  const found = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(found.map(({ tier, verdict, flags }) => [tier, verdict, flags])).toEqual([
    ["full", "yes", []],
    ["none", null, []],
    ["full", "no", ["polarity_conflict"]],
  ]);
  expect(Object.keys(found[0])).toEqual(["tier", "verdict", "check", "evidence", "flags"]);
});

test("with --ifeval each row has the benchmark's verdict beside the unchanged own one", async () => {
  const rows = [
    row("Does the response contain the word 'rock'?", "a rocket"),
    row("Is it polite?", "no"),
    row("Does the response contain exactly three tips for staying healthy?", "1. a"),
  ].join("\n");
  const read = (stdout: string) =>
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  const plain = read((await run(rows)).stdout);
  const both = read((await run(rows, "--ifeval")).stdout);
  const nothing = { id: null, strict: "inapplicable", loose: "inapplicable" };
  expect(both.map(({ ifeval }) => ifeval)).toEqual([
    { id: "ifeval.keywords:existence@1", strict: "yes", loose: "yes" },
    nothing,
    nothing,
  ]);
  expect(both.map(({ ifeval: _, ...own }) => own)).toEqual(plain);
  expect(plain[0].verdict).toBe("borderline");
});

test.each([
  ["not JSON", "garbage", "line 2: not a JSON object"],
  ["a list", "[1]", "line 2: not a JSON object"],
  ["no response", '{"item":"x"}', 'line 2: "response" is missing'],
  ["a number as item", '{"item":3,"response":""}', 'line 2: "item" must be a text'],
])("names the malformed line: %s", async (_, line, problem) => {
  const { code, stdout, stderr, file } = await run(`${row("x", "y")}\n${line}\n`);
  expect(code).toBe(2);
  expect(stderr).toBe(`countersign verify: ${file}, ${problem}\n`);
  expect(stdout.split("\n")).toHaveLength(2);
});

test("a missing file gives one line", async () => {
  const { code, stderr } = await commandOutput("verify", join(folder, "none.jsonl"));
  expect([code, stderr]).toEqual([
    2,
    `countersign verify: ${join(folder, "none.jsonl")}: there is no such file\n`,
  ]);
});

test("waits for a slow reader, and reads standard input", async () => {
  const child = spawn(process.execPath, ["lib/cli/bin.mjs", "verify"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const rows = 3000;
  for (let i = 0; i < rows; i++) child.stdin.write(`${row("Is the response under 5 words?", "one two")}\n`);
  child.stdin.end();
  let lines = 0;
  for await (const chunk of child.stdout) {
    lines += String(chunk).split("\n").length - 1;
    if (lines < 500) await new Promise(setImmediate);
  }
  expect(lines).toBe(rows);
});
