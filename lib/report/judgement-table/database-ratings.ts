import "server-only";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { Snapshot } from "@/lib/database/snapshot";
import { countRecords, frameRecords } from "@/lib/dataset/data/records";
import { DRAFTS_IN_SCOPE } from "@/lib/dataset/data/records/drafts";
import { JUDGEMENT_IN_SCOPE } from "@/lib/dataset/data/records/judgements";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { Engine } from "@/lib/duckdb/engine";
import { TableWriter } from "@/lib/duckdb/table-writer";
import { wasRevealed } from "@/lib/judgement/data/fragments";
import { REPORTED, REPORTED_IMPORTED } from "@/lib/judgement/data/scope";
import type { RaterKind } from "@/lib/judgement/schema";
import { overallIn } from "@/lib/report/overall-scale";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { StudySummary } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import { EXPOSURE_NUMBER, NO_PLACE, OVERALL_PLACE, PREFERENCE_PLACE, placesOf } from "./ratings-sql";
import { closeRatings, type ReadRatings, readRatings, StudySnapshot, type Subjects } from "./study-snapshot";
import { summaryOfTable } from "./summary";

/** The ratings of a study, and what it consists of. */
export interface LoadedRatings extends ReadRatings {
  /** Its items and decisions, without tasks, responses, drafts and judgements. */
  frame: StudyData;
  summary: StudySummary;
}

const ABOUT = `x."taskId", x."responseId", x."responseBId", x."itemId", x."raterId", x."value"`;
const ABOUT_COLUMNS = {
  task: "UUID",
  response: "UUID",
  response_b: "UUID",
  item_id: "UUID",
  rater_id: "UUID",
  value: "VARCHAR",
} as const;

const JUDGEMENT = `${ABOUT}, x."initial", x."exposure",
  x."exposure" = 'on-request' AND ${wasRevealed("x")},
  x."submittedAt" IS NULL AND x."startedAt" IS NULL, x."arm"`;
const JUDGEMENT_COLUMNS = {
  ...ABOUT_COLUMNS,
  initial: "VARCHAR",
  exposure: "VARCHAR",
  is_opened: "BOOLEAN",
  is_undated: "BOOLEAN",
  arm: "VARCHAR",
} as const;

/** What decides which of a rater's judgements of one unit counts: read only where there are several. */
const ORDER = `floor(extract(epoch FROM coalesce(x."submittedAt", x."startedAt")) * 1000), coalesce(x."key", x."id"::text)`;
const ORDER_COLUMNS = { moment: "DOUBLE", id: "VARCHAR" } as const;

const DRAFT_COLUMNS = { ...ABOUT_COLUMNS, method: "VARCHAR", condition: "VARCHAR" } as const;

/** Counts all judgements, including those that no table of the report counts. */
const GIVEN = `SELECT count(*)::int AS "n" FROM "Judgement" AS x WHERE ${JUDGEMENT_IN_SCOPE("x")}`;

/** The key of a unit, and the rater, under the names and numbers of the engine's tables. */
const KEYS = `task,
  coalesce(i.item, CASE WHEN item_id IS NOT NULL THEN ${NO_PLACE} WHEN response_b IS NULL THEN ${OVERALL_PLACE}
    ELSE ${PREFERENCE_PLACE} END)::INTEGER AS item,
  CASE WHEN b.place < a.place THEN b.place ELSE a.place END AS first,
  CASE WHEN b.place < a.place THEN a.place ELSE b.place END AS second,
  r.rater, coalesce(b.place < a.place, FALSE) AS swapped, value`;
const KNOWN = `JOIN response_ids AS a ON a.response_id = response LEFT JOIN response_ids AS b ON b.response_id = response_b
  LEFT JOIN item_ids AS i USING (item_id) JOIN rater_ids AS r USING (rater_id)`;

/** The responses in the order of their keys. */
const RESPONSES = `SELECT r."id", row_number() OVER (ORDER BY r."key" COLLATE "C"), r."key" FROM "Response" AS r WHERE r."datasetId" = $1`;

/**
 * Reads the ratings of a study by COPY from one snapshot, without an object for any of them. The caller must have
 * checked the right to read the study, and closes table and snapshot.
 */
export async function ratingsOfDatabase(snapshot: Snapshot, scope: StudyScope): Promise<LoadedRatings> {
  const reader = new StudyDataReader();
  for await (const record of frameRecords(snapshot, scope)) reader.add(record);
  const frame = reader.finish();
  const overall = await overallIn(snapshot, scope.batchId);
  const known = { ...frame, ...(overall && { overall }) };
  const readFrom = (isOrdered: boolean) =>
    readRatings(() => StudySnapshot.create((engine) => fillFrom(engine, snapshot, scope, known, isOrdered)));
  let read = await readFrom(false);
  // Which of several judgements counts depends on fields that are read only if there are several.
  if (read.table.repeated > 0) {
    await closeRatings(read);
    read = await readFrom(true);
  }
  const { table } = read;
  try {
    const [given] = await snapshot.rows<{ n: number }>(GIVEN, [scope.datasetId, scope.batchId]);
    const summary = await summaryOfTable(table, known, await countRecords(snapshot, scope));
    const setAside = (frame.setAside ?? 0) + (given?.n ?? 0) - table.read.judged;
    return { ...read, frame: known, summary: { ...summary, setAside } };
  } catch (error) {
    await closeRatings(read);
    throw error;
  }
}

