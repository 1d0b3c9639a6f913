import "server-only";
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Member } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import { knownTo } from "@/lib/dataset/data/known-records";
import { lockDataset } from "@/lib/dataset/data/lock";
import { importedId } from "@/lib/dataset/import/ids";
import { type Destination, WRITERS } from "@/lib/dataset/import/record-writers";
import { type CheckResult, StudyChecker } from "@/lib/dataset/rules/check";
import { recordOf } from "@/lib/dataset/rules/records";
import type { DraftRecord, ResponseRecord, TaskRecord } from "@/lib/dataset/schema";
import {
  ADDED_TYPES,
  type AddedType,
  type RecordProblems,
  type RecordsAdded,
} from "@/lib/dataset/schema/additions";
import type { JsonObject } from "@/lib/formats/json-value";
import { type Refusal, refuse } from "@/lib/http/refusals";

type AddedRecord = TaskRecord | ResponseRecord | DraftRecord;

interface Line {
  line: number;
  record: AddedRecord;
}

/** Problems named in a refusal. */
const NAMED = 50;

/**
 * Adds tasks, responses and drafts to a dataset, all of them or none. A record that the dataset has already, exactly
 * alike, is passed over, so that a request may be sent again; one that differs is refused. Drafts may be about items
 * that the dataset has. Null when the dataset is not the admin's.
 */
export function addRecords(
  admin: Member<"admin">,
  datasetId: string,
  { records: given, firstLine }: { records: readonly object[]; firstLine: number },
): Promise<RecordsAdded | Refusal<"archived" | "records-unfit"> | null> {
  return db.$transaction(
    async (tx) => {
      // Annotators go on saving and submitting: rows that refer to the dataset do not wait for this lock.
      const dataset = await lockDataset(tx, admin, datasetId, "no-key-update");
      if (dataset?.state !== "ready") return null;
      if (dataset.isProjectArchived) return refuse("archived");

      const checker = new StudyChecker(NAMED);
      const lines: Line[] = [];
      for (const [at, value] of given.entries()) {
        const read = recordOf(value as JsonObject, firstLine + at);
        if (Array.isArray(read))
          for (const problem of read) checker.report({ ...problem, row: firstLine + at });
        else if (isAdded(read)) lines.push({ line: firstLine + at, record: read });
      }
      const known = await knownTo(
        tx,
        datasetId,
        lines.map(({ record }) => record),
      );
      for (const record of known.context) checker.add(record, 0);
      const fresh: Line[] = [];
      for (const { line, record } of lines) {
        const existing = known.records.get(keyOf(record));
        if (existing === undefined) {
          checker.add(record, line);
          fresh.push({ line, record });
        } else if (!isSame(existing, record)) {
          const reason = `the dataset has another ${record.type} with the id "${record.id}"`;
          checker.report({ line, row: line, place: "id", reason });
        }
      }
      const found = checker.finish();
      if (found.total > 0) return refuse("records-unfit", problemsOf(found));

      const namespace = randomUUID();
      const to: Destination = {
        idOf: (...key) => known.ids.get(JSON.stringify(key)) ?? importedId(namespace, ...key),
        projectId: dataset.projectId,
        datasetId,
        items: known.items,
      };
      const added = await write(tx, to, fresh);
      const total = fresh.length;
      if (total > 0) {
        await datasetGrew(tx, datasetId);
        await audit(tx, admin, {
          action: "dataset.records-added",
          projectId: dataset.projectId,
          subject: ["Dataset", datasetId],
          detail: added,
        });
      }
      return { added, unchanged: lines.length - total };
    },
    { timeout: 120_000 },
  );
}

const isAdded = (record: { type: string }): record is AddedRecord =>
  (ADDED_TYPES as readonly string[]).includes(record.type);

const keyOf = ({ type, id }: AddedRecord) => JSON.stringify([type, id]);

/** True if two records say the same: a field left out is an empty one. */
function isSame(one: AddedRecord, other: AddedRecord): boolean {
  return isDeepStrictEqual(withoutEmpty(one), withoutEmpty(other));
}

function withoutEmpty(record: AddedRecord): object {
  const isEmpty = (value: unknown) =>
    value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));
}

function problemsOf({ problems, total }: CheckResult): RecordProblems {
  return { problems: problems.map(({ line, place, reason }) => ({ line, place, reason })), total };
}

/** Writes the records behind those that the dataset has, in the order in which they refer to each other. */
async function write(tx: Tx, to: Destination, lines: readonly Line[]): Promise<Record<AddedType, number>> {
  const [{ last }] = await tx.$queryRaw<[{ last: number }]>`
    SELECT greatest((SELECT max("position") FROM "Task" WHERE "datasetId" = ${to.datasetId}::uuid),
      (SELECT max("position") FROM "Response" WHERE "datasetId" = ${to.datasetId}::uuid),
      (SELECT max("position") FROM "Draft" WHERE "datasetId" = ${to.datasetId}::uuid), 0) AS "last"`;
  const added = { task: 0, response: 0, draft: 0 };
  const numbered = lines.map(({ record }, at) => ({ line: last + 1 + at, record }));
  for (const type of ADDED_TYPES) {
    const own = numbered.filter(({ record }) => record.type === type);
    if (own.length > 0) await WRITERS[type](tx, to, own);
    added[type] = own.length;
  }
  return added;
}
