import { createHash } from "node:crypto";

/*
 * How a frozen version is hashed, reproducible with a few lines of any language:
 *
 *     record    SHA-256 of its line, in UTF-8, without the line break
 *     part      SHA-256 of the hashes of its records, as 32 bytes each, sorted and concatenated
 *     several   the same over the hashes of parts
 *
 * The order of records does not matter, and one changed character anywhere changes every hash above it.
 */

/** A hash as 32 one-byte characters: sorts like the bytes, at half the size of hexadecimal digits. */
export type Digest = string;

export function lineDigest(line: string | Uint8Array): Digest {
  return createHash("sha256").update(line).digest().toString("latin1");
}

/** The hash of a set of hashes, in hexadecimal digits. */
export function hashOfSet(digests: Iterable<Digest>): string {
  const hash = createHash("sha256");
  for (const digest of [...digests].sort()) hash.update(digest, "latin1");
  return hash.digest("hex");
}

/** The hash of several parts, given in hexadecimal digits. */
export function hashOfParts(parts: Iterable<string>): string {
  return hashOfSet([...parts].map((sha256) => Buffer.from(sha256, "hex").toString("latin1")));
}

export function hashOfLines(lines: Iterable<string>): string {
  return hashOfSet([...lines].map(lineDigest));
}

/** One line for a value, independent of the order of its fields. Missing and undefined fields are equal. */
export function canonicalLine(value: unknown): string {
  return JSON.stringify(value, sortedFields);
}

/** A manifest as it is written, byte for byte: `sha256sum` of this file is the version's hash. */
export function canonicalText(manifest: unknown): string {
  return `${JSON.stringify(manifest, sortedFields, 2)}\n`;
}

function sortedFields(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
