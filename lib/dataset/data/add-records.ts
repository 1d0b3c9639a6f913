import "server-only";
import type { Member } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { isAdded } from "@/lib/dataset/data/known-records";
import { lockDataset } from "@/lib/dataset/data/lock";
import { type RecordsPlan, resolveConflicts } from "@/lib/dataset/data/resolve-conflicts";
import { writeRecords } from "@/lib/dataset/data/write-records";
import { type CheckResult, StudyChecker } from "@/lib/dataset/rules/check";
import type { FileProblem } from "@/lib/dataset/rules/lines";
import { type AddedLine, keyOfRecord } from "@/lib/dataset/rules/lines-part";
import { recordOf } from "@/lib/dataset/rules/records";
import type { OnConflict, RecordProblems, RecordsAdded } from "@/lib/dataset/schema/additions";
import type { JsonObject } from "@/lib/formats/json-value";
import { type Refusal, refuse } from "@/lib/http/refusals";

/** Problems named in a refusal. */
const NAMED = 50;

interface Given {
  records: readonly object[];
  /** The line of the first record, for problems. */
  firstLine: number;
  onConflict?: OnConflict;
}

/**
 * Adds tasks, responses and drafts to a dataset, all of them or none. A record that the dataset has already, exactly
 * alike, is passed over, so that a request may be sent again. A record of the same id that differs is handled as
 * `onConflict` says. Drafts may be about items that the dataset has. Null when the dataset is not the admin's.
 */
export function addRecords(
  admin: Member<"admin">,
  datasetId: string,
  { records: given, firstLine, onConflict = "refuse" }: Given,
): Promise<RecordsAdded | Refusal<"archived" | "records-unfit"> | null> {
  return db.$transaction(
    async (tx) => {
      // Annotators go on saving and submitting: rows that refer to the dataset do not wait for this lock.
      const dataset = await lockDataset(tx, admin, datasetId, "no-key-update");
      if (dataset?.state !== "ready") return null;
      if (dataset.isProjectArchived) return refuse("archived");

      const checker = new StudyChecker(NAMED);
      const lines: AddedLine[] = [];
      for (const [at, value] of given.entries()) {
        const read = recordOf(value as JsonObject, firstLine + at);
        if (Array.isArray(read))
          for (const problem of read) checker.report({ ...problem, row: firstLine + at });
        else if (isAdded(read)) lines.push({ line: firstLine + at, record: read });
      }
      const plan = await resolveConflicts(tx, datasetId, lines, onConflict);
      for (const record of plan.context) checker.add(record, 0);
      for (const { line, record } of plan.fresh) checker.add(record, line);
      for (const problem of [...plan.conflicts, ...replacedTwice(lines, plan)]) checker.report(problem);
      const found = checker.finish();
      if (found.total > 0) return refuse("records-unfit", problemsOf(found));
      const written = { ...plan, fitting: plan.fresh };
      return (await writeRecords(tx, admin, { ...dataset, id: datasetId }, written)).done;
    },
    { timeout: 120_000 },
  );
}

/** Problems of records that replace one whose id the request has a second time: which of them is meant is unknown. */
function replacedTwice(lines: readonly AddedLine[], { replacing }: RecordsPlan): FileProblem[] {
  const lineOf = (given: readonly AddedLine[]) =>
    new Map(given.map((one) => [keyOfRecord(one.record), one.line]));
  const [first, last] = [lineOf(lines.toReversed()), lineOf(lines)];
  return replacing.flatMap(({ line, record }) => {
    const key = keyOfRecord(record);
    const other = first.get(key) === line ? last.get(key) : first.get(key);
    if (other === line) return [];
    const reason = `another ${record.type} has the id "${record.id}" (line ${other})`;
    return [{ line, row: line, place: "id", reason }];
  });
}

function problemsOf({ problems, total }: CheckResult): RecordProblems {
  return { problems: problems.map(({ line, place, reason }) => ({ line, place, reason })), total };
}
