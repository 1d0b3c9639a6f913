import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { isNoText, PACKED_HEAD, packedTableOf } from "@/lib/dataset/rules/formats/file-kind";
import { UPLOAD_LIMITS, type UploadLimits, UploadProblem } from "./limits";

const GZIP = [0x1f, 0x8b];

/**
 * The bytes of a study file, unpacked when they are gzip (detected by the first bytes, not the name). Throws
 * an UploadProblem for other archives, files over the size limit, and excessive compression, as soon as it is
 * known; buffers only a few blocks. Workbooks and logs of Inspect stay packed: `openContent` reads their rows.
 */
export async function* gunzipIfPacked(
  source: AsyncIterable<Uint8Array>,
  limits: UploadLimits = UPLOAD_LIMITS,
): AsyncGenerator<Uint8Array> {
  const { head, whole } = await withHead(source);
  if (isNoText(head) && packedTableOf(head) === null) throw new UploadProblem("packed-file");
  if (startsWith(head, GZIP)) yield* gunzip(whole, limits);
  else yield* capped(whole, limits);
}

async function* gunzip(source: AsyncIterable<Uint8Array>, limits: UploadLimits): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip({ chunkSize: 2 ** 18 });
  const feeding = pipeline(Readable.from(source, { objectMode: false }), unzip).catch(() => {});
  let bytes = 0;
  try {
    const { head, whole } = await withHead(unzip as AsyncIterable<Uint8Array>);
    if (startsWith(head, GZIP) || isNoText(head)) throw new UploadProblem("packed-file");
    for await (const block of capped(whole, limits)) {
      bytes += block.length;
      if (bytes > limits.grace && bytes > limits.ratio * unzip.bytesWritten) {
        throw new UploadProblem("unfolds-too-far");
      }
      yield block;
    }
  } catch (error) {
    throw isZlib(error) ? new UploadProblem("damaged-file") : error;
  } finally {
    unzip.destroy();
    await feeding;
  }
}

async function* capped(source: AsyncIterable<Uint8Array>, limits: UploadLimits): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const block of source) {
    bytes += block.length;
    if (bytes > limits.bytes) throw new UploadProblem("file-too-large");
    yield block;
  }
}

/** The first bytes, by which the kind of a file is known (fewer in a shorter file), and all bytes from the start. */
async function withHead(source: AsyncIterable<Uint8Array>) {
  const rest = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let head = new Uint8Array(0);
  while (head.length < PACKED_HEAD) {
    const { value, done } = await rest.next();
    if (done) break;
    // Copied, because a source may reuse its block.
    first.push(value.slice());
    head = new Uint8Array(Buffer.concat(first));
  }
  async function* whole() {
    try {
      yield* first;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { head, whole: whole() };
}

function startsWith(head: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, at) => head[at] === byte);
}

function isZlib(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
