import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemsOf } from "@/lib/batch/rules/design";
import { NewBatch } from "@/lib/batch/schema";
import { findingsIn } from "@/lib/cli/findings-file";
import { withWork } from "@/lib/cli/testing/batch-work";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { writeLetters, writeRhymes } from "@/lib/cli/testing/recipe-studies";
import { methodById } from "@/lib/drafting/rules/methods";
import { paperAnswer } from "@/lib/drafting/testing/paper-model";
import { openStub, type Stub } from "@/lib/llm/testing/stub";
import { taxonomyIn } from "@/lib/protocol/rules/taxonomies";
import { withReport } from "@/lib/report/computation/report-on-study";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import type { PaperSource } from "@/lib/report/schema/paper-table";
import { batchOf } from "./outputs";
import { RECIPES } from "./recipes";
import { Recipe } from "./schema";
import { recordsIn } from "./steps";

let folder: string;
let stub: Stub;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "countersign-recipes-"));
  stub = await openStub(paperAnswer);
});
afterAll(async () => {
  await stub.close();
  await rm(folder, { recursive: true });
});
const at = (...parts: string[]) => path.join(folder, ...parts);
const run = (...args: string[]) => commandOutput("recipe", ...args);
const runs = new Map<string, ReturnType<typeof runOnLetters>>();

/** A recipe's run on the letters, in the folder of its name; run once for all tests. */
function ran(name: string): ReturnType<typeof runOnLetters> {
  const result = runs.get(name) ?? runOnLetters(name);
  runs.set(name, result);
  return result;
}

async function runOnLetters(name: string) {
  const before = stub.requests.length;
  const result = await run(
    ...[name, await writeLetters(at("letters.jsonl")), "--base-url", stub.base, "--model", "model-1"],
    ...["-o", at(name)],
  );
  return { ...result, calls: stub.requests.length - before };
}

/** A recipe's batch as it is made in a project. */
const newBatch = (batch: Recipe["batches"][number]) =>
  NewBatch.parse({ project: randomUUID(), dataset: randomUUID(), ...batchOf(batch) });

describe.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))("%s", (name, recipe) => {
  test("fits a study", async () => {
    const written: string[] = [];
    for (const { method: id, params, rubricMethod } of recipe.steps) {
      const method = methodById(id);
      expect([id, method?.params.safeParse(params).success]).toEqual([id, true]);
      if (method?.needs.some((need) => need === "checklist" || need === "criteria"))
        expect([...written, null]).toContain(rubricMethod);
      if (method?.produces === "checklist" || method?.produces === "criteria") written.push(id);
    }
    for (const batch of recipe.batches) {
      const made = newBatch(batch);
      expect(problemsOf({ ...made, annotators: 100 })).toEqual([]);
    }
    expect(JSON.parse((await run("--show", name)).stdout)).toEqual(recipe);
    const { code, stderr } = await run(name, await writeRhymes(at("any.jsonl")), "--plan");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/^(At most|About) [1-9][\d,]* calls, /m);
  });

  test("runs to its end; its study and people's work in its batches yield all tables", async () => {
    const { code, stderr, calls } = await ran(name);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).not.toContain("without a value");
    const [, most = ""] = /^(?:At most|About) ([\d,]+) calls/m.exec(stderr) ?? [];
    expect(calls).toBeLessThanOrEqual(Number(most.replaceAll(",", "")));
    expect(stderr).toMatch(/^Tables: [1-9]/m);
    expect(await unreachable(recipe)).toEqual(BEYOND[name]);
  });
});

