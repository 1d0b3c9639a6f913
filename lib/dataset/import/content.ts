import "server-only";
import { spawn } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { db } from "@/lib/database/db";
import { isInspectJson, isParquet, packedTableOf } from "@/lib/dataset/rules/formats/file-kind";
import { makeTemporaryFolder } from "@/lib/duckdb/temporary-folder";
import { readChunks } from "./chunks";
import { UPLOAD_LIMITS } from "./limits";

/**
 * The content of an import, which can be read repeatedly: its text as uploaded, or the rows of a Parquet
 * file, a workbook or a log of Inspect as JSONL.
 */
export interface Content {
  read: () => AsyncIterable<Uint8Array>;
  /** Why it cannot be read at all; null when it can. */
  problem: string | null;
  close: () => Promise<void>;
}

/** Number of bytes read at a time. */
const PIECE = 2 ** 20;

const NEWLINE = 10;

/** The longest that reading the rows of such a file may take, in milliseconds. */
const PATIENCE = 10 * 60_000;

export async function openContent(importId: string): Promise<Content> {
  const asItCame = () => readChunks(importId);
  const reader = readerOf(await firstPiece(asItCame()));
  if (reader === null) return { read: asItCame, problem: null, close: async () => {} };
  const folder = await makeTemporaryFolder();
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const file = path.join(folder, "rows.jsonl");
    const problem = await writeRows(importId, reader, asItCame(), file);
    return { read: () => createReadStream(file, { highWaterMark: PIECE }), problem, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The program that reads a file's rows in a process of its own. */
interface RowReader {
  /** The kind of file, as a sentence. */
  file: string;
  args: string[];
}

function readerOf(head: Uint8Array): RowReader | null {
  if (isParquet(head)) return { file: "Parquet file", args: ["lib/dataset/import/parquet-process.ts"] };
  const packed = packedTableOf(head) ?? (isInspectJson(head) ? "inspect-json" : null);
  if (packed === null) return null;
  return {
    file: packed === "workbook" ? "workbook" : "log of Inspect",
    args: ["lib/dataset/import/packed-process.ts", packed],
  };
}

/** The first bytes of a source; empty if it has none. */
export async function firstPiece(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const piece of source) return piece;
  return new Uint8Array(0);
}

/** Writes the rows of a file as JSONL, or says why they cannot be read. */
async function writeRows(
  importId: string,
  reader: RowReader,
  source: AsyncIterable<Uint8Array>,
  file: string,
): Promise<string | null> {
  const args = ["--import", "tsx", "--max-old-space-size=512", ...reader.args];
  // The process that reads an uploaded file gets nothing of this process's environment, which contains
  // secrets.
  const { PATH, TMPDIR, HOME } = process.env;
  const env = Object.fromEntries(Object.entries({ PATH, TMPDIR, HOME }).filter(([, value]) => value));
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: env as NodeJS.ProcessEnv,
    timeout: PATIENCE,
    killSignal: "SIGKILL",
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  let bytes = 0;
  let lines = 0;
  async function* capped(blocks: AsyncIterable<Uint8Array>) {
    for await (const block of blocks) {
      bytes += block.length;
      if (bytes > UPLOAD_LIMITS.bytes) return;
      for (let at = block.indexOf(NEWLINE); at >= 0; at = block.indexOf(NEWLINE, at + 1)) lines++;
      yield block;
    }
  }
  let failure: unknown;
  async function* whole() {
    try {
      yield* source;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  // If the reader refuses the file it stops before the end, which breaks the pipe; its exit code gives the
  // reason.
  const given = pipeline(Readable.from(whole(), { objectMode: false }), child.stdin).catch(() => {});
  const complaint = text(child.stderr);
  await pipeline(child.stdout, capped, createWriteStream(file));
  if (bytes > UPLOAD_LIMITS.bytes) child.kill("SIGKILL");
  const [code, reason] = await Promise.all([ended, complaint, given]);
  if (failure !== undefined) throw failure;
  if (bytes > UPLOAD_LIMITS.bytes) return `the ${reader.file} cannot be read: its rows are larger than 1 GB`;
  if (code === 0) {
    // Progress is counted in rows, and their number is known only now.
    await db.import.update({ where: { id: importId }, data: { lines } });
    return null;
  }
  return `the ${reader.file} cannot be read: ${code === 2 && reason !== "" ? reason : "reading it took too much time or memory"}`;
}
