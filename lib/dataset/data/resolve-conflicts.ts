import "server-only";
import type { Tx } from "@/lib/database/db";
import { findKnownRecords } from "@/lib/dataset/data/known-records";
import { findReplaceable } from "@/lib/dataset/data/replace-records";
import type { Destination } from "@/lib/dataset/import/record-writers";
import { StudyChecker } from "@/lib/dataset/rules/check";
import type { FileProblem } from "@/lib/dataset/rules/lines";
import { type AddedLine, isSameRecord, keyOfRecord, referencesToLater } from "@/lib/dataset/rules/lines-part";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { OnConflict } from "@/lib/dataset/schema/additions";

/** The outcome for each given record. */
export interface RecordsPlan {
  /** Records with an id that the dataset does not have. They still have to be checked. */
  fresh: AddedLine[];
  replacing: AddedLine[];
  skipped: number;
  unchanged: number;
  /** Records that may not take the place of others. */
  conflicts: FileProblem[];
  /** Records that the fresh ones may refer to. */
  context: StudyRecord[];
  ids: ReadonlyMap<string, string>;
  items: Destination["items"];
}

/**
 * Compares records with what a locked dataset has under their ids. Whatever may be replaced is locked until the transaction
 * ends, so that nobody gets to see it meanwhile.
 */
export async function resolveConflicts(
  tx: Tx,
  datasetId: string,
  lines: readonly AddedLine[],
  onConflict: OnConflict,
): Promise<RecordsPlan> {
  const known = await findKnownRecords(
    tx,
    datasetId,
    lines.map(({ record }) => record),
  );
  const plan: RecordsPlan = { ...known, fresh: [], replacing: [], skipped: 0, unchanged: 0, conflicts: [] };
  const others: AddedLine[] = [];
  for (const one of lines) {
    const existing = known.records.get(keyOfRecord(one.record));
    if (existing === undefined) plan.fresh.push(one);
    else if (isSameRecord(existing, one.record)) plan.unchanged++;
    else if (onConflict === "skip") plan.skipped++;
    else if (onConflict === "refuse") {
      const reason = `the dataset has another ${one.record.type} with the id "${one.record.id}"`;
      plan.conflicts.push({ line: one.line, row: one.line, place: "id", reason });
    } else others.push(one);
  }
  if (others.length === 0) return plan;
  const { replaceable, reasons } = await findReplaceable(tx, datasetId, others, known.records);
  return {
    ...plan,
    replacing: replaceable,
    conflicts: reasons.map(({ line, reason }) => ({ line, row: line, place: "id", reason })),
  };
}

/**
 * The fresh records that fit the dataset and those on the lines before, with the problems of the others. A record that
 * refers to one that does not fit, does not fit either.
 */
export function fittingRecords({ fresh, context }: RecordsPlan): {
  fitting: AddedLine[];
  problems: FileProblem[];
} {
  const problems = referencesToLater(fresh);
  const early = new Set(problems.map(({ line }) => line));
  let fitting = fresh.filter(({ line }) => !early.has(line));
  while (fitting.length > 0) {
    const checker = new StudyChecker(fitting.length);
    for (const record of context) checker.add(record, 0);
    for (const { line, record } of fitting) checker.add(record, line);
    const found = checker.finish();
    const left = fitting.filter(({ line }) => !found.rows.has(line));
    if (left.length === fitting.length) break;
    problems.push(...found.problems, ...found.echoes);
    fitting = left;
  }
  return { fitting, problems };
}
