import type { Table } from "@/lib/report/schema/table";
import {
  basisText,
  formatCell,
  isFigures,
  isUndefined,
  marksOf,
  oneLine,
  readableColumns,
  reasonText,
} from "./words";

/** A table for a paper, with the rules of the booktabs package and its notes below. */
export function tableLatex(table: Table): string {
  const columns = readableColumns(table);
  const marks = marksOf(table);
  const rows = table.rows.map((row) =>
    line(
      columns.map((column) => {
        const cell = row[column.id];
        const mark = isUndefined(cell) ? `\\textsuperscript{${marks.get(cell.undefined)}}` : "";
        return escapeLatex(formatCell(cell, column)) + mark;
      }),
    ),
  );
  const notes = [
    ...[...marks].map(([reason, mark]) => `\\textsuperscript{${mark}}~${escapeLatex(reasonText(reason))}.`),
    ...[...table.notes, ...basisText(table)].map(escapeLatex),
  ];
  return [
    "% Needs \\usepackage{booktabs}.",
    "\\begin{table}",
    "\\centering",
    "\\small",
    `\\caption{${escapeLatex(table.title)}. ${escapeLatex(table.description)}}`,
    `\\label{tab:${table.name}}`,
    `\\begin{tabular}{${columns.map((column) => (isFigures(column) ? "r" : "l")).join("")}}`,
    "\\toprule",
    line(columns.map(({ header }) => escapeLatex(header))),
    "\\midrule",
    ...rows,
    "\\bottomrule",
    "\\end{tabular}",
    "",
    "\\smallskip",
    "{\\footnotesize\\raggedright",
    ...notes.map((note) => `${note}\\par`),
    "}",
    "\\end{table}",
    "",
  ].join("\n");
}

/** A row; one that begins with [ or * would be read as an argument of the preceding line break. */
function line(cells: readonly string[]): string {
  return `{}${cells.join(" & ")} \\\\`;
}

const SPECIAL: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  "#": "\\#",
  $: "\\$",
  "%": "\\%",
  "&": "\\&",
  _: "\\_",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  "`": "\\textasciigrave{}",
  '"': "\\char34{}",
  "—": "---{}",
  "−": "$-$",
  "×": "$\\times$",
  "†": "$\\dagger$",
  α: "$\\alpha$",
  κ: "$\\kappa$",
  ρ: "$\\rho$",
  τ: "$\\tau$",
  ω: "$\\omega$",
};

/** A text that LaTeX prints unchanged, in one line; adjacent hyphens stay hyphens. */
export function escapeLatex(text: string): string {
  return oneLine(text).replace(
    /[\\{}#$%&_^~<>|`"—−×†ακρτω]|-(?=-)|'(?=')/gu,
    (found) => SPECIAL[found] ?? `${found}{}`,
  );
}
