import { crc32, inflateRawSync } from "node:zlib";

/** The files of a zip archive by name, read through its directory at the end, each held against its checksum. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error("no entry where one should be");
    const [crc, packed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset));
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const header = archive.readUInt32LE(at + 42);
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const bytes = inflateRawSync(archive.subarray(start, start + (packed ?? 0)));
    if (bytes.length !== size || crc32(bytes) !== crc)
      throw new Error("an entry is not what it claims to be");
    files.set(archive.toString("utf8", at + 46, at + 46 + (name ?? 0)), bytes);
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
