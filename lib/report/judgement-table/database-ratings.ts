import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { countRecords, frameRecords } from "@/lib/dataset/data/records";
import { DRAFTS_IN_SCOPE } from "@/lib/dataset/data/records/drafts";
import { JUDGEMENT_IN_SCOPE } from "@/lib/dataset/data/records/judgements";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { Engine } from "@/lib/duckdb/engine";
import { readColumns } from "@/lib/duckdb/read-columns";
import { TableWriter } from "@/lib/duckdb/table-writer";
import { REPORTED, REPORTED_IMPORTED } from "@/lib/judgement/data/scope";
import { wasRevealed } from "@/lib/judgement/data/sql-fragments";
import type { RaterKind } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { heldOutDraftIn } from "@/lib/report/data/held-out-tasks";
import { findOverallScale } from "@/lib/report/data/overall-scale";
import { itemKey } from "@/lib/report/rules/item-key";
import type { SubjectLists } from "@/lib/report/rules/row-view";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { StudySummary } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import { copyRows } from "./copy-rows";
import { copyJudgementDetails, recordsIn } from "./database-records";
import { EXPOSURE_NUMBER, NOWHERE, OVERALL_PLACE, PREFERENCE_PLACE, placesOf } from "./ratings-sql";
import type { RatingsTable } from "./ratings-table";
import { type ReadRatings, StudySnapshot, type Subjects } from "./study-snapshot";
import { summaryOfTable } from "./summary";

/** The ratings of a study, and what it consists of. */
export interface LoadedRatings extends ReadRatings {
  /** Its items and decisions, without tasks, responses, drafts and judgements. */
  frame: StudyData;
  summary: StudySummary;
  /** Reads its drafts and judgements, before anything is closed. */
  records(): Promise<Pick<StudyData, "drafts" | "judgements">>;
}

