import type { Table } from "@/lib/report/schema/table";
import { basisText, bestNotes, oneLine } from "./format-cell";
import { CHARACTER, type PrintedColumn, printedTable } from "./print-layout";

/**
 * A table for a paper, with the rules of the booktabs package and its notes below. What is wider than the page is
 * split into tables below each other, what is longer goes on in the next one.
 */
export function tableLatex(table: Table): string {
  const { panels, common, notes } = printedTable(table);
  const about = `${table.title}. ${table.description}${common.length > 0 ? ` (${common.join("; ")})` : ""}`;
  const last = [...table.notes, ...notes, ...bestNotes(table), ...basisText(table)];
  return [
    "% Needs \\usepackage{booktabs}.",
    ...panels.map((columns, at) =>
      float(columns, {
        caption: panels.length > 1 ? `${about}. Part ${at + 1} of ${panels.length}` : about,
        label: `tab:${table.name}${at === 0 ? "" : `-${at + 1}`}`,
        notes: at === panels.length - 1 ? last : [],
      }),
    ),
    "",
  ].join("\n");
}

function float(
  columns: readonly PrintedColumn[],
  { caption, label, notes }: { caption: string; label: string; notes: readonly string[] },
): string {
  const rows = Array.from({ length: columns[0]?.cells.length ?? 0 }, (_, row) =>
    line(columns.map(({ cells, best }) => setAs(best?.[row], escapeLatex(cells[row] ?? "")))),
  );
  return [
    "\\begin{table}",
    "\\centering",
    "\\footnotesize",
    "\\setlength{\\tabcolsep}{3pt}",
    `\\caption{${escapeLatex(caption)}}`,
    `\\label{${label}}`,
    `\\begin{tabular}{${columns.map(shapeOf).join("")}}`,
    "\\toprule",
    line(columns.map(({ header }) => escapeLatex(header))),
    "\\midrule",
    ...rows,
    "\\bottomrule",
    "\\end{tabular}",
    ...(notes.length === 0
      ? []
      : [
          "",
          "\\smallskip",
          "{\\footnotesize\\raggedright",
          ...notes.map((note) => `${escapeLatex(note)}\\par`),
          "}",
        ]),
    "\\end{table}",
  ].join("\n");
}

const COMMANDS = { bold: "textbf", underlined: "underline" } as const;

const setAs = (best: keyof typeof COMMANDS | null | undefined, text: string) =>
  best ? `\\${COMMANDS[best]}{${text}}` : text;

function shapeOf({ isFigures, isParagraph, characters }: PrintedColumn): string {
  if (isParagraph) return `p{${Math.round(characters * CHARACTER)}pt}`;
  return isFigures ? "r" : "l";
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
