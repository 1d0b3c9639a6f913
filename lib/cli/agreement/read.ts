import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { parse } from "csv-parse/sync";
import { LARGEST_RATING } from "@/lib/agreement/largest-rating";
import {
  DuplicateRatingError,
  type RatingRow,
  type RatingScale,
  type Ratings,
  type RatingValue,
  ratingsFromRows,
} from "@/lib/agreement/ratings";
import { BadInput } from "../bad-input";

/** The columns of the ratings in a file. */
interface ColumnNames {
  unit: string;
  rater: string;
  value: string;
  /** Column of the cluster of each unit; without it units are drawn individually. */
  cluster: string | undefined;
  /** The file is a rater × unit table. */
  matrix: boolean;
}

/** A parsed file of ratings. */
interface RatingsFile {
  ratings: Ratings;
  /** By unit number. */
  clusters: (string | number)[] | undefined;
}

type Cell = RatingValue | null;

/** The whole text of a file, or of standard input for "-". */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file === "-" ? "/dev/stdin" : file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT") throw new BadInput(`there is no file ${file}`);
    if (code === "EISDIR") throw new BadInput(`${file} is a folder`);
    throw new BadInput(`${file} cannot be read (${String(code)})`);
  }
}

/**
 * Reads ratings: long rows as CSV, JSONL or a JSON list; or a table with a row per rater and a column per
 * unit, as CSV with names in the first row and column, or as a JSON list of lists. Empty is missing.
 */
export async function readRatings(
  file: string,
  columns: ColumnNames,
  scale: RatingScale,
): Promise<RatingsFile> {
  const text = (await readText(file)).replace(/^\uFEFF/, "");
  const rows = rowsIn(text, file, columns);
  const typed = asNumbersWherePossible(rows, scale);
  for (const { unit, value } of typed.rows)
    if (typeof value === "number" && !(Math.abs(value) <= LARGEST_RATING))
      throw new BadInput(
        `${file}: unit ${unit} has a value beyond ${LARGEST_RATING}, too large to compute with`,
      );
  try {
    const ratings = ratingsFromRows(typed.rows, typed.scale);
    return { ratings, clusters: columns.cluster ? clustersOf(typed.rows, ratings) : undefined };
  } catch (error) {
    if (error instanceof DuplicateRatingError) throw new BadInput(`${file}: ${error.message}`);
    throw error;
  }
}

/**
 * Column of an exported ratings table. Adjudicators ruled after seeing the raters' values, so they are left
 * out.
 */
const RATER_KIND = "rater_kind";
const ADJUDICATOR = "adjudicator";

interface Row extends RatingRow {
  unit: string;
  rater: string;
  value: Cell;
  cluster?: string;
}

function rowsIn(text: string, file: string, columns: ColumnNames): Row[] {
  const kind = extname(file).toLowerCase();
  if (kind === ".json") return rowsFromJson(text, file, columns);
  if (kind === ".jsonl" || kind === ".ndjson") return recordsToRows(linesOfJson(text, file), file, columns);
  return rowsFromCsv(text, file, columns);
}

function rowsFromCsv(text: string, file: string, columns: ColumnNames): Row[] {
  let table: string[][];
  try {
    table = parse(text, {
      skip_empty_lines: true,
      delimiter: text.split("\n", 1)[0]?.includes("\t") ? "\t" : ",",
    });
  } catch (error) {
    throw new BadInput(`${file} is not a CSV file: ${error instanceof Error ? error.message : error}`);
  }
  const [header, ...lines] = table;
  if (!header) throw new BadInput(`${file} is empty`);
  const value = (cell: string | undefined): Cell =>
    cell === undefined || cell.trim() === "" ? null : cell.trim();
  if (columns.matrix) {
    return lines.flatMap(([rater = "", ...cells]) =>
      cells.map((cell, i) => ({ unit: header[i + 1] ?? String(i), rater, value: value(cell) })),
    );
  }
  const at = (name: string): number => {
    const index = header.findIndex((title) => title.trim() === name);
    if (index === -1) throw noColumn(file, name, header);
    return index;
  };
  const [unit, rater, rated] = [at(columns.unit), at(columns.rater), at(columns.value)];
  const cluster = columns.cluster === undefined ? undefined : at(columns.cluster);
  const kind = header.findIndex((title) => title.trim() === RATER_KIND);
  const voted = kind === -1 ? lines : lines.filter((line) => line[kind]?.trim() !== ADJUDICATOR);
  return voted.map((line) => ({
    unit: line[unit] as string,
    rater: line[rater] as string,
    value: value(line[rated]),
    ...(cluster === undefined ? {} : { cluster: line[cluster] as string }),
  }));
}

