import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { openEngine } from "@/lib/duckdb/engine";

/** The result of a query as a Parquet file; `options` are those of COPY, such as the compression. */
export async function writeParquet(query: string, options = "COMPRESSION snappy"): Promise<Buffer> {
  const { connection, folder, close } = await openEngine();
  try {
    const file = path.join(folder, "made.parquet");
    await connection.run(`COPY (${query}) TO '${file}' (FORMAT parquet, ${options})`);
    return await readFile(file);
  } finally {
    await close();
  }
}

/** JSON objects as rows, whose columns are all the fields they have. */
export async function parquetOf(records: readonly object[]): Promise<Buffer> {
  const { connection, folder, close } = await openEngine();
  try {
    const [from, to] = [path.join(folder, "rows.jsonl"), path.join(folder, "made.parquet")];
    await writeFile(from, records.map((record) => JSON.stringify(record)).join("\n"));
    await connection.run(
      `COPY (SELECT * FROM read_json('${from}', format = 'newline_delimited', sample_size = -1, convert_strings_to_integers = false, dateformat = 'none'))
       TO '${to}' (FORMAT parquet)`,
    );
    return await readFile(to);
  } finally {
    await close();
  }
}
