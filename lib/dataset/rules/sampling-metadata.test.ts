import { expect, test } from "vitest";
import { sampledPairsIn } from "./sampling-metadata";

test("the sampled pairs of a task are read from its metadata, and what is no pair or no probability is left out", () => {
  const pair = ["a", "b"];
  expect(
    sampledPairsIn({
      sampledPairs: [
        { pair, inclusionProbability: 0.25, samplingStratum: "maths" },
        { pair: ["a", "c"], inclusionProbability: 1.5 },
        { pair: ["a"], inclusionProbability: 0.5 },
        { inclusionProbability: 0.5 },
        ["a", "b"],
        "a/b",
        null,
      ],
    }),
  ).toEqual([
    { pair, probability: 0.25, stratum: "maths" },
    { pair: ["a", "c"], probability: null, stratum: null },
  ]);
  for (const stated of ["a/b", { pair }, null, 7])
    expect(sampledPairsIn({ sampledPairs: stated })).toEqual([]);
  expect(sampledPairsIn(undefined)).toEqual([]);
});
