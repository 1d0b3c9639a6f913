import { open, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { StatementType } from "@duckdb/node-api";
import { type Engine, openEngine } from "@/lib/duckdb/engine";
import { jsonRows } from "@/lib/duckdb/json-values";
import { csvLine } from "@/lib/formats/csv";
import type { Json } from "@/lib/formats/json-value";
import { BadArchive, unzip } from "@/lib/formats/unzip";
import { StudyTables } from "@/lib/report/judgement-table/fill";
import { BUNDLE_TABLES, STUDY_TABLES } from "@/lib/report/judgement-table/tables";
import { BadInput } from "./bad-input";
import { parseOptions, runCommand } from "./command";
import { badInputError } from "./file-errors";
import { bytesOfFile, readStudyRecords } from "./study-file";
import { columns } from "./table";
import { type Output, terminal } from "./terminal";

const FORMATS = ["table", "csv", "json", "jsonl"] as const;
type Format = (typeof FORMATS)[number];

/** Rows that are shown for reading; the other forms have all of them. */
const MOST_SHOWN = 200;
/** Characters of a cell that are shown for reading. */
const WIDEST = 60;

const LIMITS = { memoryMb: 1024, diskMb: 16_384, threads: 4 };

const help = `Usage: countersign sql STUDY.jsonl|BUNDLE.zip "SELECT …" [--format FORM]
       countersign sql --tables

Answers one query about a study file, or about the zip archive of a bundle, in the SQL of DuckDB. The file is only read:
the query works on a copy in memory, without access to other files or the network. "-" as the file reads a study file
from standard input.

  --format FORM  table (for reading, the default: ${MOST_SHOWN} rows, long cells cut), csv, json or jsonl
  --tables       lists the tables and the meaning of their columns

  countersign sql study.jsonl "SELECT rater, count(*) AS n FROM judgements GROUP BY rater ORDER BY n DESC"
`;

const options = {
  format: { type: "string", default: "table" },
  tables: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** `countersign sql`: a query over the tables of a study. Returns 0, or 2 with one line on bad input. */
export function sql(args: string[], output: Output = terminal): Promise<number> {
  return runCommand("sql", output, async () => {
    await answer(args, output);
    return 0;
  });
}

async function answer(args: string[], output: Output): Promise<void> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help || given.tables) {
    output.stdout(given.help ? help : tablesText());
    return;
  }
  const format = FORMATS.find((each) => each === given.format);
  if (!format) throw new BadInput(`--format is one of ${FORMATS.join(", ")}, not "${given.format}"`);
  const [file, query, ...others] = positionals;
  if (file === undefined || query === undefined || others.length > 0)
    throw new BadInput('name one file and one query in quotes: study.jsonl "SELECT …"; --help says more');
  const engine = await openEngine(LIMITS);
  try {
    await fill(engine, file);
    await print(engine, query, format, output);
  } finally {
    await engine.close();
  }
}

/** The tables of a study file, or of a bundle, which has its Parquet files besides. */
async function fill(engine: Engine, file: string): Promise<void> {
  const tables = await StudyTables.create(engine);
  const bundle = (await isArchive(file)) ? await readBundle(file) : null;
  const bytes = bundle ? once(bundle.study) : bytesOfFile(file);
  await readStudyRecords(bundle ? `${file}: study.jsonl` : file, bytes, (record) => tables.add(record));
  await tables.finish();
  for (const [name, content] of bundle?.parquet ?? []) {
    const copy = path.join(engine.folder, `${name}.parquet`);
    await writeFile(copy, content);
    await engine.connection
      .run(`CREATE TABLE ${name} AS SELECT * FROM read_parquet('${copy}')`)
      .catch((error) => {
        throw new BadInput(`${file}: ${name}.parquet cannot be read: ${firstLine(error)}`);
      });
  }
}

