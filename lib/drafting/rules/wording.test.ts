import { expect, test } from "vitest";
import { STARTING_POINTS } from "./judge/starting-points";
import { methods } from "./methods";
import { wordingOf } from "./wording";

test("every method of a paper says that its prompts are worded anew after that paper", () => {
  const without = methods.filter(({ paper }) => wordingOf(paper, "short") === null);
  expect(without.map(({ id }) => id)).toEqual(["answer"]);
  const said = new Set(methods.map(({ paper }) => wordingOf(paper, "short")));
  expect([...said].sort()).toEqual([
    "Wording of our own after Cook et al. (2024).",
    "Wording of our own after Furuhashi et al. (2025).",
    "Wording of our own after Gupta et al.",
    "Wording of our own after Li et al. (2023).",
    "Wording of our own after Zeng et al. (2024).",
    null,
  ]);
  expect(wordingOf(methods.find(({ id }) => id === "clstudy.generate.baseline")?.paper ?? "", "full")).toBe(
    "Wording of our own after Furuhashi et al. (2025), Are Checklists Really Useful for Automatic Evaluation of Generative Tasks?",
  );
});

test("a judge begins with a published method, which says the same, or with a plain prompt", () => {
  const cited = STARTING_POINTS.flatMap(({ paper }) => (paper === null ? [] : [wordingOf(paper, "full")]));
  expect(cited.length).toBeGreaterThan(0);
  for (const words of cited) expect(words).toMatch(/^Wording of our own after .+[.?]$/);
});
