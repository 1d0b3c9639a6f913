import { UploadProblem } from "@/lib/dataset/import/limits";

/**
 * The bytes of an upload; a connection that breaks, or ends before the announced size, is an UploadProblem and not a server
 * error.
 */
export async function* wholeUpload(
  source: AsyncIterable<Uint8Array>,
  expected: number | null,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const blocks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await blocks.next().catch(() => {
        throw new UploadProblem("upload-interrupted");
      });
      if (next.done) break;
      bytes += next.value.length;
      yield next.value;
    }
  } finally {
    await blocks.return?.();
  }
  if (expected !== null && bytes < expected) throw new UploadProblem("upload-interrupted");
}
