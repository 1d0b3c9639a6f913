import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { judgeHash } from "@/lib/drafting/rules/judge/hash";
import {
  dearestPrice,
  panelModel,
  panelProblem,
  panelSpec,
  panelValue,
  panelValues,
} from "@/lib/drafting/rules/judge/panel";
import { startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import type { DraftedValue } from "@/lib/drafting/schema";
import { JudgeSpec, type PanelMember, type PanelRule, PromptSpec } from "@/lib/drafting/schema/judge-spec";
import { modelFamily } from "@/lib/report/rules/inference/model-family";

const spec = PromptSpec.parse(startingPoint("plain.response")?.spec);
const member = (n: number, rest: Partial<PanelMember> = {}): PanelMember => ({
  version: `00000000-0000-4000-8000-00000000000${n}`,
  endpoint: "00000000-0000-4000-8000-00000000000a",
  ...{ judge: `Judge ${n}`, number: 1, model: `model-${n}`, spec, weight: 1, ...rest },
});

const of = (rule: PanelRule, ...given: [value: NonNullable<DraftedValue["value"]>, weight?: number][]) =>
  panelValue(
    rule,
    given.map(([value, weight = 1]) => ({ value, weight })),
  );

describe("the value of a panel", () => {
  test("is the most frequent one, and none without a majority", () => {
    expect(of("majority", [4], [4], [1])).toBe(4);
    expect(of("majority", ["yes"], ["no"])).toBeNull();
    expect(of("majority", ["A"], ["tie"], ["tie"])).toBe("tie");
    expect(of("majority", ["A"], ["B"], ["tie"])).toBeNull();
  });

  test("is the mean or the median of scores, rounded half up", () => {
    expect(of("mean", [1], [2], [2])).toBe(2);
    expect(of("mean", [2], [3])).toBe(3);
    expect(of("median", [1], [1], [5])).toBe(1);
    expect(of("median", [1], [4])).toBe(3);
  });

  test("is weighted by the members' κ", () => {
    expect(of("weighted", ["yes", 0.7], ["no", 0.3], ["no", 0.3])).toBe("yes");
    expect(of("weighted", ["yes", 0.3], ["no", 0.1], ["no", 0.2])).toBeNull();
    // (5 · 0.6 + 2 · 0.2) / 0.8 = 4.25
    expect(of("weighted", [5, 0.6], [2, 0.2])).toBe(4);
  });

  test.prop([
    fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100 })), { minLength: 1 }),
  ])("does not depend on the order of members and lies between their values", (given) => {
    for (const rule of ["majority", "median", "mean", "weighted"] as const) {
      const members = given.map(([value, weight]) => [value, weight / 100] as [number, number]);
      const value = of(rule, ...members);
      expect(of(rule, ...members.toReversed())).toBe(value);
      if (value === null) continue;
      expect(value).toBeGreaterThanOrEqual(Math.min(...given.map(([one]) => one)));
      expect(value).toBeLessThanOrEqual(Math.max(...given.map(([one]) => one)));
    }
  });

  const said = (title: string, value: DraftedValue["value"]) => ({
    ...{ title, weight: 1 },
    values: [{ target: "overall" as const, response: "r", value, lines: [`Because ${title}.`], flags: [] }],
  });

  test("needs half of the members, shows each one's value, and is flagged where they disagree", () => {
    expect(panelValues("majority", [said("a", 4), said("b", 4), said("c", 1)])).toEqual([
      {
        ...{ target: "overall", response: "r", value: 4, votes: [4, 4, 1], flags: ["panel_split"] },
        lines: ["a: 4. Because a.", "b: 4. Because b.", "c: 1. Because c."],
      },
    ]);
    expect(panelValues("mean", [said("a", 4), said("b", null)])).toMatchObject([{ value: 4, flags: [] }]);
    expect(panelValues("mean", [said("a", 4), said("b", null), said("c", null)])).toMatchObject([
      { value: null, undecided: "not_run", votes: [4, null, null] },
    ]);
    expect(panelValues("majority", [said("a", 4), said("b", 1)])).toMatchObject([
      { value: null, undecided: "tie" },
    ]);
  });
});

describe("a panel", () => {
  const panel = (members: PanelMember[], rule: PanelRule = "majority") =>
    panelSpec({ rule, members, weightedOn: null });
  const hashOf = (members: PanelMember[], rule?: PanelRule) => judgeHash(panel(members, rule), "panel");

  test("is a valid specification without a prompt, and nothing else may lack one", () => {
    expect(JudgeSpec.parse(panel([member(1), member(2)])).panel?.members).toHaveLength(2);
    expect(JudgeSpec.safeParse({ ...spec, user: "" }).success).toBe(false);
    expect(JudgeSpec.safeParse({ ...panel([member(1), member(2)]), user: "x" }).success).toBe(false);
    expect(PromptSpec.safeParse(panel([member(1), member(2)])).success).toBe(false);
  });

  test("has another hash with another rule, model, prompt or weight, and the same in any order", () => {
    const two = [member(1), member(2)];
    expect(hashOf(two.toReversed())).toBe(hashOf(two));
    const others = [
      hashOf(two, "mean"),
      hashOf([member(1), member(2, { model: "other" })]),
      hashOf([member(1), member(2, { weight: 0.5 })]),
      hashOf([member(1), member(2, { spec: { ...spec, system: "Be strict." } })]),
      hashOf([member(1), member(2, { endpoint: "00000000-0000-4000-8000-00000000000b" })]),
    ];
    expect(new Set([hashOf(two), ...others]).size).toBe(6);
  });

  test("has members that judge the same on one scale", () => {
    const pair = PromptSpec.parse(startingPoint("plain.pair")?.spec);
    const ten = { ...spec, scale: { min: 1, max: 10, labels: {} } };
    expect(panelProblem([member(1), member(2)], "mean")).toBeNull();
    expect(panelProblem([member(1), member(2, { spec: pair })], "majority")).toMatch(/judge the same/);
    expect(panelProblem([member(1), member(2, { spec: ten })], "mean")).toMatch(/same scale/);
    expect(panelProblem([member(1, { spec: pair }), member(2, { spec: pair })], "mean")).toMatch(
      /need scores/,
    );
  });

  test("belongs to no family of models", () => {
    expect(modelFamily(panelModel({ members: [member(1), member(2)] }))).toBeNull();
  });

  test("costs at most what the dearest member costs, and an unknown sum if one price is unknown", () => {
    const price = { currency: "USD", inputMicros: 1, outputMicros: 9, since: "2026-01-02" };
    const other = { ...price, inputMicros: 3, cachedInputMicros: 2, outputMicros: 4, since: "2026-01-01" };
    expect(dearestPrice([price, other])).toEqual({
      ...price,
      ...{ inputMicros: 3, cachedInputMicros: 2, since: "2026-01-01" },
    });
    expect(dearestPrice([price, null])).toBeNull();
  });
});