/** Tables that people's work in a recipe's batches does not lead to: they need other data, or another run. */
const BEYOND: Record<string, readonly string[]> = {
  // A run on the checklists that people wrote; questions that a program proves; refinement: the recipe stick.
  tick: [...["tick T3a", "tick proved", "tick proved-apart"], ...["tick T1", "tick F3", "tick T5"]],
  stick: [],
  // Scores by reward models, curated neighbours, models by name, other subsets and benchmarks.
  llmbar: [
    ...["llmbar T3", "llmbar T4", "llmbar T5", "llmbar T6", "llmbar T7", "llmbar T8", "llmbar T9"],
    ...["llmbar T14", "llmbar T15", "llmbar F5"],
  ],
  // Criteria of another model, tags of HHH, external scores.
  salc: ["salc T2", "salc T4", "salc T5"],
  // Overall scores on four levels: the recipe coeval-instructions.
  coeval: ["coeval levels"],
  // Criteria of the whole study from an example: the recipe coeval.
  "coeval-instructions": ["coeval T1"],
  // An ablation: the recipe checklist-items.
  "checklist-study": [
    ...["checklists T4", "checklists changes-pairwise", "checklists changes-direct"],
    ...["checklists item-changes-pairwise", "checklists item-changes-direct"],
    ...["checklists signs-pairwise", "checklists signs-direct", "checklists items"],
    ...["checklists items-infobench", "checklists T8", "checklists T9", "checklists T10"],
  ],
  // Verdicts with whole checklists: the recipe checklist-study.
  "checklist-items": [
    ...["checklists F3a", "checklists F3b", "checklists T1", "checklists T2", "checklists F6"],
    ...["checklists F7", "checklists A3-pairwise", "checklists A3-direct", "checklists T7"],
  ],
};

/** The tables of a recipe's papers that neither its own study yields, nor one of its batches, done by people. */
async function unreachable({ name, batches, tables }: Recipe): Promise<string[]> {
  const source = await sourceIn(name);
  const studies = [source.study, ...batches.map((batch) => withWork(source.study, newBatch(batch).arms))];
  const missing = await Promise.all(
    tables.map(async (id) => {
      const paper = paperById(id);
      if (!paper) throw new Error(`there is no paper ${id}`);
      const known = await Promise.all(studies.map((study) => withReport(paper, { ...source, study })));
      return paper.tables.flatMap((table) =>
        known.every((one) => isMissing(table.of(one))) ? [`${id} ${table.id}`] : [],
      );
    }),
  );
  return missing.flat();
}

async function sourceIn(name: string): Promise<PaperSource> {
  await ran(name);
  const linesOf = async (file: string) => (await readFile(at(name, file), "utf8")).trim().split("\n");
  const reader = new PaperSourceReader();
  for (const record of recordsIn(await linesOf("study.jsonl"))) reader.add(record);
  const found = (await linesOf("findings.jsonl")).filter((line) => line !== "");
  for (const finding of findingsIn(found)) reader.addFinding(finding);
  return { ...reader.finish(), published: false, options: { replicates: 0, seed: 42 } };
}

test("each batch that labels asks for the labels its paper's tables count", () => {
  const asked = RECIPES.flatMap(({ name, batches }) =>
    batches.flatMap((batch) =>
      batchOf(batch).arms.flatMap(({ steps }) =>
        (steps ?? []).flatMap((step) => (step.type === "label" ? [`${name}: ${taxonomyIn(step)}`] : [])),
      ),
    ),
  );
  expect(asked).toEqual([
    "tick: capabilities",
    "checklist-study: open-closed",
    "checklist-items: open-closed",
    "checklist-items: positive-items",
    "checklist-items: negative-items",
    "checklist-items: overlap",
  ]);
});

