import { whyNotUtf8 } from "@/lib/dataset/rules/encoding";
import {
  amount,
  EXCERPT,
  excerptOf,
  type FileProblem,
  LINE_LIMITS,
  type LineLimits,
  tooManyLines,
} from "@/lib/dataset/rules/lines";

/** A row of a table, its first line, and its cells as written. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const QUOTE = 34;
const NEWLINE = 10;
const RETURN = 13;

type Place = "start" | "bare" | "quoted" | "closed" | "skipped";

/**
 * Reads CSV (RFC 4180) row by row from bytes: quoted cells may contain delimiters, line breaks and doubled
 * quotation marks; rows end at \n, \r\n or a lone \r; blank lines are skipped but counted. Works on bytes so
 * that a row in another encoding affects only itself. Continues after an unreadable row.
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  delimiter: Delimiter,
  limits: LineLimits = LINE_LIMITS,
): AsyncGenerator<CsvRow | FileProblem> {
  const reader = new CsvReader(delimiter.charCodeAt(0), limits);
  let bytes = 0;
  let rows = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > limits.fileBytes) {
      yield { line: null, place: "", reason: `the file is larger than ${amount(limits.fileBytes)}` };
      return;
    }
    for (const found of reader.read(chunk)) {
      if (++rows > limits.lines) {
        yield tooManyLines(limits);
        return;
      }
      yield found;
    }
  }
  yield* reader.end();
}

class CsvReader {
  private readonly decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  private buffer = new Uint8Array(4096);
  private length = 0;
  /** End positions of the current row's cells in the buffer. */
  private ends: number[] = [];
  private place: Place = "start";
  private broken: { reason: string; unclosed?: true } | null = null;
  private wasQuoted = false;
  private line = 1;
  private begin = 1;
  private afterReturn = false;

  constructor(
    private readonly delimiter: number,
    private readonly limits: LineLimits,
  ) {}

  *read(chunk: Uint8Array): Generator<CsvRow | FileProblem> {
    for (const byte of chunk) {
      if (this.afterReturn) {
        this.afterReturn = false;
        if (byte === NEWLINE && this.place !== "quoted") continue;
      }
      if (this.place === "quoted") {
        if (byte === QUOTE) this.place = "closed";
        else {
          if (byte === NEWLINE) this.line++;
          this.append(byte);
        }
      } else if (byte === NEWLINE || byte === RETURN) {
        this.afterReturn = byte === RETURN;
        this.line++;
        const row = this.take();
        if (row) yield row;
      } else if (this.place === "skipped") {
        // Up to the end of the line.
      } else if (byte === this.delimiter) {
        this.ends.push(this.length);
        this.place = "start";
      } else if (this.place === "closed") {
        if (byte === QUOTE) {
          this.place = "quoted";
          this.append(byte);
        } else
          this.refuse({
            reason: "text follows a closing quotation mark; quotation marks inside a cell are doubled",
          });
      } else if (this.place === "start" && byte === QUOTE) {
        this.place = "quoted";
        this.wasQuoted = true;
      } else {
        this.place = "bare";
        this.append(byte);
      }
    }
  }

  *end(): Generator<CsvRow | FileProblem> {
    if (this.place === "quoted")
      this.broken = { reason: "a quotation mark opened in this row is never closed", unclosed: true };
    const row = this.take();
    if (row) yield row;
  }

  private append(byte: number): void {
    if (this.length >= this.limits.lineBytes) {
      const most = amount(this.limits.lineBytes);
      if (this.place === "quoted")
        this.refuse({
          reason: `a quotation mark opened in this row is not closed within ${most}`,
          unclosed: true,
        });
      else this.refuse({ reason: `the row is longer than ${most}` });
      return;
    }
    if (this.length === this.buffer.length) {
      const wider = new Uint8Array(this.buffer.length * 2);
      wider.set(this.buffer);
      this.buffer = wider;
    }
    this.buffer[this.length++] = byte;
  }

  /** Skips the rest of the line. */
  private refuse(broken: { reason: string; unclosed?: true }): void {
    this.broken = broken;
    this.place = "skipped";
  }

  /** The current row, or null for a blank line. */
  private take(): CsvRow | FileProblem | null {
    const { broken, begin, length } = this;
    const ends = [...this.ends, length];
    const isBlank = length === 0 && ends.length === 1 && !this.wasQuoted && broken === null;
    this.ends = [];
    this.length = 0;
    this.place = "start";
    this.broken = null;
    this.wasQuoted = false;
    this.begin = this.line;
    if (isBlank) return null;
    const cellsOf = <Cell>(read: (cell: Uint8Array) => Cell) =>
      ends.map((end, n) => read(this.buffer.subarray(n === 0 ? 0 : ends[n - 1], end)));
    const excerpt = () => cellsOf(excerptOf).join(String.fromCharCode(this.delimiter)).slice(0, EXCERPT);
    if (broken !== null) return { line: begin, place: "", ...broken, excerpt: excerpt() };
    try {
      return { line: begin, cells: cellsOf((cell) => this.decoder.decode(cell)) };
    } catch {
      return {
        line: begin,
        place: "",
        reason: `the row ${whyNotUtf8(this.buffer.subarray(0, length), ADVICE)}`,
        excerpt: excerpt(),
      };
    }
  }
}

const ADVICE = "save the file as UTF-8 (in Excel, “CSV UTF-8”)";

/** The delimiter that splits the beginning of a table into the same number of columns in every row. */
export function delimiterOf(head: string): Delimiter {
  let best: Delimiter = ",";
  let most = 0;
  const bytes = new TextEncoder().encode(head);
  for (const delimiter of DELIMITERS) {
    const reader = new CsvReader(delimiter.charCodeAt(0), LINE_LIMITS);
    const rows = [...reader.read(bytes), ...reader.end()]
      .flatMap((row) => ("cells" in row ? [row.cells.length] : []))
      .slice(0, 50);
    const columns = rows[0] ?? 1;
    if (columns < 2) continue;
    const alike = rows.filter((count) => count === columns).length / rows.length;
    const score = alike + Math.min(columns, 50) / 1000;
    if (score > most) {
      most = score;
      best = delimiter;
    }
  }
  return best;
}
