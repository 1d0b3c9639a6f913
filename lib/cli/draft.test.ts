import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { parseRecord } from "@/lib/dataset/rules/records";
import { openStub, type Stub, type StubBehaviour } from "@/lib/llm/testing/stub";

let folder: string;
let stub: Stub;
let how: StubBehaviour = { say: "Analysis: so.\nAnswer:\n- Is it short enough?\n- Does it rhyme at all?" };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "countersign-draft-"));
  stub = await openStub(() => how);
  const lines = [
    { type: "study", version: 1, name: "Rhymes" },
    { type: "task", id: "t1", instruction: "Write a rhyme." },
    { type: "response", id: "r1", task: "t1", text: "Rain, pain." },
    { type: "task", id: "t2", instruction: "Write another." },
  ];
  await writeFile(at("study.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
});
afterAll(async () => {
  await stub.close();
  await rm(folder, { recursive: true });
});

const at = (name: string) => path.join(folder, name);

const run = (...args: string[]) => commandOutput("draft", ...args);

const endpoint = () => ["--base-url", stub.base, "--model", "model-1"];

test("checklists for a file become records of a study, and a recording reproduces them", async () => {
  const out = ["--cassette-out", at("tape.jsonl")];
  const first = await run("tick.generate", at("study.jsonl"), ...endpoint(), ...out);
  expect(first).toMatchObject({ code: 0, stderr: "2 of 2 drafted\n" });
  const records = first.stdout
    .trim()
    .split("\n")
    .map((line, i) => parseRecord(line, i + 1));
  expect(records).toMatchObject([
    {
      type: "rubric",
      task: "t1",
      kind: "checklist",
      method: "tick.generate",
      items: [{ text: "Is it short enough?" }, {}],
    },
    { type: "rubric", task: "t2" },
  ]);
  expect((await readFile(at("tape.jsonl"), "utf8")).trim().split("\n")).toHaveLength(1 + 2);

  const calls = stub.requests.length;
  const tape = ["--cassette-in", at("tape.jsonl"), "--replay-only"];
  expect((await run("tick.generate", at("study.jsonl"), ...endpoint(), ...tape)).stdout).toBe(first.stdout);
  // The recording says which model it is of.
  const unnamed = await run("tick.generate", at("study.jsonl"), "--cassette-in", at("tape.jsonl"));
  expect(unnamed).toEqual(first);
  expect(stub.requests.length).toBe(calls);
  const other = await run("tick.direct", at("study.jsonl"), ...endpoint(), ...tape);
  expect(other).toMatchObject({ code: 1, stdout: "" });
  expect(other.stderr).toContain("t1 r1: This call is not in the recording.");
});

test("scores of responses become drafts", async () => {
  how = { say: "Analysis: fine.\nAnswer: 4" };
  const { code, stdout } = await run("tick.direct", at("study.jsonl"), ...endpoint());
  expect(code).toBe(0);
  expect(parseRecord(stdout.trim(), 1)).toMatchObject({
    type: "draft",
    task: "t1",
    response: "r1",
    item: "overall",
    rater: "model-1",
    value: 4,
    lines: ["fine."],
  });
});

test("labels and measures, for which a study has no record, get separate lines", async () => {
  how = { say: "Analysis: counted.\nAnswer: Concision" };
  const rubric = {
    type: "rubric",
    id: "c1",
    task: "t1",
    kind: "checklist",
    origin: "human",
    items: [{ id: "c1.1", text: "Is it short?", scale: { type: "yesno" } }],
  };
  const lines = `${await readFile(at("study.jsonl"), "utf8")}\n${JSON.stringify(rubric)}\n`;
  await writeFile(at("labelled.jsonl"), lines);
  const labels = await run("tick.categorise", at("labelled.jsonl"), ...endpoint());
  expect(labels.code).toBe(0);
  expect(JSON.parse(labels.stdout)).toMatchObject({
    ...{ found: "labels", task: "t1", item: "c1.1", labels: ["Concision"] },
  });
  how = { say: "Analysis: counted.\nAnswer: Shortness" };
  const unread = await run("tick.categorise", at("labelled.jsonl"), ...endpoint());
  expect(unread.code).toBe(1);
  expect(unread.stderr).toContain("0 of 1 drafted, 1 could not be read\n");

  how = { say: "1. Rhyme: Do the words rhyme?\n2. Length: Is it short?" };
  const consistency = ["coeval.consistency", at("study.jsonl"), "--params", '{"n":2}'];
  const measures = await run(...consistency, ...endpoint(), "--embedding-model", "embed-1");
  expect(measures.code).toBe(0);
  const found = measures.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(found.map(({ found, name }) => `${found} ${name}`)).toContain("measure cc.assignment@1");
  expect(found.every(({ value }) => Math.abs(value - 1) < 1e-9)).toBe(true);
  const without = await run(...consistency, ...endpoint());
  expect(JSON.parse(without.stdout.split("\n")[0] ?? "")).toMatchObject({
    value: null,
    note: "no embedding model is configured",
  });
});

