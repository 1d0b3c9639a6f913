import { type Beginning, HEAD_BYTES } from "./detect";
import { isInspectJson, isParquet, PACKED_HEAD, packedTableOf } from "./file-kind";
import { packedHead } from "./packed-head";
import { parquetHead } from "./parquet-head";

/**
 * The first bytes of a local file, unpacked when it is gzip; of a Parquet file, a workbook or a log of
 * Inspect its first rows as JSONL.
 */
export async function beginningOf(file: Blob, name: string): Promise<Beginning> {
  const start = new Uint8Array(await file.slice(0, PACKED_HEAD).arrayBuffer());
  if (isParquet(start)) return beginningOfRows(file, name, () => parquetHead(file));
  const packed = packedTableOf(start) ?? (isInspectJson(start) ? "inspect-json" : null);
  if (packed) return beginningOfRows(file, name, () => packedHead(file, packed));
  const [first, second] = start;
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

async function beginningOfRows(
  file: Blob,
  name: string,
  rows: () => Promise<{ text: string; whole: boolean }>,
): Promise<Beginning> {
  try {
    const { text, whole } = await rows();
    const head = new TextEncoder().encode(text);
    return { head: head.subarray(0, HEAD_BYTES), whole: whole && head.length <= HEAD_BYTES, name };
  } catch {
    // A damaged file: its own bytes name its kind, and the server names the fault.
    return { head: new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()), whole: false, name };
  }
}
