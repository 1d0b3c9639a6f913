import { whyNotUtf8, wideEncoding } from "./encoding";

/** A problem of a file: its position, and the reason in words. */
export interface FileProblem {
  /** 1 is the first line; null for the whole file. */
  line: number | null;
  /** The position inside the line, as in `items[2].scale`; empty for the line itself. */
  place: string;
  reason: string;
  /** The row to leave out; missing when leaving it out would not help. */
  row?: number;
  /** The beginning of the text, if it could not be read as a row. */
  excerpt?: string;
  /** The record that the row would have been: references to it fail too. */
  record?: { type: string; id: string };
  /** The text may span several rows: a quotation mark or bracket is not closed. */
  unclosed?: true;
}

/** Length of a row's excerpt beside its problem, in characters. */
export const EXCERPT = 300;

/** The beginning of unreadable bytes, with a placeholder for invalid UTF-8. */
export function excerptOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes.subarray(0, EXCERPT));
}

/** A non-blank line exactly as in the file, without its line break. */
interface TextLine {
  line: number;
  text: string;
}

export interface LineLimits {
  fileBytes: number;
  lineBytes: number;
  lines: number;
}

/** Limits of one file: 1 GB, 1 MB in a line, 500,000 non-blank lines. */
export const LINE_LIMITS: LineLimits = { fileBytes: 2 ** 30, lineBytes: 2 ** 20, lines: 500_000 };

const NEWLINE = 10;
const RETURN = 13;
const BLANK = /^[ \t\r]*$/;

/**
 * Splits a file into lines at \n and \r\n only (never at a lone \r or a Unicode separator) and decodes each
 * as UTF-8. A byte order mark at the beginning is dropped, blank lines are skipped but counted.
 *
 * A line that is too long or not UTF-8 becomes a problem and reading continues; a file over its limits ends
 * with a problem. Buffers one line at a time, and throws only what the source throws.
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  limits: LineLimits = LINE_LIMITS,
): AsyncGenerator<TextLine | FileProblem> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let parts: Uint8Array[] = [];
  let buffered = 0;
  let line = 1;
  let filled = 0;
  let bytes = 0;

  const take = (): TextLine | FileProblem | null => {
    const whole = concatBytes(parts, buffered);
    const end = whole[buffered - 1] === RETURN ? buffered - 1 : buffered;
    parts = [];
    buffered = 0;
    if (end > limits.lineBytes) {
      return { line, place: "", reason: `the line is longer than ${amount(limits.lineBytes)}` };
    }
    const wide = line === 1 ? wideEncoding(whole) : null;
    if (wide) return { line: null, place: "", reason: `the file is ${wide}; save it as UTF-8` };
    const marked = line === 1 && whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf;
    try {
      const text = decoder.decode(whole.subarray(marked ? 3 : 0, end));
      return BLANK.test(text) ? null : { line, text };
    } catch {
      const bytes = whole.subarray(0, end);
      return { line, place: "", reason: `the line ${whyNotUtf8(bytes)}`, excerpt: excerptOf(bytes) };
    }
  };

  /** Buffers a piece of the current line, or only counts it once the line is too long. */
  const buffer = (piece: Uint8Array): void => {
    buffered += piece.length;
    if (buffered <= limits.lineBytes + 1) parts.push(piece);
    else parts = [];
  };

  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > limits.fileBytes) {
      yield { line: null, place: "", reason: `the file is larger than ${amount(limits.fileBytes)}` };
      return;
    }
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      buffer(chunk.subarray(start, end));
      start = end + 1;
      const found = take();
      if (found && ++filled > limits.lines) {
        yield tooManyLines(limits);
        return;
      }
      if (found) yield found;
      if (found && "reason" in found && found.line === null) return;
      line++;
    }
    // Copied, because a source may reuse its chunk.
    if (start < chunk.length) buffer(chunk.slice(start));
  }
  if (buffered === 0) return;
  const last = take();
  if (last) yield ++filled > limits.lines ? tooManyLines(limits) : last;
}

/** True for a problem, false for content. */
export function isProblem(read: object): read is FileProblem {
  return "reason" in read;
}

/**
 * One line for people: `line 12, items[2].scale: is missing`. Control characters, which ids and field names
 * of a hostile file may contain, are escaped.
 */
export function problemText({ line, place, reason }: FileProblem): string {
  const where = [line === null ? "" : `line ${line}`, place].filter((part) => part !== "").join(", ");
  const text = where === "" ? reason : `${where}: ${reason}`;
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0;
    return `\\u{${point.toString(16)}}`;
  });
}

/** A position inside a row as one of the file: `[16]` and `id` make `[16].id`. */
export function pathInRow(row: string, place: string): string {
  return row !== "" && place !== "" && !place.startsWith("[") ? `${row}.${place}` : row + place;
}

/** The problem of a file with too many lines. */
export function tooManyLines(limits: LineLimits): FileProblem {
  return {
    line: null,
    place: "",
    reason: `the file has more than ${limits.lines.toLocaleString("en")} lines`,
  };
}

/** Concatenates pieces; the result must not be modified. */
export function concatBytes(parts: Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const whole = new Uint8Array(parts.length === 0 ? 0 : length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number of bytes for display: `1 GB`. */
export function amount(bytes: number): string {
  if (bytes >= 2 ** 30) return `${bytes / 2 ** 30} GB`;
  return bytes >= 2 ** 20 ? `${bytes / 2 ** 20} MB` : `${bytes} bytes`;
}
