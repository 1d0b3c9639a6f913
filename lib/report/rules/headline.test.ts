import { expect, test } from "vitest";
import { isWithLlm, llmMethodCounts, occurringExposures } from "@/lib/report/rules/headline";

const row = (scope: string, raters: "human" | "human+llm", raterCount: number) => ({
  ...{ scope, raters, raterCount },
  ...({ level: "nominal", exposure: "independent" } as const),
});

test("a row compares people with LLMs only where an LLM has a value", () => {
  const [joined, alone] = [row("q", "human+llm", 3), row("overall", "human+llm", 2)];
  const rows = [row("q", "human", 2), joined, row("overall", "human", 2), alone];
  expect(rows.filter(isWithLlm(rows))).toEqual([joined]);
});

test("a model asked by several methods is one LLM", () => {
  const machine = (llm: string, method: string, raterKind?: "rules") => ({ llm, method, raterKind });
  const one = ["a", "b", "c"].map((method) => machine("m", method));
  expect(llmMethodCounts([...one, machine("rules", "r", "rules")], 3)).toEqual({ models: 1, conditions: 3 });
  expect(llmMethodCounts([machine("m", "a"), machine("n", "a")], 2)).toEqual({ models: 2, conditions: 2 });
  expect(llmMethodCounts([], 0)).toEqual({ models: 0, conditions: 0 });
});

test("exposure classes with a value, even n/a, have rows, and several have a pooled one", () => {
  const given = (exposure: "independent" | "exposed" | "unknown", raterCount: number, na = 0) => ({
    ...{ exposure, raterCount, na },
    ...({ raters: "human", pairable: 0 } as const),
  });
  const none = given("unknown", 0);
  expect(occurringExposures([none])).toEqual([]);
  expect(occurringExposures([none, given("exposed", 2)])).toEqual(["exposed"]);
  expect(occurringExposures([given("exposed", 0, 1), given("independent", 2), none])).toEqual([
    "independent",
    "exposed",
    "any",
  ]);
  expect(occurringExposures([{ ...given("exposed", 3), raters: "human+llm" }])).toEqual([]);
});
