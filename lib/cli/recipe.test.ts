import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NewBatch } from "@/lib/batch/schema";
import { countersign } from "@/lib/cli/countersign";
import { methodById } from "@/lib/drafting/rules/methods";
import { paperAnswer } from "@/lib/drafting/testing/paper-model";
import { openStub, type Stub, type StubBehaviour, type StubRequest } from "@/lib/llm/testing/stub";
import { batchOf } from "./recipe/outputs";
import { RECIPES } from "./recipe/recipes";

let folder: string;
let stub: Stub;
let behave: (request: StubRequest) => StubBehaviour;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "countersign-recipe-"));
  stub = await openStub((request) => behave(request));
});
afterAll(async () => {
  await stub.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  stub.requests.length = 0;
  behave = (request) => ({ say: steady(request) });
});

const at = (...parts: string[]) => path.join(folder, ...parts);

const promptOf = ({ messages }: StubRequest) => messages.at(-1)?.content ?? "";

/** Answers every prompt of the small recipe, by a number. */
function answerBy(n: number, request: StubRequest): string {
  const prompt = promptOf(request);
  if (prompt.includes("write the checklist")) return `Analysis: ${n}.\nAnswer:\nIs it short?\nDoes it rhyme?`;
  if (prompt.startsWith("Look at the text")) return `Analysis: ${n}.\nAnswer: ${n % 3 === 0 ? "NO" : "YES"}`;
  return `Analysis: ${n}.\nAnswer: ${(n % 5) + 1}`;
}

/** The same prompt always gets the same answer. */
const steady = (request: StubRequest) =>
  answerBy(createHash("sha256").update(promptOf(request)).digest().readUInt16BE(), request);

const SMALL = {
  name: "small",
  title: "A small study",
  steps: [
    { method: "tick.generate" },
    { method: "tick.evaluate", rubricMethod: "tick.generate" },
    { method: "tick.evaluate", params: { k: 3 }, rubricMethod: "tick.generate" },
    { method: "tick.direct" },
  ],
  batches: [{ name: "Answers by people", preset: "checklist-answering", raters: 3, sample: 2 }],
  tables: ["tick"],
};

/** Three tasks with two responses each, and people's answers to nothing. */
async function study(name: string, tasks = 3) {
  const lines = [
    { type: "study", version: 1, name: "Rhymes" },
    ...Array.from({ length: tasks }, (_, n) => [
      { type: "task", id: `t${n + 1}`, instruction: `Write rhyme ${n + 1}.` },
      { type: "response", id: `t${n + 1}.a`, task: `t${n + 1}`, model: "m1", text: `Rain ${n}, pain.` },
      { type: "response", id: `t${n + 1}.b`, task: `t${n + 1}`, model: "m2", text: `Snow ${n}, go.` },
    ]).flat(),
  ];
  await writeFile(at(name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return at(name);
}

/** Two tasks with a pair of letters each, a reference, and gold for the kind one. */
async function pairs(name: string) {
  const lines = [1, 2].flatMap((n) => [
    {
      type: "task",
      id: `t${n}`,
      instruction: `Write letter number ${n}.`,
      reference: "Dear,",
      tags: ["natural"],
    },
    { type: "response", id: `t${n}.a`, task: `t${n}`, model: "m1", text: `Dear friend ${n},` },
    { type: "response", id: `t${n}.b`, task: `t${n}`, model: "m2", text: `To whom it concerns ${n}` },
    {
      ...{ type: "judgement", id: `g${n}`, task: `t${n}`, item: "preference", pair: [`t${n}.a`, `t${n}.b`] },
      ...{ value: "A", rater: "gold", raterKind: "gold" },
    },
  ]);
  const all = [{ type: "study", version: 1, name: "Letters" }, ...lines];
  await writeFile(at(name), all.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return at(name);
}

async function run(...args: string[]) {
  const output = { stdout: "", stderr: "" };
  const code = await countersign(["recipe", ...args], {
    stdout: (text) => {
      output.stdout += text;
    },
    stderr: (text) => {
      output.stderr += text;
    },
  });
  return { code, ...output };
}

async function small() {
  await writeFile(at("small.json"), JSON.stringify(SMALL));
  return at("small.json");
}

const endpoint = () => ["--base-url", stub.base, "--model", "model-1"];

const bin = fileURLToPath(new URL("./bin.mjs", import.meta.url));

const recordsOf = (content: Record<string, string>): { type: string; id: string; condition?: string }[] =>
  (content["study.jsonl"] ?? "")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

async function linesOf(...parts: string[]): Promise<number> {
  return (await readFile(at(...parts), "utf8")).split("\n").length - 1;
}

/** Everything a folder holds that depends on the model's answers and on nothing else. */
async function contentOf(name: string): Promise<Record<string, string>> {
  const files = ["study.jsonl", "findings.jsonl"];
  for (const part of ["batches", "tables"])
    for (const file of await readdir(at(name, part))) files.push(path.join(part, file));
  const texts = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(at(name, file), "utf8");
      return [file, text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "then")] as const;
    }),
  );
  return Object.fromEntries(texts);
}

