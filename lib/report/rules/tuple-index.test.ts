import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { DictionaryColumn } from "./growable-columns";
import { TupleIndex } from "./tuple-index";

const key = fc.tuple(fc.integer({ min: -2, max: 5 }), fc.integer({ min: -2, max: 5 }));

test.prop([fc.array(key, { maxLength: 200 })])(
  "keys are numbered as they appear, and read when closed",
  (keys) => {
    const numbers = new TupleIndex(2);
    const seen = [...new Map(keys.map((one) => [one.join(), one])).values()];
    for (const one of keys)
      expect(numbers.of(Int32Array.from(one))).toBe(seen.findIndex((other) => other.join() === one.join()));
    numbers.close();
    expect(seen.map((_, number) => [numbers.part(number, 0), numbers.part(number, 1)])).toEqual(seen);
    expect(() => numbers.of(Int32Array.of(0, 0))).toThrow("after the last one");
  },
);

test("closed codes refuse every further value", () => {
  const codes = new DictionaryColumn<string>();
  expect([codes.of("a"), codes.of("b"), codes.of("a")]).toEqual([0, 1, 0]);
  codes.close();
  expect(codes.list).toEqual(["a", "b"]);
  expect(() => codes.of("a")).toThrow("after the last one");
});
