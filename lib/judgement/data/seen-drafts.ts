import "server-only";
import type { db, Tx } from "@/lib/database/db";
import { COUNTS, ON_PLANTED } from "@/lib/judgement/data/scope";
import { LINES_WITH_DRAFT, wasRevealed } from "@/lib/judgement/data/sql-fragments";
import type { Action, Exposure, Scale, Value } from "@/lib/judgement/schema";
import type { Target } from "@/lib/judgement/schema/units";
import { Prisma } from "@/prisma/generated/client/client";

/*
 * Queries: which drafts annotators saw, followed or overruled, and which judgements are on an older wording of an
 * item.
 */

/** The side of a preference as a number that changes its sign with the sides: -1 for A, 0 for neither, 1 for B. */
const side = (value: Prisma.Sql) => Prisma.sql`(CASE WHEN ${value} IN ('"A"', '1', '2') THEN -1
  WHEN ${value} IN ('"B"', '4', '5') THEN 1 ELSE 0 END)`;

/**
 * Every drafted value without a planted error that an annotator saw and answered in a batch, and whether the
 * final value differs; for a preference, whether it is for another side. An annotator who had to choose one
 * of two responses could not follow a draft that prefers neither.
 */
export const valuesWithSeenDraft = (batchId: string) => Prisma.sql`
  SELECT x."assignmentId", CASE x."target" WHEN 'preference'
    THEN ${side(Prisma.sql`x."value"`)} <> ${side(Prisma.sql`d."value"`)}
      * CASE WHEN d."responseId" = x."responseId" THEN 1 ELSE -1 END
    ELSE x."value" <> d."value" END AS "overruled"
  FROM "Judgement" x JOIN "Draft" d ON d."id" = x."draftId"
  WHERE x."batchId" = ${batchId}::uuid AND x."assignmentId" IS NOT NULL AND d."value" IS NOT NULL
    AND x."value" IS NOT NULL AND x."exposure" NOT IN ('none', 'score-hidden')
    AND NOT (x."target" = 'preference' AND ${side(Prisma.sql`d."value"`)} = 0 AND x."value" IN ('"A"', '"B"'))
    AND NOT ${Prisma.raw(ON_PLANTED)}`;

/** Every drafted item that an annotator decided about in a batch, and whether it was removed. */
export const itemsOverDrafts = (batchId: string) => Prisma.sql`
  SELECT k."assignmentId", k."action" = 'remove' AS "overruled"
  FROM "Decision" k
  WHERE k."batchId" = ${batchId}::uuid AND k."assignmentId" IS NOT NULL AND k."judgementId" IS NULL
    AND k."itemId" IS NOT NULL AND k."action" <> 'add'`;

/** The pair an assignment compared, and whether it was shown the other way round; null when it compared none. */
export function findPairShown(from: typeof db, assignmentId: string) {
  return from.judgement.findFirst({
    where: { assignmentId, target: "preference" },
    select: { responseId: true, swapped: true },
  });
}

/** Rubrics about which anything was decided in a batch. */
export const reviewedIn = (batchId: string) =>
  ({ decisions: { some: { batchId, judgementId: null } } }) satisfies Prisma.RubricWhereInput;

const reviewedList = (and: Prisma.Sql) => Prisma.sql`EXISTS (SELECT FROM "Decision" x
  WHERE x."batchId" = pin."batchId" AND x."rubricId" = pin."rubricId" AND x."judgementId" IS NULL AND ${and})`;

/** Condition that a list `pin` of a batch was reviewed in it. */
export const REVIEWED_LIST = reviewedList(Prisma.sql`TRUE`);

/** Condition that a rater reviewed a list `pin` of a batch. */
export const hasReviewed = (raterId: Prisma.Sql) => reviewedList(Prisma.sql`x."raterId" = ${raterId}`);

/** The decisions on the rubric items of a batch, or of some of its rubrics, in the order of time. */
export function listItemDecisions(
  from: Tx | typeof db,
  batchId: string,
  rubricId?: string | { in: string[] },
) {
  return from.decision.findMany({
    where: { batchId, judgementId: null, rubricId: rubricId ?? { not: null }, rater: { kind: "human" } },
    // Within a review, as the annotator ordered its items.
    orderBy: [{ at: "asc" }, { assignmentId: "asc" }, { position: "asc" }, { id: "asc" }],
  });
}

