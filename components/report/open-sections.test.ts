import { expect, test } from "vitest";
import { isSectionOpen, withSectionToggled } from "./open-sections";

test("long sections start closed and others open; the address stores the differences", () => {
  expect([isSectionOpen("", "pairs", true), isSectionOpen("", "right", false)]).toEqual([false, true]);
  const toggled = withSectionToggled(withSectionToggled("", "pairs"), "right");
  expect(toggled).toBe("pairs,right");
  expect([isSectionOpen(toggled, "pairs", true), isSectionOpen(toggled, "right", false)]).toEqual([
    true,
    false,
  ]);
  expect(withSectionToggled(toggled, "pairs")).toBe("right");
  expect(withSectionToggled("right", "right")).toBe("");
});

test("unknown sections in an address are ignored", () => {
  expect(isSectionOpen(",,pairs,", "pairs", true)).toBe(true);
  expect(isSectionOpen("unknown", "pairs", true)).toBe(false);
  expect(withSectionToggled(",unknown,", "pairs")).toBe("unknown,pairs");
});
