import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { MethodFinding } from "@/lib/drafting/schema/findings";
import { withReport } from "@/lib/report/computation/report-on-study";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import type { MissingRecords } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";

export type PaperLine = { type: StudyRecord["type"]; [field: string]: unknown };

/**
 * A paper's table of a study written by hand, or what is missing. `shown` are the table's own replicates, where its
 * report is a stored one.
 */
export async function paperResult(
  paper: string,
  id: string,
  lines: readonly PaperLine[],
  published = false,
  findings: readonly object[] = [],
  replicates = 0,
  shown?: number,
): Promise<Table | MissingRecords> {
  const known = paperById(paper);
  const table = known?.tables.find((one) => one.id === id);
  if (!known || !table) throw new Error(`${paper} has no table ${id}`);
  const options = { replicates, seed: 42 };
  const source = await withReport(known, { ...readByHand(lines, findings), options, published });
  return table.of(shown === undefined ? source : { ...source, options: { ...options, replicates: shown } });
}

/** The records of a study written by hand. */
export function readByHand(lines: readonly PaperLine[], findings: readonly object[] = []) {
  const reader = new PaperSourceReader();
  for (const line of [{ type: "study" as const, version: 1, name: "By hand" }, ...lines]) {
    reader.add(RECORDS[line.type].parse(line) as StudyRecord);
  }
  for (const finding of findings) reader.addFinding(MethodFinding.parse(finding));
  return reader.finish();
}

/** A table that can be computed. */
export async function paperTable(...args: Parameters<typeof paperResult>): Promise<Table> {
  const result = await paperResult(...args);
  if (isMissing(result)) throw new Error(`missing: ${result.missing.join("; ")}`);
  return result;
}

export async function paperRows(...args: Parameters<typeof paperResult>): Promise<Table["rows"]> {
  return (await paperTable(...args)).rows;
}
