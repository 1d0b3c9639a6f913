import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import type { MissingRecords } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";

export type PaperLine = { type: StudyRecord["type"]; [field: string]: unknown };

/** A paper's table of a study written by hand, or what is missing. */
export function paperResult(
  paper: string,
  id: string,
  lines: readonly PaperLine[],
  published = false,
): Table | MissingRecords {
  const reader = new PaperSourceReader();
  for (const line of [{ type: "study" as const, version: 1, name: "By hand" }, ...lines]) {
    reader.add(RECORDS[line.type].parse(line) as StudyRecord);
  }
  const table = paperById(paper)?.tables.find((one) => one.id === id);
  if (!table) throw new Error(`${paper} has no table ${id}`);
  const options = { replicates: 0, seed: 42 };
  return table.of({ ...reader.finish(), options, published });
}

/** The rows of a table that can be computed. */
export function paperRows(...args: Parameters<typeof paperResult>): Table["rows"] {
  const result = paperResult(...args);
  if (isMissing(result)) throw new Error(`missing: ${result.missing.join("; ")}`);
  return result.rows;
}
