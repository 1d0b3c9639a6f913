import "server-only";
import { pool } from "@/lib/database/db";
import type { Snapshot } from "@/lib/database/snapshot";
import { JUDGEMENT_IN_SCOPE } from "@/lib/dataset/data/records/judgements";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { labelledName, questionUnitName, unitName } from "@/lib/dataset/rules/unit-names";
import { judgementLines, judgementRatings } from "@/lib/export/data/judgements";
import { GUIDELINES, STUDY_JOINS } from "@/lib/export/data/judgements/fields";
import { metadataOf } from "@/lib/export/data/metadata";
import { RATING_COLUMNS, type Rating } from "@/lib/export/rules/ratings";
import { csvLine } from "@/lib/formats/csv";
import { inScope, LABELS_QUALITY_CONTROL } from "@/lib/judgement/data/scope";
import { hasRatings, ratingCount } from "@/lib/judgement/data/sql-fragments";
import type { DecidedLine } from "@/lib/judgement/schema/votes";
import type { SignalCounts } from "@/lib/review/schema/operation";
import { VERSION } from "@/lib/version";

interface Common {
  study: string;
  batch: string | null;
  protocol: string | null;
  arm: string | null;
  task: string | null;
  item: string | null;
  itemVersion: number | null;
  itemText: string | null;
  itemOrigin: string | null;
  rater: string;
  raterKind: string;
  exposure: string | null;
  draftRater: string | null;
  draftMethod: string | null;
  positionInSession: number | null;
  submittedAt: Date | null;
  guidelines: number | null;
  taskMetadata: string | null;
  /** Counts of the submission, where the batch took them. */
  signals: SignalCounts | null;
}

interface DecisionRow extends Common {
  rubric: string;
  item: string;
  action: DecidedLine["action"];
  text: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
  bulk: boolean;
}

interface LabellingRow extends Common {
  task: string;
  response: string | null;
  model: string | null;
  question: string;
  drafted: string[] | null;
  initial: string[] | null;
  labels: string[];
  reasonCode: string | null;
  reasonNote: string | null;
  shown: number | null;
  activeMs: number | null;
  idleMs: number | null;
  startedAt: Date | null;
  gold: boolean;
  planted: boolean;
}

interface AnswerRow extends Common {
  task: string;
  response: string | null;
  responseB: string | null;
  model: string | null;
  modelB: string | null;
  question: string;
  questionText: string | null;
  value: string;
}

const OF_STUDY = `s."name" AS "study", m."name" AS "batch", m."preset" AS "protocol", x."arm", p."code" AS "rater",
  p."kind" AS "raterKind", x."exposure", n."position" AS "positionInSession",
  n."signals"`;

/**
 * The ratings table of a study: its judgements, then the decisions on drafted items, the labels, and the answers
 * to questions, in a fixed order. People appear under their pseudonyms only.
 */
