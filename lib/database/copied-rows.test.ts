import { PassThrough } from "node:stream";
import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import type { Connection } from "pg";
import { expect } from "vitest";
import { takeCopiedRows } from "@/lib/database/copied-rows";

function message(type: string, body: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 0, "latin1");
  header.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([header, body]);
}

const body = fc.uint8Array({ maxLength: 40 });
const rowOrOther = fc.tuple(fc.constantFrom("d", "d", "d", "H", "N", "S"), body);
const afterwards = fc.array(fc.tuple(fc.constantFrom("C", "Z", "d", "T"), body), { maxLength: 4 });

property.prop([
  fc.array(rowOrOther, { maxLength: 30 }),
  fc.constantFrom("c", "E"),
  afterwards,
  fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 }),
])(
  "copied rows are read and all other messages reach the driver, however the bytes are split",
  (during, ending, after, lengths) => {
    const stream = new PassThrough();
    const others: Buffer[] = [];
    const driver = (piece: Buffer) => others.push(Buffer.from(piece));
    stream.on("data", driver);
    const rows: Buffer[] = [];
    takeCopiedRows({ stream } as unknown as Connection, (bytes, from, end) =>
      rows.push(Buffer.from(bytes.subarray(from, end))),
    );
    const all = [...during, [ending, new Uint8Array(3)] as const, ...after].map(([type, of]) =>
      message(type, of),
    );
    const sent = Buffer.concat(all);
    for (let at = 0, n = 0; at < sent.length; n++) {
      const length = lengths[n % lengths.length] as number;
      stream.emit("data", sent.subarray(at, at + length));
      at += length;
    }
    expect(rows).toEqual(during.flatMap(([type, of]) => (type === "d" ? [Buffer.from(of)] : [])));
    // Whatever follows the last row is not ours, even if it looks like a row.
    const theirs = all.filter((_, place) => place >= during.length || during[place]?.[0] !== "d");
    expect(Buffer.concat(others)).toEqual(Buffer.concat(theirs));
    expect(stream.listeners("data")).toEqual([driver]);
  },
);
