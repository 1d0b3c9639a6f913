import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Pattern, strokesIn } from "@/components/charts/pattern";

const patterns: Pattern[] = ["solid", "slanted", "dotted", "crossed"];
const place = fc.double({ min: -500, max: 500, noNaN: true });
const size = fc.double({ min: 0, max: 300, noNaN: true });

property.prop([fc.constantFrom(...patterns), fc.record({ x: place, y: place, width: size, height: size })])(
  "a pattern stays within its bar",
  (pattern, box) => {
    const points = [...strokesIn(pattern, box).matchAll(/[ML]([-\d.]+),([-\d.]+)/g)];
    for (const [, x, y] of points) {
      expect(Number(x)).toBeGreaterThanOrEqual(box.x);
      expect(Number(x)).toBeLessThanOrEqual(box.x + box.width);
      expect(Number(y)).toBeGreaterThanOrEqual(box.y);
      expect(Number(y)).toBeLessThanOrEqual(box.y + box.height);
    }
  },
);

test("the patterns within a bar differ, and only the plain one draws nothing", () => {
  const drawn = patterns.map((pattern) => strokesIn(pattern, { x: 0, y: 0, width: 14, height: 14 }));
  expect(new Set(drawn).size).toBe(4);
  expect(drawn[0]).toBe("");
  expect(drawn[1]).toBe("M1,5L5,1M1,11L11,1M5,13L13,5M11,13L13,11");
});
