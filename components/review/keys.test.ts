import { expect, test } from "vitest";
import { commandOf, keyOfPoint, pointOf } from "./keys";

const press = (
  key: string,
  modifiers: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat", boolean>> = {},
) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

test("a letter without modifiers is a shortcut, in either case", () => {
  expect(commandOf(press("a"))).toEqual({ do: "accept" });
  expect(commandOf(press("A", { shiftKey: true }))).toEqual({ do: "accept" });
  expect(commandOf(press("7"))).toEqual({ do: "digit", digit: 7 });
});

test("key combinations of the browser are left to the browser", () => {
  expect(commandOf(press("a", { ctrlKey: true }))).toBeNull();
  expect(commandOf(press("r", { metaKey: true }))).toBeNull();
  expect(commandOf(press("x", { altKey: true }))).toBeNull();
  expect(commandOf(press("Enter", { ctrlKey: true, shiftKey: true }))).toBeNull();
});

test("submit, undo and redo work with either command key", () => {
  for (const modifiers of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(commandOf(press("Enter", modifiers))).toEqual({ do: "submit" });
    expect(commandOf(press("z", modifiers))).toEqual({ do: "undo" });
    expect(commandOf(press("Z", { ...modifiers, shiftKey: true }))).toEqual({ do: "redo" });
    expect(commandOf(press("y", modifiers))).toEqual({ do: "redo" });
  }
});

test("a held key repeats movement and nothing else", () => {
  for (const key of ["j", "k", "ArrowDown", "ArrowUp"]) {
    expect(commandOf(press(key))).not.toBeNull();
    expect(commandOf(press(key, { repeat: true }))).toEqual(commandOf(press(key)));
  }
  for (const key of ["a", "x", "r", "n", "d", "y", "f", "-", "1", "0", "u", "Enter", "?"])
    expect(commandOf(press(key, { repeat: true }))).toBeNull();
  for (const key of ["Enter", "z", "y"])
    expect(commandOf(press(key, { ctrlKey: true, repeat: true }))).toBeNull();
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
