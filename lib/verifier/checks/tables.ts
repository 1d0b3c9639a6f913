import { tableRows } from "../text/lists-and-tables";
import { unfenced } from "../text/markdown";
import { foldCase } from "../text/words";
import { countOf, type Finding, type FormatDetails, spansOf, weigh } from "../types";

/** The missing names, the additional ones, and those that differ only in case or space. */
export function nameDifference(
  have: string[],
  want: string[],
): { missing: string[]; extra: string[]; nearly: string[] } {
  const exact = new Set(have);
  const loose = new Map(have.map((name) => [simple(name), name]));
  const missing = want.filter((name) => !exact.has(name));
  const wanted = new Set(want);
  return {
    missing,
    extra: have.filter((name) => !wanted.has(name)),
    nearly: missing.filter((name) => loose.has(simple(name))),
  };
}

const simple = (name: string) => foldCase(name).replace(/[\s_*`-]+/g, "");

/*
 * Rows are numbered from 1, in every table: the header is row 1, as in a spreadsheet.
 */

/** Rows of separated values; a problem when a quote never closes or is misplaced. */
export function separatedRows(text: string, separator: string): string[][] | { problem: string } {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let i = 0;
  const endRow = () => {
    row.push(cell);
    rows.push(row);
    row = [];
    cell = "";
  };
  while (i < text.length) {
    if (text[i] === '"' && cell === "") {
      const start = i;
      i++;
      for (;;) {
        const close = text.indexOf('"', i);
        if (close < 0)
          return { problem: `row ${rows.length + 1}: a quote never closes (character ${start + 1})` };
        cell += text.slice(i, close);
        i = close + 1;
        if (text[i] !== '"') break;
        cell += '"';
        i++;
      }
      const next = text[i];
      if (next !== undefined && next !== separator && next !== "\n" && next !== "\r") {
        return { problem: `row ${rows.length + 1}: text after a closing quote` };
      }
      continue;
    }
    const sign = text[i] as string;
    if (sign === separator) {
      row.push(cell);
      cell = "";
    } else if (sign === "\n") endRow();
    else if (sign !== "\r") {
      if (sign === '"') return { problem: `row ${rows.length + 1}: a quote inside a plain cell` };
      cell += sign;
    }
    i++;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}

export function runSeparated(
  text: string,
  separator: string,
  { names, only, count }: FormatDetails,
): Finding {
  const rows = separatedRows(unfenced(text), separator);
  if ("problem" in rows) return { verdict: "no", evidence: { summary: rows.problem } };
  const [header] = rows;
  if (!header) return { verdict: "no", evidence: { summary: "no rows" } };
  const uneven = rows.findIndex((row) => row.length !== header.length);
  if (uneven >= 0) {
    const cells = rows[uneven]?.length ?? 0;
    return {
      verdict: "no",
      evidence: { summary: `row ${uneven + 1} has ${countOf(cells, "cell")}, the first ${header.length}` },
    };
  }
  if (header.length === 1)
    return { verdict: "borderline", evidence: { summary: "one column only, which any text has" } };
  if (rows.length === 1 && !names) {
    return { verdict: "borderline", evidence: { summary: "one row only, which a sentence with commas has" } };
  }
  return ofNames(header, rows.length - 1, { names, only, count }, []);
}

export function runMarkdownTable(text: string, details: FormatDetails): Finding {
  const rows = tableRows(text);
  const [header] = rows ?? [];
  if (!rows || !header) return { verdict: "no", evidence: { summary: "no markdown table" } };
  const uneven = rows.findIndex(({ cells }) => cells.length !== header.cells.length);
  if (uneven >= 0) {
    return {
      verdict: "borderline",
      evidence: {
        summary: `row ${uneven + 1} of the table has another number of cells`,
        spans: spansOf(rows, "row"),
      },
    };
  }
  return ofNames(header.cells, rows.length - 1, details, spansOf(rows, "row"));
}

function ofNames(
  header: string[],
  rows: number,
  { names, only, count }: FormatDetails,
  spans: ReturnType<typeof spansOf>,
): Finding {
  const shape = `${countOf(rows, "row")} of ${countOf(header.length, "column")} below the header`;
  if (count) {
    const { verdict, evidence } = weigh({ rows }, count);
    if (verdict !== "yes") return { verdict, evidence: { ...evidence, summary: shape, spans } };
  }
  if (!names) return { verdict: "yes", evidence: { summary: shape, spans } };
  const cells = header.map((cell) => cell.trim());
  const { missing, extra, nearly } = nameDifference(cells, names);
  const wrong = missing.length > nearly.length || (only === true && extra.length > nearly.length);
  return {
    verdict: wrong ? "no" : nearly.length > 0 ? "borderline" : "yes",
    evidence: { summary: `columns ${cells.join(", ")}`, details: { missing, extra, nearly }, spans },
  };
}