/**
 * Judgements `j` of a batch made on a wording `was` that is not in the version `latest` of their rubric `ru`:
 * `now` is the wording in its place.
 */
export const onOldWording = (batchId: string) => Prisma.sql`
  FROM "Judgement" j
  JOIN "ItemVersion" was ON was."id" = j."itemVersionId"
  JOIN "RubricVersion" v ON v."id" = was."rubricVersionId"
  JOIN "Rubric" ru ON ru."id" = v."rubricId"
  JOIN "Item" i ON i."id" = j."itemId"
  JOIN LATERAL (
    SELECT n.* FROM "RubricVersion" n WHERE n."rubricId" = ru."id" ORDER BY n."version" DESC LIMIT 1) latest ON TRUE
  JOIN "ItemVersion" now ON now."rubricVersionId" = latest."id" AND now."itemId" = j."itemId"
    AND now."wording" > v."version"
  WHERE j."batchId" = ${batchId}::uuid AND j."assignmentId" IS NOT NULL`;

/** A decision on an item of a checklist; those of one person's review carry the same `review`. */
interface ChecklistDecision {
  checklist: string;
  task: string;
  exposure: Exposure | null;
  item: string | null;
  action: Action;
  text: string | null;
  review: string;
}

/**
 * People's decisions about checklists of a dataset: in a batch those on the first version, which is the draft, and
 * those of people who wrote a list without a draft.
 */
export function listChecklistDecisions(from: typeof db, datasetId: string): Promise<ChecklistDecision[]> {
  return from.$queryRaw<ChecklistDecision[]>`
    SELECT d."rubricId" AS "checklist", coalesce(r."taskId", r."id") AS "task", d."exposure"::text AS "exposure",
      d."itemId" AS "item", d."action"::text AS "action", d."text",
      concat_ws(' ', d."rubricId", d."raterId", d."assignmentId", d."arm", d."exposure") AS "review"
    FROM "Decision" AS d
    JOIN "Rubric" AS r ON r."id" = d."rubricId" AND r."kind" = 'checklist'
    JOIN "Rater" AS p ON p."id" = d."raterId" AND p."kind" = 'human'
    LEFT JOIN "BatchRubric" AS pin ON pin."batchId" = d."batchId" AND pin."rubricId" = d."rubricId"
    LEFT JOIN "RubricVersion" AS v ON v."id" = pin."rubricVersionId"
    WHERE d."datasetId" = ${datasetId}::uuid AND (coalesce(v."version", 1) = 1 OR d."exposure" = 'none')
    ORDER BY d."position", d."at", d."id"`;
}

/** A person's answer to a question of a checklist, and whether they saw its draft. */
export interface ChecklistAnswer {
  checklist: string;
  item: string;
  response: string;
  rater: string;
  exposure: Exposure | null;
  value: Value | null;
  initial: Value | null;
  hadInitial: boolean;
  saw: boolean;
}

/**
 * Annotators' answers about responses of a dataset, the first answers first, without those on planted errors.
 */
export function listChecklistAnswers(from: typeof db, datasetId: string): Promise<ChecklistAnswer[]> {
  return from.$queryRaw<ChecklistAnswer[]>`
    SELECT i."rubricId" AS "checklist", x."itemId" AS "item", x."responseId" AS "response", x."raterId" AS "rater",
      x."exposure"::text AS "exposure", x."value", x."initial", x."initial" IS NOT NULL AS "hadInitial",
      ${Prisma.raw(wasRevealed("x"))} AS "saw"
    FROM "Judgement" AS x
    JOIN "Rater" AS p ON p."id" = x."raterId" AND p."kind" = 'human'
    JOIN "Item" AS i ON i."id" = x."itemId"
    JOIN "Rubric" AS r ON r."id" = i."rubricId" AND r."kind" = 'checklist'
    WHERE x."datasetId" = ${datasetId}::uuid AND x."target" = 'item' AND x."responseId" IS NOT NULL
      AND NOT ${Prisma.raw(ON_PLANTED)}
    ORDER BY x."submittedAt", x."startedAt", x."id"`;
}

