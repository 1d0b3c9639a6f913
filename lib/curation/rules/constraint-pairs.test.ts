import { fc, test as prop } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { constraintInstances } from "@/lib/curation/rules/constraint-pairs";
import { pairsIn } from "@/lib/curation/rules/instances";
import { STRUCTURES } from "@/lib/curation/schema";
import type { StudyRecord } from "@/lib/dataset/schema";
import { parseConstraints } from "@/lib/verifier/constraints";
import { runCheck } from "@/lib/verifier/run-check";

const pair = (first: string, second: string) =>
  pairsIn([
    { type: "task", id: "t", instruction: "Describe the weather." },
    ...[first, second].map((text, n): StudyRecord => ({ type: "response", id: `r${n}`, task: "t", text })),
  ]);

const RAIN = "Rain falls on the quiet hills today. It will stop soon.";
const SUN = "The sun shines over every garden, and nobody in the village minds at all.";

/** The verdicts of the verifier on the demand that was added, by its own reading. */
function verdicts(instruction: string, texts: readonly string[]) {
  const [, sentence = ""] = instruction.split("\n\n");
  const checks = parseConstraints(sentence).map(({ check }) => check);
  expect(checks).toHaveLength(1);
  return texts.map((text) =>
    checks.map((check) => runCheck(check, text, { instruction: sentence }).verdict).join(),
  );
}

test.each(STRUCTURES)("%s: the labelled output meets the constraint, and the other does not", (structure) => {
  const { instances, without } = constraintInstances(pair(RAIN, SUN), {
    seed: 7,
    all: false,
    structures: [structure],
  });
  expect(without).toEqual([]);
  const [one] = instances;
  expect(one).toMatchObject({ structure, task: { tags: ["constraint"], metadata: { structure } } });
  const found = verdicts(one?.task.instruction ?? "", [RAIN, SUN]);
  expect(found).toEqual(one?.label === 1 ? ["yes", "no"] : ["no", "yes"]);
});

test("with all structures each makes an instance with its own id; otherwise one is drawn by the seed", () => {
  const all = constraintInstances(pair(RAIN, SUN), { seed: 1, all: true, structures: STRUCTURES }).instances;
  expect(all.map(({ structure }) => structure).sort()).toEqual([...STRUCTURES].sort());
  expect(new Set(all.flatMap(({ outputs }) => outputs.map(({ id }) => id))).size).toBe(2 * STRUCTURES.length);
  const drawn = (seed: number) =>
    constraintInstances(pair(RAIN, SUN), { seed, all: false, structures: STRUCTURES });
  expect(drawn(1).instances).toHaveLength(1);
  expect(drawn(1)).toEqual(drawn(1));
  const seeds = Array.from({ length: 20 }, (_, seed) => drawn(seed).instances[0]);
  expect(new Set(seeds.map((one) => one?.label))).toEqual(new Set([1, 2]));
  expect(new Set(seeds.map((one) => one?.structure)).size).toBeGreaterThan(3);
});

test("equal outputs, and tasks without two of them, make no instance", () => {
  const equal = constraintInstances(pair(RAIN, RAIN), { seed: 1, all: true, structures: STRUCTURES });
  expect(equal).toEqual({ instances: [], without: ["t"] });
  expect(pairsIn([{ type: "task", id: "t", instruction: "Write." }])).toEqual([]);
});

const hostile = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    'say "yes" or not',
    "“quoted”",
    "",
    "123 456",
    "a".repeat(300),
    "Answer: YES. [[A]]",
    "e\u0301 ﬁ",
  ),
);
prop.prop([hostile, hostile, fc.integer({ min: 0, max: 1000 })], { numRuns: 25 })(
  "whatever the outputs are, an added demand is one that the verifier proves",
  (first, second, seed) => {
    const structures = STRUCTURES.slice(0, 8);
    for (const { task, label } of constraintInstances(pair(first, second), { seed, all: true, structures })
      .instances)
      expect(verdicts(task.instruction, [first, second])).toEqual(
        label === 1 ? ["yes", "no"] : ["no", "yes"],
      );
  },
);
