import { listOf, tableRows } from "../text/lists-and-tables";
import { unfenced } from "../text/markdown";
import { agreed, type Check, countOf, type Finding, spansOf } from "../types";
import { parseJsonResponse } from "./json";
import { separatedRows } from "./tables";

type Entry = { text: string; start: number; end: number };

let collator: Intl.Collator | undefined;

/**
 * Checks that list items, a JSON key or a column are in order. Ties are allowed; fewer than two leave it
 * undecided.
 */
export function runOrder({ by, dir, key }: Extract<Check, { kind: "order" }>, text: string): Finding {
  const entries = key === undefined ? listOf(text)?.items : valuesOf(text, key);
  if (!entries || entries.length < 2) {
    return { verdict: "borderline", evidence: { summary: "fewer than two items were recognised" } };
  }
  const readings = by === "alphabetical" ? alphabetical : by === "numeric" ? numeric : dates;
  const conventions: Record<string, "yes" | "no" | "borderline"> = {};
  let inversion: [Entry, Entry] | null = null;
  for (const [name, compare] of Object.entries(readings)) {
    let verdict: "yes" | "no" | "borderline" = "yes";
    for (let i = 1; i < entries.length && verdict === "yes"; i++) {
      const order = compare((entries[i - 1] as Entry).text, (entries[i] as Entry).text);
      if (Number.isNaN(order)) verdict = "borderline";
      else if (dir === "asc" ? order > 0 : order < 0) {
        verdict = "no";
        inversion ??= [entries[i - 1] as Entry, entries[i] as Entry];
      }
    }
    conventions[name] = verdict;
  }
  return {
    verdict: agreed(conventions),
    evidence: {
      summary: inversion
        ? `“${inversion[0].text.slice(0, 60)}” stands before “${inversion[1].text.slice(0, 60)}”`
        : `${countOf(entries.length, "item")}, none out of order`,
      conventions,
      ...(inversion && inversion[1].end > 0 ? { spans: spansOf(inversion, "out of order") } : {}),
    },
  };
}

type Compare = (a: string, b: string) => number;

const bare = (text: string) => text.replace(/^[\s*_`"'“‘([#]+/, "").slice(0, 1000);
const compareText: Compare = (a, b) => {
  collator ??= new Intl.Collator("en", { sensitivity: "base", numeric: true });
  return collator.compare(a, b);
};
const alphabetical: Record<string, Compare> = {
  as_written: (a, b) => compareText(bare(a), bare(b)),
  without_articles: (a, b) =>
    compareText(bare(a).replace(/^(?:the|an?)\s+/i, ""), bare(b).replace(/^(?:the|an?)\s+/i, "")),
};

function numberIn(text: string): number {
  const found = text.slice(0, 1000).match(/-?\d[\d,]*(?:\.\d+)?/g) ?? [];
  return found.length === 1 ? Number((found[0] ?? "").replaceAll(",", "")) : Number.NaN;
}
const numeric: Record<string, Compare> = { only_number: (a, b) => numberIn(a) - numberIn(b) };

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** The only date of a text as a comparable number: ISO, "3 May 1990", "May 3, 1990" or a year alone. */
function dateIn(text: string): number {
  const line = text.slice(0, 1000);
  const iso = line.match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? [];
  if (iso.length === 1) return Number((iso[0] ?? "").replaceAll("-", ""));
  if (iso.length > 1) return Number.NaN;
  const years = line.match(/\b[12]\d{3}\b/g) ?? [];
  if (years.length !== 1) return Number.NaN;
  const months = line.match(/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b/gi) ?? [];
  if (months.length > 1) return Number.NaN;
  const month = months[0] ? MONTHS.indexOf(months[0].slice(0, 3).toLowerCase()) + 1 : 0;
  const day = months[0] ? Number(/\b([0-3]?\d)(?:st|nd|rd|th)?\b(?!\d)/.exec(line)?.[1] ?? 0) : 0;
  return Number(years[0]) * 10_000 + month * 100 + day;
}
const dates: Record<string, Compare> = { date: (a, b) => dateIn(a) - dateIn(b) };

/** The values of a JSON key over an array, or of a column of a table. */
function valuesOf(text: string, key: string): Entry[] | null {
  const inside = unfenced(text);
  const parsed = /^[[{]/.test(inside) ? parseJsonResponse(inside) : { problem: "" };
  const plain = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value ?? null));
  if ("value" in parsed) {
    if (!Array.isArray(parsed.value)) return null;
    const found: Entry[] = [];
    for (const element of parsed.value) {
      if (typeof element !== "object" || element === null || !Object.hasOwn(element, key)) return null;
      found.push({ text: plain((element as Record<string, unknown>)[key]), start: 0, end: 0 });
    }
    return found;
  }
  const rows = tableRows(text);
  if (rows) {
    const column = rows[0]?.cells.findIndex((cell) => cell.toLowerCase() === key.toLowerCase()) ?? -1;
    if (column < 0) return null;
    return rows.slice(1).map(({ start, end, cells }) => ({ start, end, text: cells[column] ?? "" }));
  }
  const table = separatedRows(inside, ",");
  if ("problem" in table) return null;
  const column = table[0]?.findIndex((cell) => cell.trim().toLowerCase() === key.toLowerCase()) ?? -1;
  if (column < 0) return null;
  return table.slice(1).map((row) => ({ start: 0, end: 0, text: row[column] ?? "" }));
}