/** Checklists, two questions on six responses with one sample and with three, and scores. */
const CALLS = 3 + 12 + 36 + 6;

test("an own recipe runs its steps in order; a second start and a replay send no request", async () => {
  // No two answers are alike, not even to one prompt.
  behave = (request) => ({ say: answerBy(request.n, request) });
  const args = [await small(), await study("whole.jsonl"), "--price", "1,2"];
  const first = await run(...args, ...endpoint(), "-o", at("whole"));
  expect(first.stderr).toContain("  2. tick.evaluate: on 6, at most 48 calls\n");
  expect(first.stderr).toContain("count as 8 items");
  expect(first.stderr).toMatch(/at this price \d+\.\d\d at most/);
  expect(first.stderr).toContain("3. tick.evaluate: 6 of 6 drafted\n");
  expect(first.code).toBe(0);
  expect(stub.requests).toHaveLength(CALLS);

  const made = await contentOf("whole");
  const drafts = recordsOf(made).filter(({ type }) => type === "draft");
  expect(drafts).toHaveLength(12 + 12 + 6);
  expect(new Set(drafts.map(({ id }) => id)).size).toBe(30);
  expect(new Set(drafts.map(({ condition }) => condition)).size).toBe(3);
  const [header] = JSON.parse(await readFile(at("whole", "runs.json"), "utf8"));
  expect(header).toMatchObject({
    ...{
      method: "tick.generate",
      modelRequested: "model-1",
      modelsReturned: ["model-1"],
      units: 3,
      failed: 0,
    },
    price: { inputMicros: 1e6, outputMicros: 2e6 },
    costMicros: 3 * (10 * 1 + 5 * 2),
  });
  expect(header.templateHashes).toHaveLength(1);
  expect(made["tables/tick-f5.json"]).toContain(`"modelRequested": "model-1"`);
  expect(made["tables/missing.txt"]).toContain("tick T2");
  const report = await countersign(["report", at("whole", "study.jsonl"), "--json"], {
    stdout() {},
    stderr() {},
  });
  expect(report).toBe(0);

  const again = await run(...args, ...endpoint(), "-o", at("whole"));
  expect(again.code).toBe(0);
  expect(again.stderr).not.toContain("drafted");
  expect(await contentOf("whole")).toEqual(made);
  const replay = await run(...args, "--cassette-in", at("whole", "answers.jsonl"), "-o", at("replay"));
  expect(replay.code).toBe(0);
  expect(await contentOf("replay")).toEqual(made);
  expect(stub.requests).toHaveLength(CALLS);
});

test("a killed command continues where it stopped: no request is sent twice, and the tables are the same", async () => {
  const args = [await small(), await study("killed.jsonl"), ...endpoint()];
  await run(...args, "-o", at("unharmed"));
  stub.requests.length = 0;

  const answered: string[] = [];
  const answer = (request: StubRequest): StubBehaviour => {
    answered.push(JSON.stringify(request.body));
    return { say: steady(request) };
  };
  const isStalled = new Promise<void>((resolve) => {
    behave = (request) => {
      if (request.n <= 20) return answer(request);
      resolve();
      return { stall: true };
    };
  });
  const child = spawn(process.execPath, [bin, "recipe", ...args, "-o", at("killed")], { stdio: "ignore" });
  await isStalled;
  // All that was answered is written; then it dies in the middle of the third step.
  await expect.poll(() => linesOf("killed", "answers.jsonl"), { timeout: 30_000 }).toBe(1 + 20);
  child.kill("SIGKILL");
  await once(child, "exit");
  // It died while it wrote a line.
  await appendFile(at("killed", "answers.jsonl"), '{"key":"half');

  behave = answer;
  const resumed = await run(...args, "-o", at("killed"));
  expect(resumed.code).toBe(0);
  expect(resumed.stderr).not.toMatch(/[12]\. .* drafted/);
  expect(answered).toHaveLength(CALLS);
  expect(await contentOf("killed")).toEqual(await contentOf("unharmed"));
}, 120_000);

