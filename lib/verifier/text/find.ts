import { characterClasses, LETTER, NUMBER } from "./classes";
import { foldCase } from "./words";

export interface TextPosition {
  start: number;
  end: number;
}

/**
 * All positions of a needle in a text, including overlapping ones; Knuth, Morris and Pratt, so always linear.
 */
export function occurrences(text: string, needle: string): number[] {
  const places: number[] = [];
  const m = needle.length;
  if (m === 0 || m > text.length) return places;
  const back = new Int32Array(m);
  for (let i = 1, k = 0; i < m; i++) {
    while (k > 0 && needle.charCodeAt(i) !== needle.charCodeAt(k)) k = back[k - 1] as number;
    if (needle.charCodeAt(i) === needle.charCodeAt(k)) k++;
    back[i] = k;
  }
  for (let i = 0, k = 0; i < text.length; i++) {
    while (k > 0 && text.charCodeAt(i) !== needle.charCodeAt(k)) k = back[k - 1] as number;
    if (text.charCodeAt(i) === needle.charCodeAt(k)) k++;
    if (k === m) {
      places.push(i - m + 1);
      k = back[k - 1] as number;
    }
  }
  return places;
}

/** A text prepared for searching: case-folded, with every run of white space as one space. */
interface Searchable {
  text: string;
  folded: string;
  collapsed: string;
  /** The position in the text of each unit of `collapsed`. */
  from: Int32Array;
  /** The classes of each unit of `collapsed`. */
  classes: Uint16Array;
}

let recent: Searchable | null = null;

/** The last text is cached, because one check searches it many times. */
export function searchable(text: string): Searchable {
  if (recent?.text === text) return recent;
  const folded = foldCase(text);
  const from = new Int32Array(folded.length + 1);
  const pieces: string[] = [];
  let length = 0;
  let start = 0;
  for (let i = 0; i <= folded.length; i++) {
    const doubled =
      i < folded.length && i > 0 && folded.charCodeAt(i) === 32 && folded.charCodeAt(i - 1) === 32;
    if (i < folded.length && !doubled) {
      from[length++] = i;
      continue;
    }
    if (i > start) pieces.push(folded.slice(start, i));
    start = i + 1;
  }
  from[length] = text.length;
  const joined = pieces.join("");
  recent = { text, folded, collapsed: joined, from, classes: characterClasses(joined) };
  return recent;
}

/** The number of matches, and the first positions. */
export interface TextMatch {
  count: number;
  places: TextPosition[];
}

/** Matches of a word or phrase by their context. */
interface Hits {
  /** Separate words: white space, punctuation or an edge on both sides. */
  exact: TextMatch;
  /** Part of a longer token: a possessive, a hyphenated compound. */
  joined: TextMatch;
  /** Inside a longer word. */
  inside: TextMatch;
}

const MOST_PLACES = 100;

export const nothingFound = (): TextMatch => ({ count: 0, places: [] });

export function note(found: TextMatch, start: number, end: number): void {
  found.count++;
  if (found.places.length < MOST_PLACES) found.places.push({ start, end });
}

/** Occurrences of a word or phrase, ignoring case, quotes and white space. */
export function hitsOf(text: string, value: string): Hits {
  const hits: Hits = { exact: nothingFound(), joined: nothingFound(), inside: nothingFound() };
  const { collapsed: hay, from, classes } = searchable(text);
  const needles = new Set(
    ["NFC", "NFD"].map((form) => foldCase(value.trim()).replace(/ +/g, " ").normalize(form)),
  );
  for (const needle of needles) {
    let last = -1;
    for (const at of occurrences(hay, needle)) {
      const kind = neighbours(hay, classes, at, at + needle.length);
      if (kind === "exact" && at < last) continue;
      if (kind === "exact") last = at + needle.length;
      note(hits[kind], from[at] as number, (from[at + needle.length - 1] as number) + 1);
    }
  }
  return hits;
}

const JOINERS = new Set([..."'-\u2010\u2011_"].map((sign) => sign.charCodeAt(0)));

function neighbours(text: string, classes: Uint16Array, start: number, end: number): keyof Hits {
  const leftEdge = isWord(classes, start);
  const rightEdge = isWord(classes, end - 1);
  if ((leftEdge && isWord(classes, start - 1)) || (rightEdge && isWord(classes, end))) return "inside";
  const joinedLeft = leftEdge && isWord(classes, start - 2) && JOINERS.has(text.charCodeAt(start - 1));
  const joinedRight = rightEdge && isWord(classes, end + 1) && JOINERS.has(text.charCodeAt(end));
  return joinedLeft || joinedRight ? "joined" : "exact";
}

function isWord(classes: Uint16Array, at: number): boolean {
  return at >= 0 && at < classes.length && ((classes[at] as number) & (LETTER | NUMBER)) !== 0;
}
