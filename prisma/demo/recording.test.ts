import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countersign } from "@/lib/cli/countersign";
import { MethodRun } from "@/lib/cli/draft/method-run";
import { knownSteps } from "@/lib/cli/recipe/plan";
import { Recipe } from "@/lib/cli/recipe/schema";
import { recordsIn, runName } from "@/lib/cli/recipe/steps";
import { inputsOfStudy } from "@/lib/drafting/rules/study-file-runs";
import { cassetteHeading, withCassette } from "@/lib/llm/cassette";
import type { CompletionRequest } from "@/lib/llm/schema";
import { RECORDED, refinement, writtenAnswer } from "./written-answers";

const at = (name: string) => path.join("prisma/demo/recording", name);
const MODEL = {
  provider: "openai-compatible",
  base: "https://recorded.demo.example/v1",
  model: "by hand",
} as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "countersign-recording-"));
});
afterAll(() => rm(folder, { recursive: true }));

const written = async (request: CompletionRequest) => ({
  ...{ text: writtenAnswer(request), finishReason: "stop" as const, modelRequested: MODEL.model },
  ...{ samplingRequested: request.sampling, samplingSent: request.sampling, samplingDropped: [] },
  ...{ warnings: [RECORDED], usage: {}, latencyMs: 0, attempts: [], fromCache: false },
});

/** The recording of the recipe, from the answers that were written by hand. */
async function recorded(): Promise<string> {
  const recipe = Recipe.parse(JSON.parse(await readFile(at("recipe.json"), "utf8")));
  const lines: string[] = [];
  const client = withCassette({
    ...MODEL,
    recorded: new Map(),
    keep: (line) => lines.push(`${JSON.stringify(line)}\n`),
    client: { complete: written, embed: async () => [] },
  });
  const records = recordsIn((await readFile(at("study.jsonl"), "utf8")).trim().split("\n"));
  for (const { number, method, params, choice } of knownSteps(recipe)) {
    const run = new MethodRun({
      ...{ method, params, client: { complete: client.complete, embed: async () => null } },
      ...{ model: MODEL.model, run: runName(recipe.name, number), concurrency: 1 },
      output: { stdout: expect.fail, stderr: expect.fail },
    });
    const made: string[] = [];
    for await (const drafted of run.linesOf(inputsOfStudy(records, method, choice).subjects))
      made.push(...drafted);
    records.unshift(...recordsIn(made));
  }
  return cassetteHeading(MODEL) + lines.sort().join("");
}

// After a change of a prompt: run with --update.
test("the recording that comes with the program has the written answers to the prompts of today", async () => {
  await expect(await recorded()).toMatchFileSnapshot("./recording/answers.jsonl");
});

test("it is replayed in one command, without a model, to the tables and the trace", async () => {
  let said = "";
  const output = { stdout: expect.fail, stderr: (text: string) => (said += text) };
  const args = [at("recipe.json"), at("study.jsonl"), "--cassette-in", at("answers.jsonl"), "-o", folder];
  expect([await countersign(["recipe", ...args], output), said]).toEqual([
    0,
    expect.stringContaining("Calls of the model: 0."),
  ]);
  expect(await readFile("docs/how-to/recipes.md", "utf8")).toContain(`recipe ${args.slice(0, 4).join(" ")}`);
  const study = recordsIn((await readFile(path.join(folder, "study.jsonl"), "utf8")).trim().split("\n"));
  expect(study.flatMap((one) => (one.type === "response" ? [one.text] : []))).toEqual(
    refinement.versions.map(({ text }) => text),
  );
  const answers = study.flatMap((one) => (one.type === "draft" ? [one.value] : []));
  expect(answers).toEqual(
    refinement.versions.flatMap((one) => one.answers.map(({ answer }) => answer.toLowerCase())),
  );
  expect(await readFile(path.join(folder, "findings.jsonl"), "utf8")).toContain(refinement.versions[1]?.plan);
  expect((await readdir(path.join(folder, "tables"))).length).toBeGreaterThan(1);
});
