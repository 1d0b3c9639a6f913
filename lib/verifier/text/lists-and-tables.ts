import type { TextPart } from "../types";
import { blocks, listItems, type MarkdownLine, markdownLines, unfenced } from "./markdown";
import { sentences } from "./sentences";

/** Elements of a list in any syntax: markdown lines, a JSON array, or rows of a table. */
interface ListFound {
  how: "list" | "json" | "table";
  items: MarkdownLine[];
  /** Including nested ones. */
  all: number;
  /** Positions where the numbering restarts. */
  restarts: number;
}

export function listOf(text: string): ListFound | null {
  const { all, top } = listItems(text);
  if (top.length > 0) {
    let restarts = 0;
    let last = 0;
    for (const { number } of top) {
      if (Number.isNaN(number)) continue;
      if (number <= last) restarts++;
      last = number;
    }
    const items = top.map(({ start, end, content }) => ({ start, end, text: content }));
    return { how: "list", items, all: all.length, restarts };
  }
  const array = jsonArray(text);
  if (array) {
    const items = array.map((element) => ({
      start: 0,
      end: 0,
      text: typeof element === "string" ? element : JSON.stringify(element),
    }));
    return { how: "json", items, all: items.length, restarts: 0 };
  }
  const rows = tableRows(text);
  if (rows && rows.length > 1) {
    const items = rows.slice(1).map(({ start, end, cells }) => ({ start, end, text: cells.join(" | ") }));
    return { how: "table", items, all: items.length, restarts: 0 };
  }
  return null;
}

function jsonArray(text: string): unknown[] | null {
  const inside = unfenced(text);
  if (!inside.startsWith("[") || depthOf(inside) > MAX_DEPTH) return null;
  try {
    const parsed: unknown = JSON.parse(inside);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

export const MAX_DEPTH = 200;

/** The nesting depth of brackets outside strings, without recursion. */
export function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  let quoted = false;
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i);
    if (quoted) {
      if (unit === 92) i++;
      else if (unit === 34) quoted = false;
    } else if (unit === 34) quoted = true;
    else if (unit === 91 || unit === 123) most = Math.max(most, ++depth);
    else if (unit === 93 || unit === 125) depth--;
  }
  return most;
}

interface MarkdownTableRow {
  start: number;
  end: number;
  cells: string[];
}

const SEPARATOR = /^:?-+:?$/;

/** Header and body rows of the first markdown table, or null. */
export function tableRows(text: string): MarkdownTableRow[] | null {
  const lines = markdownLines(text);
  for (let i = 1; i < lines.length; i++) {
    const separator = cellsOf(lines[i] as MarkdownLine);
    if (!separator.cells.every((cell) => SEPARATOR.test(cell)) || separator.cells[0] === "") continue;
    const header = cellsOf(lines[i - 1] as MarkdownLine);
    if (!(lines[i - 1] as MarkdownLine).text.includes("|") || header.cells.length !== separator.cells.length)
      continue;
    const rows = [header];
    for (let j = i + 1; j < lines.length && (lines[j] as MarkdownLine).text.includes("|"); j++)
      rows.push(cellsOf(lines[j] as MarkdownLine));
    return rows;
  }
  return null;
}

function cellsOf({ start, end, text }: MarkdownLine): MarkdownTableRow {
  const trimmed = text.trim().replace(/^\|/, "").replace(/\|$/, "");
  const cells: string[] = [];
  let cell = "";
  for (let i = 0; i < trimmed.length; i++) {
    if (trimmed[i] === "\\" && trimmed[i + 1] === "|") {
      cell += "|";
      i++;
    } else if (trimmed[i] === "|") {
      cells.push(cell.trim());
      cell = "";
    } else cell += trimmed[i];
  }
  cells.push(cell.trim());
  return { start, end, cells };
}

/** The parts of a text that a question can refer to, and whether the text can be split in only one way. */
export function partsOf(text: string, part: TextPart): { parts: MarkdownLine[]; certain: boolean } {
  if (part === "paragraph") {
    const parts = blocks(text);
    const lines = markdownLines(text).filter((line) => line.text.trim() !== "");
    return { parts, certain: lines.length === parts.length };
  }
  if (part === "line")
    return { parts: markdownLines(text).filter(({ text: line }) => line.trim() !== ""), certain: true };
  if (part === "sentence") {
    const parts = sentences(text);
    return { parts, certain: !parts.some(({ heading }) => heading) };
  }
  const list = listOf(text);
  return {
    parts: list?.items ?? [],
    certain: list !== null && list.all === list.items.length && list.restarts === 0,
  };
}
