import "server-only";
import type { Tx } from "@/lib/database/db";
import { type AddedLine, keyOfRecord } from "@/lib/dataset/rules/lines-part";
import type { AddedRecord, ResponseRecord, TaskRecord } from "@/lib/dataset/schema";
import { hasRatings } from "@/lib/judgement/data/sql-fragments";
import { Prisma } from "@/prisma/generated/client/client";

/** The records that may replace the stored ones with their ids, and why the others may not. */
interface Replaceable {
  replaceable: AddedLine[];
  reasons: { line: number; reason: string }[];
}

/**
 * Finds the tasks and responses that may still change: no annotator was given them, nobody judged them, no draft is about
 * them and no run uses them. They are locked until the transaction ends: what would show or judge them waits, and then reads
 * the new content. Drafts never change.
 */
export async function findReplaceable(
  tx: Tx,
  datasetId: string,
  lines: readonly AddedLine[],
  existing: ReadonlyMap<string, AddedRecord>,
): Promise<Replaceable> {
  const reasons: Replaceable["reasons"] = [];
  const refuse = ({ line }: AddedLine, reason: string) => reasons.push({ line, reason });
  const apart = lines.filter((one) => {
    const reason = reasonAlone(one.record, existing);
    if (reason) refuse(one, reason);
    return !reason;
  });
  const unseen = async (given: AddedLine[]) => {
    const seen = await seenOf(tx, datasetId, given);
    return given.filter((one) => {
      const by = seen.get(keyOfRecord(one.record));
      if (by) refuse(one, `the ${one.record.type} "${one.record.id}" ${SEEN_WORDS[by]}`);
      return !by;
    });
  };
  // Before the locks, so that nothing that annotators work on is ever locked.
  const candidates = await unseen(apart);
  if (candidates.length === 0) return { replaceable: [], reasons };
  await lock(tx, datasetId, candidates);
  return { replaceable: await unseen(candidates), reasons };
}

/** Replaces the content of locked tasks and responses. */
export async function replaceRecords(
  tx: Tx,
  datasetId: string,
  lines: readonly { record: AddedRecord }[],
): Promise<void> {
  const records = lines.map(({ record }) => record);
  const tasks = records.filter((one): one is TaskRecord => one.type === "task");
  const responses = records.filter((one): one is ResponseRecord => one.type === "response");
  const rowsOf = (given: readonly (TaskRecord | ResponseRecord)[]) =>
    JSON.stringify(given.map((one) => ({ tags: [], metadata: {}, ...one })));
  if (tasks.length > 0)
    await tx.$executeRaw`
      UPDATE "Task" t SET "instruction" = r."instruction", "input" = r."input", "messages" = r."messages",
        "reference" = r."reference", "tags" = r."tags", "metadata" = r."metadata"
      FROM json_to_recordset(${rowsOf(tasks)}::json) AS r("id" text, "instruction" text, "input" text, "messages" jsonb,
        "reference" text, "tags" text[], "metadata" jsonb)
      WHERE t."datasetId" = ${datasetId}::uuid AND t."key" = r."id"`;
  if (responses.length > 0)
    await tx.$executeRaw`
      UPDATE "Response" a SET "model" = r."model", "text" = r."text", "metadata" = r."metadata"
      FROM json_to_recordset(${rowsOf(responses)}::json) AS r("id" text, "model" text, "text" text, "metadata" jsonb)
      WHERE a."datasetId" = ${datasetId}::uuid AND a."key" = r."id"`;
}

type SeenBy = "people" | "machines";

const SEEN_WORDS: Record<SeenBy, string> = {
  people: "was given to annotators or judged: what they saw stays",
  machines: "has drafts, or a drafting run uses it: what they are about stays",
};

/** Why a record may not take the place of another, even one that no annotator or judge has seen. */
function reasonAlone(record: AddedRecord, existing: ReadonlyMap<string, AddedRecord>): string | null {
  if (record.type === "draft")
    return `the draft "${record.id}" is what a judge said and never changes: send the new one under another id`;
  const before = existing.get(keyOfRecord(record));
  if (record.type === "response" && before?.type === "response" && before.task !== record.task)
    return `the response "${record.id}" belongs to the task "${before.task}", and stays there`;
  return null;
}

const idsOf = (lines: readonly AddedLine[], type: AddedRecord["type"]) =>
  lines.filter(({ record }) => record.type === type).map(({ record }) => record.id);

