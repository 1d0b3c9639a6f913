import type { Element, Root, Text } from "hast";
import { type Child, classNamesOf, element, type Parent, setChildren, textNode } from "./tree";

/** Evidence to mark: a quotation from the text, or a range of offsets. */
export type Highlight =
  | { id: string; quote: string }
  | { id: string /** Offsets into the source, end exclusive. */; start: number; end: number };

/** Most marks of one quotation; a word like "the" would otherwise cover everything. */
const MOST_MARKS = 50;

/** A piece of visible text, with its position in the source if known. */
interface Segment {
  node: Text;
  parent: Parent;
  source: number | undefined;
}

/** A text normalised for matching quotations: case, spacing, curly quotes, dashes, invisible characters. */
interface Folded {
  text: string;
  /** Segment of each folded character, and its offset there; -1 where there is none. */
  segment: number[];
  offset: number[];
}

/**
 * Marks each highlight wherever it occurs, across emphasis, links and lines. Marks carry the positions of
 * their highlights in the list, several where they overlap. Formulas are not searched.
 */
export function markQuotes({ source, highlights }: { source: string; highlights: readonly Highlight[] }) {
  return (tree: Root) => {
    if (highlights.length === 0) return;
    const segments: Segment[] = [];
    const folded: Folded = { text: "", segment: [], offset: [] };
    const parts: string[] = [];
    collect(tree, segments, folded, parts);
    folded.text = parts.join("");

    const cuts = segments.map(() => new Map<number, Set<number>>());
    const firsts = new Map<number, number>();
    highlights.forEach((highlight, index) => {
      for (const [start, end] of find(highlight, source, folded, segments)) {
        for (let at = start; at < end; at += 1) {
          const segment = folded.segment[at] ?? -1;
          const offset = folded.offset[at] ?? -1;
          if (segment < 0) continue;
          const cut = cuts[segment];
          if (!cut) continue;
          const ids = cut.get(offset) ?? new Set();
          ids.add(index);
          cut.set(offset, ids);
          if (!firsts.has(index)) firsts.set(index, segment * 1e9 + offset);
        }
      }
    });

    const pieces = new Map<Text, Child[]>();
    segments.forEach(({ node }, index) => {
      const cut = cuts[index];
      if (cut && cut.size > 0) pieces.set(node, slice(node.value, cut, firsts, index));
    });
    for (const parent of new Set(segments.map((segment) => segment.parent))) {
      setChildren(
        parent,
        parent.children.flatMap((child): Child[] => (child.type === "text" && pieces.get(child)) || [child]),
      );
    }
  };
}

const BLOCK = /^(?:blockquote|br|div|h[1-6]|hr|li|ol|p|pre|section|table|tbody|td|th|thead|tr|ul)$/;

function collect(parent: Parent, segments: Segment[], folded: Folded, parts: string[]): void {
  for (const child of parent.children) {
    if (child.type === "text") {
      fold(child.value, segments.length, folded, parts);
      segments.push({ node: child, parent, source: child.position?.start.offset });
    } else if (child.type === "element") {
      const apart = BLOCK.test(child.tagName) || isFormula(child);
      if (apart) space(folded, parts);
      if (!isFormula(child)) collect(child, segments, folded, parts);
      if (apart) space(folded, parts);
    }
  }
}

function isFormula(node: Element): boolean {
  return classNamesOf(node).some((name) => name.startsWith("katex"));
}

/** Adds a space that belongs to no segment, unless there is one already. */
function space(folded: Folded, parts: string[]): void {
  if (parts.length === 0 || parts.at(-1) === " ") return;
  parts.push(" ");
  folded.segment.push(-1);
  folded.offset.push(-1);
}

function fold(value: string, segment: number, folded: Folded, parts: string[]): void {
  for (let at = 0; at < value.length; at += 1) {
    const character = foldCharacter(value[at] ?? "");
    if (character === "" || (character === " " && (parts.length === 0 || parts.at(-1) === " "))) continue;
    parts.push(character);
    folded.segment.push(segment);
    folded.offset.push(at);
  }
}

/** Normalises one UTF-16 unit for comparison, into at most one unit so that positions can be counted. */
function foldCharacter(character: string): string {
  if (/\s/.test(character)) return " ";
  if (/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/.test(character)) return "";
  if (/[\u2018\u2019\u201a\u201b\u2032`´]/.test(character)) return "'";
  if (/[\u201c-\u201f\u2033«»]/.test(character)) return '"';
  if (/[\u2010-\u2015\u2212]/.test(character)) return "-";
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower : character;
}

function foldText(value: string): string {
  let folded = "";
  for (const character of value.split("")) {
    const next = foldCharacter(character);
    if (next !== " " || !folded.endsWith(" ")) folded += next;
  }
  return folded.trim();
}

type Range = [start: number, end: number];

function find(highlight: Highlight, source: string, folded: Folded, segments: readonly Segment[]): Range[] {
  if ("quote" in highlight) return occurrences(highlight.quote, folded.text);
  const ranges = occurrences(source.slice(highlight.start, highlight.end), folded.text);
  const distance = ([start]: Range) => {
    const segment = segments[folded.segment[start] ?? -1];
    const at = (segment?.source ?? 0) + (folded.offset[start] ?? 0);
    return Math.abs(at - highlight.start);
  };
  return ranges.sort((a, b) => distance(a) - distance(b)).slice(0, 1);
}

/** All occurrences of a quotation. One with gaps ("the brain … in our head") is searched part by part. */
function occurrences(quote: string, text: string): Range[] {
  const parts = quote
    .split(/\s*(?:…|\.{3,}|\[\s*(?:…|\.{3,})\s*\])\s*/)
    .map((part) => foldText(part).replace(/^["'\s]+|["'\s]+$/g, ""))
    .filter((part) => part.length > 1 || part === foldText(quote));
  return parts.flatMap((part) => {
    const found: Range[] = [];
    for (
      let at = text.indexOf(part);
      at !== -1 && found.length < MOST_MARKS;
      at = text.indexOf(part, at + part.length)
    ) {
      found.push([at, at + part.length]);
    }
    return found;
  });
}

/**
 * Splits a text node into plain and marked pieces. Characters that matching ignores join the mark if both
 * neighbours are marked.
 */
function slice(
  value: string,
  cut: Map<number, Set<number>>,
  firsts: Map<number, number>,
  segment: number,
): Child[] {
  const pieces: Child[] = [];
  let start = 0;
  let current = "";
  const flush = (end: number) => {
    if (end === start) return;
    const part = value.slice(start, end);
    if (current === "") pieces.push(textNode(part));
    else {
      const first = current.split(" ").filter((id) => {
        const position = (firsts.get(Number(id)) ?? -1) - segment * 1e9;
        return position >= start && position < end;
      });
      pieces.push(
        element(
          "mark",
          { dataQuotes: current, dataFirst: first.length > 0 ? first.join(" ") : undefined },
          textNode(part),
        ),
      );
    }
    start = end;
  };
  for (let at = 0; at < value.length; at += 1) {
    const ids = cut.get(at);
    const wanted = ids ? [...ids].join(" ") : "";
    if (wanted === current || (wanted === "" && foldCharacter(value[at] ?? "") === "")) continue;
    const isRunOfSpace = wanted === "" && /\s/.test(value[at] ?? "") && /\s/.test(value[at - 1] ?? "");
    if (isRunOfSpace) continue;
    flush(at);
    current = wanted;
  }
  flush(value.length);
  return pieces;
}
