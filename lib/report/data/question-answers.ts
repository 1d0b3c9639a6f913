import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import type { ReportAnswer, ReportQuestion, StudyData } from "@/lib/report/schema/study";

/**
 * The answers to questions in a batch, without those on gold checks and in training; undefined where no step asks.
 */
export async function listQuestionAnswers(
  snapshot: Snapshot,
  batchId: string,
): Promise<StudyData["answers"]> {
  const questions = await snapshot.rows<ReportQuestion>(
    `SELECT DISTINCT ON (step ->> 'id', step ->> 'form') step ->> 'id' AS "question", step ->> 'question' AS "text",
       step ->> 'form' AS "form", step -> 'options' AS "options"
     FROM "Arm" AS m CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS step
     WHERE m."batchId" = $1 AND step ->> 'type' = 'ask' ORDER BY step ->> 'id', step ->> 'form', m."position"`,
    [batchId],
  );
  if (questions.length === 0) return undefined;
  const answers = await snapshot.rows<ReportAnswer>(
    `SELECT x."question", s."id"::text AS "unit", t."key" AS "task", m."name" AS "arm", p."code" AS "rater",
       m."protocol" -> 'steps' -> x."step" ->> 'form' AS "form", x."value"
     FROM "AskAnswer" AS x JOIN "Assignment" AS n ON n."id" = x."assignmentId"
     JOIN "Subject" AS s ON s."id" = n."subjectId" AND s."use" = 'work'
     JOIN "Task" AS t ON t."id" = s."taskId" JOIN "Arm" AS m ON m."id" = n."armId"
     JOIN "Rater" AS p ON p."id" = x."raterId" AND p."kind" = 'human'
     WHERE x."batchId" = $1`,
    [batchId],
  );
  return { questions, answers };
}
