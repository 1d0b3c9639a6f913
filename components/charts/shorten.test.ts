import { describe, expect, test } from "vitest";
import { inLines, shorten } from "./shorten";

test("a name that fits is unchanged, and a longer one ends in an ellipsis", () => {
  expect(shorten("gpt-4o", 6)).toBe("gpt-4o");
  expect(shorten("Use simple language", 12)).toBe("Use simple…");
});

describe("a name in lines", () => {
  test("is broken after words and hyphens and before brackets", () => {
    expect(inLines("gpt-3.5-turbo (coeval.step)", 13, 3)).toBe("gpt-3.5-turbo\n(coeval.step)");
    expect(inLines("sample drafter (sample)", 8, 3)).toBe("sample\ndrafter\n(sample)");
  });

  test("stays in one line where it fits", () => {
    expect(inLines("A01", 8, 2)).toBe("A01");
  });

  test("says where words are cut, and where lines are missing", () => {
    expect(inLines("incomprehensibility", 8, 2)).toBe("incompr…");
    expect(inLines("one two three four", 5, 2)).toBe("one\ntwo…");
  });
});
