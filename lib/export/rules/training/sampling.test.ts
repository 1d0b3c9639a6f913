import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { equalSizes, Splits } from "@/lib/export/rules/training/sampling";

const prompts = Array.from({ length: 101 }, (_, n) => `prompt ${n}`);

test("the share of distinct prompts is set aside, the same ones for a seed in any order", () => {
  const splits = new Splits([...prompts, ...prompts], [], { test: 0.1, seed: 42 });
  const tested = prompts.filter((prompt) => splits.of(prompt) === "test");
  expect(tested).toHaveLength(10);
  const again = new Splits(prompts.toReversed(), [], { test: 0.1, seed: 42 });
  expect(prompts.filter((prompt) => again.of(prompt) === "test")).toEqual(tested);
  const other = new Splits(prompts, [], { test: 0.1, seed: 43 });
  expect(prompts.filter((prompt) => other.of(prompt) === "test")).not.toEqual(tested);
});

test("held-out prompts are in no other part", () => {
  const splits = new Splits(prompts, prompts.slice(0, 50), { test: 0.5, seed: 1 });
  expect(new Set(prompts.slice(0, 50).map((prompt) => splits.of(prompt)))).toEqual(
    new Set(["out_of_domain"]),
  );
  expect(prompts.slice(50).filter((prompt) => splits.of(prompt) === "test")).toHaveLength(25);
});

const row = fc.record({
  id: fc.integer({ min: 0, max: 30 }).map(String),
  source: fc.constantFrom("people", "model", "gold"),
  split: fc.constantFrom("train" as const, "test" as const),
});
property.prop([fc.uniqueArray(row, { selector: ({ id, source }) => `${id} ${source}` }), fc.nat()])(
  "every source has as many rows in each part as the smallest",
  (rows, seed) => {
    const kept = equalSizes(rows, seed);
    const sources = [...new Set(rows.map(({ source }) => source))];
    for (const split of ["train", "test"]) {
      const count = (of: Iterable<(typeof rows)[number]>, source: string) =>
        [...of].filter((one) => one.split === split && one.source === source).length;
      const fewest = Math.min(...sources.map((source) => count(rows, source)));
      for (const source of sources) expect(count(kept, source)).toBe(fewest);
    }
  },
);

test("sources keep the same pairs where they can", () => {
  const rows = ["people", "model"].flatMap((source) =>
    Array.from({ length: source === "model" ? 40 : 20 }, (_, n) => ({
      ...{ id: `${n}`, source, split: "train" as const },
    })),
  );
  const idsOf = (source: string, from: Iterable<(typeof rows)[number]>) =>
    [...from].filter((one) => one.source === source).map(({ id }) => id);
  const kept = equalSizes(rows, 7);
  expect(idsOf("people", kept)).toHaveLength(20);
  expect(idsOf("model", kept)).toHaveLength(20);
  // If two sources have the same pairs, nothing is left out.
  const same = equalSizes(
    rows.filter(({ id }) => Number(id) < 20),
    7,
  );
  expect(idsOf("people", same).sort()).toEqual(idsOf("model", same).sort());
});