test("a refused API key ends the command with code 1", async () => {
  how = { status: 401 };
  const { code, stderr } = await run("tick.direct", at("study.jsonl"), ...endpoint());
  expect(code).toBe(1);
  expect(stderr).toContain("The endpoint refused the key.");
});

test.each([
  [["tick.generate"], "name a method and a file"],
  [["tick.nothing", "x"], 'there is no method "tick.nothing"'],
  [
    [
      "tick.generate",
      "study.jsonl",
      "--base-url",
      "http://x",
      "--model",
      "m",
      "--replay-only",
      "--embedding-model",
      "e",
    ],
    "vectors are not recorded",
  ],
  [["tick.generate", "study.jsonl", "--params", "{"], "--params is no JSON"],
  [["tick.generate", "study.jsonl", "--params", '{"examples":3}'], "--params: examples"],
  [["tick.generate", "/nowhere.jsonl"], "cannot be read (ENOENT)"],
  [["tick.generate", "study.jsonl"], "say where the model answers"],
  [["tick.preference", "study.jsonl"], "has nothing with what tick.preference needs"],
  [["tick.preference", "study.jsonl", "--pair", "one"], "--pair names two models"],
  [["tick.direct", "study.jsonl", "--pair", "one,two"], "--pair: tick.direct compares no responses"],
  [["tick.direct", "study.jsonl", "--description", "x"], "--description: tick.direct does not show one"],
  [["tick.direct", "study.jsonl", "--demonstration", "r1"], "--demonstration: tick.direct takes no example"],
  [["coeval.criteria", "study.jsonl", "--demonstration", "r9"], 'there is no response "r9"'],
])("bad input is one line and code 2: %s", async (args, words) => {
  const { code, stderr } = await run(...args.map((arg) => (arg === "study.jsonl" ? at(arg) : arg)));
  expect(code).toBe(2);
  expect(stderr).toContain(words);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("the methods are listed", async () => {
  const { stdout } = await run("--list");
  expect(stdout).toMatch(/^tick\.evaluate .* Wording of our own after Cook et al\. \(2024\)\.$/m);
});

test("the checklists of the named method are used for judging, and drafts name it", async () => {
  how = { say: "Analysis: so.\nAnswer: YES" };
  const rubric = (method: string, text: string) => ({
    ...{ type: "rubric", id: method, task: "t1", kind: "checklist", method, model: "writer" },
    items: [{ id: `${method}.1`, text, scale: { type: "yesno" } }],
  });
  const lines = [
    { type: "study", version: 1, name: "Rhymes" },
    { type: "task", id: "t1", instruction: "Write a rhyme." },
    { type: "response", id: "r1", task: "t1", text: "Rain, pain." },
    rubric("tick.generate", "Does it rhyme?"),
    rubric("clstudy.generate.baseline", "Is it about the weather?"),
  ];
  await writeFile(at("two.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  const by = (...more: string[]) => run("tick.evaluate", at("two.jsonl"), ...endpoint(), ...more);
  const chosen = await by("--rubric-method", "clstudy.generate.baseline");
  expect(chosen).toMatchObject({ code: 0 });
  expect(parseRecord(chosen.stdout.trim(), 1)).toMatchObject({
    ...{ type: "draft", item: "clstudy.generate.baseline.1", value: "yes" },
    condition: expect.stringMatching(/^v\d+, .*rubric=clstudy\.generate\.baseline \(writer\)$/),
  });
  expect(parseRecord((await by()).stdout.trim(), 1)).toMatchObject({ item: "tick.generate.1" });
  expect(await by("--rubric-method", "nobody")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('with rubrics by "nobody"'),
  });
});

test("checklists of several models that fit equally are refused unless one model is chosen", async () => {
  how = { say: "Analysis: so.\nAnswer: YES" };
  const rubric = (model: string | undefined, id: string, of: object = {}) => ({
    ...{
      type: "rubric",
      id,
      task: "t1",
      kind: "checklist",
      method: "tick.generate",
      ...(model && { model }),
    },
    ...{ ...of, items: [{ id: `${id}.1`, text: "Does it rhyme?", scale: { type: "yesno" } }] },
  });
  const lines = [
    { type: "study", version: 1, name: "Rhymes" },
    { type: "task", id: "t1", instruction: "Write a rhyme." },
    { type: "response", id: "r1", task: "t1", text: "Rain, pain." },
    { type: "response", id: "r2", task: "t1", text: "Snow, go." },
    rubric("small", "a"),
    rubric("large", "b"),
  ];
  const judge = async (records: object[], ...more: string[]) => {
    await writeFile(at("models.jsonl"), records.map((record) => JSON.stringify(record)).join("\n"));
    return run("tick.evaluate", at("models.jsonl"), ...endpoint(), ...more);
  };
  const itemsIn = ({ stdout }: { stdout: string }) =>
    stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { item: string }).item);
  expect(await judge(lines)).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(
      "rubrics of several models fit t1 r1 and 1 more equally: small, large; --rubric-model chooses one",
    ),
  });
  expect(itemsIn(await judge(lines, "--rubric-model", "large"))).toEqual(["b.1", "b.1"]);
  expect(await judge(lines, "--rubric-model", "nobody")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('with rubrics by "nobody"'),
  });
  // A rubric for the response itself fits better, and one that people wrote is no model's.
  const better = [...lines.slice(0, -1), rubric("large", "c", { response: "r1" }), rubric(undefined, "d")];
  expect(itemsIn(await judge(better)).toSorted()).toEqual(["a.1", "c.1"]);
});

