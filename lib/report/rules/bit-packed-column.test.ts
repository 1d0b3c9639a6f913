import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { packed } from "./bit-packed-column";
import { NONE } from "./growable-columns";

const number = fc.oneof(
  fc.constantFrom(NONE, -2, 0, 2 ** 31 - 1, -(2 ** 31)),
  fc.integer({ min: -2, max: 9 }),
  fc.integer(),
);

/** Adjacent rows that are equal, ascending, or near or far from each other. */
const stretch = fc.oneof(
  fc.tuple(number, fc.nat(1500)).map(([one, times]) => new Array<number>(times).fill(one)),
  fc
    .tuple(fc.integer({ min: -1000, max: 2 ** 30 }), fc.nat(1500), fc.nat(900))
    .map(([first, times, step]) => Array.from({ length: times }, (_, at) => (first + at * step) | 0)),
  fc.array(fc.integer({ min: -2, max: 5 }), { maxLength: 700 }),
  fc.array(number, { maxLength: 700 }),
);

const numbers = fc.array(stretch, { maxLength: 8 }).map((stretches) => stretches.flat());

test.prop([numbers])("a packed column returns the number added in each row", (given) => {
  const column = packed(given);
  expect(column.length).toBe(given.length);
  expect(given.map((_, row) => column.at(row))).toEqual(given);
});

test("a column longer than one chunk of storage is read whole", () => {
  const given = Array.from({ length: 20_000 }, (_, row) => Math.imul(row, 0x9e3779b1));
  const column = packed(given);
  expect(given.every((one, row) => column.at(row) === one)).toBe(true);
});