function noColumn(file: string, name: string, header: string[]): BadInput {
  const found = header.length > 8 ? `${header.slice(0, 8).join(", ")}, …` : header.join(", ");
  return new BadInput(
    `${file} has no column "${name}" (it has ${found}); name it with --unit, --rater or --value, ` +
      `or pass --matrix for a rater × unit table`,
  );
}

function linesOfJson(text: string, file: string): unknown[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line)];
    } catch {
      throw new BadInput(`${file}, line ${index + 1}: not JSON`);
    }
  });
}

function rowsFromJson(text: string, file: string, columns: ColumnNames): Row[] {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new BadInput(`${file} is not JSON`);
  }
  if (!Array.isArray(data)) throw new BadInput(`${file} must hold a list of rows, or of one list per rater`);
  if (!data.every(Array.isArray)) return recordsToRows(data, file, columns);
  return data.flatMap((cells: unknown[], rater) =>
    cells.map((cell, unit) => ({
      unit: String(unit),
      rater: String(rater),
      value: cellOf(cell, `${file}, rater ${rater}, unit ${unit}`),
    })),
  );
}

function recordsToRows(records: unknown[], file: string, columns: ColumnNames): Row[] {
  return records.flatMap((record, index) => {
    const where = `${file}, row ${index + 1}`;
    if (typeof record !== "object" || record === null) throw new BadInput(`${where}: not an object`);
    if ((record as Record<string, unknown>)[RATER_KIND] === ADJUDICATOR) return [];
    const field = (name: string): Cell => {
      if (!Object.hasOwn(record, name)) throw new BadInput(`${where}: no field "${name}"`);
      return cellOf((record as Record<string, unknown>)[name], where);
    };
    return {
      unit: String(field(columns.unit)),
      rater: String(field(columns.rater)),
      value: field(columns.value),
      ...(columns.cluster === undefined ? {} : { cluster: String(field(columns.cluster)) }),
    };
  });
}

function cellOf(cell: unknown, where: string): Cell {
  if (cell === null || cell === "") return null;
  if (typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean") return cell;
  throw new BadInput(`${where}: ${JSON.stringify(cell)} is not a value`);
}

/** Text files have no number type: if every value parses as a number, all become numbers, otherwise none. */
function asNumbersWherePossible(rows: Row[], scale: RatingScale): { rows: Row[]; scale: RatingScale } {
  const declared = [...(scale.categories ?? []), ...(scale.valueOrder ?? [])];
  const present = rows.flatMap(({ value }) => (value === null ? [] : [value]));
  if (![...present, ...declared].every(readsAsNumber)) return { rows, scale };
  return {
    rows: rows.map((row) => ({ ...row, value: row.value === null ? null : Number(row.value) })),
    scale: { categories: scale.categories?.map(Number), valueOrder: scale.valueOrder?.map(Number) },
  };
}

function readsAsNumber(value: RatingValue): boolean {
  if (typeof value === "string") return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value);
  return typeof value === "number";
}

function clustersOf(rows: Row[], { unitIds }: Ratings): (string | number)[] {
  const cluster = new Map(rows.map((row) => [row.unit, row.cluster ?? ""]));
  return (unitIds ?? []).map((unit) => cluster.get(unit) ?? "");
}
