import { expect, test } from "vitest";
import { typedNumber } from "./typed-number";

test("numbers are read as they are written in the languages of the workbench", () => {
  expect(["3", " 2.5 ", "2,5", "-4", "−4", ".5", "٣٫٥", "۷"].map(typedNumber)).toEqual([
    3, 2.5, 2.5, -4, -4, 0.5, 3.5, 7,
  ]);
  expect(["", "three", "1.2.3", "1e9", "0x10", "1,000,000", "Infinity"].map(typedNumber)).toEqual(
    Array(7).fill(null),
  );
});