const ABOUT = `x."id", x."responseId", x."responseBId", x."itemId", x."raterId", x."value"`;
const ABOUT_COLUMNS = {
  id: "UUID",
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

const DRAFT_COLUMNS = {
  ...ABOUT_COLUMNS,
  method: "VARCHAR",
  condition: "VARCHAR",
  is_held_out: "BOOLEAN",
} as const;

/** Counts all judgements, including those that no table of the report counts. */
const GIVEN = `SELECT count(*)::int AS "n" FROM "Judgement" AS x WHERE ${JUDGEMENT_IN_SCOPE("x")}`;

/** The key of a unit, and the rater, under the names and numbers of the engine's tables. */
const KEYS = `a.task,
  coalesce(i.item, CASE WHEN response_b IS NULL THEN ${OVERALL_PLACE} ELSE ${PREFERENCE_PLACE} END)::INTEGER AS item,
  CASE WHEN b.place < a.place THEN b.place ELSE a.place END AS first,
  CASE WHEN b.place < a.place THEN a.place ELSE b.place END AS second,
  r.rater, coalesce(b.place < a.place, FALSE) AS swapped, value`;
const KNOWN = `JOIN response_ids AS a ON a.response_id = response LEFT JOIN response_ids AS b ON b.response_id = response_b
  LEFT JOIN item_ids AS i USING (item_id) JOIN rater_ids AS r USING (rater_id)`;

/** The tasks and responses, numbered in the order of their keys. */
const TASKS = `SELECT t."id", row_number() OVER (ORDER BY t."key" COLLATE "C") - 1, t."key" FROM "Task" AS t WHERE t."datasetId" = $1`;
const RESPONSES = `SELECT r."id", row_number() OVER (ORDER BY r."key" COLLATE "C") - 1, r."key", r."taskId" FROM "Response" AS r
  WHERE r."datasetId" = $1`;

/**
 * Reads the ratings of a study by COPY from one snapshot, without an object for any of them. The caller must have
 * checked the right to read the study, and closes table and snapshot.
 */
export async function ratingsOfDatabase(snapshot: Snapshot, scope: StudyScope): Promise<LoadedRatings> {
  const reader = new StudyDataReader();
  for await (const record of frameRecords(snapshot, scope)) reader.add(record);
  const frame = reader.finish();
  const overall = await findOverallScale(snapshot, scope.batchId);
  const known = { ...frame, ...(overall && { overall }) };
  const rows = new DatabaseRows(snapshot, scope, known);
  const study = await StudySnapshot.create((engine) => rows.fill(engine));
  try {
    const table = await groupedIn(study, rows);
    const [given] = await snapshot.rows<{ n: number }>(GIVEN, [scope.datasetId, scope.batchId]);
    const summary = await summaryOfTable(table, known, await countRecords(snapshot, scope));
    const setAside = (frame.setAside ?? 0) + (given?.n ?? 0) - table.read.judged;
    return {
      ...{ snapshot: study, table, frame: known, summary: { ...summary, setAside } },
      records: () => rows.records(table.read),
    };
  } catch (error) {
    await study.close();
    throw error;
  }
}

/** The choice among several judgements of a unit depends on fields that are read only if there are several. */
async function groupedIn(study: StudySnapshot, rows: DatabaseRows): Promise<RatingsTable> {
  const table = await study.ratings();
  if (table.repeated === 0) return table;
  await table.close();
  await rows.order();
  return study.ratings();
}

/** The rows of a study in PostgreSQL, as they are copied into an engine. */
class DatabaseRows {
  readonly #counted: string;
  #engine: Engine | null = null;
  #lists: SubjectLists | null = null;
  #hasDetails = false;

  constructor(
    private readonly snapshot: Snapshot,
    private readonly scope: StudyScope,
    private readonly frame: StudyData,
  ) {
    const isCounted = scope.batchId ? REPORTED : REPORTED_IMPORTED;
    this.#counted = `${JUDGEMENT_IN_SCOPE("x")} AND ${isCounted}`;
  }

  /** Copies what the ratings consist of. */
  async fill(engine: Engine): Promise<Subjects> {
    const { snapshot, scope, frame } = this;
    this.#engine = engine;
    const places = placesOf(frame.items);
    const items = await writeItems(engine, snapshot, scope, places);
    const raters = await writeRaters(engine, snapshot, scope);
    const copy = (sql: string, columns: Readonly<Record<string, string>>, into: (rows: string) => string) =>
      copyRows(engine, snapshot, scope, sql, columns, into);
    await copy(
      TASKS,
      { id: "UUID", number: "INTEGER", key: "VARCHAR" },
      (rows) => `CREATE TABLE task_keys AS SELECT * FROM ${rows}`,
    );
    await copy(
      RESPONSES,
      { response_id: "UUID", place: "INTEGER", key: "VARCHAR", task_id: "UUID" },
      (rows) => `CREATE TABLE response_ids AS SELECT r.* EXCLUDE (task_id), t.number AS task
          FROM ${rows} AS r JOIN task_keys AS t ON t.id = r.task_id;
        CREATE VIEW response_keys AS SELECT key, place AS number FROM response_ids`,
    );
    await copy(
      `SELECT ${ABOUT}, x."method", x."condition", ${await heldOutDraftIn(snapshot, scope)} ${DRAFTS_IN_SCOPE}`,
      DRAFT_COLUMNS,
      (rows) =>
        `CREATE TABLE drafted_rows AS SELECT ${KEYS}, method, condition, is_held_out, x.id AS draft FROM ${rows} AS x ${KNOWN};
         CREATE VIEW study_drafted AS SELECT * REPLACE (CASE WHEN NOT is_held_out THEN value END AS value) FROM drafted_rows`,
    );
    await copy(
      `SELECT ${JUDGEMENT} FROM "Judgement" AS x WHERE ${this.#counted}`,
      JUDGEMENT_COLUMNS,
      (rows) =>
        `CREATE TABLE judged_rows AS SELECT ${KEYS}, initial, (${EXPOSURE_NUMBER})::INTEGER AS exposure, is_opened, is_undated,
           arm, x.id AS judgement
         FROM ${rows} AS x ${KNOWN};
         CREATE VIEW study_judged AS SELECT *, NULL::DOUBLE AS moment, NULL::VARCHAR AS id FROM judged_rows`,
    );
    this.#lists = {
      tasks: await textsOf(engine, "SELECT key FROM task_keys ORDER BY number"),
      responses: await textsOf(engine, "SELECT key FROM response_ids ORDER BY place"),
      ...{ items, raters },
    };
    return { raters, places };
  }

  /** Adds the order of a rater's judgements to the ratings. */
  async order(): Promise<void> {
    await this.#readDetails();
    await this.#open.connection.run(
      `CREATE OR REPLACE VIEW study_judged AS
       SELECT x.*, coalesce(d.submitted_ms, d.started_ms) AS moment, d.id
       FROM judged_rows AS x JOIN judgement_details AS d USING (judgement)`,
    );
  }

  /** The drafts and judgements themselves. */
  async records(read: RatingsTable["read"]): Promise<Pick<StudyData, "drafts" | "judgements">> {
    await this.#readDetails();
    return recordsIn(this.#open, this.snapshot, this.scope, this.#lists as SubjectLists, read);
  }

  async #readDetails(): Promise<void> {
    if (!this.#hasDetails) await copyJudgementDetails(this.#open, this.snapshot, this.scope, this.#counted);
    this.#hasDetails = true;
  }

  get #open(): Engine {
    if (!this.#engine) throw new Error("the rows of a study were asked for before its ratings");
    return this.#engine;
  }
}

async function textsOf(engine: Engine, sql: string): Promise<string[]> {
  const texts: string[] = [];
  await readColumns(engine, sql, [(text: string) => texts.push(text)]);
  return texts;
}

/** Numbers the items in the engine; returns their names by number. */
async function writeItems(
  engine: Engine,
  snapshot: Snapshot,
  scope: StudyScope,
  places: ReadonlyMap<string, number>,
): Promise<Map<number, string>> {
  const rows = await snapshot.rows<{ id: string; rubric: string; item: string }>(
    `SELECT i."id", r."key" AS "rubric", i."key" AS "item"
     FROM "Item" AS i JOIN "Rubric" AS r ON r."id" = i."rubricId" WHERE r."datasetId" = $1`,
    [scope.datasetId],
  );
  const names = new Map([...places].map(([key, place]) => [place, key]));
  names.set(OVERALL_PLACE, OVERALL).set(PREFERENCE_PLACE, PREFERENCE);
  const listed = rows.map(({ id, rubric, item }, at) => {
    const place = places.get(itemKey(rubric, item));
    // Items in no rubric of the study are in no scope, each below every place.
    const number = place ?? NOWHERE - 1 - at;
    if (place === undefined) names.set(number, item);
    return { id, number };
  });
  await writeNumbers(engine, "item", listed);
  return names;
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
