import "server-only";
import { Prisma } from "@/prisma/generated/client/client";

/*
 * What other tables ask of judgements and decisions inside their own statements: whether there are any, how many, and
 * which of their lines. `l` and `j` are names of these fragments; a statement that uses them has others.
 */

/** True if a line of the draft behind the judgement was decided on: the draft was then visible. */
export const wasRevealed = (judgement: string) =>
  `EXISTS (SELECT FROM "Decision" AS l WHERE l."judgementId" = ${judgement}."id" AND l."line" IS NOT NULL)`;

/**
 * The decisions on the lines of the draft `d` behind the judgement `x`, in order, as JSON; null without any.
 */
export const LINES_WITH_DRAFT = `(SELECT json_agg(json_build_object('action', l."action",
        'drafted', coalesce(l."draftText", d."lines"[l."line" + 1]), 'text', l."text",
        'reasonCode', l."reasonCode", 'reasonNote', l."reasonNote", 'initial', l."metadata" -> 'initial') ORDER BY l."position", l."id")
      FROM "Decision" AS l WHERE l."judgementId" = x."id")`;

/** True if a judgement or a decision was made with the draft `x` in view. */
export const IS_JUDGED_WITH = `(EXISTS (SELECT FROM "Judgement" AS j WHERE j."draftId" = x."id")
    OR EXISTS (SELECT FROM "Decision" AS l WHERE l."draftId" = x."id"))`;

/** True if the adjudication case `c` has a current ruling: its last one was not withdrawn. */
export const IS_RULED = Prisma.sql`coalesce((SELECT l."value" IS NOT NULL FROM "Ruling" l
  WHERE l."caseId" = c."id" ORDER BY l."n" DESC LIMIT 1), FALSE)`;

/** True if there is a judgement that `judgedIn` selects or a decision on an item that `decidedIn` selects. */
export const hasRatings = (
  decidedIn: (row: string) => string,
  judgedIn: (row: string) => string,
) => `EXISTS (SELECT FROM "Judgement" AS j WHERE ${judgedIn("j")})
    OR EXISTS (SELECT FROM "Decision" AS l WHERE ${decidedIn("l")} AND l."judgementId" IS NULL)`;

/** The number of judgements that `judgedIn` selects and of decisions on items that `decidedIn` selects. */
export const ratingCount = (
  decidedIn: (row: string) => string,
  judgedIn: (row: string) => string,
) => `((SELECT count(*) FROM "Judgement" AS j WHERE ${judgedIn("j")})
    + (SELECT count(*) FROM "Decision" AS l WHERE ${decidedIn("l")} AND l."judgementId" IS NULL))`;

/** The number of judgements for which the condition on `j` holds. */
export const judgementCount = (condition: string) =>
  `(SELECT count(*)::int FROM "Judgement" AS j WHERE ${condition})`;

/** The number of decisions on items (not on lines of drafts) for which the condition on `l` holds. */
export const decisionCount = (condition: string) =>
  `(SELECT count(*)::int FROM "Decision" AS l WHERE ${condition} AND l."judgementId" IS NULL)`;

/** True if a person judged a response to the task. */
export const hasHumanJudgement = (task: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM "Judgement" AS j JOIN "Rater" AS jr ON jr."id" = j."raterId"
  WHERE j."taskId" = ${task}."id" AND jr."kind" = 'human' AND j."value" IS NOT NULL)`;

/** People's values on the items of a dataset's rubrics: rows of `taskId`, `itemId` and `itemVersionId`. */
export const humanItemValues = (datasetId: string) => Prisma.sql`(
  SELECT j."taskId", j."itemId", j."itemVersionId" FROM "Judgement" AS j JOIN "Rater" AS jr ON jr."id" = j."raterId"
  WHERE j."datasetId" = ${datasetId}::uuid AND jr."kind" = 'human' AND j."itemId" IS NOT NULL AND j."value" IS NOT NULL)`;

/** A label step or question: the name that its answers are stored under, and its words; any words if they are missing. */
export interface NamedStep {
  question: string;
  text?: string | undefined;
}

/** True if a row was given in such a step of its arm. Names alone are no identity: many batches have a "question-1". */
export const isGivenIn = (row: Prisma.Sql, arm: Prisma.Sql, { question, text = "" }: NamedStep) =>
  Prisma.sql`(${row}."question" = ${question}
    AND ${text}::text IN ('', ${arm}."protocol" -> 'steps' -> ${row}."step" ->> 'question'))`;

/** True if a row answers a question of its arm with one of the question's options, not with several, a number or a text. */
export const isChoice = (row: Prisma.Sql, arm: Prisma.Sql) =>
  Prisma.sql`${arm}."protocol" -> 'steps' -> ${row}."step" ->> 'form' IS NULL`;

/** True if a person labelled a response to the task, or chose an answer about one; in one step if it is given. */
export const hasHumanLabel = (task: Prisma.Sql, step: NamedStep | null) => {
  const isIn = step ? isGivenIn(Prisma.sql`j`, Prisma.sql`jm`, step) : Prisma.sql`TRUE`;
  return Prisma.sql`(EXISTS (
  SELECT FROM "Labelling" AS j JOIN "Rater" AS jr ON jr."id" = j."raterId" JOIN "Arm" AS jm ON jm."id" = j."armId"
  WHERE j."taskId" = ${task}."id" AND jr."kind" = 'human' AND j."responseId" IS NOT NULL AND j."itemId" IS NULL AND ${isIn})
  OR EXISTS (
  SELECT FROM "Subject" AS js JOIN "Assignment" AS ja ON ja."subjectId" = js."id"
  JOIN "AskAnswer" AS j ON j."assignmentId" = ja."id" JOIN "Arm" AS jm ON jm."id" = ja."armId"
  JOIN "Rater" AS jr ON jr."id" = j."raterId" AND jr."kind" = 'human'
  WHERE js."taskId" = ${task}."id" AND js."use" = 'work' AND js."responseId" IS NOT NULL AND js."responseBId" IS NULL
    AND ${isChoice(Prisma.sql`j`, Prisma.sql`jm`)} AND ${isIn}))`;
};

/** True if a response to the task `t` was judged, or a rubric of it decided about. */
export const IS_TASK_JUDGED = Prisma.sql`(EXISTS (SELECT FROM "Judgement" AS j WHERE j."taskId" = t."id")
  OR EXISTS (
    SELECT FROM "Rubric" AS ru JOIN "Decision" AS l ON l."rubricId" = ru."id" WHERE ru."taskId" = t."id"))`;

/**
 * The same counts for Prisma's query builder: all judgements of a task or batch, or those about one response
 * alone.
 */
export const COUNT_JUDGEMENTS = { judgements: true } as const;
export const COUNT_ABOUT_RESPONSE = {
  judgements: { where: { target: { not: "preference" } } },
} satisfies Prisma.ResponseCountOutputTypeSelect;
