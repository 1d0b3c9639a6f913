import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { findFreePosition, overlap, type ScreenBox } from "./free-position";

const window = { width: 1000, height: 600 };
const size = { width: 300, height: 60 };

test("an empty window: the lower end corner", () => {
  expect(findFreePosition(size, window, [])).toEqual({ left: 684, top: 524 });
  expect(findFreePosition(size, window, [], true)).toEqual({ left: 16, top: 524 });
});

test("above a bar of buttons; at the start where the end is full; nowhere in a full window", () => {
  const bar = { left: 0, top: 540, width: 1000, height: 60 };
  expect(findFreePosition(size, window, [bar])?.top).toBeLessThanOrEqual(480);
  const column = { left: 500, top: 0, width: 500, height: 600 };
  expect(findFreePosition(size, window, [column])).toEqual({ left: 16, top: 524 });
  expect(findFreePosition(size, window, [{ left: 0, top: 0, ...window }])).toBeNull();
});

test("the size may be a DOMRect, whose fields are those of its class", () => {
  class Rect {
    get width() {
      return size.width;
    }
    get height() {
      return size.height;
    }
  }
  const bar = { left: 0, top: 540, width: 1000, height: 60 };
  expect(findFreePosition(new Rect(), window, [bar])).toEqual(findFreePosition(size, window, [bar]));
});

test("between two columns that leave no room at the sides or in the middle", () => {
  const columns = [
    { left: 0, top: 0, width: 380, height: 600 },
    { left: 720, top: 0, width: 280, height: 600 },
  ];
  const narrow = { width: 300, height: 60 };
  for (const isRightToLeft of [false, true]) {
    const place = findFreePosition(narrow, window, columns, isRightToLeft);
    expect(place?.top).toBe(524);
    expect(place?.left).toBeGreaterThanOrEqual(380);
    expect(place?.left).toBeLessThanOrEqual(420);
  }
});

const boxes = fc.array(
  fc.record({
    left: fc.integer({ min: 0, max: 1000 }),
    top: fc.integer({ min: 0, max: 600 }),
    width: fc.integer({ min: 1, max: 400 }),
    height: fc.integer({ min: 1, max: 200 }),
  }),
  { maxLength: 20 },
);

property.prop([boxes])("what it finds touches nothing and lies in the window", (others: ScreenBox[]) => {
  const place = findFreePosition(size, window, others);
  if (!place) return;
  expect(others.some((other) => overlap({ ...place, ...size }, other))).toBe(false);
  expect(place.left).toBeGreaterThanOrEqual(0);
  expect(place.top).toBeGreaterThanOrEqual(0);
  expect(place.left + size.width).toBeLessThanOrEqual(window.width);
  expect(place.top + size.height).toBeLessThanOrEqual(window.height);
});