export async function* ratings(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<Rating> {
  yield* judgementRatings(snapshot, scope);
  yield* otherRatings(snapshot, scope);
}

/** The ratings as lines of CSV. `count` is called with numbers of rows. */
export async function* ratingLines(
  snapshot: Snapshot,
  scope: StudyScope,
  count: (rows: number) => void,
): AsyncGenerator<string | Uint8Array> {
  yield csvLine(RATING_COLUMNS);
  yield* judgementLines(snapshot, scope, count);
  for await (const row of otherRatings(snapshot, scope)) {
    count(1);
    yield csvLine(RATING_COLUMNS.map((column) => row[column]));
  }
}

async function* otherRatings(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<Rating> {
  const values = [scope.datasetId, scope.batchId];
  for await (const row of snapshot.stream<DecisionRow>(DECISIONS, values)) yield ofDecision(row);
  if (scope.batchId)
    for (const sql of [LABELLINGS, RULED_LABELS])
      for await (const row of snapshot.stream<LabellingRow>(sql, values)) yield ofLabelling(row);
  if (scope.batchId) for await (const row of snapshot.stream<AnswerRow>(ANSWERS, values)) yield ofAnswer(row);
}

/** The version of a rubric that a decision is about: the one the assignment showed, or the imported one. */
const VERSION_DECIDED_ON = `
  SELECT w.* FROM "RubricVersion" AS w
  WHERE w."rubricId" = x."rubricId" AND x."itemId" IS NOT NULL
    AND (CASE WHEN n."id" IS NULL THEN w."version" = 1
      ELSE n."order" #> '{shown,rubricVersions}' @> to_jsonb(w."id"::text) END)`;

const DECISIONS = `
  WITH ${metadataOf("Task")}
  SELECT ${OF_STUDY}, tm."cell" AS "taskMetadata", t."key" AS "task", r."key" AS "rubric", x."itemKey" AS "item", v."version" AS "itemVersion",
    CASE WHEN x."action" = 'add' THEN x."text" ELSE iv."text" END AS "itemText",
    CASE WHEN iv."id" IS NULL THEN 'human' ELSE v."origin" END AS "itemOrigin",
    v."model" AS "draftRater", v."method" AS "draftMethod", x."action", x."text", x."reasonCode", x."reasonNote",
    x."bulk",
    x."at" AS "submittedAt", ${GUIDELINES} AS "guidelines"
  FROM "Decision" AS x ${STUDY_JOINS}
  JOIN "Rubric" AS r ON r."id" = x."rubricId"
  LEFT JOIN "Task" AS t ON t."id" = r."taskId"
  LEFT JOIN "TaskMetadata" AS tm ON tm."id" = t."id"
  LEFT JOIN LATERAL (${VERSION_DECIDED_ON}) AS v ON true
  LEFT JOIN "ItemVersion" AS iv ON iv."rubricVersionId" = v."id" AND iv."itemId" = x."itemId"
  WHERE ${inScope("x")} AND x."judgementId" IS NULL ORDER BY x."position", x."id"`;

const LABELLINGS = `
  WITH ${metadataOf("Task")}
  SELECT tm."cell" AS "taskMetadata", s."name" AS "study", m."name" AS "batch", m."preset" AS "protocol", arm."name" AS "arm", p."code" AS "rater",
    p."kind" AS "raterKind", x."exposure", n."position" AS "positionInSession", n."signals", t."key" AS "task",
    a."key" AS "response", a."model", i."key" AS "item", v."version" AS "itemVersion", iv."text" AS "itemText", v."origin" AS "itemOrigin",
    run."model" AS "draftRater", run."method" AS "draftMethod", x."question", x."drafted", x."initial", x."labels",
    x."reasonCode", x."reasonNote", x."shown", x."activeMs", x."idleMs", x."startedAt", x."submittedAt",
    ${GUIDELINES} AS "guidelines", coalesce(${LABELS_QUALITY_CONTROL} = 'planted', FALSE) AS "planted", EXISTS (SELECT FROM "GoldLabels" AS g
      WHERE g."taskId" = x."taskId" AND g."itemId" IS NOT DISTINCT FROM x."itemId"
        AND g."question" = x."question" AND x."responseId" IS NULL) AS "gold"
  FROM "Labelling" AS x
  JOIN "Batch" AS m ON m."id" = x."batchId" JOIN "Dataset" AS s ON s."id" = m."datasetId"
  JOIN "Rater" AS p ON p."id" = x."raterId" JOIN "Assignment" AS n ON n."id" = x."assignmentId"
  JOIN "Arm" AS arm ON arm."id" = x."armId" JOIN "Task" AS t ON t."id" = x."taskId"
  LEFT JOIN "TaskMetadata" AS tm ON tm."id" = x."taskId"
  LEFT JOIN "Response" AS a ON a."id" = x."responseId"
  LEFT JOIN "Item" AS i ON i."id" = x."itemId"
  LEFT JOIN "ItemVersion" AS iv ON iv."id" = x."itemVersionId"
  LEFT JOIN "RubricVersion" AS v ON v."id" = iv."rubricVersionId"
  LEFT JOIN "DraftUnit" AS u ON u."id" = x."draftUnitId" LEFT JOIN "DraftRun" AS run ON run."id" = u."runId"
  WHERE m."datasetId" = $1 AND x."batchId" = $2
  ORDER BY t."position", x."taskId", a."position" NULLS FIRST, a."id", x."step", iv."position" NULLS FIRST, x."itemId", p."code", x."id"`;

/** The cases of labels, `c`, that adjudicators have decided, with their last ruling `g`. */
const RULED_LABEL_CASES = `
  FROM "AdjudicationCase" AS c JOIN LATERAL (
    SELECT l."value", l."note", l."raterId", l."at" FROM "Ruling" AS l WHERE l."caseId" = c."id"
    ORDER BY l."n" DESC LIMIT 1) AS g ON g."value" IS NOT NULL
  WHERE c."batchId" = $2 AND c."question" IS NOT NULL`;

/** The rows of `ratings` that are no judgements and no decisions: only batches have any. */
const OTHERS = [
  `FROM "Labelling" AS x WHERE x."batchId" = $2`,
  RULED_LABEL_CASES,
  `FROM "AskAnswer" AS x WHERE x."batchId" = $2`,
];
const COUNT = [
  ratingCount(inScope, JUDGEMENT_IN_SCOPE),
  ...OTHERS.map((rows) => `(SELECT count(*) ${rows})`),
];
const ANY = [hasRatings(inScope, JUDGEMENT_IN_SCOPE), ...OTHERS.map((rows) => `EXISTS (SELECT ${rows})`)];

/** The number of rows of `ratings`. */
export async function countRatings(
  snapshot: Snapshot,
  { datasetId, batchId }: Pick<StudyScope, "datasetId" | "batchId">,
): Promise<number> {
  const [counted] = await snapshot.rows<{ n: number }>(`SELECT (${COUNT.join(" + ")})::int AS n`, [
    datasetId,
    batchId,
  ]);
  return counted?.n ?? 0;
}

/** True if `ratings` has a row. */
export async function isRated({ datasetId, batchId }: StudyScope): Promise<boolean> {
  const { rows } = await pool.query<{ any: boolean }>(`SELECT (${ANY.join(" OR ")}) AS "any"`, [
    datasetId,
    batchId,
  ]);
  return rows[0]?.any ?? false;
}

/** Rulings on labels, which have no judgement, in the shape of labels that people gave. */
const RULED_LABELS = `
  WITH ${metadataOf("Task")}, ruled AS (SELECT c.*, g."value", g."note", g."raterId", g."at" ${RULED_LABEL_CASES})
  SELECT tm."cell" AS "taskMetadata", s."name" AS "study", m."name" AS "batch", m."preset" AS "protocol", NULL AS "arm",
    p."code" AS "rater", p."kind" AS "raterKind", NULL AS "exposure", NULL::int AS "positionInSession", NULL::jsonb AS "signals", t."key" AS "task",
    a."key" AS "response", a."model", i."key" AS "item", v."version" AS "itemVersion", iv."text" AS "itemText",
    v."origin" AS "itemOrigin", NULL AS "draftRater", NULL AS "draftMethod", x."question", NULL::jsonb AS "drafted",
    NULL::jsonb AS "initial", ARRAY(SELECT jsonb_array_elements_text(x."value")) AS "labels", NULL AS "reasonCode",
    nullif(x."note", '') AS "reasonNote", NULL::int AS "shown", NULL::int AS "activeMs", NULL::int AS "idleMs",
    NULL::timestamptz AS "startedAt", x."at" AS "submittedAt", NULL::int AS "guidelines", FALSE AS "planted",
    FALSE AS "gold"
  FROM ruled AS x
  JOIN "Batch" AS m ON m."id" = x."batchId" JOIN "Dataset" AS s ON s."id" = m."datasetId"
  JOIN "Rater" AS p ON p."id" = x."raterId" JOIN "Task" AS t ON t."id" = x."taskId"
  LEFT JOIN "TaskMetadata" AS tm ON tm."id" = x."taskId" LEFT JOIN "Response" AS a ON a."id" = x."responseId"
  LEFT JOIN "Item" AS i ON i."id" = x."itemId"
  LEFT JOIN "BatchRubric" AS pin ON pin."batchId" = x."batchId" AND pin."rubricId" = i."rubricId"
  LEFT JOIN "RubricVersion" AS v ON v."id" = pin."rubricVersionId"
  LEFT JOIN "ItemVersion" AS iv ON iv."rubricVersionId" = v."id" AND iv."itemId" = x."itemId"
  WHERE m."datasetId" = $1 ORDER BY x."position", x."id"`;

/** The question in words is that of the arm's own step. */
const ANSWERS = `
  WITH ${metadataOf("Task")}
  SELECT tm."cell" AS "taskMetadata", s."name" AS "study", m."name" AS "batch", m."preset" AS "protocol",
    arm."name" AS "arm", p."code" AS "rater", p."kind" AS "raterKind", NULL AS "exposure",
    n."position" AS "positionInSession", n."signals", t."key" AS "task", NULL AS "item", NULL::int AS "itemVersion",
    NULL AS "itemText", NULL AS "itemOrigin", NULL AS "draftRater", NULL AS "draftMethod",
    a."key" AS "response", b."key" AS "responseB", a."model", b."model" AS "modelB", x."question",
    arm."protocol" -> 'steps' -> x."step" ->> 'question' AS "questionText", x."value", x."at" AS "submittedAt",
    ${GUIDELINES} AS "guidelines"
  FROM "AskAnswer" AS x
  JOIN "Batch" AS m ON m."id" = x."batchId" JOIN "Dataset" AS s ON s."id" = m."datasetId"
  JOIN "Rater" AS p ON p."id" = x."raterId" JOIN "Assignment" AS n ON n."id" = x."assignmentId"
  JOIN "Arm" AS arm ON arm."id" = n."armId" JOIN "Subject" AS about ON about."id" = n."subjectId"
  JOIN "Task" AS t ON t."id" = about."taskId" LEFT JOIN "TaskMetadata" AS tm ON tm."id" = t."id"
  LEFT JOIN "Response" AS a ON a."id" = about."responseId"
  LEFT JOIN "Response" AS b ON b."id" = about."responseBId"
  WHERE m."datasetId" = $1 AND x."batchId" = $2
  ORDER BY t."position", t."id", a."position" NULLS FIRST, a."id", x."step", p."code", x."id"`;

function common(row: Common) {
  return {
    study: row.study,
    batch: row.batch,
    arm: row.arm,
    protocol: row.protocol,
    task_id: row.task,
    item_version: row.itemVersion,
    item_text: row.itemText,
    item_origin: row.itemOrigin,
    rater: row.rater,
    rater_kind: row.raterKind,
    exposure: row.exposure,
    draft_rater: row.draftRater,
    draft_method: row.draftMethod,
    position_in_session: row.positionInSession,
    submitted_at: row.submittedAt?.toISOString() ?? null,
    guidelines_version: row.guidelines,
    app_version: VERSION,
    task_metadata: row.taskMetadata,
    response_metadata: null,
    inclusion_probability: null,
    pastes: row.signals?.pastes ?? null,
    pasted_characters: row.signals?.pastedCharacters ?? null,
    times_away: row.signals?.timesAway ?? null,
    away_ms: row.signals?.awayMs ?? null,
  };
}

/** Columns that are not recorded for decisions on items and for answers to questions. */
const UNRECORDED = {
  reason_code: null,
  reason_note: null,
  explanation: null,
  initial_explanation: null,
  order_shown: null,
  active_ms: null,
  idle_ms: null,
  started_at: null,
  is_gold: false,
  is_planted: false,
  is_bulk: false,
} as const;

function ofDecision(row: DecisionRow): Rating {
  const { task, rubric, item } = row;
  return {
    ...common(row),
    ...UNRECORDED,
    response_id: null,
    response_model: null,
    unit: unitName({ task: task ?? rubric, response: null, responseB: null, item, decision: true }),
    item_id: item,
    draft_value: null,
    initial_value: null,
    final_value: row.action === "add" ? null : row.action,
    action: row.action,
    reason_code: row.reasonCode,
    reason_note: row.reasonNote,
    explanation: row.action === "revise" ? row.text : null,
    is_bulk: row.bulk,
  };
}

function ofLabelling(row: LabellingRow): Rating {
  const labelsText = (labels: string[] | null) => labels && JSON.stringify(labels);
  const { task, response, item, question, drafted, labels } = row;
  return {
    ...common(row),
    response_id: response,
    response_model: row.model,
    unit: labelledName({ task, response, item, question }),
    item_id: item,
    draft_value: labelsText(drafted),
    initial_value: labelsText(row.initial),
    final_value: labelsText(labels),
    action: drafted && (labelsText(drafted) === labelsText(labels) ? "accept" : "revise"),
    reason_code: row.reasonCode,
    reason_note: row.reasonNote,
    explanation: null,
    initial_explanation: null,
    order_shown: row.shown,
    active_ms: row.activeMs,
    idle_ms: row.idleMs,
    started_at: row.startedAt?.toISOString() ?? null,
    is_gold: row.gold,
    is_planted: row.planted,
    is_bulk: false,
  };
}

function ofAnswer(row: AnswerRow): Rating {
  const { task, response, responseB, question } = row;
  const responses = [response, responseB].filter((key) => key !== null);
  const pair = responseB !== null;
  return {
    ...common(row),
    ...UNRECORDED,
    response_id: pair ? JSON.stringify(responses) : response,
    response_model: pair ? JSON.stringify([row.model, row.modelB]) : row.model,
    unit: questionUnitName({ task, responses, question }),
    item_id: question,
    item_text: row.questionText,
    draft_value: null,
    initial_value: null,
    final_value: row.value,
    action: null,
  };
}
