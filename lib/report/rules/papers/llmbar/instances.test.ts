import { expect, test } from "vitest";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import { goldPairs, llmbarTable } from "@/lib/report/testing/gold-pairs";

const subsets = paperById("llmbar")?.tables.find(({ id }) => id === "T1");

test("T1: a study without any tag of a subset has no table of them", () => {
  const result = subsets?.of(goldPairs({ other: 3 }, () => []));
  expect(result && isMissing(result) && result.missing).toEqual([
    expect.stringContaining("natural, neighbor, gptinst"),
  ]);
});

test("T1: the subsets that a study has, and beside the paper's numbers all of them", () => {
  const sizes = { natural: 3, negation: 2 };
  expect(
    llmbarTable(
      "T1",
      goldPairs(sizes, () => []),
    ).rows,
  ).toEqual([
    { subset: "NATURAL", pairs: 3 },
    { subset: "Total", pairs: 3 },
    { subset: "NEGATION", pairs: 2 },
  ]);
  const beside = llmbarTable(
    "T1",
    goldPairs(sizes, () => [], { published: true }),
  );
  expect(beside.rows).toMatchObject([
    { subset: "NATURAL", pairs: 3, published: 100 },
    { subset: "NEIGHBOR", pairs: 0, published: 134 },
    { subset: "GPTINST", pairs: 0, published: 92 },
    { subset: "GPTOUT", pairs: 0, published: 47 },
    { subset: "MANUAL", pairs: 0, published: 46 },
    { subset: "Total", pairs: 3, published: 419 },
    { subset: "NEGATION", pairs: 2, published: null },
  ]);
});

test("T15: all structures together, 89 in the paper", () => {
  const written = { instruction: "Answer in exactly 3 words.", texts: ["one two three", "one two"] as const };
  const from = goldPairs(
    { constraint: 4 },
    () => [],
    { published: true },
    () => written,
  );
  const rows = llmbarTable("T15", from).rows;
  expect(rows.at(-1)).toMatchObject({ structure: "Total", pairs: 4, published: 89, accuracy: 1 });
  const listed = rows.slice(0, -1).reduce((sum, { published }) => sum + Number(published), 0);
  expect(listed).toBe(89);
});
