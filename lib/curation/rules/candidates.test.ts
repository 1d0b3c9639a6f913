import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { studyOf } from "@/lib/curation/rules/candidates";
import { instancesOf } from "@/lib/curation/rules/instances";
import { neighbourOf, unitVectors } from "@/lib/curation/rules/neighbours";
import { outputSources, pairOutputs } from "@/lib/curation/rules/outputs";
import { CurationDesign } from "@/lib/curation/schema";
import type { StudyRecord } from "@/lib/dataset/schema";
import { additions } from "@/lib/drafting/rules/addition-problems";

const vectors = new Map([
  ["a", [1, 0]],
  ["b", [2, 0]],
  ["c", [1, 1]],
  ["d", [0, 1]],
]);

test.each([
  [1.1, "b", 1],
  [0.9999, "c", Math.SQRT1_2],
  [0.5, "d", 0],
])("below %s the nearest of a is %s", (below, task, similarity) => {
  const found = neighbourOf("a", unitVectors(vectors), vectors.keys(), below);
  expect(found).toEqual({ task, similarity: expect.closeTo(similarity, 12) });
});

test("a task is not its own neighbour, and a task without the output is no neighbour", () => {
  const all = unitVectors(vectors);
  expect(neighbourOf("a", all, ["a"], 2)).toBeNull();
  expect(neighbourOf("a", all, ["d"], 2)?.task).toBe("d");
  expect(neighbourOf("a", all, vectors.keys(), -0.5)).toBeNull();
});

property.prop([fc.integer({ min: 3, max: 10 }), fc.integer({ min: 1, max: 60 }), fc.integer()])(
  "problems of addition differ, are right in their base, and are solved as shown",
  (base, count, seed) => {
    const made = additions(base, count, seed);
    expect(new Set(made.map(({ question }) => question)).size).toBe(made.length);
    for (const { question, sum, worked } of made) {
      const [, a = "", b = ""] = /What is (\w+) \+ (\w+)\?/.exec(question) ?? [];
      expect(Number.parseInt(a, base) + Number.parseInt(b, base)).toBe(Number.parseInt(sum, base));
      expect(worked.endsWith(`Answer: ${sum}`)).toBe(true);
    }
  },
);

const task = (id: string, reference?: string): StudyRecord => ({
  ...{ type: "task", id, instruction: `Say ${id}.` },
  ...(reference !== undefined && { reference }),
});
const output = (id: string, of: string, text: string, model: string, method?: string): StudyRecord => ({
  ...{ type: "response", id, task: of, text, model },
  ...(method !== undefined && { metadata: { method } }),
});
const records = [
  ...[task("t1", "one"), task("t2", "two"), task("t3")],
  output("1", "t1", "eins", "weak", "answer"),
  output("2", "t2", "zwei", "weak", "answer"),
  output("3", "t3", "drei", "weak", "answer"),
  output("4", "t1", "uno", "strong"),
];
const [weak, reference] = [
  { model: "weak", method: "answer" },
  { model: null, method: "reference" },
];

test("outputs come from a model and method, from a model alone, or are the references", () => {
  expect(outputSources(records)).toEqual([
    { source: weak, outputs: 3 },
    { source: { model: "strong", method: null }, outputs: 1 },
    { source: reference, outputs: 2 },
  ]);
});

property.prop([fc.integer()])("the label is the better output, whichever stands first", (seed) => {
  const pairing = { subset: "s", better: reference, worse: weak, nearest: null, seed };
  const { instances, without } = pairOutputs(records, pairing);
  expect(without).toEqual(["t3"]);
  expect(instances.map(({ outputs, label }) => outputs[label - 1]?.text)).toEqual(["one", "two"]);
});

test("with neighbours the worse output answers the other instruction, which is noted", () => {
  const nearest = new Map([["t1", { task: "t2", similarity: 0.5 }]]);
  const pairing = { subset: "neighbor", better: reference, worse: weak, nearest, seed: 1 };
  const { instances, without } = pairOutputs(records, pairing);
  expect(without).toEqual(["t2", "t3"]);
  const [one] = instances;
  expect(one?.outputs[2 - (one?.label ?? 1)]?.text).toBe("zwei");
  expect(one?.task).toMatchObject({
    tags: ["neighbor"],
    metadata: { neighbour: { instruction: "Say t2.", similarity: 0.5 } },
  });
});

const study = (design: object) => studyOf(records, CurationDesign.parse({ name: "S", ...design }), null);

test("a sample has as many instances, the same for the same seed", () => {
  const pairs = study({ from: "outputs", subset: "s", better: reference, worse: weak }) ?? [];
  const drawn = (seed: number) => {
    const design = { from: "instances", name: "S", panel: null, sample: 1, seed };
    const found = instancesOf(studyOf(pairs, CurationDesign.parse(design), null) ?? []).instances;
    return found.map(({ task: { id } }) => id);
  };
  expect(drawn(1)).toHaveLength(1);
  expect(drawn(1)).toEqual(drawn(1));
  expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].flatMap(drawn))).toEqual(new Set(["t1", "t2"]));
});

test("NORMAL keeps the label, NEGATION turns it and names what it comes from", () => {
  const pairs = study({ from: "outputs", subset: "s", better: reference, worse: weak }) ?? [];
  const design = CurationDesign.parse({ name: "S", from: "negation" });
  const { instances } = instancesOf(studyOf(pairs, design, null) ?? []);
  const right = instances.map(({ task: { tags, metadata }, outputs, label }) => [
    ...[tags?.[0], metadata?.instance, outputs[label - 1]?.text],
  ]);
  expect(right).toEqual([
    ["normal", "t1", "one"],
    ["negation", "t1", "eins"],
    ["normal", "t2", "two"],
    ["negation", "t2", "zwei"],
  ]);
});
