import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { next, type TestAnnotator } from "@/lib/quality/testing/fixture";
import { SEEDS, submitOps } from "@/lib/quality/testing/judged";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-curate-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function curate(action: string, text: string, ...args: string[]) {
  const file = join(folder, "file");
  await writeFile(file, text);
  return commandOutput("curate", action, file, ...args);
}

const instances = ["sun", "moon", "rain", "snow"].map((word) => ({
  ...{
    input: `Write a poem about the ${word}.`,
    output_1: `A poem: ${word}.`,
    output_2: `An essay: ${word}.`,
    label: 1,
  },
}));
const lines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join("\n");

/** The four instances as a study, with a panel that is right on the first alone. */
async function judged(): Promise<string> {
  const { stdout } = await curate("read", JSON.stringify(instances), "--tag", "natural");
  const labels = instances.flatMap((_, n) =>
    ["AB", "BA"].map((order) => ({
      ...{
        type: "draft",
        id: `${n}${order}`,
        task: `natural-${n + 1}`,
        item: "preference",
        order,
        rater: "gpt",
      },
      ...{ pair: [`natural-${n + 1}/1`, `natural-${n + 1}/2`], raterKind: "llm", method: "llmbar.vanilla*" },
      value: n === 0 || order === "AB" ? "A" : "B",
    })),
  );
  return `${stdout}${lines(labels)}`;
}

/** A curator's decisions on the parts of an instance, by a word in its instruction. */
type Curation = Record<string, Record<string, { text?: string; remove?: true }>>;

/** Chooses the output that is a poem, then decides on each part. */
function opsFor(view: AssignmentView, curation: Curation): Op[] {
  const instruction = view.task.instruction;
  const [, changes = {}] = Object.entries(curation).find(([word]) => instruction.includes(word)) ?? [];
  const reason = { code: "other" as const, note: "It is better so." };
  const decisions = view.frame.steps.flatMap((step) =>
    step.type === "rubric"
      ? step.rubrics.flatMap(({ items }) =>
          items.map(({ key, name }) => {
            const { text, remove } = changes[name ?? ""] ?? {};
            const target = { item: key };
            if (remove) return newOp({ type: "decide", target, action: "remove", reason });
            if (text !== undefined) return newOp({ type: "decide", target, action: "revise", text, reason });
            return newOp({ type: "decide", target, action: "accept" });
          }),
        )
      : [],
  );
  expect(view.pair?.a).toContain("A poem");
  return [newOp({ type: "prefer", value: "A" }), ...decisions];
}

test("two people curate the instances a panel disagreed on, into a file of LLMBar and a study", async () => {
  const candidates = await curate("candidates", await judged());
  expect(candidates.stderr).toContain("natural: 3 of 4 kept");
  expect(candidates.code).toBe(0);

  const project = await makeProject();
  const imported = await importStudyFile(project.id, [Buffer.from(candidates.stdout)], {
    fileName: "c.jsonl",
  });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const dataset = { id: imported.datasetId, projectId: project.id };
  const people: TestAnnotator[] = [];
  for (let n = 0; n < 2; n++) people.push(await makeMember("annotator", { project }));
  const batch = await makeBatch({
    ...{ dataset, annotators: people, preset: "curation", ...SEEDS },
    arms: [{ name: "A", k: 2, steps: stepsOf("curation"), exposure: null }],
  });

  const novel = { "Response B": { text: "A novel: rain." } };
  const discard = { Instruction: { remove: true as const } };
  const decisions: Curation[] = [
    { rain: novel, snow: discard },
    { rain: novel, snow: discard },
  ];
  for (const [at, person] of people.entries()) {
    let done = 0;
    for (let view = await next(person, batch); view; view = await next(person, batch)) {
      expect(await submitOps(person, view, ...opsFor(view, decisions[at] ?? {}))).toMatchObject({
        state: "submitted",
      });
      done++;
    }
    expect(done).toBe(3);
  }

  const records: object[] = [];
  const scope = { projectId: project.id, datasetId: dataset.id, batchId: batch.id };
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope))) records.push(record);
  const exported = lines(records);
  const result = await curate("result", exported, "--llmbar");
  expect(result.stderr).toContain("natural: 1 kept, 1 modified, 1 discarded, 0 contested, 0 undecided");
  expect(JSON.parse(result.stdout)).toEqual([instances[1], { ...instances[2], output_2: "A novel: rain." }]);

  const study = await curate("result", exported);
  const task = study.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .find(({ id }) => id === "natural-3");
  expect(task.metadata.curation).toMatchObject({ outcome: "modified", original: instances[2] });
  expect(
    task.metadata.curation.history.filter(({ action }: { action: string }) => action === "revise"),
  ).toMatchObject(
    [1, 2].map(() => ({
      part: "output-2",
      text: "A novel: rain.",
      reason: { code: "other", note: "It is better so." },
    })),
  );
  // The curated set can be imported, and curated again.
  expect((await curate("candidates", study.stdout, "--no-panel")).stderr).toContain("2 candidates");
});

test.each([
  [["candidates"], "", "name", 2],
  [["result"], lines([{ type: "study", version: 1, name: "S" }]), "there is no candidate", 2],
  [["candidates"], lines([{ type: "study", version: 1, name: "S" }]), "no preference of a panel", 2],
  [["candidates", "--no-panel"], lines([{ type: "study", version: 1, name: "S" }]), "0 candidates", 1],
  [["read"], "[]", "--tag", 2],
  [["read", "--tag", "natural"], "{}", "", 2],
  [["else"], "", 'not "else"', 2],
])("curate %j is refused with the reason", async ([action = "", ...args], text, message, code) => {
  const found = await curate(action, text, ...args);
  expect(found.code).toBe(code);
  expect(found.stderr).toContain(message);
});

test("constraints that one output meets become candidates, a number for each structure", async () => {
  const { stdout } = await curate("read", JSON.stringify(instances), "--tag", "natural");
  const found = await curate("constraints", stdout, "--structure", "contains a word");
  expect(found).toMatchObject({ code: 0, stderr: "contains a word: 4\n" });
  const candidates = await curate("candidates", found.stdout, "--no-panel");
  expect(candidates.stderr).toBe("4 candidates, without a panel.\n");
  expect((await curate("constraints", stdout, "--structure", "rhymes")).stderr).toContain('not "rhymes"');
  expect((await curate("constraints", stdout, "--seed", "x")).code).toBe(2);
});
