import "server-only";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { recount } from "@/lib/dataset/removal/delete-rows";
import { ItemIndex } from "@/lib/dataset/rules/items";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { RecordType, StudyRecord } from "@/lib/dataset/schema";
import { importedId } from "./ids";
import { advance, BATCH, BATCH_TEXT, type ImportRun, Interrupted, LONG } from "./progress";
import { type Destination, WRITERS } from "./record-writers";

/**
 * Order in which record types are written: a record comes after the records it refers to. Decisions come
 * before drafts and judgements because they may add the items that drafts and judgements are about.
 */
const ORDER: readonly RecordType[] = [
  "study",
  "task",
  "response",
  "rubric",
  "decision",
  "draft",
  "judgement",
  "labels",
];

/**
 * Writes the records of a checked import, one transaction per batch, and makes the dataset visible in the
 * last. Progress is the number of records written, in a fixed order, so another run continues there.
 */
export async function writeImport(id: string, run: ImportRun): Promise<void> {
  const {
    projectId,
    datasetId,
    done: start,
    lines,
  } = await db.import.findUniqueOrThrow({
    where: { id },
    select: { projectId: true, datasetId: true, done: true, lines: true },
  });
  if (!datasetId) throw new Interrupted();
  const counts = new Map(
    (await db.importRow.groupBy({ by: ["type"], where: { importId: id }, _count: true })).map((group) => [
      group.type,
      group._count,
    ]),
  );
  const idOf: Destination["idOf"] = (kind, ...key) => importedId(id, kind, ...key);
  const destination: Destination = { idOf, projectId, datasetId, items: new ItemIndex() };

  let done = start;
  let before = 0;
  for (const type of ORDER) {
    const count = counts.get(type) ?? 0;
    let skip = Math.max(0, done - before);
    before += count;
    if (skip >= count) continue;
    if (type === "draft" || type === "judgement" || type === "labels")
      destination.items = await itemsOf(datasetId);
    let after = skip === 0 ? -1 : await lineAt(id, type, skip - 1);
    while (skip < count) {
      const rows = await rowsAfter(id, type, after, run.batch ?? BATCH);
      const records = rows.map((row) => ({ line: row.line, record: read(row) }));
      await advance(id, run, "writing", done, done + rows.length, (tx) =>
        WRITERS[type](tx, destination, records),
      );
      done += rows.length;
      skip += rows.length;
      after = rows.at(-1)?.line ?? after;
    }
  }
  await finish(id, projectId, datasetId, lines);
}

/** The items of a dataset for judgements and drafts; by id alone, as in study files. */
async function itemsOf(datasetId: string): Promise<Destination["items"]> {
  const items = new ItemIndex<{ id: string; version: string | null }>();
  const rows = await db.$queryRaw<
    { task: string | null; rubric: string; key: string; id: string; version: string | null }[]
  >`
    SELECT t."key" AS "task", r."key" AS "rubric", i."key", i."id", v."id" AS "version"
    FROM "Rubric" AS r
    JOIN "Item" AS i ON i."rubricId" = r."id"
    LEFT JOIN "ItemVersion" AS v ON v."itemId" = i."id"
    LEFT JOIN "Task" AS t ON t."id" = r."taskId"
    WHERE r."datasetId" = ${datasetId}::uuid`;
  for (const { task, rubric, key, id, version } of rows)
    items.add(task, { rubric, id: key, detail: { id, version } });
  return items;
}

async function lineAt(id: string, type: RecordType, offset: number): Promise<number> {
  const [row] = await db.importRow.findMany({
    where: { importId: id, type },
    orderBy: { line: "asc" },
    skip: offset,
    take: 1,
    select: { line: true },
  });
  if (!row) throw new Error(`import ${id} has lost its lines`);
  return row.line;
}

/**
 * The next lines of a type: up to the requested number, limited by the text that one transaction should
 * contain.
 */
async function rowsAfter(id: string, type: RecordType, after: number, most: number) {
  const rows = await db.$queryRaw<{ line: number; raw: string }[]>`
    SELECT "line", "raw" FROM (
      SELECT "line", "raw", sum(octet_length("raw")) OVER (ORDER BY "line") - octet_length("raw") AS "text"
      FROM (
        SELECT "line", "raw" FROM "ImportRow"
        WHERE "importId" = ${id}::uuid AND "type" = ${type} AND "line" > ${after}
        ORDER BY "line" LIMIT ${most}
      ) AS next
    ) AS measured
    WHERE "text" < ${BATCH_TEXT} ORDER BY "line"`;
  if (rows.length === 0) throw new Error(`import ${id} has lost its lines`);
  return rows;
}

function read({ line, raw }: { line: number; raw: string }): StudyRecord {
  const record = parseRecord(raw, line);
  if (Array.isArray(record)) throw new Error(`line ${line} was checked and can no longer be read`);
  return record;
}

async function finish(id: string, projectId: string, datasetId: string, lines: number): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { id, state: "writing", done: lines },
      data: { state: "ready", finishedAt: new Date() },
    });
    if (count === 0) throw new Interrupted();
    await tx.dataset.update({ where: { id: datasetId }, data: { state: "ready", readyAt: new Date() } });
    await recount(tx, datasetId);
    await audit(tx, null, {
      action: "import.finished",
      projectId,
      subject: ["Import", id],
      detail: { lines },
    });
  }, LONG);
}
