import { test as prop } from "@fast-check/vitest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inOptionOrder, isAnswer, optionsIn, storedAnswer } from "@/lib/protocol/rules/answers";
import type { Answering } from "@/lib/protocol/schema";

const options = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));

test("an answer has the form of its question", () => {
  expect(isAnswer({ options }, "a")).toBe(true);
  expect(isAnswer({ options }, "d")).toBe(false);
  expect(isAnswer({ options }, ["a"])).toBe(false);
  const several = { options, form: "several" } as const;
  expect(isAnswer(several, ["c", "a"])).toBe(true);
  expect(isAnswer(several, ["a", "a"])).toBe(false);
  expect(isAnswer(several, ["a", "d"])).toBe(false);
  expect(isAnswer(several, "a")).toBe(false);
  const number: Answering = { options: [], form: "number", min: 0, max: 10 };
  expect([0, 2.5, 10].every((value) => isAnswer(number, value))).toBe(true);
  expect([-0.1, 11, Number.NaN].some((value) => isAnswer(number, value))).toBe(false);
  expect(isAnswer(number, "5")).toBe(false);
  expect(isAnswer({ options: [], form: "number" }, -3)).toBe(true);
  expect(isAnswer({ options: [], form: "text" }, "Because.")).toBe(true);
  expect(isAnswer({ options: [], form: "text" }, "  ")).toBe(false);
});

prop.prop([fc.shuffledSubarray(["a", "b", "c"], { minLength: 1 })])(
  "several options are stored in the order of the question, whatever the order in which they were chosen",
  (chosen) => {
    const stored = storedAnswer(inOptionOrder({ options }, chosen));
    expect(optionsIn("several", stored)).toEqual(["a", "b", "c"].filter((value) => chosen.includes(value)));
  },
);

test("a number is stored as it is written, and is no option", () => {
  expect(storedAnswer(2.5)).toBe("2.5");
  expect(optionsIn("number", "2.5")).toEqual([]);
  expect(optionsIn(undefined, "yes")).toEqual(["yes"]);
});
