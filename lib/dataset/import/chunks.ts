import "server-only";
import { createHash } from "node:crypto";
import { pool } from "@/lib/database/db";
import { UploadProblem } from "./limits";

const CHUNK = 2 ** 20;
const NEWLINE = 10;

/** The size of a completely uploaded file. */
interface UploadSize {
  bytes: number;
  lines: number;
}

/**
 * Stores the bytes of an import in rows of 1 MB: reads on only when the previous bytes are stored. Refuses
 * with "import-over" when the import was cancelled meanwhile.
 */
export async function storeChunks(importId: string, source: AsyncIterable<Uint8Array>): Promise<UploadSize> {
  const received = { bytes: 0, lines: 0 };
  let parts: Uint8Array[] = [];
  let length = 0;
  let n = 0;

  const store = async (bytes: Uint8Array) => {
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) received.lines++;
    received.bytes += bytes.length;
    const stored = await pool.query(
      `WITH import AS (
         UPDATE "Import" SET "bytes" = $4 WHERE "id" = $1 AND "state" = 'uploading' RETURNING "id"
       )
       INSERT INTO "ImportChunk" ("importId", "n", "bytes") SELECT "id", $2, $3 FROM import`,
      [importId, n++, bytes, received.bytes],
    );
    if (stored.rowCount === 0) throw new UploadProblem("import-over");
  };

  for await (const block of source) {
    parts.push(block.slice());
    length += block.length;
    if (length < CHUNK) continue;
    const whole = Buffer.concat(parts, length);
    const full = length - (length % CHUNK);
    for (let at = 0; at < full; at += CHUNK) await store(whole.subarray(at, at + CHUNK));
    parts = [whole.subarray(full)];
    length -= full;
  }
  if (length > 0) await store(Buffer.concat(parts, length));
  return received;
}

/** The bytes of an import in order. */
export async function* readChunks(importId: string): AsyncGenerator<Uint8Array> {
  for (let n = 0; ; n++) {
    const { rows } = await pool.query<{ bytes: Buffer }>(
      `SELECT "bytes" FROM "ImportChunk" WHERE "importId" = $1 AND "n" = $2`,
      [importId, n],
    );
    if (!rows[0]) return;
    yield rows[0].bytes;
  }
}

/** Passes the blocks through, and computes their SHA-256. */
export function hashed(source: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  async function* blocks() {
    for await (const block of source) {
      hash.update(block);
      yield block;
    }
  }
  return { blocks: blocks(), digest: () => hash.digest("hex") };
}
