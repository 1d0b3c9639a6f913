import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { input, method, one } from "@/lib/drafting/testing/inputs";
import { promptText } from "@/lib/drafting/testing/prompt-text";

/**
 * Methods whose templates got variants without a new version: selective use, item ablation, scores to 10. The files in
 * methods/prompts hold what they sent before, with the parameters of then. They are fixed: a prompt that differs is not
 * the version that it claims to be, and needs a new one.
 */
test.each([
  "clstudy.pairwise.none",
  "clstudy.pairwise.checklist",
  "clstudy.direct.none",
  "clstudy.direct.checklist",
  "salc.evaluate_absolute",
  "judge.plain_absolute",
  "judge.fixed_rubric",
])("%s sends what its version sent before it had variants", async (id) => {
  const known = method(id);
  const full = known.subject === "pair" ? input : one;
  const { input: _, description: __, reference, ...rest } = full;
  const bare = known.needs.includes("reference") && reference !== undefined ? { ...rest, reference } : rest;
  const now = [
    `##### with all parts, as text\n${promptText(known, full)}`,
    `##### without optional parts, as text\n${promptText(known, bare)}`,
    `##### with all parts, as JSON\n${promptText(method(`${id}:structured`), full)}`,
  ].join("\n");
  expect(now).toBe(await readFile(new URL(`./methods/prompts/${id}.txt`, import.meta.url), "utf8"));
});