test("pairs, the description of the task and the example are chosen by options", async () => {
  const response = (id: string, model: string) => ({
    type: "response",
    id,
    task: "t1",
    model,
    text: `by ${model}`,
  });
  const lines = [
    { type: "study", version: 1, name: "Rhymes" },
    { type: "task", id: "t1", instruction: "Write a rhyme.", input: "About rain." },
    ...[response("r1", "m-one"), response("r2", "m-two"), response("r3", "m-three")],
  ];
  await writeFile(at("three.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  const promptsOf = async (...args: string[]) => {
    const before = stub.requests.length;
    const output = await run(...args, ...endpoint());
    return {
      ...output,
      prompts: stub.requests.slice(before).map(({ messages }) => messages.at(-1)?.content ?? ""),
    };
  };

  how = { say: "Analysis: so.\nAnswer: 2" };
  const preference = ["tick.preference", at("three.jsonl"), "--params", '{"swap":false}'];
  expect((await promptsOf(...preference)).prompts).toHaveLength(3);
  const chosen = await promptsOf(...preference, "--pair", "m-three, m-one");
  expect(parseRecord(chosen.stdout.trim(), 1)).toMatchObject({ pair: ["r3", "r1"], value: "tie" });
  expect(chosen.prompts).toHaveLength(1);

  how = { say: "1. Rhyme: Do the words rhyme?" };
  const example = ["--description", "Rhymes for children.", "--demonstration", "r2"];
  const [criteria = ""] = (await promptsOf("coeval.criteria", at("three.jsonl"), ...example)).prompts;
  expect(criteria).toContain("Rhymes for children.");
  expect(criteria).toContain("by m-two");
  expect(criteria).toContain("Write a rhyme.\n\nAbout rain.");
  expect((await promptsOf("coeval.criteria", at("three.jsonl"))).prompts[0]).toContain("by m-one");

  how = { say: "Score: 4" };
  const judged = await promptsOf("coeval.direct", at("three.jsonl"), "--description", "Rhymes for children.");
  expect(judged.prompts).toHaveLength(3);
  for (const prompt of judged.prompts) {
    expect(prompt).toContain("Rhymes for children.");
    expect(prompt).toContain("Write a rhyme.\n\nAbout rain.");
  }
});

test("generated responses become records of the study, with their traces beside them", async () => {
  how = { say: "Rain, again." };
  const answered = await run("answer", at("study.jsonl"), ...endpoint(), "--params", '{"samples":2}');
  expect(answered).toMatchObject({ code: 0, stderr: "2 of 2 drafted\n" });
  expect(
    answered.stdout
      .trim()
      .split("\n")
      .map((line, i) => parseRecord(line, i + 1)),
  ).toMatchObject([
    {
      type: "response",
      task: "t1",
      model: "model-1",
      text: "Rain, again.",
      metadata: { method: "answer", sample: 0 },
    },
    { type: "response", task: "t1", metadata: { sample: 1, temperature: 0.7 } },
    { task: "t2" },
    { task: "t2" },
  ]);

  how = { say: "Plan: shorten it\nAnswer:\nIs it short?\nAnswer: NO" };
  const refined = await run("stick.refine", at("study.jsonl"), ...endpoint(), "--params", '{"iterations":1}');
  const lines = refined.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.slice(0, 5)).toMatchObject([
    { type: "rubric", task: "t1" },
    {
      type: "response",
      metadata: { condition: expect.stringContaining("iterations=1"), role: "initial", iteration: 0 },
    },
    {
      type: "response",
      id: lines[4].response,
      metadata: { role: "revised", iteration: 1, stopped: "iterations" },
    },
    {
      found: "trace",
      response: lines[1].id,
      trace: { feedback: expect.stringContaining("Is it short? No") },
    },
    { found: "trace", trace: { plan: "shorten it" } },
  ]);

  how = { say: "Rain", finish: "length" };
  const cut = await run("answer", at("study.jsonl"), ...endpoint());
  expect(cut).toMatchObject({ code: 1, stdout: "" });
  expect(cut.stderr).toContain("t1: The answer was cut off");
});