async function isArchive(file: string): Promise<boolean> {
  if (file === "-") return false;
  try {
    const handle = await open(file);
    try {
      const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return buffer.toString("latin1") === "PK\x03\x04";
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw badInputError(file, error);
  }
}

async function readBundle(file: string) {
  try {
    const files = unzip(await readFile(file));
    const study = files.get("study.jsonl");
    if (!study) throw new BadInput(`${file}: has no study.jsonl, as a bundle has`);
    const parquet = Object.keys(BUNDLE_TABLES).flatMap((name) => {
      const content = files.get(`${name}.parquet`);
      return content ? [[name, content] as const] : [];
    });
    return { study, parquet };
  } catch (error) {
    throw error instanceof BadArchive ? new BadInput(`${file}: ${error.message}`) : error;
  }
}

async function print({ connection }: Engine, query: string, format: Format, output: Output): Promise<void> {
  try {
    if (query.trim() === "") throw new BadInput("the query is empty");
    const statements = await connection.extractStatements(query);
    if (statements.count !== 1) throw new BadInput(`one query at a time, not ${statements.count} statements`);
    const statement = await statements.prepare(0);
    if (statement.statementType !== StatementType.SELECT && statement.statementType !== StatementType.EXPLAIN)
      throw new BadInput("only queries are answered: SELECT, FROM, WITH, DESCRIBE, SUMMARIZE, EXPLAIN");
    const result = await statement.stream();
    await PRINTERS[format](result.deduplicatedColumnNames(), rowsOf(jsonRows(result)), output);
  } catch (error) {
    throw error instanceof BadInput ? error : new BadInput(firstLine(error));
  }
}

async function* rowsOf(pieces: AsyncIterable<Json[][]>): AsyncGenerator<Json[]> {
  for await (const rows of pieces) yield* rows;
}

type Printer = (names: readonly string[], rows: AsyncIterable<Json[]>, output: Output) => Promise<void>;

const PRINTERS: Record<Format, Printer> = {
  async table(names, rows, { stdout }) {
    const shown: string[][] = [];
    let more = 0;
    for await (const row of rows)
      if (shown.length < MOST_SHOWN) shown.push(row.map((cell) => excerpt(textOf(cell))));
      else more++;
    stdout(`${columns([names, ...shown], names.length)}\n`);
    const count = shown.length + more;
    const rest = more > 0 ? `, of which the first ${MOST_SHOWN} are shown; --format csv has all` : "";
    stdout(`\n${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}${rest}\n`);
  },
  async csv(names, rows, { stdout }) {
    stdout(csvLine(names));
    for await (const row of rows)
      stdout(csvLine(row.map((cell) => (isScalar(cell) ? cell : JSON.stringify(cell)))));
  },
  async json(names, rows, { stdout }) {
    let before = "[\n";
    for await (const row of rows) {
      stdout(`${before}${JSON.stringify(objectOf(names, row))}`);
      before = ",\n";
    }
    stdout(before === "[\n" ? "[]\n" : "\n]\n");
  },
  async jsonl(names, rows, { stdout }) {
    for await (const row of rows) stdout(`${JSON.stringify(objectOf(names, row))}\n`);
  },
};

function objectOf(names: readonly string[], row: readonly Json[]) {
  return Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]));
}

function isScalar(cell: Json): cell is string | number | boolean | null {
  return cell === null || typeof cell !== "object";
}

function textOf(cell: Json): string {
  if (cell === null) return "";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}

/** On one line, without what a terminal would take for an instruction. */
function excerpt(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
  return line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}…` : line;
}

function tablesText(): string {
  const described = Object.entries(STUDY_TABLES).map(([name, { about, columns: its }]) => {
    const rows = its.map((column) => [`  ${column.name}`, column.type, column.about]);
    return `${name}: ${about}\n${columns(rows, 3)}\n`;
  });
  const ofBundle = Object.entries(BUNDLE_TABLES).map(([name, about]) => `${name}: ${about} (of a bundle)\n`);
  return [...described, ...ofBundle].join("\n");
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