/** A person's judgement with all that decides whether it is independent, and its explanation. */
export interface HumanValueRow {
  taskId: string;
  responseId: string;
  responseBId: string | null;
  itemId: string | null;
  raterId: string;
  rater: string;
  exposure: Exposure | null;
  value: Value | null;
  initial: Value | null;
  hadInitial: boolean;
  /** A draft shown on request was opened. */
  saw: boolean;
  note: string | null;
  lines: { action: string; text: string | null; initial: boolean | null }[] | null;
  /** The scale in the version of the item that was judged; null where it is not recorded, and for anything but items. */
  scale: Scale | null;
}

/**
 * People's values on the tasks of a part of the split of labels, each person's last ones first, without those on checks and
 * planted errors. The caller must have checked the right to read the dataset.
 */
export function listHumanValues(
  from: typeof db,
  datasetId: string,
  target: Target,
  part: "examples" | "development" | "held-out",
): Promise<HumanValueRow[]> {
  return from.$queryRaw<HumanValueRow[]>`
    SELECT x."taskId", x."responseId", x."responseBId", x."itemId", x."raterId", p."code" AS "rater",
      x."exposure"::text AS "exposure", x."value", x."initial", x."initial" IS NOT NULL AS "hadInitial",
      ${Prisma.raw(wasRevealed("x"))} AS "saw", x."metadata" ->> 'note' AS "note",
      ${Prisma.raw(LINES_WITH_DRAFT)} AS "lines", iv."scale"
    FROM "Judgement" x
    LEFT JOIN "ItemVersion" iv ON iv."id" = x."itemVersionId"
    JOIN "LabelSplitTask" st ON st."taskId" = x."taskId" AND st."part" = ${part}::"LabelPart"
    JOIN "Rater" p ON p."id" = x."raterId" AND p."kind" = 'human'
    LEFT JOIN "Draft" d ON d."id" = x."draftId"
    WHERE x."datasetId" = ${datasetId}::uuid AND x."target" = ${target}::"Target"
      AND x."responseId" IS NOT NULL AND ${Prisma.raw(COUNTS)}
    ORDER BY x."taskId", x."responseId", x."submittedAt" DESC NULLS LAST, x."position" DESC, x."id"`;
}

/** A person's score of a response by one criterion, with its draft and their decisions on the draft's lines. */
interface EvaluationRow {
  responseId: string;
  item: string;
  score: number;
  drafted: string[];
  scoreLine: number | null;
  decided: { line: number | null; draftText: string | null; action: string; text: string | null }[];
}

/**
 * One evaluation of each response by each criterion: of several people's the adjudicator's, otherwise the one submitted
 * first. Scores on checks and planted errors do not count, and none is read of a task whose labels are held out. The caller
 * must have checked the right to read the dataset.
 */
export function listEvaluations(from: typeof db, responses: readonly string[]): Promise<EvaluationRow[]> {
  return from.$queryRaw<EvaluationRow[]>`
    SELECT DISTINCT ON (x."responseId", x."itemId") x."responseId", x."itemId" AS "item",
      (x."value" #>> '{}')::float8 AS "score", coalesce(d."lines", '{}') AS "drafted", d."scoreLine",
      (SELECT coalesce(json_agg(json_build_object('line', l."line", 'draftText', l."draftText", 'action', l."action",
        'text', l."text") ORDER BY l."position"), '[]') FROM "Decision" l WHERE l."judgementId" = x."id") AS "decided"
    FROM "Judgement" x
    JOIN "Rater" p ON p."id" = x."raterId" AND p."kind" IN ('human', 'adjudicator')
    LEFT JOIN "Draft" d ON d."id" = x."draftId"
    LEFT JOIN "LabelSplitTask" st ON st."taskId" = x."taskId"
    WHERE x."responseId" = ANY (${[...responses]}::uuid[]) AND x."responseBId" IS NULL AND x."target" = 'item'
      AND jsonb_typeof(x."value") = 'number' AND st."part" IS DISTINCT FROM 'held-out'
      AND ${Prisma.raw(COUNTS)}
    ORDER BY x."responseId", x."itemId", p."kind" = 'adjudicator' DESC, x."submittedAt", x."position", x."id"`;
}
