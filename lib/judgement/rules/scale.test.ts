import { expect, test } from "vitest";
import { isOnScale, isWithinScale } from "@/lib/judgement/rules/scale";

const points = { type: "points", min: 1, max: 5 } as const;

test.each([
  [points, 3, true, true],
  [points, 3.5, false, true],
  [points, 6, false, false],
  [points, "yes", false, false],
  [{ type: "yesno" }, "yes", true, true],
  [{ type: "yesno" }, "na", false, false],
  [{ type: "yesnona" }, "na", true, true],
] as const)("on %o, %s may be given: %s, and may be imported: %s", (scale, value, given, imported) => {
  expect(isOnScale(scale, value)).toBe(given);
  expect(isWithinScale(scale, value)).toBe(imported);
});
