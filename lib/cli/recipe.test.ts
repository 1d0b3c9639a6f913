import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { writeRhymes } from "@/lib/cli/testing/recipe-studies";
import { paperAnswer } from "@/lib/drafting/testing/paper-model";
import { openStub, type Stub, type StubBehaviour, type StubRequest } from "@/lib/llm/testing/stub";
import { VERSION } from "@/lib/version";

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

const study = (name: string, tasks?: number) => writeRhymes(at(name), tasks);
const run = (...args: string[]) => commandOutput("recipe", ...args);

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
  expect(first.stderr).toContain("  2. tick.evaluate: on 6, about 48 calls\n");
  expect(first.stderr).toContain("  4. tick.direct: on 6, at most 6 calls\n");
  expect(first.stderr).toContain("count as 8 items; they may have up to 30");
  expect(first.stderr).toMatch(/^About \d+ calls, .*at this price about \d+\.\d\d\./m);
  expect(first.stderr).toContain("3. tick.evaluate: 6 of 6 drafted\n");
  expect(first.code).toBe(0);
  expect(stub.requests).toHaveLength(CALLS);

  const made = await contentOf("whole");
  const drafts = recordsOf(made).filter(({ type }) => type === "draft");
  expect(drafts).toHaveLength(12 + 12 + 6);
  expect(new Set(drafts.map(({ id }) => id)).size).toBe(30);
  expect(new Set(drafts.map(({ condition }) => condition)).size).toBe(3);
  const { runs } = JSON.parse(await readFile(at("whole", "runs.json"), "utf8"));
  const [header] = runs;
  expect(header).toMatchObject({
    ...{
      method: "tick.generate",
      program: VERSION,
      programBuild: expect.stringMatching(/^(git|sources):[0-9a-f]{40,64}$/),
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
  expect(await commandOutput("report", at("whole", "study.jsonl"), "--json")).toMatchObject({ code: 0 });

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

test("a folder of an earlier version continues, with the headers of its steps in today's form", async () => {
  const args = [await small(), await study("earlier.jsonl"), ...endpoint(), "-o", at("earlier")];
  await run(...args);
  const runsOf = async () => JSON.parse(await readFile(at("earlier", "runs.json"), "utf8")).runs;
  const before = await runsOf();
  for (const file of await readdir(at("earlier", "steps"))) {
    const [header = "", ...lines] = (await readFile(at("earlier", "steps", file), "utf8")).split("\n");
    const { samplings, samplingsLeftOut: _, program: _program, ...same } = JSON.parse(header);
    const [{ requested, sent, dropped }] = samplings;
    const first = { samplingRequested: requested, samplingSent: sent, samplingDropped: dropped };
    await writeFile(
      at("earlier", "steps", file),
      [JSON.stringify({ ...same, ...first }), ...lines].join("\n"),
    );
  }
  stub.requests.length = 0;
  expect(await run(...args)).toMatchObject({ code: 0 });
  expect(stub.requests).toHaveLength(0);
  expect(await runsOf()).toEqual(
    before.map((header: { samplings: object[] }) => ({
      ...header,
      program: null,
      samplings: [{ ...header.samplings[0], calls: null }],
    })),
  );
});

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
  expect(stderr).toContain("1. tick.generate: 0 of 1 drafted, 1 could not be read\n");
  expect(stderr).toContain("2. tick.evaluate: left out");
  const { runs } = JSON.parse(await readFile(at("unread", "runs.json"), "utf8"));
  expect(runs[0]).toMatchObject({ units: 1, failed: 1 });
  expect(recordsOf(await contentOf("unread")).filter(({ type }) => type === "draft")).toHaveLength(2);
});

test("answers without a usable part count as not drafted, and a later start says so again without asking", async () => {
  behave = (request) => ({
    say: promptOf(request).includes("Snow") ? "No idea." : steady(request),
  });
  const args = [await small(), await study("partly.jsonl"), ...endpoint(), "-o", at("partly")];
  const { code, stderr } = await run(...args);
  expect(code).toBe(1);
  expect(stderr).toContain(
    "4. tick.direct: 3 of 6 drafted, 3 could not be read; answers without a value: 3\n",
  );
  const { runs } = JSON.parse(await readFile(at("partly", "runs.json"), "utf8"));
  expect(runs).toMatchObject([{ failed: 0 }, { units: 6, failed: 3 }, { failed: 3 }, { failed: 3 }]);
  // All its answers are kept: nothing is left to try again.
  const before = stub.requests.length;
  expect((await run(...args)).code).toBe(1);
  expect(stub.requests).toHaveLength(before);
});

test("the consistency of criteria is measured by an embedding model at the same address", async () => {
  const criteria = {
    ...{ name: "criteria", title: "Consistency", tables: ["coeval"] },
    steps: [{ method: "coeval.consistency", params: { n: 2 } }],
  };
  await writeFile(at("criteria.json"), JSON.stringify(criteria));
  behave = paperAnswer;
  const args = [at("criteria.json"), await study("criteria.jsonl"), ...endpoint()];
  const embedding = ["--embedding-model", "embed-1"];
  const valuesIn = async (name: string) => {
    const lines = (await readFile(at(name, "findings.jsonl"), "utf8")).trim().split("\n");
    return Object.fromEntries(lines.map((line) => JSON.parse(line)).map(({ name, value }) => [name, value]));
  };
  expect(await run(...args, ...embedding, "-o", at("embedded"))).toMatchObject({ code: 0 });
  expect(stub.requests.at(-1)).toMatchObject({ path: "/v1/embeddings", model: "embed-1" });
  expect((await valuesIn("embedded"))["cc.greedy_max@1"]).toBeCloseTo(1, 6);
  expect(await run(...args, "-o", at("bare"))).toMatchObject({ code: 0 });
  expect((await valuesIn("bare"))["cc.greedy_max@1"]).toBeNull();
  const other = await run(...args, "-o", at("embedded"));
  expect(other).toMatchObject({ code: 2 });
  expect(other.stderr).toContain("was begun with another embedding model");
  const recorded = ["--cassette-in", at("embedded", "answers.jsonl"), "-o", at("replayed")];
  const replay = await run(...args.slice(0, 2), ...recorded, ...embedding);
  expect(replay).toMatchObject({ code: 2 });
  expect(replay.stderr).toContain("vectors are not recorded");
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