/** The viewers of tasks and responses, by type and id. */
async function seenOf(
  tx: Tx,
  datasetId: string,
  lines: readonly AddedLine[],
): Promise<ReadonlyMap<string, SeenBy>> {
  const rows = await tx.$queryRaw<{ type: "task" | "response"; id: string; by: SeenBy | null }[]>`
    SELECT 'task' AS "type", t."key" AS "id", ${seenBy('t."id"', ANY_ROW)} AS "by" FROM "Task" t
    WHERE t."datasetId" = ${datasetId}::uuid AND t."key" = ANY (${idsOf(lines, "task")}::text[])
    UNION ALL
    SELECT 'response', r."key", ${seenBy('r."taskId"', OF_RESPONSE)} FROM "Response" r
    WHERE r."datasetId" = ${datasetId}::uuid AND r."key" = ANY (${idsOf(lines, "response")}::text[])`;
  return new Map(rows.flatMap(({ type, id, by }) => (by ? [[JSON.stringify([type, id]), by] as const] : [])));
}

/** SQL conditions that narrow rows about a task, named `x`, to those about one of its responses, `r`. */
interface About {
  /** The condition for rows with two sides, such as pairs, and for `j`. */
  pair: (row: string) => string;
  one: string;
  /** Subjects without a response may show all of their task's. */
  subject: string;
}

const ANY_ROW: About = { pair: () => "TRUE", one: "TRUE", subject: "TRUE" };

const isOfResponse = (row: string) => `(${row}."responseId" = r."id" OR ${row}."responseBId" = r."id")`;
const OF_RESPONSE: About = {
  pair: isOfResponse,
  one: 'x."responseId" = r."id"',
  subject: `(x."responseId" IS NULL OR ${isOfResponse("x")})`,
};

/** SQL for the kind of viewer of a task or of one of its responses; null when nobody has seen it. */
function seenBy(task: string, { pair, one, subject }: About): Prisma.Sql {
  const isRated = hasRatings(
    (row) =>
      `${row}."rubricId" IN (SELECT x."id" FROM "Rubric" x WHERE x."taskId" = ${task} AND ${pair("x")})`,
    (row) => `${row}."taskId" = ${task} AND ${pair(row)}`,
  );
  return Prisma.raw(`CASE
    WHEN EXISTS (SELECT FROM "Subject" x JOIN "Assignment" a ON a."subjectId" = x."id"
        WHERE x."taskId" = ${task} AND ${subject})
      OR EXISTS (SELECT FROM "Labelling" x WHERE x."taskId" = ${task} AND ${one})
      OR EXISTS (SELECT FROM "GoldLabels" x WHERE x."taskId" = ${task})
      OR ${isRated}
      THEN 'people'
    WHEN EXISTS (SELECT FROM "Draft" x WHERE x."taskId" = ${task} AND ${pair("x")})
      OR EXISTS (SELECT FROM "DraftUnit" x WHERE x."taskId" = ${task} AND ${pair("x")})
      OR EXISTS (SELECT FROM "GeneratedResponse" x WHERE x."taskId" = ${task} AND ${one})
      THEN 'machines' END`);
}

/** Batches come first, as in every change of a batch; submissions and claims that are under way end before. */
async function lock(tx: Tx, datasetId: string, lines: readonly AddedLine[]): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM "Batch" WHERE "datasetId" = ${datasetId}::uuid AND "state" <> 'draft' ORDER BY "id" FOR NO KEY UPDATE`;
  await tx.$queryRaw`
    SELECT 1 FROM "Task" WHERE "datasetId" = ${datasetId}::uuid AND "key" = ANY (${idsOf(lines, "task")}::text[])
    ORDER BY "id" FOR UPDATE`;
  await tx.$queryRaw`
    SELECT 1 FROM "Response"
    WHERE "datasetId" = ${datasetId}::uuid AND "key" = ANY (${idsOf(lines, "response")}::text[])
    ORDER BY "id" FOR UPDATE`;
  await tx.$queryRaw`
    SELECT 1 FROM "Subject" s
    WHERE s."datasetId" = ${datasetId}::uuid AND s."taskId" IN (
      SELECT "id" FROM "Task" WHERE "datasetId" = ${datasetId}::uuid AND "key" = ANY (${idsOf(lines, "task")}::text[])
      UNION SELECT "taskId" FROM "Response"
      WHERE "datasetId" = ${datasetId}::uuid AND "key" = ANY (${idsOf(lines, "response")}::text[]))
    ORDER BY s."id" FOR UPDATE OF s`;
}
