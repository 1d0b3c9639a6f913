import { type Beginning, HEAD_BYTES } from "./detect";
import { isParquet } from "./file-kind";
import { parquetHead } from "./parquet-head";

/** The first bytes of a local file, unpacked when it is gzip; of a Parquet file its first rows as JSONL. */
export async function beginningOf(file: Blob, name: string): Promise<Beginning> {
  if (isParquet(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) return beginningOfParquet(file, name);
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = first === 0x1f && second === 0x8b;
  const stream = isPacked
    ? file.stream().pipeThrough(new DecompressionStream("gzip"))
    : file.slice(0, HEAD_BYTES + 1).stream();
  const reader = stream.getReader();
  const head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return { head: head.subarray(0, length), whole: true, name };
      const fits = value.subarray(0, HEAD_BYTES - length);
      head.set(fits, length);
      length += fits.length;
      if (fits.length < value.length) return { head, whole: false, name };
    }
  } catch {
    // A damaged archive: show what could be read; the server reports the damage.
    return { head: head.subarray(0, length), whole: false, name };
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function beginningOfParquet(file: Blob, name: string): Promise<Beginning> {
  try {
    const { text, whole } = await parquetHead(file);
    const head = new TextEncoder().encode(text);
    return { head: head.subarray(0, HEAD_BYTES), whole: whole && head.length <= HEAD_BYTES, name };
  } catch {
    // A damaged file: its own bytes say what it is, and the server says what is wrong.
    return { head: new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()), whole: false, name };
  }
}
