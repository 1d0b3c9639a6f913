import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** One file of an archive, generated while it is read. */
export interface ZipEntry {
  name: string;
  body: AsyncIterable<string | Uint8Array>;
}

/** Amount of text encoded at a time. */
const PIECE = 64 * 1024;
const MOST_32 = 0xffffffff;

/** Names in UTF-8; sizes follow the data, because they are not known before. */
const FLAGS = 0x0808;
const DEFLATE = 8;

interface Written {
  name: Uint8Array;
  crc: number;
  packed: number;
  size: number;
  at: number;
}

/**
 * A zip archive of files in sequence, with one chunk in memory: each is compressed while it is read, and no
 * further once reading stops. Sizes beyond 4 GB are written as ZIP64. APPNOTE.TXT 6.3.10, PKWARE.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const moment = dosTime(at);
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, body } of entries) {
    const entry: Written = { name: new TextEncoder().encode(name), crc: 0, packed: 0, size: 0, at: offset };
    const header = fields(
      [4, 0x04034b50],
      [2, 20],
      [2, FLAGS],
      [2, DEFLATE],
      [4, moment],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, entry.name.length],
      [2, 0],
    );
    yield header;
    yield entry.name;
    for await (const packed of deflated(body, entry)) {
      entry.packed += packed.length;
      yield packed;
    }
    const wide = entry.packed > MOST_32 || entry.size > MOST_32;
    const descriptor = fields(
      [4, 0x08074b50],
      [4, entry.crc],
      [wide ? 8 : 4, entry.packed],
      [wide ? 8 : 4, entry.size],
    );
    yield descriptor;
    offset += header.length + entry.name.length + entry.packed + descriptor.length;
    written.push(entry);
  }
  const start = offset;
  for (const entry of written) {
    const record = centralRecord(entry, moment);
    offset += record.length;
    yield record;
  }
  yield endOf(written.length, start, offset - start);
}

/** The compressed body; records its size and checksum in `entry`. */
async function* deflated(body: ZipEntry["body"], entry: Written): AsyncGenerator<Uint8Array> {
  async function* noted() {
    for await (const piece of encoded(body)) {
      entry.crc = crc32(piece, entry.crc);
      entry.size += piece.length;
      yield piece;
    }
  }
  const packing = createDeflateRaw();
  // The reader gets the error; if it stops reading, the source ends too.
  pipeline(Readable.from(noted(), { objectMode: false }), packing, () => undefined);
  yield* packing as AsyncIterable<Uint8Array>;
}

async function* encoded(body: ZipEntry["body"]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = "";
  for await (const piece of body) {
    if (typeof piece === "string") {
      text += piece;
      if (text.length < PIECE) continue;
    }
    if (text !== "") yield encoder.encode(text);
    text = "";
    if (typeof piece !== "string") yield piece;
  }
  if (text !== "") yield encoder.encode(text);
}

function centralRecord({ name, crc, packed, size, at }: Written, moment: number): Uint8Array {
  const long = [size, packed, at].filter((value) => value >= MOST_32);
  const extra =
    long.length === 0
      ? new Uint8Array()
      : fields([2, 1], [2, 8 * long.length], ...long.map((value): Field => [8, value]));
  const short = (value: number): Field => [4, Math.min(value, MOST_32)];
  const needed = extra.length > 0 ? 45 : 20;
  // Made on Unix, so that the permissions that follow are read as rw-r--r--.
  const head = fields(
    [4, 0x02014b50],
    [2, (3 << 8) | needed],
    [2, needed],
    [2, FLAGS],
    [2, DEFLATE],
    [4, moment],
    [4, crc],
    short(packed),
    short(size),
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, (0o100644 << 16) >>> 0],
    short(at),
  );
  return joined(head, name, extra);
}

function endOf(count: number, start: number, length: number): Uint8Array {
  const wide = count >= 0xffff || start >= MOST_32 || length >= MOST_32;
  const wideEnd = wide
    ? fields(
        [4, 0x06064b50],
        [8, 44],
        [2, 45],
        [2, 45],
        [4, 0],
        [4, 0],
        [8, count],
        [8, count],
        [8, length],
        [8, start],
        [4, 0x07064b50],
        [4, 0],
        [8, start + length],
        [4, 1],
      )
    : new Uint8Array();
  const files = Math.min(count, 0xffff);
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files],
    [2, files],
    [4, Math.min(length, MOST_32)],
    [4, Math.min(start, MOST_32)],
    [2, 0],
  );
  return joined(wideEnd, end);
}

type Field = [bytes: 2 | 4 | 8, value: number];

/** Numbers in little-endian order. */
function fields(...list: Field[]): Uint8Array {
  const bytes = new Uint8Array(list.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of list) {
    if (length === 2) view.setUint16(at, value, true);
    else if (length === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += length;
  }
  return bytes;
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A timestamp in zip's format: UTC, in steps of two seconds, from 1980. */
function dosTime(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
