import type { RunHeader } from "@/lib/export/schema/run-header";
import { render } from "@/lib/report/rules/render/render";
import type { Table, TableFormat } from "@/lib/report/schema/table";

/** A table with the runs behind its drafts: as `runs` or in comments; CSV has room for neither. */
export function renderWithRuns(table: Table, format: TableFormat, runs: readonly RunHeader[]): string {
  if (format === "json")
    return `${JSON.stringify({ ...JSON.parse(render(table, format)), runs }, null, 2)}\n`;
  const lines = runs.map((run) => `run ${JSON.stringify(run)}`);
  if (format === "latex") return `${lines.map((line) => `% ${line}\n`).join("")}${render(table, format)}`;
  // A comment ends with "-->", which no value may bring along.
  if (format === "markdown" && lines.length > 0)
    return `${render(table, format)}\n<!--\n${lines.join("\n").replaceAll("-->", "--\\u003e")}\n-->\n`;
  return render(table, format);
}
