import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { Milliseconds } from "./timestamp-column";

const time = fc.oneof(
  fc.constant(Number.NaN),
  fc.integer({ min: 0, max: 100_000 }),
  fc.date({ noInvalidDate: true }).map((at) => at.getTime()),
  fc.double({ noNaN: true }).map((x) => x + 0),
);

test.prop([fc.array(time, { maxLength: 40 })])(
  "times are as they were put in, however far apart",
  (times) => {
    const column = new Milliseconds();
    for (const one of times) column.push(one);
    expect(column.length).toBe(times.length);
    expect(times.map((_, row) => column.at(row))).toEqual(times);
  },
);
