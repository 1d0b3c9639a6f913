import "server-only";
import type { DraftRecord, JudgementRecord, ResponseRecord, TaskRecord } from "@/lib/dataset/schema";

/** The scope of records: an imported study, or a batch with the part of its dataset that it is about. */
export interface StudyScope {
  projectId: string;
  datasetId: string;
  /** Null: the study as imported. */
  batchId: string | null;
}

/**
 * Every query has the dataset as $1 and the batch, or null, as $2. Training and exams are not part of a
 * batch's study.
 */
export const TASK_IN_SCOPE = (task: string) =>
  `($2::uuid IS NULL OR ${task} IN (SELECT s."taskId" FROM "Subject" AS s
    WHERE s."batchId" = $2 AND s."use" IN ('work', 'check')))`;

/** A batch about whole tasks is about all their responses. */
export const RESPONSE_IN_SCOPE = (response: string, task: string) =>
  `($2::uuid IS NULL OR EXISTS (SELECT 1 FROM "Subject" AS s WHERE s."batchId" = $2 AND s."taskId" = ${task}
    AND s."use" IN ('work', 'check')
    AND (s."kind" = 'task' OR ${response} IN (s."responseId", s."responseBId"))))`;

/** A batch is about the rubrics that its protocol reviews or judges, and the drafts of what it judges. */
export const STEP_IN_SCOPE = (condition: string) =>
  `($2::uuid IS NULL OR EXISTS (SELECT 1 FROM "Arm" AS m
    CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS step
    WHERE m."batchId" = $2 AND ${condition}))`;

/** Of its tasks' rubrics, a batch is about those it uses; before it is opened that is any. */
export const RUBRIC_IN_SCOPE = (rubric: string) =>
  `($2::uuid IS NULL OR NOT EXISTS (SELECT FROM "BatchRubric" AS pin WHERE pin."batchId" = $2)
    OR EXISTS (SELECT FROM "BatchRubric" AS pin WHERE pin."batchId" = $2 AND pin."rubricId" = ${rubric}))`;

/**
 * Condition that a draft (`x`) counts: one of a trial or withdrawn run does only if a rater judged with it.
 */
export const DRAFT_COUNTS = `(x."unitId" IS NULL OR NOT EXISTS (SELECT FROM "DraftUnit" AS made
      JOIN "DraftRun" AS run ON run."id" = made."runId" WHERE made."id" = x."unitId" AND NOT run."published")
    OR EXISTS (SELECT FROM "Judgement" AS seen WHERE seen."draftId" = x."id")
    OR EXISTS (SELECT FROM "Decision" AS seen WHERE seen."draftId" = x."id"))`;

/** Condition that a judgement or decision of a batch was made on a check. */
const ON_CHECK = `EXISTS (SELECT 1 FROM "Assignment" AS n JOIN "Subject" AS s ON s."id" = n."subjectId"
    WHERE n."id" = x."assignmentId" AND s."use" = 'check')`;

/** The same for a draft with a planted error. */
export const ON_PLANTED = `EXISTS (SELECT 1 FROM "PlantedAnswer" AS pa JOIN "PlantedError" AS pe ON pe."id" = pa."plantedId"
    WHERE pa."assignmentId" = x."assignmentId" AND pe."draftId" = x."draftId")`;

/** The same for labels (`x`) whose draft had a planted error. */
const LABELS_ON_PLANTED = `EXISTS (SELECT 1 FROM "PlantedAnswer" AS pa JOIN "PlantedError" AS pe ON pe."id" = pa."plantedId"
    WHERE pa."assignmentId" = x."assignmentId" AND pe."draftUnitId" = x."draftUnitId" AND pe."itemId" = x."itemId"
      AND pe."question" = x."question")`;

/** Why labels (`x`) are excluded from tables: "check", "planted", or null. */
export const LABELS_SET_ASIDE = `(CASE WHEN ${ON_CHECK} THEN 'check' WHEN ${LABELS_ON_PLANTED} THEN 'planted' END)`;

/** The metadata that marks excluded records, also in imported studies. Such rows count in no table. */
export const SET_ASIDE = `jsonb_strip_nulls(jsonb_build_object(
    'check', CASE WHEN ${ON_CHECK} THEN TRUE END, 'planted', CASE WHEN ${ON_PLANTED} THEN TRUE END))`;

/** Condition that an imported record is not excluded by its metadata. */
export const COUNTS_IMPORTED = `(x."metadata" = '{}' OR
  NOT x."metadata" @> '{"check": true}' AND NOT x."metadata" @> '{"planted": true}')`;

/** Condition that a record is not excluded. */
export const COUNTS = `${COUNTS_IMPORTED} AND NOT ${ON_CHECK} AND NOT ${ON_PLANTED}`;
export const IN_SCOPE = (row: string) =>
  `${row}."datasetId" = $1 AND (CASE WHEN $2::uuid IS NULL THEN ${row}."batchId" IS NULL ELSE ${row}."batchId" = $2 END)`;

/** Records that belong to tasks. */
export type AboutTasks = TaskRecord | ResponseRecord | DraftRecord | JudgementRecord;

/** With tasks as $3: only the records of these. */
export const OF_TASKS = (values: readonly unknown[], task = 'x."taskId"') =>
  values.length > 2 ? `${task} = ANY($3::uuid[])` : "TRUE";

export const ALL_TEXT: Text = (column) => column;

export type Text = (column: string) => string;
