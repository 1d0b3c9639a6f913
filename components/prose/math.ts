import type { Element, Root } from "hast";
import { PROSE_LIMITS } from "./limits";
import { type EscapeMarks, escaperFor, escapeUnused, escapeWords, type Piece } from "./literal";
import { classNamesOf, mapElements, nodeText } from "./tree";

/** KaTeX options: typeset at a bounded size, nothing else. */
export const KATEX = { trust: false, strict: "ignore", maxExpand: 1000, maxSize: 20 } as const;

/** Code, in which nothing is a formula. */
const CODE = /(```[\s\S]*?(?:```|$)|(?<=^|\n)~~~[\s\S]*?(?:\n~~~|$)|`[^`\n]*`)/;

/**
 * Prepares a text for the parser: dollars surround formulas and nothing else, and other literal marks have
 * stand-ins. The length is unchanged, so that offsets stay valid.
 */
export function withFormulas(source: string): string {
  const escapeMarks = escaperFor(source);
  const text = piecesOf(source, escapeMarks)
    .map(({ kind, text }) => (kind === "words" ? escapeWords(text, escapeMarks) : text))
    .join("");
  return escapeUnused(source, text, escapeMarks);
}

/** True if a text contains a formula. */
export function hasFormulas(source: string): boolean {
  return piecesOf(source, escaperFor(source)).some(({ kind }) => kind === "formula");
}

function piecesOf(source: string, escapeMarks: EscapeMarks): Piece[] {
  return source
    .split(CODE)
    .flatMap((part, index): Piece[] =>
      index % 2 === 1 ? [{ kind: "code", text: escapeMarks(part, "$") }] : formulasIn(part, escapeMarks),
    );
}

/** Characters that may open a formula. A backslash before any other character escapes it. */
const OPENING = /\\\(|\\\[|\\[\s\S]|\$+/g;

function formulasIn(part: string, escapeMarks: EscapeMarks): Piece[] {
  const pieces: Piece[] = [];
  const closings = new Closings(part);
  let done = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(part); match; match = OPENING.exec(part)) {
    const end = endOf(part, match.index, match[0], closings);
    if (end === null) {
      if (!match[0].startsWith("$")) continue;
      pieces.push({ kind: "words", text: part.slice(done, match.index) });
      pieces.push({ kind: "words", text: escapeMarks(match[0], "$") });
      done = OPENING.lastIndex;
      continue;
    }
    pieces.push({ kind: "words", text: part.slice(done, match.index) });
    pieces.push({ kind: "formula", text: inDollars(part, match.index, end, match[0].length, escapeMarks) });
    done = OPENING.lastIndex = end;
  }
  pieces.push({ kind: "words", text: part.slice(done) });
  return pieces.filter(({ text }) => text !== "");
}

/** Finds the next closing delimiter without rescanning; the end of the text if there is none. */
class Closings {
  #part: string;
  #found = new Map<string, number>();

  constructor(part: string) {
    this.#part = part;
  }

  after(from: number, what: string): number {
    const known = this.#found.get(what) ?? -1;
    if (known >= from) return known;
    const at = this.#part.indexOf(what, from);
    const found = at < 0 ? this.#part.length : at;
    this.#found.set(what, found);
    return found;
  }
}

/** End of the formula that begins here; null if none does. */
function endOf(part: string, start: number, opening: string, closings: Closings): number | null {
  const from = start + opening.length;
  if (opening === "\\(" || opening === "\\[") {
    const end = closings.after(from, opening === "\\(" ? "\\)" : "\\]");
    const isInLine = opening === "\\[" || end < closings.after(from, "\n");
    return end > from && end < part.length && isInLine ? end + 2 : null;
  }
  if (opening !== "$" && opening !== "$$") return null;
  const closing = /(?:\\[\s\S]|[^$\\])*/y;
  closing.lastIndex = from;
  const inside = closing.exec(part)?.[0] ?? "";
  const end = from + inside.length;
  const length = /\$*/y;
  length.lastIndex = end;
  if ((length.exec(part)?.[0].length ?? 0) !== opening.length || inside.trim() === "") return null;
  if (opening === "$$") return isBlock(part, start, end + 2) || !isParted(inside) ? end + 2 : null;
  const isFormula =
    !/^\s|\s$/.test(inside) && !isParted(inside) && mayDelimit(part, start, end) && !isMoney(inside);
  return isFormula ? end + 1 : null;
}

const isParted = (inside: string) => /\n[ \t]*\n/.test(inside);

/**
 * True if the dollars at these two positions may surround a formula. Pandoc's rule forbids a digit after the
 * closing dollar ($5 and $10). Latin letters and digits are excluded too, except in "the $n$th": US$5,
 * $HOME/$USER.
 */
function mayDelimit(part: string, start: number, end: number): boolean {
  if (/[A-Za-z0-9_\\]/.test(part.charAt(start - 1))) return false;
  return !/^[A-Za-z0-9_]/.test(part.slice(end + 1)) || /^(?:st|nd|rd|th|s)\b/.test(part.slice(end + 1));
}

/**
 * True for an amount and the words up to the next one: "5 to 10", "5，或者 10". Formulas contain no such words.
 */
function isMoney(inside: string): boolean {
  return /^[-+]?\d/.test(inside) && !/[\\^_{}=<>]/.test(inside) && /\s\p{L}{2,}|\p{Lo}/u.test(inside);
}

/** True if the delimiters of a formula are on lines of their own, also within quotations and lists. */
function isBlock(part: string, start: number, end: number): boolean {
  const before = part.slice(part.lastIndexOf("\n", start - 1) + 1, start);
  const inside = part.slice(start + 2, end - 2);
  return (
    /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?$/.test(before) &&
    /^[ \t]*\n[\s\S]*\n[ \t>]*$/.test(inside) &&
    /^[ \t]*(?:\n|$)/.test(part.slice(end))
  );
}

/**
 * Writes a formula between dollars. Two dollars at the start of a line would open an unclosed block, so a
 * multi-line formula that is not a block gets single dollars.
 */
function inDollars(
  part: string,
  start: number,
  end: number,
  width: number,
  escapeMarks: EscapeMarks,
): string {
  const inside = escapeMarks(part.slice(start + width, end - width), "$");
  if (width === 1) return `$${inside}$`;
  return inside.includes("\n") && !isBlock(part, start, end) ? ` $${inside}$ ` : `$$${inside}$$`;
}

/** Turns formulas that are too long or too many into code. */
export function limitFormulas() {
  return (tree: Root) => {
    let length = 0;
    let count = 0;
    mapElements(tree, (node) => {
      if (!isFormula(node)) return undefined;
      const own = nodeText(node).length;
      length += own;
      count += 1;
      if (own > PROSE_LIMITS.formula || length > PROSE_LIMITS.formulas || count > PROSE_LIMITS.formulaCount) {
        node.properties.className = [];
      }
      return undefined;
    });
  };
}

function isFormula(node: Element): boolean {
  return classNamesOf(node).some((name) => ["math-inline", "math-display", "language-math"].includes(name));
}