test("--max-calls is never exceeded, and the next start continues from there", async () => {
  const args = [await small(), await study("limited.jsonl"), ...endpoint(), "-o", at("limited")];
  const stopped = await run(...args, "--max-calls", "10");
  expect(stopped).toMatchObject({ code: 1 });
  expect(stopped.stderr).toContain("Stopped: after 10 calls");
  expect(stub.requests).toHaveLength(10);
  expect(await linesOf("limited", "answers.jsonl")).toBe(1 + 10);
  expect(await run(...args)).toMatchObject({ code: 0 });
  expect(stub.requests).toHaveLength(CALLS);
});

test("the next start retries failed calls and completes the steps that need them", async () => {
  const args = [await small(), await study("failing.jsonl"), ...endpoint(), "-o", at("failing")];
  behave = (request) =>
    promptOf(request).includes("Write rhyme 2.") && promptOf(request).includes("write the checklist")
      ? { status: 400 }
      : { say: steady(request) };
  const first = await run(...args);
  expect(first.code).toBe(1);
  expect(first.stderr).toContain("1. tick.generate: 2 of 3 drafted");
  expect(recordsOf(await contentOf("failing")).filter(({ type }) => type === "rubric")).toHaveLength(2);

  behave = (request) => ({ say: steady(request) });
  const before = stub.requests.length;
  expect((await run(...args)).code).toBe(0);
  expect(stub.requests).toHaveLength(before + 1 + 4 + 12);
  expect(recordsOf(await contentOf("failing")).filter(({ type }) => type === "draft")).toHaveLength(30);
});

test("a recipe in which every call fails stops with the reason", async () => {
  behave = () => ({ status: 401 });
  const { code, stderr } = await run(await small(), await study("refused.jsonl"), ...endpoint());
  expect(code).toBe(1);
  expect(stderr).toContain("The endpoint refused the key.");
  expect(stderr).toContain("Stopped: step 1 failed throughout.");
  expect(stub.requests.length).toBeLessThanOrEqual(3);
});

test("a step without its input is skipped, and all others run", async () => {
  behave = (request) => ({
    say: promptOf(request).includes("write the checklist") ? "No." : steady(request),
  });
  const { code, stderr } = await run(
    ...[await small(), await study("unread.jsonl", 1), ...endpoint(), "-o", at("unread")],
  );
  expect(code).toBe(1);
  expect(stderr).toContain("2. tick.evaluate: left out");
  expect(recordsOf(await contentOf("unread")).filter(({ type }) => type === "draft")).toHaveLength(2);
});

test("responses that a step writes are judged by the next one, and included in the preview", async () => {
  const chain = {
    ...{ name: "chain", title: "Answers and their scores" },
    steps: [{ method: "answer", params: { samples: 2 } }, { method: "tick.direct" }],
  };
  await writeFile(at("chain.json"), JSON.stringify(chain));
  const file = await study("chain.jsonl", 2);
  const { code, stderr } = await run(at("chain.json"), file, ...endpoint(), "-o", at("chain"));
  expect(code).toBe(0);
  // Two responses of the study and two new ones for each of two tasks.
  expect(stderr).toContain("2. tick.direct: on 8, at most 8 calls\n");
  expect(stderr).toContain("2. tick.direct: 8 of 8 drafted\n");
  const drafts = recordsOf({ "study.jsonl": await readFile(at("chain", "study.jsonl"), "utf8") });
  expect(drafts.filter(({ type }) => type === "draft")).toHaveLength(8);
});

