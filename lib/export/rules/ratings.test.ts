import { expect, test } from "vitest";
import { unitName } from "@/lib/dataset/rules/unit-names";
import { actionOnValue, explanationOf } from "./ratings";

const unit = { task: "t1", response: "r1", responseB: null, item: "c1.1", decision: false };

test("a unit has the same name whichever response was shown as A", () => {
  const pair = { ...unit, item: "preference" };
  expect(unitName({ ...pair, response: "r2", responseB: "r1" })).toBe("r1,r2/preference");
  expect(unitName({ ...pair, response: "r1", responseB: "r2" })).toBe("r1,r2/preference");
});

test("no two units share a name", () => {
  expect(unitName(unit)).toBe("r1/c1.1");
  expect(unitName({ ...unit, response: "r1/c1", item: "1" })).toBe("r1%2Fc1/1");
  expect(unitName({ ...unit, item: "overall" })).toBe("r1/overall");
  expect(unitName({ ...unit, response: null, decision: true })).toBe("t1/c1.1/decision");
});

test("a drafted value is kept or changed", () => {
  expect(actionOnValue(4, 4)).toBe("accept");
  expect(actionOnValue("yes", "no")).toBe("revise");
  expect(actionOnValue(null, 4)).toBeNull();
  expect(actionOnValue(4, null)).toBeNull();
});

test("the explanation has the rater's final lines", () => {
  const none = { reasonCode: null, reasonNote: null };
  expect(
    explanationOf([
      { action: "accept", drafted: "kept", text: null, ...none },
      { action: "revise", drafted: "before", text: "after", reasonCode: "vague", reasonNote: "says little" },
      { action: "revise", drafted: "its new words were not kept", text: null, ...none },
      { action: "remove", drafted: "gone", text: null, reasonCode: "wrong", reasonNote: null },
      { action: "add", drafted: null, text: "own", reasonCode: "vague", reasonNote: null },
    ]),
  ).toEqual({
    explanation: "kept\nafter\nits new words were not kept\nown",
    initial_explanation: null,
    reason_code: "vague; wrong",
    reason_note: "says little",
  });
  const nothing = { explanation: null, initial_explanation: null, reason_code: null, reason_note: null };
  expect(explanationOf([])).toEqual(nothing);
  const own = { action: "add", drafted: null, ...none } as const;
  expect(
    explanationOf([
      { ...own, text: "Too short.", initial: true },
      { ...own, text: "Off topic.", initial: null },
    ]),
  ).toEqual({ ...nothing, explanation: "Too short.\nOff topic.", initial_explanation: "Too short." });
});
