import { expect, test } from "vitest";
import { gestureOf, keyOfPoint, pointOf } from "./keys";

const press = (
  key: string,
  held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat", boolean>> = {},
) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test("a key alone is a gesture, whatever the case", () => {
  expect(gestureOf(press("a"))).toEqual({ do: "accept" });
  expect(gestureOf(press("A", { shiftKey: true }))).toEqual({ do: "accept" });
  expect(gestureOf(press("7"))).toEqual({ do: "digit", digit: 7 });
});

test("the browser keeps its own chords", () => {
  expect(gestureOf(press("a", { ctrlKey: true }))).toBeNull();
  expect(gestureOf(press("r", { metaKey: true }))).toBeNull();
  expect(gestureOf(press("x", { altKey: true }))).toBeNull();
  expect(gestureOf(press("z", { ctrlKey: true, shiftKey: true }))).toBeNull();
});

test("submit and undo work with either command key", () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(gestureOf(press("Enter", held))).toEqual({ do: "submit" });
    expect(gestureOf(press("z", held))).toEqual({ do: "undo" });
  }
});

test("a key that is held down submits once, and moves on as long as it is held", () => {
  expect(gestureOf(press("Enter", { ctrlKey: true, repeat: true }))).toBeNull();
  expect(gestureOf(press("j", { repeat: true }))).toEqual(gestureOf(press("j")));
  expect(gestureOf(press("j"))).not.toBeNull();
});

test("0 means 10, or 0 where the scale starts there", () => {
  expect(pointOf(0, { min: 1, max: 10 })).toBe(10);
  expect(pointOf(0, { min: 0, max: 9 })).toBe(0);
  expect(pointOf(0, { min: 1, max: 5 })).toBeNull();
  expect(pointOf(6, { min: 1, max: 5 })).toBeNull();
});

test("the badge beside a point is the key that gives it", () => {
  for (const scale of [
    { min: 0, max: 9 },
    { min: 1, max: 10 },
    { min: -2, max: 12 },
  ]) {
    for (let point = scale.min; point <= scale.max; point++) {
      const key = keyOfPoint(point, scale);
      if (key !== null) expect(pointOf(Number(key), scale)).toBe(point);
    }
  }
});
