import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { Bytes } from "./bytes";

const some = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.integer({ min: 16_000, max: 50_000 }).map((length) => new Uint8Array(length).fill(length)),
);

test.prop([fc.array(some, { maxLength: 12 })], { numRuns: 50 })(
  "bytes are read as they were added",
  (given) => {
    const bytes = new Bytes();
    for (const one of given) bytes.push(Buffer.from(one));
    let from = 0;
    for (const one of given) {
      expect(bytes.between(from, from + one.length).equals(one)).toBe(true);
      from += one.length;
    }
  },
);
