import { expect, test } from "vitest";
import { preparedBenchmark } from "@/lib/curation/rules/benchmark";
import { instancesOf } from "@/lib/curation/rules/instances";
import { instancesStudy } from "@/lib/curation/rules/parts";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";

const ENGLISH =
  "The weather will be fine in the morning, and there may be some rain over the hills later on.";
const GERMAN =
  "Das Wetter wird am Morgen schön, und später kann es über den Hügeln noch ein wenig regnen, wie wir hören.";

/** A task with a pair that people compared, each with one value; a value may be for the pair the other way round. */
function compared(
  id: string,
  values: readonly (string | { turned: string })[],
  texts: readonly [string, string] = [ENGLISH, `${ENGLISH} It is so.`],
): StudyRecord[] {
  const pair = [`${id}a`, `${id}b`];
  return [
    RECORDS.task.parse({ type: "task", id, instruction: "How will the weather be?", tags: ["old"] }),
    ...pair.map((response, n) =>
      RECORDS.response.parse({ type: "response", id: response, task: id, text: texts[n] }),
    ),
    ...values.map((value, n) =>
      RECORDS.judgement.parse({
        ...{
          type: "judgement",
          id: `${id}${n}`,
          task: id,
          item: "preference",
          rater: `A${n}`,
          raterKind: "human",
        },
        pair: typeof value === "string" ? pair : pair.toReversed(),
        value: typeof value === "string" ? value : value.turned,
        exposure: "none",
      }),
    ),
  ];
}

const records = [
  ...compared("clear", ["A", "A", "B"]),
  // For the second response, seen from both sides.
  ...compared("turned", ["B", { turned: "A" }]),
  ...compared("tied", ["tie", "tie", "A"]),
  ...compared("divided", ["A", "B"]),
  ...compared("empty", ["A"], [ENGLISH, " "]),
  ...compared("foreign", ["A"], [ENGLISH, GERMAN]),
  ...compared("nobody", []),
];
const ALL = { sample: null, seed: 42, tag: "mt-bench" };

test("a benchmark keeps English pairs with a majority for one side, as gold", () => {
  const { instances, usable, leftOut } = preparedBenchmark(records, ALL);
  expect(instances.map(({ task, label }) => [task.id, label])).toEqual([
    ["clear/cleara/clearb", 1],
    ["turned/turneda/turnedb", 2],
  ]);
  expect({ usable, leftOut }).toEqual({
    usable: 2,
    leftOut: { "no-preference": 1, empty: 1, "not-english": 1, tie: 1, divided: 1 },
  });
  expect(instances.map(({ task }) => task.tags)).toEqual([["mt-bench"], ["mt-bench"]]);
  const study = instancesStudy("MT-Bench", instances);
  expect(instancesOf(study).instances.map(({ label }) => label)).toEqual([1, 2]);
});

test("of many pairs a sample is drawn, the same for the same seed", () => {
  const many = Array.from({ length: 30 }, (_, n) => compared(`t${n}`, ["A"])).flat();
  const drawn = (seed: number) =>
    preparedBenchmark(many, { sample: 10, seed, tag: null }).instances.map(({ task }) => task.id);
  expect(drawn(1)).toHaveLength(10);
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(1)).not.toEqual(drawn(2));
});
