import { runsBesideTable } from "@/lib/export/rules/listed-runs";
import type { RunList } from "@/lib/export/schema/run-header";
import { render } from "@/lib/report/rules/render/render";
import type { Table, TableFormat } from "@/lib/report/schema/table";

/** A table with the runs behind its drafts, if they are known: as `runs` or in comments; a CSV file holds the table alone. */
export function renderWithRuns(table: Table, format: TableFormat, list: RunList | null): string {
  if (!list) return render(table, format);
  if (format === "json")
    return `${JSON.stringify({ ...JSON.parse(render(table, format)), ...runsBesideTable(list) }, null, 2)}\n`;
  const lines = linesOfRuns(list);
  if (format === "latex") return `${lines.map((line) => `% ${line}\n`).join("")}${render(table, format)}`;
  // A comment ends with "-->", which no value may bring along.
  if (format === "markdown" && lines.length > 0)
    return `${render(table, format)}\n<!--\n${lines.join("\n").replaceAll("-->", "--\\u003e")}\n-->\n`;
  return render(table, format);
}

/**
 * A table as CSV with the runs behind its drafts in comments above its header, for readers that skip lines with `#`:
 * `comment="#"` of pandas, `comment.char = "#"` of R. Spreadsheets show these lines as rows.
 */
export function csvWithRunComments(table: Table, list: RunList): string {
  return `${linesOfRuns(list)
    .map((line) => `# ${line}\n`)
    .join("")}${render(table, "csv")}`;
}

/** A line for each run, and one for older runs that are not listed. */
export function linesOfRuns(list: RunList): string[] {
  const { runs, olderRunsLeftOut } = runsBesideTable(list);
  const lines = runs.map((run) => `run ${JSON.stringify(run)}`);
  return olderRunsLeftOut === 0 ? lines : [...lines, `older runs left out: ${olderRunsLeftOut}`];
}
