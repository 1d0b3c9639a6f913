import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import {
  type BackupManifest,
  Contents,
  FORMAT,
  Header,
  Seal,
  TableHead,
} from "@/lib/installation/backup/schema";

/** The file is not a backup, or incomplete. The message says so in one line. */
export class BadBackup extends Error {
  override name = "BadBackup";
}

/** A table of a backup: its rows must be read before the next table. */
export interface BackupTable extends TableHead {
  /** Text in COPY format, in chunks of whole rows. */
  rows: AsyncGenerator<Buffer>;
}

const END = Buffer.from("\\.\n");
const PIECE = 256 * 1024;

/**
 * Reads a backup from start to end and checks everything that needs no database: that it is complete,
 * unchanged, and that each table has its number of rows. Calls `onTable` for each table; rows that it leaves
 * unread are skipped.
 */
export async function readBackup(
  file: string,
  {
    onHeader,
    onTable,
  }: { onHeader?: (header: Header) => void; onTable?: (table: BackupTable) => Promise<void> } = {},
): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined;
  try {
    await pipeline(createReadStream(file), createGunzip(), async (text: AsyncIterable<Buffer>) => {
      manifest = await read(new Lines(text), onHeader, onTable);
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "Z_BUF_ERROR") throw cutOff();
    if (code.startsWith("Z_"))
      throw new BadBackup("This is no backup, or it is damaged: it cannot be unpacked.");
    throw error;
  }
  if (!manifest) throw cutOff();
  return manifest;
}

async function read(
  lines: Lines,
  onHeader: ((header: Header) => void) | undefined,
  onTable: ((table: BackupTable) => Promise<void>) | undefined,
): Promise<BackupManifest> {
  const first = await lines.next();
  if (!first) throw cutOff();
  const { countersign: _, ...header } = readHeader(first);
  onHeader?.({ countersign: "backup", ...header });

  const counted: Contents["tables"] = [];
  for (;;) {
    const next = await lines.next();
    if (!next) throw cutOff();
    const line = parse(next, z.union([TableHead, Contents, Seal]));
    if ("sha256" in line) throw changed();
    if ("table" in line) {
      const hash = createHash("sha256");
      let count = 0;
      const rows = inPieces(lines, hash, () => count++);
      await onTable?.({ ...line, rows });
      for await (const _unread of rows);
      counted.push({ name: line.table, rows: count, sha256: hash.digest("hex") });
      continue;
    }
    if (JSON.stringify(line.tables) !== JSON.stringify(counted)) throw changed();
    const whole = lines.digest();
    const last = await lines.next();
    if (!last) throw cutOff();
    const seal = parse(last, Seal);
    if (seal.sha256 !== whole || (await lines.next())) throw changed();
    return { ...header, ...line, sha256: whole };
  }
}

function readHeader(line: Buffer): Header {
  const value = json(line);
  const named = z.object({ countersign: z.literal("backup"), format: z.number() }).safeParse(value);
  if (!named.success) throw new BadBackup("This is no backup of Countersign.");
  if (named.data.format !== FORMAT) {
    throw new BadBackup(
      `This backup has format ${named.data.format}; this version of Countersign reads ${FORMAT}.`,
    );
  }
  return parse(line, Header);
}

async function* inPieces(lines: Lines, hash: { update(piece: Buffer): void }, onRow: () => void) {
  let waiting: Buffer[] = [];
  let size = 0;
  for (;;) {
    const line = await lines.next();
    if (!line) throw cutOff();
    const isEnd = line.equals(END);
    if (!isEnd) {
      onRow();
      waiting.push(line);
      size += line.length;
    }
    if (size >= PIECE || (isEnd && size > 0)) {
      const piece = Buffer.concat(waiting, size);
      hash.update(piece);
      yield piece;
      waiting = [];
      size = 0;
    }
    if (isEnd) return;
  }
}

function parse<S extends z.ZodType>(line: Buffer, schema: S): z.output<S> {
  const parsed = schema.safeParse(json(line));
  if (!parsed.success) throw changed();
  return parsed.data;
}

function json(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    return undefined;
  }
}

function cutOff() {
  return new BadBackup("The backup is incomplete: its end is missing.");
}

function changed() {
  return new BadBackup("The backup was changed after it was made: it does not add up.");
}

/** Splits chunks of text into lines with their line feed, and computes the SHA-256 of the lines read. */
class Lines {
  private readonly pieces: AsyncIterator<Buffer>;
  private readonly hash = createHash("sha256");
  private piece: Buffer = Buffer.alloc(0);
  private at = 0;

  constructor(text: AsyncIterable<Buffer>) {
    this.pieces = text[Symbol.asyncIterator]();
  }

  digest(): string {
    return this.hash.copy().digest("hex");
  }

  /** The next line; null at the end. Text after the last line feed is not a line. */
  async next(): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (;;) {
      const end = this.piece.indexOf(10, this.at);
      if (end >= 0) {
        parts.push(this.piece.subarray(this.at, end + 1));
        this.at = end + 1;
        const line = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
        this.hash.update(line);
        return line;
      }
      if (this.at < this.piece.length) parts.push(this.piece.subarray(this.at));
      const { value, done } = await this.pieces.next();
      if (done) {
        if (parts.length > 0) throw cutOff();
        return null;
      }
      this.piece = value;
      this.at = 0;
    }
  }
}
