import { expect, test } from "vitest";
import { guidelinesFor, isUnedited } from "@/lib/protocol/rules/guidelines";
import { PRESETS } from "@/lib/protocol/rules/presets";

test.each(PRESETS.map(({ id }) => id))("the guidelines of %s say what to do, and what in doubt", (id) => {
  const text = guidelinesFor(id);
  expect(text).toMatch(/^# What to do\n\nYou /);
  expect(text).toContain("## In doubt");
  expect(text.match(/^## .*$/gm)?.length).toBe(new Set(text.match(/^## .*$/gm)).size);
  // A paragraph, a heading or an entry of a list on each line.
  for (const line of text.split("\n")) expect(line).toMatch(/^$|^#{1,2} |^- \*\*|^- [A-Z]|^[A-Z]/);
  expect(text.split(/\s+/).length).toBeLessThan(600);
  expect(isUnedited(text)).toBe(true);
  expect(isUnedited(`${text}\nOur own example.`)).toBe(false);
});

test("empty guidelines have no preset text", () => {
  expect(isUnedited(" \n")).toBe(true);
});
