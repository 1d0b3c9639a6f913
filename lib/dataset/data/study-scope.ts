import "server-only";
import type { DraftRecord, JudgementRecord, ResponseRecord, TaskRecord } from "@/lib/dataset/schema";

/** What the records are of: an imported study, or a batch over the part of its dataset that it is about. */
export interface StudyScope {
  projectId: string;
  datasetId: string;
  /** Null: the study as it was imported. */
  batchId: string | null;
}

/** Every query has the dataset as $1 and the batch, or null, as $2. Training and exams are no part of a batch's study. */
export const TASK_IN_SCOPE = (task: string) =>
  `($2::uuid IS NULL OR ${task} IN (SELECT s."taskId" FROM "Subject" AS s
    WHERE s."batchId" = $2 AND s."use" IN ('work', 'check')))`;

/** A batch about whole tasks is about all their responses. */
export const RESPONSE_IN_SCOPE = (response: string, task: string) =>
  `($2::uuid IS NULL OR EXISTS (SELECT 1 FROM "Subject" AS s WHERE s."batchId" = $2 AND s."taskId" = ${task}
    AND s."use" IN ('work', 'check')
    AND (s."kind" = 'task' OR ${response} IN (s."responseId", s."responseBId"))))`;

/** A batch is about the rubrics its protocol reviews or judges, and the drafts of what it judges. */
export const STEP_IN_SCOPE = (condition: string) =>
  `($2::uuid IS NULL OR EXISTS (SELECT 1 FROM "Arm" AS m
    CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS step
    WHERE m."batchId" = $2 AND ${condition}))`;

/** Of the rubrics of its tasks a batch is about those it works with; before it opened that is any. */
export const RUBRIC_IN_SCOPE = (rubric: string) =>
  `($2::uuid IS NULL OR NOT EXISTS (SELECT FROM "BatchRubric" AS pin WHERE pin."batchId" = $2)
    OR EXISTS (SELECT FROM "BatchRubric" AS pin WHERE pin."batchId" = $2 AND pin."rubricId" = ${rubric}))`;

/** Whether a draft (`x`) counts: one of a run that is tried, or was withdrawn, does only where somebody judged with it. */
export const DRAFT_COUNTS = `(x."unitId" IS NULL OR NOT EXISTS (SELECT FROM "DraftUnit" AS made
      JOIN "DraftRun" AS run ON run."id" = made."runId" WHERE made."id" = x."unitId" AND NOT run."published")
    OR EXISTS (SELECT FROM "Judgement" AS seen WHERE seen."draftId" = x."id")
    OR EXISTS (SELECT FROM "Decision" AS seen WHERE seen."draftId" = x."id"))`;

/** Of a judgement or decision of a batch: it was made on a check. */
const ON_CHECK = `EXISTS (SELECT 1 FROM "Assignment" AS n JOIN "Subject" AS s ON s."id" = n."subjectId"
    WHERE n."id" = x."assignmentId" AND s."use" = 'check')`;

/** The same for a draft with a planted error. */
export const ON_PLANTED = `EXISTS (SELECT 1 FROM "PlantedAnswer" AS pa JOIN "PlantedError" AS pe ON pe."id" = pa."plantedId"
    WHERE pa."assignmentId" = x."assignmentId" AND pe."draftId" = x."draftId")`;

/** The same of labels (`x`) whose draft had one on purpose that is wrong. */
const LABELS_ON_PLANTED = `EXISTS (SELECT 1 FROM "PlantedAnswer" AS pa JOIN "PlantedError" AS pe ON pe."id" = pa."plantedId"
    WHERE pa."assignmentId" = x."assignmentId" AND pe."draftUnitId" = x."draftUnitId" AND pe."itemId" = x."itemId"
      AND pe."question" = x."question")`;

/** Why labels (`x`) are in no table: "check", "planted", or null where they are. */
export const LABELS_SET_ASIDE = `(CASE WHEN ${ON_CHECK} THEN 'check' WHEN ${LABELS_ON_PLANTED} THEN 'planted' END)`;

/** What says so in a record's metadata, also in that of a study that was imported. Such rows count in no table. */
export const SET_ASIDE = `jsonb_strip_nulls(jsonb_build_object(
    'check', CASE WHEN ${ON_CHECK} THEN TRUE END, 'planted', CASE WHEN ${ON_PLANTED} THEN TRUE END))`;

/** What is left without them, of a study that was imported: only its records say so. */
export const COUNTS_IMPORTED = `(x."metadata" = '{}' OR
  NOT x."metadata" @> '{"check": true}' AND NOT x."metadata" @> '{"planted": true}')`;

/** What is left without them. */
export const COUNTS = `${COUNTS_IMPORTED} AND NOT ${ON_CHECK} AND NOT ${ON_PLANTED}`;
export const IN_SCOPE = (row: string) =>
  `${row}."datasetId" = $1 AND (CASE WHEN $2::uuid IS NULL THEN ${row}."batchId" IS NULL ELSE ${row}."batchId" = $2 END)`;

/** What is there about some tasks. */
export type AboutTasks = TaskRecord | ResponseRecord | DraftRecord | JudgementRecord;

/** With tasks as $3: only what is about these. */
export const OF_TASKS = (values: readonly unknown[], task = 'x."taskId"') =>
  values.length > 2 ? `${task} = ANY($3::uuid[])` : "TRUE";

export const ALL_TEXT: Text = (column) => column;

export type Text = (column: string) => string;
