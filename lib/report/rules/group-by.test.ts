import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { grouped } from "./group-by";
import { NONE } from "./none";

const UNITS = 5;
const entry = fc.record({
  // One unit has more entries than are sorted by insertion.
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constant(2) },
    { weight: 2, arbitrary: fc.integer({ min: NONE, max: UNITS - 1 }) },
  ),
  rank: fc.nat(6),
});

test.prop([fc.array(entry, { maxLength: 120 })])(
  "each unit has its entries by rank, and those of one rank in their order",
  (entries) => {
    const of =
      <K extends "unit" | "rank">(field: K) =>
      (at: number) =>
        entries[at]?.[field] ?? NONE;
    const found = grouped(UNITS, entries.length, of("unit"), of("rank"));
    for (let unit = 0; unit < UNITS; unit++) {
      const own = entries.flatMap((one, at) => (one.unit === unit ? [{ at, rank: one.rank }] : []));
      expect([...found.entry.subarray(found.start[unit], found.start[unit + 1])]).toEqual(
        own.sort((a, b) => a.rank - b.rank).map(({ at }) => at),
      );
    }
  },
);
