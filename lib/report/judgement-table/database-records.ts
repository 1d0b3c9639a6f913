import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { DRAFTS_IN_SCOPE } from "@/lib/dataset/data/records/drafts";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/provenance-labels";
import type { Engine } from "@/lib/duckdb/engine";
import { integerColumns } from "@/lib/duckdb/integer-columns";
import { readColumns } from "@/lib/duckdb/read-columns";
import { JUDGEMENT_DETAILS, LINE_DETAILS } from "@/lib/judgement/data/records";
import { DraftTable } from "@/lib/report/rules/draft-table";
import { JudgementTable, Lines } from "@/lib/report/rules/judgement-table";
import { NONE } from "@/lib/report/rules/none";
import type { SubjectLists } from "@/lib/report/rules/row-view";
import type { StudyData } from "@/lib/report/schema/study";
import { copyRows } from "./copy-rows";

const DETAIL_COLUMNS = {
  judgement: "UUID",
  key: "VARCHAR",
  position: "INTEGER",
  draft: "VARCHAR",
  bulk: "BOOLEAN",
  is_left_second: "BOOLEAN",
  left_key: "VARCHAR",
  reason: "VARCHAR",
  active_ms: "INTEGER",
  started_at: "TIMESTAMPTZ",
  submitted_at: "TIMESTAMPTZ",
} as const;

/** Whole milliseconds, as timestamps of JavaScript. */
const MILLISECONDS = (moment: string) => `floor(epoch_us(${moment}) / 1000)`;

/**
 * Copies what `study_judged` lacks of the judgements that `counted` selects. Ratings need it only where a rater judged a
 * unit several times: it has their order.
 */
export function copyJudgementDetails(
  engine: Engine,
  snapshot: Snapshot,
  scope: StudyScope,
  counted: string,
): Promise<void> {
  return copyRows(
    engine,
    snapshot,
    scope,
    `${JUDGEMENT_DETAILS} WHERE ${counted}`,
    DETAIL_COLUMNS,
    (rows) => `CREATE TABLE judgement_details AS
      SELECT * EXCLUDE (key, started_at, submitted_at), coalesce(key, judgement::VARCHAR) AS id,
        ${MILLISECONDS("started_at")} AS started_ms, ${MILLISECONDS("submitted_at")} AS submitted_ms FROM ${rows}`,
  );
}

/** The common columns of judgements and drafts, without the id. */
const ABOUT = `x.task, x.item, x.first, coalesce(x.second, ${NONE}), x.swapped::INTEGER, x.rater, x.value`;

/** The place of the response on the left: as the batch noted it, or by its key in the metadata of an imported judgement. */
const LEFT = `CASE WHEN x.second IS NULL THEN ${NONE}
    WHEN d.is_left_second IS NOT NULL THEN CASE WHEN d.is_left_second <> x.swapped THEN x.second ELSE x.first END
    WHEN l.number IN (x.first, x.second) THEN l.number ELSE ${NONE} END`;

const JUDGEMENTS = `SELECT d.id, ${ABOUT}, x.initial, x.exposure, x.arm, d.draft, d.reason, ${LEFT}, d.bulk::INTEGER,
    coalesce(d.active_ms, ${NONE}), coalesce(d.started_ms, 'nan'), coalesce(d.submitted_ms, 'nan')
  FROM judged_rows AS x JOIN judgement_details AS d USING (judgement)
  LEFT JOIN response_keys AS l ON l.key = d.left_key
  ORDER BY d.position, judgement`;

const LINE_COLUMNS = {
  judgement: "UUID",
  position: "INTEGER",
  id: "UUID",
  draft: "INTEGER",
  action: "VARCHAR",
  text: "VARCHAR",
  reason: "VARCHAR",
  bulk: "BOOLEAN",
  is_initial: "BOOLEAN",
} as const;

const LINES = `SELECT j.row, coalesce(l.draft, ${NONE}), l.action, l.reason, l.text, l.bulk::INTEGER, l.is_initial::INTEGER
  FROM line_details AS l JOIN (
    SELECT judgement, (row_number() OVER (ORDER BY position, judgement) - 1)::INTEGER AS row
    FROM judged_rows JOIN judgement_details USING (judgement)) AS j USING (judgement)
  ORDER BY j.row, l.position, l.id`;

const DRAFT = `x."id", x."key", x."position", x."order", x."scoreLine", x."confidence",
    coalesce(x."provenance" -> 'flags' ? '${LEFT_TO_RULES}', FALSE)`;
const DRAFT_COLUMNS = {
  draft: "UUID",
  id: "VARCHAR",
  position: "INTEGER",
  order: "VARCHAR",
  score_line: "INTEGER",
  confidence: "DOUBLE",
  left_to_rules: "BOOLEAN",
} as const;

/** Words between spaces, as JavaScript knows them. */
const WORD = String.raw`[^\t\n\x0b\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]+`;

const DRAFTS = `SELECT d.id, ${ABOUT}, x.method, x.condition, d.order, coalesce(d.score_line, ${NONE}),
    coalesce(w.words, 0), coalesce(d.confidence, 'nan'), d.left_to_rules::INTEGER
  FROM drafted_rows AS x JOIN draft_details AS d USING (draft) LEFT JOIN draft_words AS w USING (draft)
  ORDER BY d.position, draft`;

/**
 * The drafts and judgements of a study whose ratings are in the engine, in its order. Their details are copied beside them,
 * those of judgements by `copyJudgementDetails` before.
 */
export async function recordsIn(
  engine: Engine,
  snapshot: Snapshot,
  scope: StudyScope,
  lists: SubjectLists,
  { judged, drafted }: { judged: number; drafted: number },
): Promise<Pick<StudyData, "drafts" | "judgements">> {
  const judgements = new JudgementTable(lists, judged);
  await readColumns(engine, JUDGEMENTS, judgements.columns);
  await copyRows(
    engine,
    snapshot,
    scope,
    LINE_DETAILS,
    LINE_COLUMNS,
    (rows) => `CREATE TABLE line_details AS SELECT * FROM ${rows}`,
  );
  const [[lines = 0] = []] = await integerColumns(engine, "SELECT count(*)::INTEGER FROM line_details", 1);
  if (lines > 0) {
    judgements.lines = new Lines(lines);
    const read = await readColumns(engine, LINES, judgements.lines.columns);
    judgements.lines.close(judged, read);
  }
  const drafts = new DraftTable(lists, drafted);
  if (drafted > 0) {
    const copyDrafts = (
      fields: string,
      columns: Readonly<Record<string, string>>,
      into: (rows: string) => string,
    ) => copyRows(engine, snapshot, scope, `SELECT ${fields} ${DRAFTS_IN_SCOPE}`, columns, into);
    await copyDrafts(DRAFT, DRAFT_COLUMNS, (rows) => `CREATE TABLE draft_details AS SELECT * FROM ${rows}`);
    await copyDrafts(
      `x."id", unnest(x."lines")`,
      { draft: "UUID", line: "VARCHAR" },
      (rows) => `CREATE TABLE draft_words AS
        SELECT draft, sum(len(regexp_extract_all(line, '${WORD}')))::INTEGER AS words FROM ${rows} GROUP BY draft`,
    );
    await readColumns(engine, DRAFTS, drafts.columns);
  }
  return { drafts: drafts.all(), judgements: judgements.all() };
}
