import "server-only";
import type { DraftRecord, JudgementRecord, ResponseRecord, TaskRecord } from "@/lib/dataset/schema";
import { IS_JUDGED_WITH } from "@/lib/judgement/data/sql-fragments";

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

/** Condition that a response is in scope. A batch on whole tasks includes all responses of its tasks. */
export const RESPONSE_IN_SCOPE = (response: string, task: string) =>
  `($2::uuid IS NULL OR EXISTS (SELECT 1 FROM "Subject" AS s WHERE s."batchId" = $2 AND s."taskId" = ${task}
    AND s."use" IN ('work', 'check')
    AND (s."kind" = 'task' OR ${response} IN (s."responseId", s."responseBId"))))`;

/**
 * Condition that a step of the batch's protocol reviews or judges something; selects the rubrics and drafts
 * in scope.
 */
export const STEP_IN_SCOPE = (condition: string) =>
  `($2::uuid IS NULL OR EXISTS (SELECT 1 FROM "Arm" AS m
    CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS steps (step)
    WHERE m."batchId" = $2 AND ${condition}))`;

/**
 * Condition that a rubric is in scope. Of its tasks' rubrics a batch includes those it uses; before it opens,
 * all of them.
 */
export const RUBRIC_IN_SCOPE = (rubric: string) =>
  `($2::uuid IS NULL OR NOT EXISTS (SELECT FROM "BatchRubric" AS pin WHERE pin."batchId" = $2)
    OR EXISTS (SELECT FROM "BatchRubric" AS pin WHERE pin."batchId" = $2 AND pin."rubricId" = ${rubric}))`;

/** Condition that a draft (`x`) is of no trial and no withdrawn run. */
export const DRAFT_PUBLISHED = `(x."unitId" IS NULL OR NOT EXISTS (SELECT FROM "DraftUnit" AS made
      JOIN "DraftRun" AS run ON run."id" = made."runId" WHERE made."id" = x."unitId" AND NOT run."published"))`;

/**
 * Condition that a draft (`x`) counts. A draft of a trial or withdrawn run counts only if a rater judged with
 * it.
 */
export const DRAFT_COUNTS = `(${DRAFT_PUBLISHED} OR ${IS_JUDGED_WITH})`;

/** Records that belong to tasks. */
export type AboutTasks = TaskRecord | ResponseRecord | DraftRecord | JudgementRecord;

export const ALL_TEXT: Text = (column) => column;

export type Text = (column: string) => string;
