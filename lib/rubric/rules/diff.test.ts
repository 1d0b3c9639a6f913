import fc from "fast-check";
import { expect, test } from "vitest";
import { wordDiff } from "@/lib/rubric/rules/diff";

const read = (parts: ReturnType<typeof wordDiff>, without: "added" | "removed") =>
  parts.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join("");

test("both texts can be read from their difference, whatever they are", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "the", "日本", " ", "  ", "\n"), { maxLength: 12 })
    .map((w) => w.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after);
      expect(read(parts, "added")).toBe(before);
      expect(read(parts, "removed")).toBe(after);
    }),
  );
});

test("one word changed is one word shown", () => {
  expect(wordDiff("Is it short?", "Is it brief?")).toEqual([
    { kind: "same", text: "Is it " },
    { kind: "removed", text: "short?" },
    { kind: "added", text: "brief?" },
  ]);
});

test("consecutive changed words are one change, including spaces", () => {
  expect(wordDiff("Does the text name it?", "Is a place named?")).toEqual([
    { kind: "removed", text: "Does the text name it?" },
    { kind: "added", text: "Is a place named?" },
  ]);
});
