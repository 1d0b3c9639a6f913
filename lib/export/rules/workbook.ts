import { CELL_LIMIT } from "@/lib/dataset/rules/formats/workbook-rows";
import type { Cell, Column } from "@/lib/duckdb/schema";

/** Rows that a workbook has at most: it is built in memory, and programs open larger ones slowly. */
export const MOST_WORKBOOK_ROWS = 50_000;

/** One cell as the writer takes it: always with its type, so that no text is ever read as a formula. */
type SheetCell =
  | { value: string; type: StringConstructor; fontWeight?: "bold" }
  | { value: number; type: NumberConstructor }
  | { value: boolean; type: BooleanConstructor }
  | { value: Date; type: DateConstructor; format: string }
  | null;

interface Sheet {
  sheet: string;
  data: SheetCell[][];
}

/** The sheet with the remainders of texts that do not fit into their cells. */
const CONTINUED = "long texts";

/**
 * Sheets of tables: a heading row, then typed cells. A text that is longer than a cell holds ends with a remark, and
 * stands in full, in parts, on a sheet of its own at the end. Characters that XML cannot contain are written in
 * the way that workbooks have for them (`_x0001_`), and so are texts that look like it.
 */
export class SheetMaker {
  private readonly sheets: Sheet[] = [];
  private readonly names = new Set<string>([CONTINUED]);
  private readonly long: SheetCell[][] = [];

  async add(name: string, columns: readonly Column[], rows: Rows): Promise<void> {
    const sheet = this.nameOf(name);
    const data: SheetCell[][] = [columns.map((column) => heading(column.name))];
    for await (const row of rows) {
      const place = data.length + 1;
      data.push(
        columns.map(({ name: column, type }) => this.cell(row[column], type, [sheet, place, column])),
      );
    }
    this.sheets.push({ sheet, data });
  }

  finish(): Sheet[] {
    if (this.long.length === 0) return this.sheets;
    const head = ["sheet", "row", "column", "part", "text"].map(heading);
    return [...this.sheets, { sheet: CONTINUED, data: [head, ...this.long] }];
  }

  private cell(value: Cell, type: Column["type"], place: Place): SheetCell {
    if (value === null || value === undefined) return null;
    if (typeof value === "boolean") return { value, type: Boolean };
    if (typeof value === "number") return { value, type: Number };
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const moment = type === "time" ? new Date(text) : null;
    if (moment && !Number.isNaN(moment.getTime()))
      return { value: moment, type: Date, format: "yyyy-mm-dd hh:mm:ss" };
    const written = writable(text);
    return { value: written.length < CELL_LIMIT ? written : this.shortened(text, place), type: String };
  }

  /** The beginning of a long text; all of it goes to the sheet of long texts. */
  private shortened(text: string, [sheet, row, column]: Place): string {
    const parts = partsOf(text);
    const first = this.long.length + 2;
    for (const [n, part] of parts.entries())
      this.long.push([
        { value: sheet, type: String },
        { value: row, type: Number },
        { value: column, type: String },
        { value: n + 1, type: Number },
        { value: part, type: String },
      ]);
    const remark = `… [longer than a cell holds: all of it is on the sheet “${CONTINUED}”, from row ${first}]`;
    return `${writable(Array.from(text.slice(0, 1000)).slice(0, -1).join(""))}${remark}`;
  }

  /** A sheet's name: unique regardless of case, at most 31 characters, without the characters that are not allowed. */
  private nameOf(name: string): string {
    const base = name.replace(/[\\/?*[\]:']/g, " ").slice(0, 31);
    let found = base;
    for (let n = 2; this.names.has(found.toLowerCase()); n++) found = `${base.slice(0, 27)} ${n}`;
    this.names.add(found.toLowerCase());
    return found;
  }
}

type Rows = AsyncIterable<Readonly<Record<string, Cell>>> | Iterable<Readonly<Record<string, Cell>>>;
type Place = readonly [sheet: string, row: number, column: string];

function heading(name: string): SheetCell {
  return { value: name, type: String, fontWeight: "bold" };
}

/** The longest that one character can become: two escaped units. */
const WIDEST = 14;

/** Parts that fit into a cell each, between characters. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  let length = 0;
  for (const character of text) {
    const most = character === "_" || writable(character) !== character ? WIDEST : character.length;
    if (length + most >= CELL_LIMIT) {
      parts.push(writable(part));
      part = "";
      length = 0;
    }
    part += character;
    length += most;
  }
  return [...parts, writable(part)];
}

/** Characters that XML 1.0 or the writer cannot write, and a carriage return, which readers of XML change. */
const UNWRITABLE = /[^\P{Cc}\t\n]|\p{Noncharacter_Code_Point}|\p{Surrogate}/gu;

function writable(text: string): string {
  // The writer looks texts up in a plain object, where such names find its methods.
  if (text in Object.prototype) return `${escaped(text.slice(0, 1))}${text.slice(1)}`;
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_").replace(UNWRITABLE, escaped);
}

/** Characters in the way that workbooks have for them, unit by unit. */
function escaped(characters: string): string {
  return Array.from({ length: characters.length }, (_, at) => {
    const code = characters.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
    return `_x${code}_`;
  }).join("");
}
