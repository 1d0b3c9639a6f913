import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unzip } from "./unzip";
import { zip } from "./zip";

const at = new Date("2026-11-21T10:20:31Z");

async function* each<T>(values: readonly T[]) {
  yield* values;
}

async function archiveOf(files: [name: string, pieces: (string | Uint8Array)[]][]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zip(each(files.map(([name, body]) => ({ name, body: each(body) }))), at)) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const pieces = fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.uint8Array()), { maxLength: 5 });
const named = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 9 }), pieces), {
  selector: ([name]) => name,
  maxLength: 5,
});

property.prop([named], { numRuns: 100 })("what is packed is unpacked", async (files) => {
  const expected = files.map(([name, body]) => [
    name,
    Buffer.concat(body.map((piece) => Buffer.from(piece))),
  ]);
  expect([...unzip(await archiveOf(files))]).toEqual(expected);
});

test("a long file is read no further than the archive", async () => {
  let made = 0;
  let ended = false;
  async function* long() {
    try {
      for (;;) {
        made++;
        yield crypto.getRandomValues(new Uint8Array(64 * 1024));
      }
    } finally {
      ended = true;
    }
  }
  const archive = zip(each([{ name: "long", body: long() }]), at);
  let read = 0;
  for await (const piece of archive) {
    read += piece.length;
    if (read > 1_000_000) break;
  }
  expect(made).toBeLessThan(40);
  await expect.poll(() => ended).toBe(true);
});

test("a file that fails while being read fails the archive", async () => {
  async function* broken() {
    yield "a";
    throw new Error("the disk is gone");
  }
  const read = async () => {
    for await (const _ of zip(each([{ name: "a", body: broken() }]), at));
  };
  await expect(read()).rejects.toThrow("the disk is gone");
});
