import type { Element, Root } from "hast";
import { PROSE_LIMITS } from "./limits";
import { type Piece, type Quieten, quietenFor, quietenUnused, quietenWords } from "./literal";
import { classNamesOf, mapElements, nodeText } from "./tree";

/** What KaTeX may do with a formula: typeset it, at a bounded size, and nothing else. */
export const KATEX = { trust: false, strict: "ignore", maxExpand: 1000, maxSize: 20 } as const;

/** Code, where nothing is a formula. */
const CODE = /(```[\s\S]*?(?:```|$)|(?<=^|\n)~~~[\s\S]*?(?:\n~~~|$)|`[^`\n]*`)/;

/**
 * A text as the parser is to read it: around formulas stand dollars, and nowhere else; other marks that mean nothing
 * have stand-ins. It is as long as it was, so that offsets into the text stay what they were.
 */
export function withFormulas(source: string): string {
  const quieten = quietenFor(source);
  const text = piecesOf(source, quieten)
    .map(({ kind, text }) => (kind === "words" ? quietenWords(text, quieten) : text))
    .join("");
  return quietenUnused(source, text, quieten);
}

/** Whether anything in a text is a formula. */
export function hasFormulas(source: string): boolean {
  return piecesOf(source, quietenFor(source)).some(({ kind }) => kind === "formula");
}

function piecesOf(source: string, quieten: Quieten): Piece[] {
  return source
    .split(CODE)
    .flatMap((part, index): Piece[] =>
      index % 2 === 1 ? [{ kind: "code", text: quieten(part, "$") }] : formulasIn(part, quieten),
    );
}

/** What can open a formula; a backslash before any other character makes that one mean nothing. */
const OPENING = /\\\(|\\\[|\\[\s\S]|\$+/g;

function formulasIn(part: string, quieten: Quieten): Piece[] {
  const pieces: Piece[] = [];
  const closings = new Closings(part);
  let done = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(part); match; match = OPENING.exec(part)) {
    const end = endOf(part, match.index, match[0], closings);
    if (end === null) {
      if (!match[0].startsWith("$")) continue;
      pieces.push({ kind: "words", text: part.slice(done, match.index) });
      pieces.push({ kind: "words", text: quieten(match[0], "$") });
      done = OPENING.lastIndex;
      continue;
    }
    pieces.push({ kind: "words", text: part.slice(done, match.index) });
    pieces.push({ kind: "formula", text: inDollars(part, match.index, end, match[0].length, quieten) });
    done = OPENING.lastIndex = end;
  }
  pieces.push({ kind: "words", text: part.slice(done) });
  return pieces.filter(({ text }) => text !== "");
}

/** Finds the next of something without reading on twice; the end where there is none. */
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

/** Where the formula ends that begins here; null where none does. */
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
    !/^\s|\s$/.test(inside) && !isParted(inside) && isAround(part, start, end) && !isMoney(inside);
  return isFormula ? end + 1 : null;
}

const isParted = (inside: string) => /\n[ \t]*\n/.test(inside);

/**
 * Pandoc's rule asks for no digit after the closing dollar ($5 and $10). Beside Latin letters and digits there is none
 * either, apart from "the $n$th": US$5, $HOME/$USER.
 */
function isAround(part: string, start: number, end: number): boolean {
  if (/[A-Za-z0-9_\\]/.test(part.charAt(start - 1))) return false;
  return !/^[A-Za-z0-9_]/.test(part.slice(end + 1)) || /^(?:st|nd|rd|th|s)\b/.test(part.slice(end + 1));
}

/** An amount and what follows it up to the next one: "5 to 10", "5，或者 10". No formula says it in words. */
function isMoney(inside: string): boolean {
  return /^[-+]?\d/.test(inside) && !/[\\^_{}=<>]/.test(inside) && /\s\p{L}{2,}|\p{Lo}/u.test(inside);
}

/** Whether the marks of a formula stand on lines of their own, within quotations and lists too. */
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
 * The formula between dollars. Two at the beginning of a line would open a block that ends nowhere, so one that goes
 * over several lines and is no block has single ones.
 */
function inDollars(part: string, start: number, end: number, width: number, quieten: Quieten): string {
  const inside = quieten(part.slice(start + width, end - width), "$");
  if (width === 1) return `$${inside}$`;
  return inside.includes("\n") && !isBlock(part, start, end) ? ` $${inside}$ ` : `$$${inside}$$`;
}

/** Leaves formulas that are too long, or too many, as the code they were written as. */
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
