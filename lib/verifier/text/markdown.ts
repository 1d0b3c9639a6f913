import { classAt, SPACE } from "./classes";

/** A line of a text: its start and end, without the line break. */
export interface MarkdownLine {
  start: number;
  end: number;
  text: string;
}

export function markdownLines(text: string): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 10;
    if (!endsLine(unit)) continue;
    lines.push({ start, end: i, text: text.slice(start, i) });
    if (unit === 13 && text.charCodeAt(i + 1) === 10) i++;
    start = i + 1;
  }
  return lines;
}

const endsLine = (unit: number) => unit === 10 || unit === 13 || unit === 0x2028 || unit === 0x2029;

/** The number of lines of a text, without splitting it. */
export function lineCount(text: string): number {
  let count = 1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (endsLine(unit) && !(unit === 10 && text.charCodeAt(i - 1) === 13)) count++;
  }
  return count;
}

export const isBlank = (line: string) => line.trim() === "";

const RULE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;

const isRule = (line: string) => RULE.test(line.trimEnd());

interface ListLine extends MarkdownLine {
  indent: number;
  kind: "bullet" | "numbered";
  /** The text after the marker. */
  content: string;
  /** The number of a numbered line, NaN for letters. */
  number: number;
}

const MARKERS = new Set([..."*+•‣▪◦·–-"].map((sign) => sign.charCodeAt(0)));

/** The first character of a line that is neither space nor tab. */
function firstUnit(line: string): number {
  let i = 0;
  while (line.charCodeAt(i) === 32 || line.charCodeAt(i) === 9) i++;
  return i < line.length ? line.charCodeAt(i) : 0;
}

/** A line that opens a list item, or null: a bullet, or up to nine digits or a letter followed by a sign. */
export function listLine(line: MarkdownLine): ListLine | null {
  const { start, end, text } = line;
  let at = 0;
  let indent = 0;
  for (let unit = text.charCodeAt(0); unit === 32 || unit === 9; unit = text.charCodeAt(++at))
    indent += unit === 9 ? 4 : 1;
  const first = text.charCodeAt(at);
  const bullet = MARKERS.has(first);
  let mark = at + 1;
  if (isDigit(first)) while (mark - at < 9 && isDigit(text.charCodeAt(mark))) mark++;
  else if (!bullet && !isLatin(first)) return null;
  if (!bullet) {
    const sign = text.charCodeAt(mark);
    // Letters mark a list only with a bracket, "a)": "A. Smith wrote" is a name.
    if (sign !== 41 && (sign !== 46 || isLatin(first))) return null;
    mark++;
  }
  let from = mark;
  while (text.charCodeAt(from) === 32 || text.charCodeAt(from) === 9) from++;
  if (from === mark || from === text.length || classAt(text, from) & SPACE) return null;
  if (bullet && isRule(text)) return null;
  return {
    start,
    end,
    text,
    indent,
    kind: bullet ? "bullet" : "numbered",
    content: text.slice(from),
    number: isDigit(first) ? Number(text.slice(at, mark - 1)) : Number.NaN,
  };
}

const isDigit = (unit: number) => unit >= 48 && unit <= 57;
const isLatin = (unit: number) => (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);

/** Lines outside code fences. */
function proseLines(text: string): MarkdownLine[] {
  let fence: string | null = null;
  return markdownLines(text).filter(({ text: line }) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark) {
      fence = mark;
      return false;
    }
    if (fence === null) return true;
    if (mark?.startsWith(fence)) fence = null;
    return false;
  });
}

/** Items of markdown lists outside code, and those at the outermost level. */
export function listItems(text: string): { all: ListLine[]; top: ListLine[] } {
  const all = proseLines(text)
    .map(listLine)
    .filter((line) => line !== null);
  let least = Number.POSITIVE_INFINITY;
  for (const { indent } of all) least = Math.min(least, indent);
  return { all, top: all.filter(({ indent }) => indent <= least + 1) };
}

const HEADING = /^ {0,3}#{1,6}(?:[ \t]+\S|[ \t]*$)/;

