import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { writeRhymes } from "@/lib/cli/testing/recipe-studies";
import { paperAnswer } from "@/lib/drafting/testing/paper-model";
import { openStub, type Stub } from "@/lib/llm/testing/stub";

/** Folders of a recipe whose files were changed or cut off from outside. */

let folder: string;
let stub: Stub;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "countersign-damaged-"));
  stub = await openStub(paperAnswer);
});
afterAll(async () => {
  await stub.close();
  await rm(folder, { recursive: true });
});

const RECIPE = {
  ...{ name: "short", title: "A short study" },
  steps: [{ method: "tick.generate" }, { method: "tick.direct" }, { method: "tick.direct:structured" }],
};

/** A finished folder of the recipe, and a further start in it. */
async function finished(name: string) {
  const at = (...parts: string[]) => path.join(folder, name, ...parts);
  const recipe = path.join(folder, "short.json");
  await writeFile(recipe, JSON.stringify(RECIPE));
  const study = await writeRhymes(path.join(folder, "rhymes.jsonl"));
  const run = () =>
    commandOutput("recipe", recipe, study, "-o", at(), "--base-url", stub.base, "--model", "model-1");
  expect(await run()).toMatchObject({ code: 0 });
  stub.requests.length = 0;
  const steps = (await readdir(at("steps"))).map((file) => at("steps", file));
  return { at, run, steps };
}

const finding = JSON.stringify({ found: "labels", task: "t1", method: "tick.categorise", model: "m" });

test.each([
  [1, '{"method":"tick.generate"}', "is no header of a step"],
  [1, "{", "is no header of a step"],
  [3, '{"type":"draft","id":"d', "id: a text is not closed with a quote"],
  [3, '{"type":"draft","id":"d"}', "is missing"],
  [2, '{"found":"labels","ta', "is no JSON"],
  [2, finding, "item: "],
])(
  "line %i of a finished step that is %s is named, and nothing is asked or written",
  async (place, text, reason) => {
    const { at, run, steps } = await finished(`${place}-${text.length}`);
    const [first = "", damaged = ""] = steps;
    const whole = await readFile(damaged, "utf8");
    await writeFile(
      damaged,
      whole
        .split("\n")
        .with(place - 1, text)
        .join("\n"),
    );
    // The step before it is to be run again: its answers would be asked for, were the damage found when its turn comes.
    for (const file of [first, at("answers.jsonl"), at("study.jsonl")]) await rm(file);
    const { code, stderr } = await run();
    expect({ code, requests: stub.requests.length }).toEqual({ code: 2, requests: 0 });
    const last = stderr.trim().split("\n").at(-1);
    expect(last).toContain(`${damaged} is damaged, line ${place}`);
    expect(last).toContain(reason);
    expect(await readdir(at())).not.toContain("study.jsonl");
    expect(await readdir(at())).not.toContain("lock");
    expect(await readdir(at("steps"))).toHaveLength(RECIPE.steps.length - 1);
    await writeFile(damaged, whole);
    expect(await run()).toMatchObject({ code: 0 });
  },
);

test("without a damaged file its step runs again from the recorded answers", async () => {
  const { run, steps } = await finished("without");
  await rm(steps[1] ?? "");
  expect(await run()).toMatchObject({ code: 0 });
  expect(stub.requests).toHaveLength(0);
});

test("a damaged state of a folder is named", async () => {
  const { at, run } = await finished("state");
  for (const text of ["{", "[]", '{"recipe":1}']) {
    await writeFile(at("state.json"), text);
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toContain(`${at("state.json")} is damaged`);
  }
});
