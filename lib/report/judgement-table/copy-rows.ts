import "server-only";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { Snapshot } from "@/lib/database/snapshot";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { Engine } from "@/lib/duckdb/engine";

/** Bytes of the longest row, and of the block that rows are read in: a text of a study has a megabyte at most. */
const [MOST_IN_ROW, BLOCK] = [1 << 22, 1 << 25];

/**
 * Copies the rows of a query of PostgreSQL into the engine, through a file in its folder: the dataset is $1, the batch $2.
 *
 * Texts of a study have line breaks of every kind. The engine guesses from the first ones how lines end, and readers in
 * parallel guess where a row begins: it is told the former, and reads with one.
 */
export async function copyRows(
  engine: Engine,
  snapshot: Snapshot,
  { datasetId, batchId }: StudyScope,
  sql: string,
  columns: Readonly<Record<string, string>>,
  into: (rows: string) => string,
): Promise<void> {
  const file = path.join(engine.folder, "rows.csv");
  await snapshot.copyToFile(sql, [datasetId, batchId], file);
  const types = Object.entries(columns).map(([name, type]) => `'${name}': '${type}'`);
  await engine.connection.run(
    into(
      `read_csv('${file}', header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
        allow_quoted_nulls = false, new_line = '\\n', parallel = false, max_line_size = ${MOST_IN_ROW}, buffer_size = ${BLOCK},
        columns = {${types.join(", ")}})`,
    ),
  );
  await rm(file);
}
