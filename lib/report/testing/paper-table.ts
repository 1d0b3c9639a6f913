import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { MethodFinding } from "@/lib/drafting/schema/findings";
import { withReport } from "@/lib/report/report-on-study";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import type { MissingRecords } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";

export type PaperLine = { type: StudyRecord["type"]; [field: string]: unknown };

/** A paper's table of a study written by hand, or what is missing. */
export async function paperResult(
  paper: string,
  id: string,
  lines: readonly PaperLine[],
  published = false,
  findings: readonly object[] = [],
  replicates = 0,
): Promise<Table | MissingRecords> {
  const reader = new PaperSourceReader();
  for (const line of [{ type: "study" as const, version: 1, name: "By hand" }, ...lines]) {
    reader.add(RECORDS[line.type].parse(line) as StudyRecord);
  }
  for (const finding of findings) reader.addFinding(MethodFinding.parse(finding));
  const known = paperById(paper);
  const table = known?.tables.find((one) => one.id === id);
  if (!known || !table) throw new Error(`${paper} has no table ${id}`);
  const options = { replicates, seed: 42 };
  return table.of(await withReport(known, { ...reader.finish(), options, published }));
}

/** The rows of a table that can be computed. */
export async function paperRows(...args: Parameters<typeof paperResult>): Promise<Table["rows"]> {
  const result = await paperResult(...args);
  if (isMissing(result)) throw new Error(`missing: ${result.missing.join("; ")}`);
  return result.rows;
}
