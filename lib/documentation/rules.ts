import type { Chapter, Document, ExcerptPart, SearchResult, Section } from "@/lib/documentation/schema";

/** The page with the table of contents. */
export const CONTENTS_FILE = "docs/README.md";

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const FENCE = /^\s*(```+|~~~+)/;

/** Reads a markdown file into a document: its title and sections. */
export function readDocument(file: string, source: string): Document {
  const sections: Section[] = [];
  const used = new Map<string, number>();
  let fence: string | null = null;
  let text: string[] = [];
  const finish = () => {
    const last = sections.at(-1);
    if (last) last.text = plainText(text.join("\n"));
    text = [];
  };
  for (const line of source.split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence)))
      fence = fence === null ? mark : null;
    const heading = fence === null ? HEADING.exec(line) : null;
    if (!heading) {
      text.push(line);
      continue;
    }
    finish();
    const title = plainText(heading[2] ?? "");
    sections.push({ id: anchorOf(title, used), title, level: heading[1]?.length ?? 1, text: "" });
  }
  finish();
  return { path: pathOf(file), file, title: sections[0]?.title ?? file, source, sections };
}

/** A document's address under `/docs`; that of the table of contents is empty. */
function pathOf(file: string): string {
  return file.replace(/^docs\//, "").replace(/(?:^|\/)README\.md$|\.md$/, "");
}

/** A heading's anchor as code hosts make it: lower case, hyphens for spaces, a number from the second one on. */
function anchorOf(title: string, used: Map<string, number>): string {
  const anchor = title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, "")
    .replaceAll(/\s/g, "-");
  const before = used.get(anchor) ?? 0;
  used.set(anchor, before + 1);
  return before === 0 ? anchor : `${anchor}-${before}`;
}

/** A text without the marks of markdown. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:```|~~~).*$/gm, "")
    .replace(/^[\s|:-]+$/gm, "")
    .replace(/^\s*(?:[-*]|\d+\.)\s+/gm, "")
    .replace(/`|\*\*|\s\|(?=\s)|^\||\|$|(?<![\p{L}\p{N}])[_*]|[_*](?![\p{L}\p{N}])/gmu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * Address in the application of what a document links to; null for files of the repository that are not served.
 * Complete addresses, and those that begin with `/` or `#`, stay as they are.
 */
export function resolveLink(document: Pick<Document, "file">, to: string): string | null {
  if (/^(?:[a-z]+:|\/|#)/i.test(to)) return to;
  const [target = "", anchor] = to.split("#");
  const parts: string[] = [];
  for (const part of [...document.file.split("/").slice(0, -1), ...target.split("/")]) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  const [root, ...rest] = parts;
  if (root === "public") return `/${rest.join("/")}`;
  if (root !== "docs") return null;
  const path = pathOf(parts.join("/"));
  return `/docs${path === "" || path === "docs" ? "" : `/${path}`}${anchor ? `#${anchor}` : ""}`;
}

const LISTED = /^\s*(?:[-*]|\d+\.) \[([^\]]+)\]\(([^)#]+)\)/;

/** The lists of the table of contents, by the heading above them. */
export function readChapters(contents: Document): Chapter[] {
  const chapters: { title: string; pages: { path: string; title: string }[] }[] = [];
  for (const line of contents.source.split("\n")) {
    const [, marks, heading] = HEADING.exec(line) ?? [];
    if (heading && marks === "##") chapters.push({ title: plainText(heading), pages: [] });
    const [, title, to] = LISTED.exec(line) ?? [];
    const address = to === undefined ? null : resolveLink(contents, to);
    if (title && address?.startsWith("/docs/"))
      chapters.at(-1)?.pages.push({ path: address.slice("/docs/".length), title: plainText(title) });
  }
  return chapters.filter(({ pages }) => pages.length > 0);
}

/** Most results of a search, and of one document among them. */
const MOST_RESULTS = 30;
const MOST_OF_A_DOCUMENT = 3;

const MOST_WORDS = 8;

/** Letters for comparison: lower case, without accents. The length stays, so that places stay. */
function comparable(text: string): string {
  return [...text]
    .map((letter) => {
      const plain = letter.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
      return plain.length === letter.length ? plain : letter;
    })
    .join("");
}

/** Sections that have all words of a query, in their text, heading or document's title; best first. */
export function search(documents: readonly Document[], query: string): SearchResult[] {
  const words = comparable(query.slice(0, 200)).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  return documents
    .flatMap((document) =>
      document.sections
        .map((section) => ({ document, section, score: scoreOf(document, section, words) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, MOST_OF_A_DOCUMENT),
    )
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_RESULTS)
    .map(({ document: { path, title }, section }) => ({
      path,
      title,
      section: { id: section.id, title: section.title },
      excerpt: excerptOf(section.text, words),
    }));
}

/** Where a word of a text begins with the searched one: "lease" is found in "leases", not in "release". -1 if nowhere. */
function findWord(text: string, word: string, from = 0): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "") || !/^[\p{L}\p{N}]/u.test(word)) return at;
  return -1;
}

function countWord(text: string, word: string): number {
  let times = 0;
  for (let at = findWord(text, word); at >= 0; at = findWord(text, word, at + word.length)) times += 1;
  return times;
}

/** A section's relevance to a search: words in headings count more than in text; 0 if a word is missing. */
function scoreOf(document: Document, section: Section, words: readonly string[]): number {
  const [title, heading, text] = [document.title, section.title, section.text].map(comparable) as [
    string,
    string,
    string,
  ];
  let score = 0;
  let isInSection = false;
  for (const word of words) {
    const times = countWord(text, word);
    const inHeading = findWord(heading, word) >= 0;
    const inTitle = findWord(title, word) >= 0;
    if (times === 0 && !inHeading && !inTitle) return 0;
    isInSection ||= times > 0 || inHeading;
    score += (inHeading ? 10 : 0) + (inTitle ? 6 : 0) + Math.min(times, 5);
  }
  return isInSection ? score : 0;
}

/** Letters of an excerpt before and after the first word found. */
const BEFORE = 60;
const AFTER = 160;

/** The text around the first searched word, in pieces. */
function excerptOf(text: string, words: readonly string[]): ExcerptPart[] {
  const plain = comparable(text);
  const first = Math.min(...words.map((word) => findWord(plain, word)).filter((at) => at >= 0), text.length);
  const from = first <= BEFORE || first === text.length ? 0 : text.lastIndexOf(" ", first - BEFORE) + 1;
  const end = from + BEFORE + AFTER;
  const to = end >= text.length ? text.length : Math.max(text.lastIndexOf(" ", end), from);
  const parts: ExcerptPart[] = from > 0 ? [{ text: "… ", isFound: false }] : [];
  for (let at = from; at < to; ) {
    const next = nextWord(plain, words, at, to);
    if (next.at > at) parts.push({ text: text.slice(at, next.at), isFound: false });
    if (next.length > 0) parts.push({ text: text.slice(next.at, next.at + next.length), isFound: true });
    at = next.at + next.length;
  }
  if (to < text.length) parts.push({ text: " …", isFound: false });
  return parts;
}

/** The next searched word in a text between two places; of no length, at the end, if there is none. */
function nextWord(text: string, words: readonly string[], from: number, to: number) {
  let next = { at: to, length: 0 };
  for (const word of words) {
    const at = findWord(text, word, from);
    if (at >= 0 && at + word.length <= to && at < next.at) next = { at, length: word.length };
  }
  return next;
}