/** Headings: `#`, underlined, or a line that is only bold. */
export function headings(text: string): MarkdownLine[] {
  const lines = proseLines(text);
  return lines.filter((line, i) => {
    if (HEADING.test(line.text)) return line.text.replace(/[#\s]/g, "") !== "";
    if (isBoldLine(line.text)) return true;
    const next = lines[i + 1]?.text.trim() ?? "";
    return (
      !isBlank(line.text) &&
      listLine(line) === null &&
      isBlank(lines[i - 1]?.text ?? "") &&
      (/^={2,}$/.test(next) || /^-{2,}$/.test(next))
    );
  });
}

export function isHeadingLine(line: string): boolean {
  const first = firstUnit(line);
  if (first !== 35 && first !== 42 && first !== 95) return false;
  return HEADING.test(line) || isBoldLine(line);
}

function isBoldLine(line: string): boolean {
  const text = line.trim().replace(/:$/, "");
  const mark = text.slice(0, 2);
  if (text.length < 5 || (mark !== "**" && mark !== "__") || !text.endsWith(mark)) return false;
  const inside = text.slice(2, -2);
  return !inside.includes(mark) && inside.trim() !== "";
}

/** Blocks separated by blank lines that contain a letter or number. */
export function blocks(text: string): MarkdownLine[] {
  const found: MarkdownLine[] = [];
  let open: { start: number; end: number } | null = null;
  const close = () => {
    if (open) {
      const piece = text.slice(open.start, open.end);
      if (/[\p{L}\p{N}]/u.test(piece)) found.push({ ...open, text: piece });
    }
    open = null;
  };
  for (const line of markdownLines(text)) {
    if (isBlank(line.text)) close();
    else open = { start: open === null ? line.start : (open as { start: number }).start, end: line.end };
  }
  close();
  return found;
}

interface CodeFence extends MarkdownLine {
  language: string;
  content: string;
  closed: boolean;
}

/** Fenced code blocks. */
export function fences(text: string): CodeFence[] {
  const found: CodeFence[] = [];
  let open: { start: number; mark: string; language: string; from: number } | null = null;
  for (const line of markdownLines(text)) {
    const match = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(line.text);
    const mark = match?.[1] ?? "";
    if (open === null) {
      if (match) open = { start: line.start, mark, language: (match[2] ?? "").trim(), from: line.end + 1 };
    } else if (mark.startsWith(open.mark) && (match?.[2] ?? "").trim() === "") {
      found.push(fenceOf(text, open, line.start, line.end, true));
      open = null;
    }
  }
  if (open) found.push(fenceOf(text, open, text.length, text.length, false));
  return found;
}

function fenceOf(
  text: string,
  open: { start: number; language: string; from: number },
  to: number,
  end: number,
  closed: boolean,
): CodeFence {
  const content = text.slice(Math.min(open.from, to), to);
  return {
    start: open.start,
    end,
    text: text.slice(open.start, end),
    language: open.language,
    content,
    closed,
  };
}

/** The contents of a text that is only one fenced block; otherwise the text itself, trimmed. */
export function unfenced(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("```") && !trimmed.startsWith("~~~")) return trimmed;
  const [first, ...others] = fences(trimmed);
  if (!first?.closed || others.length > 0 || first.start !== 0 || first.end !== trimmed.length)
    return trimmed;
  return first.content.trim();
}

/** A text as read aloud: without list markers, heading marks, emphasis, link targets and fences. */
export function plainText(text: string): string {
  if (!/[*_`#[\]~>|]|^[ \t]*(?:[-+•–]|\d+[.)])[ \t]/m.test(text)) return text;
  return text
    .replace(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, "")
    .replace(/^[ \t]*(?:#{1,6}|>|[*+•–-]|\d{1,9}[.)])[ \t]+/gm, "")
    .replace(/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, "")
    .replace(/\[([^[\]\n]{0,500})\]\([^()\s]{0,500}\)/g, "$1")
    .replace(/\*+|~~|`/g, "")
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "");
}
