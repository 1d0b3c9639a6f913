import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { writeRhymes } from "@/lib/cli/testing/recipe-studies";
import { paperAnswer } from "@/lib/drafting/testing/paper-model";
import { openStub, type Stub, type StubBehaviour, type StubRequest } from "@/lib/llm/testing/stub";

/** Steps of a recipe that judge by rubrics, where rubrics of several models fit. */

let folder: string;
let stub: Stub;
let behave: (request: StubRequest) => StubBehaviour = paperAnswer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "countersign-models-"));
  stub = await openStub((request) => behave(request));
});
afterAll(async () => {
  await stub.close();
  await rm(folder, { recursive: true });
});

const at = (...parts: string[]) => path.join(folder, ...parts);
const run = (...args: string[]) => commandOutput("recipe", ...args);
const endpoint = () => ["--base-url", stub.base, "--model", "model-1"];

async function recipe(name: string, steps: readonly object[]) {
  await writeFile(at(`${name}.json`), JSON.stringify({ name, title: "Steps of our own", steps }));
  return at(`${name}.json`);
}

/** A study with checklists for its first task by two models. */
async function studyOfTwoModels(name: string, tasks?: number) {
  const file = await writeRhymes(at(name), tasks);
  const rubrics = ["small", "large"].map((model) => ({
    ...{ type: "rubric", id: model, task: "t1", kind: "checklist", method: "tick.generate", model },
    items: [{ id: `${model}.1`, text: "Does it rhyme?", scale: { type: "yesno" } }],
  }));
  await appendFile(file, `${rubrics.map((rubric) => JSON.stringify(rubric)).join("\n")}\n`);
  return file;
}

const judge = { method: "tick.evaluate", rubricMethod: "tick.generate" };

test("a recipe that judges by checklists of the study says which model's where several fit", async () => {
  const file = await studyOfTwoModels("models.jsonl");
  const judged = async (...steps: readonly object[]) =>
    run(await recipe("judged", steps), file, ...endpoint(), "--plan");
  expect(await judged(judge)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^.*step 1: rubrics of several models fit t1 .* equally: small, large; its "rubricModel"/m,
    ),
  });
  expect(await judged({ ...judge, rubricModel: "large" })).toMatchObject({ code: 0 });
  // Its own step's checklists come before those of the study, also in a plan for a model that a pair names.
  expect(await judged({ method: "tick.generate" }, judge)).toMatchObject({ code: 0 });
  const pair = { method: "tick.pairwise", pair: ["m1", "model-1"] };
  const preferring = await recipe("preferring", [{ method: "tick.generate" }, { method: "answer" }, pair]);
  expect(await run(preferring, file, "--plan")).toMatchObject({ code: 0 });
});

test("where an earlier step wrote no checklist, the first of several models' is not judged by", async () => {
  behave = (request) => {
    const prompt = request.messages.at(-1)?.content ?? "";
    const isUnread = prompt.includes("Write rhyme 1.") && prompt.includes("write the checklist");
    return isUnread ? { say: "No." } : paperAnswer(request);
  };
  const file = await recipe("unwritten", [{ method: "tick.generate" }, judge, { method: "tick.direct" }]);
  const { code, stderr } = await run(
    ...[file, await studyOfTwoModels("three.jsonl"), ...endpoint(), "-o", at("three")],
  );
  expect(stderr).toContain("1. tick.generate: 2 of 3 drafted, 1 could not be read\n");
  expect(stderr).toContain(
    'step 2: rubrics of several models fit t1 t1.a and 1 more equally: small, large; its "rubricModel" chooses one\n',
  );
  expect(stderr).toContain("2. tick.evaluate: 4 of 6 drafted\n");
  expect(code).toBe(1);
  const { runs } = JSON.parse(await readFile(at("three", "runs.json"), "utf8"));
  expect(runs).toMatchObject([{ failed: 1 }, { units: 6, failed: 2 }, { failed: 0 }]);
  const written = (await readFile(at("three", "study.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line): { type: string; task?: string; item?: string } => JSON.parse(line));
  const drafts = written.filter(({ type }) => type === "draft");
  expect(drafts.flatMap(({ task, item }) => (task === "t1" ? item : []))).toEqual(["overall", "overall"]);

  // The steps after one that had nothing to judge still run.
  const alone = await run(...[file, await studyOfTwoModels("one.jsonl", 1), ...endpoint(), "-o", at("one")]);
  expect(alone.stderr).toContain("2. tick.evaluate: 0 of 2 drafted\n");
  expect(alone.stderr).toContain("3. tick.direct: 2 of 2 drafted\n");
  expect(alone.code).toBe(1);
  behave = paperAnswer;
});

test("a step that names the recipe's own model has what earlier steps write", async () => {
  const steps = [
    { method: "tick.generate" },
    { method: "tick.evaluate", rubricModel: "model-1" },
    { method: "answer" },
    { method: "tick.preference", pair: ["m1", "model-1"] },
  ];
  const args = [await recipe("own", steps), await writeRhymes(at("own.jsonl"), 1)];
  const { code, stderr } = await run(...args, ...endpoint(), "-o", at("own"));
  expect(stderr).toContain("2. tick.evaluate: on 2, about 16 calls\n");
  expect(stderr).toContain("2. tick.evaluate: 2 of 2 drafted\n");
  expect(stderr).toContain("4. tick.preference: on 1, at most");
  expect(code).toBe(0);
  const other = await run(...args, "--plan", "--model", "model-2");
  expect(other.stderr).toContain("step 2: the study has nothing with what tick.evaluate needs");
  // A plan without a model: the recipe may run with the one that the step names.
  const unnamed = await run(...args, "--plan");
  expect(unnamed.stderr).toContain("2. tick.evaluate: on 2, about 16 calls\n");
  expect(unnamed.stderr).toContain("4. tick.preference: on 1, at most");
  // A recording tells its model.
  const recorded = await run(...args, "--plan", "--cassette-in", at("own", "answers.jsonl"));
  expect(recorded.stderr).toContain("4. tick.preference: on 1, at most");
});