describe("bad input ends with code 2 and one line, before any request", () => {
  test.each([
    [["small.json"], "name a recipe and a study file"],
    [["nothing", "study.jsonl"], 'there is no recipe "nothing"'],
    [["none.json", "study.jsonl"], "none.json: there is no such file"],
    [["study.jsonl.json", "study.jsonl"], "is no JSON"],
    [["name.json", "study.jsonl"], "name must have small letters"],
    [["method.json", "study.jsonl"], 'step 1: there is no method "tick.nothing"'],
    [["params.json", "study.jsonl"], "step 1, tick.evaluate: k"],
    [["order.json", "study.jsonl"], "step 1: the study has nothing with what tick.evaluate needs"],
    [["small.json", "study.jsonl", "--price", "1"], "--price is two numbers"],
    [["small.json", "study.jsonl", "--max-calls", "0"], "--max-calls is a whole number"],
    [["small.json", "study.jsonl"], "say where the model answers"],
    [["small.json", "study.jsonl", "--cassette-in", "small.json"], "say where the model answers"],
  ])("%j", async (args, reason) => {
    await small();
    await study("study.jsonl");
    const write = (name: string, change: object) =>
      writeFile(at(name), JSON.stringify({ ...SMALL, ...change }));
    await writeFile(at("study.jsonl.json"), "{");
    await write("name.json", { name: "../up" });
    await write("method.json", { steps: [{ method: "tick.nothing" }] });
    await write("params.json", { steps: [{ method: "tick.evaluate", params: { k: 0 } }] });
    await write("order.json", { steps: [{ method: "tick.evaluate" }, { method: "tick.generate" }] });
    const { code, stderr, stdout } = await run(...args.map((arg) => (arg.includes(".json") ? at(arg) : arg)));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(reason);
    expect(stub.requests).toHaveLength(0);
  });

  test("another study, another model, or another command in the folder", async () => {
    const args = [await small(), await study("mine.jsonl", 1), "-o", at("mine")];
    expect((await run(...args, ...endpoint())).code).toBe(0);
    const other = await run(await small(), await study("yours.jsonl", 2), "-o", at("mine"), ...endpoint());
    expect(other).toMatchObject({ code: 2 });
    expect(other.stderr).toContain("was begun with another study");
    const model = await run(...args, "--base-url", stub.base, "--model", "model-2");
    expect(model.stderr).toContain("was begun with another model");
    await writeFile(at("mine", "lock"), `${process.ppid}`);
    const own = await run(await small(), at("mine", "study.jsonl"), "-o", at("own"), ...endpoint());
    expect(own).toMatchObject({ code: 2 });
    expect(own.stderr).toContain("has what small wrote with model-1");
    const taken = await run(...args, ...endpoint());
    expect(taken).toMatchObject({ code: 2 });
    expect(taken.stderr).toContain(`is in use by process ${process.ppid}`);
  });
});

describe("every recipe that comes with the program", () => {
  test.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))(
    "%s fits a study",
    async (name, recipe) => {
      const written: string[] = [];
      for (const { method: id, params, rubricMethod } of recipe.steps) {
        const method = methodById(id);
        expect([id, method?.params.safeParse(params).success]).toEqual([id, true]);
        if (method?.needs.some((need) => need === "checklist" || need === "criteria"))
          expect(written).toContain(rubricMethod);
        if (method?.produces === "checklist" || method?.produces === "criteria") written.push(id);
      }
      const ids = { project: randomUUID(), dataset: randomUUID() };
      for (const batch of recipe.batches)
        expect(() => NewBatch.parse({ ...ids, ...batchOf(batch) })).not.toThrow();
      expect(JSON.parse((await run("--show", name)).stdout)).toEqual(recipe);
      const { code, stderr } = await run(name, await study("any.jsonl"), "--plan");
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stderr).toMatch(/^At most [1-9][\d,]* calls, /m);
    },
  );

  test.each(RECIPES.map(({ name }) => name))("%s runs to its end and computes tables", async (name) => {
    behave = paperAnswer;
    const { code, stderr } = await run(
      name,
      await pairs("pairs.jsonl"),
      ...endpoint(),
      "-o",
      at("ends", name),
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).not.toContain("without a value");
    const [, most = ""] = /^At most ([\d,]+) calls/m.exec(stderr) ?? [];
    expect(stub.requests.length).toBeLessThanOrEqual(Number(most.replaceAll(",", "")));
    expect(stderr).toMatch(/^Tables: [1-9]/m);
  });

  test("TICK’s asks for two checklists of each task, which its table 2 averages", async () => {
    const { stderr } = await run("tick", await study("any.jsonl"), "--plan");
    expect(stderr).toContain("1. tick.generate: on 3, at most 6 calls");
    // Answers are about one of them.
    expect(stderr).toContain("3. tick.evaluate: on 6, at most 48 calls");
  });

  test("they are listed", async () => {
    const { stdout } = await run("--list");
    for (const { name } of RECIPES) expect(stdout).toContain(`${name} `);
  });
});
