import { crc32, inflateRawSync } from "node:zlib";

/** Unpacked size that is always accepted. */
const ALWAYS = 100 * 1024 * 1024;
/** Maximum compression ratio beyond that. Deflate reaches 1,032; lines of records some twenty. */
const TIMES = 200;

const STORED = 0;
const DEFLATED = 8;
const END = 22;

/** An archive is invalid, or could be read differently by another program. */
export class BadArchive extends Error {}

/**
 * The files of a zip archive by name, read through its directory, with their checksums verified. Refuses
 * everything that two programs could read differently: duplicate names, a name that differs in the local
 * header, data after the end.
 */
export function unzip(archive: Buffer): Map<string, Buffer> {
  return new Map([...unzipEach(archive)].map(({ name, read }) => [name, read()]));
}

/** One file of an archive, unpacked when it is read. */
interface PackedFile {
  name: string;
  /** Its size in bytes as the archive declares it: reading a file that is larger fails. */
  size: number;
  read: () => Buffer;
}

/** The files of a zip archive one after the other, so that only one needs to be unpacked at a time; as `unzip`. */
export function* unzipEach(archive: Buffer): Generator<PackedFile> {
  const files = orRefused(() => directoryOf(archive));
  for (const { read, ...file } of files) yield { ...file, read: () => orRefused(read) };
}

function orRefused<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadArchive) throw error;
    throw new BadArchive("is no zip archive, or is damaged");
  }
}

function directoryOf(archive: Buffer): PackedFile[] {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0 || end + END + archive.readUInt16LE(end + 20) !== archive.length) throw new Error("no end");
  const files = new Map<string, PackedFile>();
  let remaining = Math.max(ALWAYS, TIMES * archive.length);
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error("no entry where one should be");
    const method = archive.readUInt16LE(at + 10);
    const crc = archive.readUInt32LE(at + 16);
    const packed = archive.readUInt32LE(at + 20);
    const size = archive.readUInt32LE(at + 24);
    const [named, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString("utf8", at + 46, at + 46 + (named ?? 0));
    const header = archive.readUInt32LE(at + 42);
    const own = header + 30;
    const start = own + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    if (archive.readUInt32LE(header) !== 0x04034b50) throw new Error("no file where one should be");
    if (archive.toString("utf8", own, own + archive.readUInt16LE(header + 26)) !== name)
      throw new BadArchive(`has ${name} under another name as well`);
    if (files.has(name)) throw new BadArchive(`has ${name} twice`);
    remaining -= size;
    if (remaining < 0) throw new BadArchive("unpacks to far more than its size allows");
    const read = () => {
      const bytes = unpacked(archive.subarray(start, start + packed), method, size);
      if (bytes.length !== size || crc32(bytes) !== crc)
        throw new Error("an entry is not what it claims to be");
      return bytes;
    };
    files.set(name, { name, size, read });
    at += 46 + (named ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return [...files.values()];
}

/** Unpacks at most the declared size. */
function unpacked(bytes: Buffer, method: number, size: number): Buffer {
  if (method === STORED) return bytes;
  if (method !== DEFLATED) throw new BadArchive("is packed in a way that is not known here");
  // An empty file still needs a buffer.
  return inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) });
}