test("arms take from their batch what they leave out; a batch of the earlier form has one arm", () => {
  const { batches } = Recipe.parse({
    ...{ name: "mine", title: "Mine", steps: [{ method: "tick.direct" }] },
    batches: [
      { name: "Earlier form", preset: "direct-scoring", raters: 3, sample: 9 },
      {
        ...{ name: "Arms", preset: "criterion-scoring", raters: 2, exposure: "draft-first" },
        arms: [
          { name: "With" },
          { name: "Without", exposure: "none", raters: 4 },
          { name: "Labels", preset: "item-labelling", taxonomy: "open-closed" },
        ],
      },
      {
        ...{ name: "Own steps", preset: "direct-scoring", raters: 1 },
        steps: [{ type: "ask", id: "fluent", question: "Is it fluent?", options: [] }],
      },
    ],
  });
  const [earlier, arms, own] = batches.map((batch) => batchOf(batch));
  expect(earlier).toMatchObject({ arms: [{ name: "A", k: 3 }], selection: { sample: { size: 9 } } });
  expect(arms?.arms).toMatchObject([
    { name: "With", k: 2, steps: [{ type: "judge", exposure: "draft-first" }, { type: "score" }] },
    { name: "Without", k: 4, steps: [{ type: "judge", exposure: "none" }, { type: "score" }] },
    { name: "Labels", k: 2, steps: [{ type: "label", id: "open-closed", exposure: "draft-first" }] },
  ]);
  expect(own?.arms).toMatchObject([{ name: "A", k: 1, steps: [{ type: "ask", id: "fluent" }] }]);
  const unknown = { name: "A", preset: "item-labelling", raters: 1, taxonomy: "nothing" };
  expect(Recipe.shape.batches.safeParse([unknown]).success).toBe(false);
});

test("TICK’s tables put direct scoring beside check-then-score, and CoEval’s people with a draft beside those without", async () => {
  const rowsOf = async (name: string, paper: string, table: string) => {
    const source = await sourceIn(name);
    const [batch] = RECIPES.flatMap((one) =>
      one.name === name ? one.batches.filter(({ arms }) => arms) : [],
    );
    const known = paperById(paper);
    if (!known || !batch) throw new Error(`${name} has no batch with arms`);
    const { arms } = newBatch(batch);
    const done = await withReport(known, { ...source, study: withWork(source.study, arms) });
    const result = known.tables.find(({ id }) => id === table)?.of(done);
    if (!result || isMissing(result)) throw new Error(`${table} is missing`);
    return result.rows;
  };
  expect((await rowsOf("tick", "tick", "T6")).map(({ protocol }) => protocol)).toEqual([
    "Direct scoring",
    "Check-then-score",
  ]);
  expect((await rowsOf("coeval", "coeval", "T10")).map(({ pairing }) => pairing)).toEqual(
    expect.arrayContaining(["Person with the draft, and person without", "Person and person"]),
  );
});

test("TICK’s asks for two checklists of each task, which its table 2 averages", async () => {
  const { stderr } = await run("tick", await writeRhymes(at("any.jsonl")), "--plan");
  expect(stderr).toContain("1. tick.generate: on 3, at most 6 calls");
  // Answers are about one of them.
  expect(stderr).toContain("3. tick.evaluate: on 6, about 48 calls");
});

test("STICK’s answers people’s checklists alone, where the study has any", async () => {
  const letters = await readFile(await writeLetters(at("letters.jsonl")), "utf8");
  const rubric = (id: string, of: object) =>
    `${JSON.stringify({
      ...{ type: "rubric", id, task: "t1", kind: "checklist" },
      items: [1, 2].map((n) => ({ id: `${id}.${n}`, text: `Is ${n} met?`, scale: { type: "yesno" } })),
      ...of,
    })}\n`;
  const [own, people] = [rubric("own", { model: "m1", method: "tick.generate" }), rubric("people", {})];
  const planOf = async (name: string, text: string) => {
    await writeFile(at(name), text);
    return (await run("stick", at(name), "--plan", "--model", "m1")).stderr;
  };
  const last = "5. tick.evaluate:";
  expect(await planOf("own.jsonl", `${letters}${own}`)).toContain(`${last} left out`);
  expect(await planOf("both.jsonl", `${letters}${own}${people}`)).toMatch(/5\. tick\.evaluate: on \d+, /);
});

test("they are listed", async () => {
  const { stdout } = await run("--list");
  for (const { name } of RECIPES) expect(stdout).toContain(`${name} `);
});
