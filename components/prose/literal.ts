import type { Element, Root } from "hast";
import { type Child, mapElements, type Parent } from "./tree";

/** A formula, code, or the words between them. */
export interface Piece {
  kind: "words" | "formula" | "code";
  text: string;
}

/**
 * Stand-ins for markdown's special characters where they have no special meaning. Each has the same length
 * and character class as the original, so that the surrounding text parses as before. `restoreLiterals` puts
 * the originals back.
 */
const STAND_INS = { $: "\ufe69", "\\": "\ufe68", "*": "\ufe61", _: "\ufe4d", ":": "\ufe55" } as const;

type Mark = keyof typeof STAND_INS;
const MARKS = Object.keys(STAND_INS) as Mark[];
const isMark = (character: string): character is Mark => Object.hasOwn(STAND_INS, character);

/** Replaces literal marks in a part of a text with their stand-ins. */
export type EscapeMarks = (text: string, marks?: string) => string;

/** Builds the replacer for a text. A mark whose stand-in already occurs in the text is left as it is. */
export function escaperFor(source: string): EscapeMarks {
  const standIns = new Map(
    MARKS.filter((mark) => !source.includes(STAND_INS[mark])).map((mark) => [mark, STAND_INS[mark]]),
  );
  return (text, marks = MARKS.join("")) =>
    text.replace(
      /[$\\*_:]/g,
      (mark) => (isMark(mark) && marks.includes(mark) ? standIns.get(mark) : undefined) ?? mark,
    );
}

/** Patterns with markdown's special characters that are meant literally. */
const LITERAL: readonly [pattern: RegExp, marks: string][] = [
  // Windows paths and network shares: their backslashes escape nothing.
  [/(?<![A-Za-z0-9])[A-Za-z]:\\[^\s"'<>|`]*/g, "\\_*"],
  [/(?<![^\s("'])\\\\[\w.$-]+\\[^\s"'<>|`]*/g, "\\_*"],
  // Products and powers: 2*3*4, a*b*c, 2**10.
  [/(?<=[\dA-Za-z)])\*(?=[\dA-Za-z(])(?<!\*\*)/g, "*"],
  [/(?<=\d)\*\*(?=\d)/g, "*"],
  // File name patterns and code comments: *.txt, /* … */.
  [/(?<![*\w])\*(?=\.\w)|(?<=\/)\*(?!\*)|(?<!\*)\*(?=\/)/g, "*"],
  // The five fields of a cron schedule.
  [/^[ \t]*(?:\*[ \t]+){4}\*(?=[ \t]|$)/gm, "*"],
  // Names that begin and end with underscores: __init__, _private_name_, and folders with such names.
  [/(?<![\p{L}\p{N}_])__[A-Za-z0-9]\w*__(?![\p{L}\p{N}_])/gu, "_"],
  [/(?<![\p{L}\p{N}_])_[A-Za-z0-9]+_\w*_(?![\p{L}\p{N}_])/gu, "_"],
  [/(?<=[/.])_\w+_(?=[/.])/g, "_"],
];

/** Replaces literal marks in words with stand-ins. */
export function escapeWords(words: string, escapeMarks: EscapeMarks): string {
  return LITERAL.reduce(
    (text, [pattern, marks]) => text.replace(pattern, (found) => escapeMarks(found, marks)),
    words,
  );
}

/** Replaces the marks of a link definition that no link uses: markdown would drop the whole line. */
export function escapeUnused(source: string, text: string, escapeMarks: EscapeMarks): string {
  const DEFINITION = /^( {0,3}\[([^\]^\n][^\]\n]*)\]):/gm;
  if (!DEFINITION.test(text)) return text;
  const uses = new Map<string, number>();
  for (const [, label = ""] of source.matchAll(/\[([^\][\n]+)\]/g))
    uses.set(label.toLowerCase(), (uses.get(label.toLowerCase()) ?? 0) + 1);
  return text.replace(DEFINITION, (line, name: string, label: string) =>
    (uses.get(label.toLowerCase()) ?? 1) > 1 ? line : name + escapeMarks(":"),
  );
}

/** Restores the original characters: in words and code by position, elsewhere mark by mark. */
export function restoreLiterals({ source, text }: { source: string; text: string }) {
  const marks = MARKS.filter((mark) => !source.includes(STAND_INS[mark]));
  const unmark = (value: string) =>
    marks.reduce(
      (done, mark) =>
        done.replaceAll(STAND_INS[mark], mark).replaceAll(encodeURIComponent(STAND_INS[mark]), mark),
      value,
    );

  function original(value: string, start: number, end: number): string {
    let at = start;
    return value
      .split("\n")
      .map((line) => {
        const found = text.indexOf(line, at);
        if (found < 0 || found + line.length > end) return unmark(line);
        at = found + line.length;
        return source.slice(found, at);
      })
      .join("\n");
  }

  function visit(parent: Parent): void {
    for (const child of parent.children) {
      if ("value" in child) {
        const start = (child as Child).position?.start.offset ?? parent.position?.start.offset;
        const end = (child as Child).position?.end.offset ?? parent.position?.end.offset;
        child.value =
          start === undefined || end === undefined ? unmark(child.value) : original(child.value, start, end);
      } else if (child.type === "element") {
        for (const [name, value] of Object.entries(child.properties))
          if (typeof value === "string") child.properties[name] = unmark(value);
        visit(child);
      }
    }
  }

  return (tree: Root) => {
    if (source !== text) visit(tree);
  };
}

/** Keeps list numbers as written, where the browser would renumber: 1) or 5., 7. */
export function keepNumbers({ source }: { source: string }) {
  return (tree: Root) =>
    mapElements(tree, (list) => {
      if (list.tagName !== "ol") return undefined;
      let next = Number(list.properties.start ?? 1);
      for (const entry of list.children) {
        if (entry.type !== "element" || entry.tagName !== "li") continue;
        const marker = markerOf(entry, source);
        if (marker !== null && marker !== `${next}.`) entry.properties.dataMarker = marker;
        next += 1;
      }
      return undefined;
    });
}

function markerOf(entry: Element, source: string): string | null {
  const start = entry.position?.start.offset;
  return start === undefined ? null : (/^\d{1,9}[.)]/.exec(source.slice(start, start + 10))?.[0] ?? null);
}
