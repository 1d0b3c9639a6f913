import { createHash } from "node:crypto";

/*
 * How a frozen version is hashed, in a way that anybody can repeat with a few lines of any language:
 *
 *     record    SHA-256 of its line, in UTF-8, without the line break
 *     part      SHA-256 of the hashes of its records, as 32 bytes each, sorted and put one after the other
 *     several   the same over the hashes of parts
 *
 * So the order of records means nothing, and one changed character anywhere changes every hash above it.
 */

/** A hash as 32 characters of one byte: sorts as the bytes do, and takes half the room of digits. */
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

/** The hash of several parts, which are given in hexadecimal digits. */
export function hashOfParts(parts: Iterable<string>): string {
  return hashOfSet([...parts].map((sha256) => Buffer.from(sha256, "hex").toString("latin1")));
}

export function hashOfLines(lines: Iterable<string>): string {
  return hashOfSet([...lines].map(lineDigest));
}

/** One line for a value, the same whatever order its fields were given in. Fields left out and undefined are one. */
export function canonicalLine(value: unknown): string {
  return JSON.stringify(value, sortedFields);
}

/** A manifest as it is written down, byte for byte: what `sha256sum` says of this file is the version's hash. */
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
