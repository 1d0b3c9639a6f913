import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { type Extent, scrollFor } from "./scroll-to-focused";

const view = { top: 50, bottom: 950 };
const shift = ({ top, bottom }: Extent, by: number) => ({ top: top - by, bottom: bottom - by });

test("a part that is wholly visible in the upper third is not scrolled", () => {
  const group = { top: 200, bottom: 500 };
  expect(scrollFor(view, group, { top: 400, bottom: 500 })).toBe(0);
});

test("a part at the bottom edge is scrolled to the upper third, with its text", () => {
  const group = { top: 700, bottom: 1000 };
  const by = scrollFor(view, group, { top: 940, bottom: 1000 });
  const after = shift(group, by);
  expect(after.top).toBeGreaterThan(view.top);
  expect(after.top).toBeLessThanOrEqual(350);
  expect(after.bottom).toBeLessThan(view.bottom);
});

test("in a group longer than the screen, the focused part is scrolled fully into view", () => {
  const part = { top: 2400, bottom: 2460 };
  const after = shift(part, scrollFor(view, { top: 300, bottom: 2500 }, part));
  expect(after.top).toBeGreaterThanOrEqual(view.top);
  expect(after.top).toBeLessThanOrEqual(350);
});

property.prop([
  fc.integer({ min: -4000, max: 4000 }),
  fc.integer({ min: 10, max: 860 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
])(
  "a group that fits is whole, its top in the upper third or as high as it must be, and moves no second time",
  (top, height, share) => {
    const group = { top, bottom: top + height };
    const part = { top: top + height * share * 0.9, bottom: group.bottom };
    const by = scrollFor(view, group, part);
    const after = shift(group, by);
    expect(after.top).toBeGreaterThanOrEqual(view.top);
    expect(after.bottom).toBeLessThanOrEqual(view.bottom);
    expect(after.top).toBeLessThanOrEqual(350);
    expect(scrollFor(view, after, shift(part, by))).toBe(0);
  },
);
