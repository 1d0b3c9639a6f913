import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { parquetLine } from "@/lib/dataset/rules/formats/parquet-line";
import { MAX_COLUMNS, tooManyColumns } from "@/lib/dataset/rules/formats/rows";
import { LINE_LIMITS } from "@/lib/dataset/rules/lines";
import { openEngine } from "@/lib/duckdb/engine";
import { jsonRows } from "@/lib/duckdb/json-values";

// Reads a Parquet file from standard input and writes its rows to standard output, as lines of JSON. It runs
// as a separate process because the file is untrusted: a fault in the library that parses it ends this
// process only. If the file is invalid, the reason goes to standard error and the exit code is 2.

const LIMITS = { memoryMb: 512, diskMb: 4096, threads: 2 };

class Unfit extends Error {}

async function* linesOf(): AsyncGenerator<string> {
  const engine = await openEngine(LIMITS);
  try {
    const file = path.join(engine.folder, "upload.parquet");
    await pipeline(process.stdin, createWriteStream(file));
    const { connection } = engine;
    const counted = await connection.runAndReadAll(
      `SELECT sum(num_rows) FROM parquet_file_metadata('${file}')`,
    );
    const rows = Number(counted.getRows()[0]?.[0] ?? 0);
    if (rows > LINE_LIMITS.lines)
      throw new Unfit(
        `it has ${rows.toLocaleString("en")} rows; a file may have ${LINE_LIMITS.lines.toLocaleString("en")}`,
      );
    const result = await connection.stream(`SELECT * FROM read_parquet('${file}')`);
    const names = result.columnNames();
    if (names.length > MAX_COLUMNS) throw new Unfit(tooManyColumns(names.length));
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw new Unfit(`“${twice}” is the name of two columns`);
    for await (const piece of jsonRows(result))
      yield piece
        .map(
          (row) => `${parquetLine(Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])))}\n`,
        )
        .join("");
  } finally {
    await engine.close();
  }
}

try {
  await pipeline(linesOf, process.stdout);
} catch (error) {
  const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  // The message must not contain the path of the temporary file.
  process.stderr.write(
    error instanceof Unfit ? reason : `it is damaged (${reason.replace(/["']?\/[^\s"']+["']? ?/g, "")})`,
  );
  process.exitCode = 2;
}
