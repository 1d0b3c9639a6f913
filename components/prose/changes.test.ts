import { fc, test as propTest } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { changesBetween } from "@/components/prose/changes";

test("shows removed and added words between unchanged ones", () => {
  expect(changesBetween("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual([
    { kind: "same", lines: ["a"] },
    { kind: "removed", lines: ["b"] },
    { kind: "added", lines: ["x"] },
    { kind: "same", lines: ["c", "d"] },
    { kind: "added", lines: ["e"] },
  ]);
  expect(changesBetween("same", "same")).toEqual([{ kind: "same", lines: ["same"] }]);
});

test("texts too long to compare are one removal and one addition", () => {
  const many = (word: string) => Array.from({ length: 2500 }, (_, n) => `${word} ${n}`).join("\n");
  expect(changesBetween(many("old"), many("new")).map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ["removed", 2500],
    ["added", 2500],
  ]);
});

const text = fc.array(fc.constantFrom("", "a", "b", "c"), { maxLength: 12 }).map((lines) => lines.join("\n"));

propTest.prop([text, text])("both texts can be rebuilt from the changes", (before, after) => {
  const changes = changesBetween(before, after);
  const without = (kind: string) =>
    changes.flatMap((change) => (change.kind === kind ? [] : change.lines)).join("\n");
  expect(without("added")).toBe(before);
  expect(without("removed")).toBe(after);
});
