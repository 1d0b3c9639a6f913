/** Bytes of a file that tell its encoding. */
export const ENCODING_BYTES = 64;

/**
 * UTF-16 or UTF-32 by the mark at a file's beginning, or UTF-16 by the zeros in every second byte of its first
 * characters; null otherwise.
 */
export function wideEncoding(beginning: Uint8Array): string | null {
  const head = beginning.subarray(0, ENCODING_BYTES);
  const [first, second, third, fourth] = head;
  if (head.length < 2) return null;
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return "UTF-32 (little-endian)";
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return "UTF-32 (big-endian)";
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return "UTF-16 (little-endian)";
  if ((first === 0xfe && second === 0xff) || first === 0) return "UTF-16 (big-endian)";
  // A first character beyond Latin-1 has no zero; those after it do.
  const zeros = (from: 0 | 1) => head.filter((byte, at) => at % 2 === from && byte === 0).length;
  const most = head.length / 4;
  if (zeros(1) >= most && zeros(0) === 0) return "UTF-16 (little-endian)";
  return zeros(0) >= most && zeros(1) === 0 ? "UTF-16 (big-endian)" : null;
}

/**
 * Why bytes cannot be read as UTF-8, with the encoding they look like: Windows-1252 where it has all their
 * characters, Latin-1 where these are none of its control characters. Bytes with valid characters beyond ASCII
 * are damaged UTF-8.
 */
export function whyNotUtf8(bytes: Uint8Array, advice = "save the file as UTF-8"): string {
  const isDamaged = /[^\0-\x7f\ufffd]/u.test(new TextDecoder("utf-8").decode(bytes));
  if (isDamaged || bytes.some((byte) => UNDEFINED_IN_1252.has(byte)))
    return "is not valid UTF-8: it is damaged";
  return bytes.some((byte) => byte >= 0x80 && byte < 0xa0)
    ? `is not valid UTF-8; it looks like Windows-1252: ${advice}`
    : `is not valid UTF-8; it looks like Windows-1252 or Latin-1: ${advice}`;
}

const UNDEFINED_IN_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