async function fillFrom(
  engine: Engine,
  snapshot: Snapshot,
  scope: StudyScope,
  frame: StudyData,
  isOrdered: boolean,
): Promise<Subjects> {
  await writeItems(engine, snapshot, scope, frame);
  const raters = await writeRaters(engine, snapshot, scope);
  const ids = [scope.datasetId, scope.batchId];
  const response = { response_id: "UUID", place: "INTEGER", key: "VARCHAR" } as const;
  await copy(
    engine,
    snapshot,
    RESPONSES,
    ids,
    (rows) => `CREATE TABLE response_ids AS SELECT * FROM ${rows(response)};
        CREATE VIEW response_keys AS SELECT key, place AS number FROM response_ids`,
  );
  await copy(
    engine,
    snapshot,
    `SELECT t."key", t."id" FROM "Task" AS t WHERE t."datasetId" = $1`,
    ids,
    (rows) => `CREATE TABLE task_keys AS SELECT * FROM ${rows({ key: "VARCHAR", number: "UUID" })}`,
  );
  await copy(
    engine,
    snapshot,
    `SELECT ${ABOUT}, x."method", x."condition" ${DRAFTS_IN_SCOPE}`,
    ids,
    (rows) =>
      `CREATE TABLE study_drafted AS SELECT ${KEYS}, method, condition FROM ${rows(DRAFT_COLUMNS)} ${KNOWN}`,
  );
  const counted = `${JUDGEMENT_IN_SCOPE("x")} AND ${scope.batchId ? REPORTED : REPORTED_IMPORTED}`;
  const columns = isOrdered ? `${JUDGEMENT}, ${ORDER}` : JUDGEMENT;
  await copy(
    engine,
    snapshot,
    `SELECT ${columns} FROM "Judgement" AS x WHERE ${counted}`,
    ids,
    (rows) =>
      `CREATE TABLE study_judged AS SELECT ${KEYS}, initial, (${EXPOSURE_NUMBER})::INTEGER AS exposure, is_opened, is_undated, arm,
         ${isOrdered ? "moment, id" : "NULL::DOUBLE AS moment, NULL::VARCHAR AS id"}
       FROM ${rows(isOrdered ? { ...JUDGEMENT_COLUMNS, ...ORDER_COLUMNS } : JUDGEMENT_COLUMNS)} ${KNOWN}`,
  );
  return { raters, places: placesOf(frame.items) };
}

/** Copies the rows of a query of PostgreSQL into the engine, through a file in its folder. */
async function copy(
  engine: Engine,
  snapshot: Snapshot,
  sql: string,
  ids: (string | null)[],
  into: (rows: (columns: Readonly<Record<string, string>>) => string) => string,
): Promise<void> {
  const file = path.join(engine.folder, "rows.csv");
  await snapshot.copyToFile(sql, ids, file);
  await engine.connection.run(
    into((columns) => {
      const types = Object.entries(columns).map(([name, type]) => `'${name}': '${type}'`);
      return `read_csv('${file}', header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
        columns = {${types.join(", ")}})`;
    }),
  );
  await rm(file);
}

async function writeItems(
  engine: Engine,
  snapshot: Snapshot,
  scope: StudyScope,
  { items }: StudyData,
): Promise<void> {
  const rows = await snapshot.rows<{ id: string; rubric: string; item: string }>(
    `SELECT i."id", r."key" AS "rubric", i."key" AS "item"
     FROM "Item" AS i JOIN "Rubric" AS r ON r."id" = i."rubricId" WHERE r."datasetId" = $1`,
    [scope.datasetId],
  );
  const places = placesOf(items);
  const listed = rows.map(({ id, rubric, item }) => ({
    id,
    number: places.get(JSON.stringify([rubric, item])) ?? NO_PLACE,
  }));
  await writeNumbers(engine, "item", listed);
}

async function writeRaters(engine: Engine, snapshot: Snapshot, scope: StudyScope) {
  const raters = await snapshot.rows<{ id: string; kind: RaterKind; code: string }>(
    `SELECT "id", "kind", "code" FROM "Rater" WHERE "projectId" = $1`,
    [scope.projectId],
  );
  // A rater of several datasets of the project has an id in each.
  const numbers = new Map<string, number>();
  const keyOf = ({ kind, code }: { kind: RaterKind; code: string }) => `${kind}\n${code}`;
  const distinct = raters.filter((rater) => {
    const isNew = !numbers.has(keyOf(rater));
    if (isNew) numbers.set(keyOf(rater), numbers.size);
    return isNew;
  });
  const listed = raters.map((rater) => ({ id: rater.id, number: numbers.get(keyOf(rater)) ?? 0 }));
  await writeNumbers(engine, "rater", listed);
  return distinct;
}

/** Numbers of items or raters by their ids. */
async function writeNumbers(
  engine: Engine,
  name: "item" | "rater",
  listed: readonly { id: string; number: number }[],
): Promise<void> {
  const writer = await TableWriter.create(engine, `${name}_texts`, [
    { name: "id", type: "text" },
    { name: "number", type: "integer" },
  ]);
  for (const row of listed) writer.add(row);
  writer.close();
  await engine.connection.run(
    `CREATE TABLE ${name}_ids AS SELECT id::UUID AS ${name}_id, number AS ${name} FROM ${name}_texts`,
  );
}
