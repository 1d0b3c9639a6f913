import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { NarrowColumn } from "./growable-columns";

const number = fc.oneof(fc.integer({ min: -2, max: 9 }), fc.integer({ min: -200, max: 200 }), fc.integer());

test.prop([fc.array(number, { maxLength: 60 }), fc.array(fc.tuple(fc.nat(59), number), { maxLength: 9 })])(
  "a column holds what was put into it, however wide it has to become",
  (numbers, changes) => {
    const column = new NarrowColumn();
    for (const one of numbers) column.push(one);
    const expected = [...numbers];
    for (const [row, one] of changes) {
      if (row >= expected.length) continue;
      column.set(row, one);
      expected[row] = one;
    }
    expect(column.length).toBe(expected.length);
    expect(expected.map((_, row) => column.at(row))).toEqual(expected);
  },
);
