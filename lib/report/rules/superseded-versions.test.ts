import { expect, test } from "vitest";
import { conditionOf } from "@/lib/drafting/rules/run-condition";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";
import { supersededVersions } from "./superseded-versions";

const version = (judge: string, version: number, units = 20) => ({
  method: JUDGE_METHOD,
  condition: conditionOf(String(version), { judge, hash: `0000000${version}` }),
  units,
});

const superseded = (...drafters: { method: string | null; condition: string | null; units: number }[]) =>
  [...supersededVersions(drafters.map((drafter, number) => ({ ...drafter, number })))].sort();

test("of versions that judged as much the newest counts, whatever their order and number", () => {
  expect(superseded(version("One", 9), version("One", 10), version("One", 2), version("Two", 1))).toEqual([
    0, 2,
  ]);
});

test("a version that judged less does not count, though it is newer", () => {
  expect(superseded(version("One", 1, 20), version("One", 2, 3))).toEqual([1]);
  expect(superseded(version("One", 1, 20), version("One", 2, 0))).toEqual([]);
});

test("judges are told apart by their whole name, with commas and line breaks in it", () => {
  const names = ["Tone, short", "Tone, long", "Tone\nlong"];
  expect(superseded(...names.map((name, at) => version(name, at + 1)))).toEqual([]);
  expect(superseded(version("Tone, short", 1), version("Tone, short", 2))).toEqual([0]);
});

test("runs of published methods and imported drafts all count", () => {
  const units = 20;
  expect(
    superseded(
      { method: "tick.evaluate", condition: conditionOf("1", { k: 1 }), units },
      { method: "tick.evaluate", condition: conditionOf("2", { k: 1 }), units },
      { method: JUDGE_METHOD, condition: null, units },
      { method: JUDGE_METHOD, condition: "of my own", units },
      { method: null, condition: null, units },
    ),
  ).toEqual([]);
});
