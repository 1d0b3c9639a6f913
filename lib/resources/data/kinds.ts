import "server-only";
import { ABOUT_IDS, BY_RATER, WITH_RATER } from "@/lib/judgement/data/records";
import { LABELS_NOT_REPORTED } from "@/lib/judgement/data/scope";
import { Prisma } from "@/prisma/generated/client/client";

/** A kind of record, `x`: its fields for API clients, and its FROM clause. */
export interface Kind {
  fields: Prisma.Sql;
  from: Prisma.Sql;
}

export const TASK: Kind = {
  fields: Prisma.sql`x."id", x."datasetId" AS "dataset", x."key", x."position", x."instruction", x."input",
    x."messages", x."reference", x."tags", x."metadata"`,
  from: Prisma.sql`"Task" x`,
};

export const RESPONSE: Kind = {
  fields: Prisma.sql`x."id", x."datasetId" AS "dataset", x."taskId" AS "task", x."key", x."position", x."model",
    x."text", x."metadata"`,
  from: Prisma.sql`"Response" x`,
};

/** The items of a rubric's version `v`. */
export const RUBRIC_ITEMS = Prisma.sql`(SELECT coalesce(json_agg(json_build_object('id', i."id", 'itemVersion', iv."id",
    'key', i."key", 'parent', i."parentId", 'name', iv."name", 'text', iv."text", 'scale', iv."scale",
    'weight', iv."weight", 'category', iv."category") ORDER BY iv."position", iv."id"), '[]')
  FROM "ItemVersion" iv JOIN "Item" i ON i."id" = iv."itemId" WHERE iv."rubricVersionId" = v."id")`;

export const RUBRIC: Kind = {
  fields: Prisma.sql`x."id", x."datasetId" AS "dataset", x."taskId" AS "task", x."responseId" AS "response",
    x."responseBId" AS "responseB", x."key", x."position", x."kind"::text AS "kind", v."version", v."id" AS "versionId", v."origin", v."method", v."model",
    ${RUBRIC_ITEMS} AS "items"`,
  from: Prisma.sql`"Rubric" x CROSS JOIN LATERAL (
    SELECT newest.* FROM "RubricVersion" newest WHERE newest."rubricId" = x."id"
    ORDER BY newest."version" DESC LIMIT 1) v`,
};

export const DRAFT: Kind = {
  fields: Prisma.sql`x."id", x."datasetId" AS "dataset", x."key", ${ABOUT_IDS}, ${BY_RATER}, x."method", u."runId" AS "run",
    x."value", x."lines", x."scoreLine", x."condition", x."order"::text AS "order", x."sample", x."confidence", x."createdAt"`,
  from: Prisma.sql`"Draft" x ${WITH_RATER} LEFT JOIN "DraftUnit" u ON u."id" = x."unitId"`,
};

/** The common fields of labellings and answers of a batch, and their joins. */
const ANSWERED = Prisma.sql`x."id", x."batchId" AS "batch", x."assignmentId" AS "assignment", s."use"::text AS "use",
  m."name" AS "arm", x."step", x."question", p."code" AS "rater", s."taskId" AS "task"`;
const OF_ASSIGNMENT = Prisma.sql`${WITH_RATER} JOIN "Assignment" n ON n."id" = x."assignmentId"
  JOIN "Subject" s ON s."id" = n."subjectId" JOIN "Arm" m ON m."id" = n."armId"`;

export const LABELLING: Kind = {
  fields: Prisma.sql`${ANSWERED}, ${Prisma.raw(LABELS_NOT_REPORTED)} IS NULL AS "counts", x."responseId" AS "response",
    x."itemId" AS "item",
    x."itemVersionId" AS "itemVersion",
    x."exposure"::text AS "exposure", u."runId" AS "run", nullif(x."drafted", 'null') AS "drafted",
    nullif(x."initial", 'null') AS "initial", coalesce(x."initial" = 'null', FALSE) AS "revealedFirst", x."labels",
    x."reasonCode", x."reasonNote", x."shown", x."activeMs", x."idleMs", x."startedAt", x."submittedAt"`,
  from: Prisma.sql`"Labelling" x ${OF_ASSIGNMENT} LEFT JOIN "DraftUnit" u ON u."id" = x."draftUnitId"`,
};

export const ANSWER: Kind = {
  fields: Prisma.sql`${ANSWERED}, s."responseId" AS "response", s."responseBId" AS "responseB", x."value", x."at"`,
  from: Prisma.sql`"AskAnswer" x ${OF_ASSIGNMENT}`,
};

export const ASSIGNMENT: Kind = {
  fields: Prisma.sql`x."id", x."batchId" AS "batch", x."subjectId" AS "subject", s."taskId" AS "task",
    s."responseId" AS "response", s."responseBId" AS "responseB", m."name" AS "arm", l."replicate", s."use"::text AS "use",
    p."code" AS "rater", x."state"::text AS "state", x."position", x."guidelinesVersion", x."openedAt",
    x."submittedAt", x."reopenedAt", x."skippedAt", x."skipReason", x."activeMs", x."signals",
    x."language", x."createdAt"`,
  from: Prisma.sql`"Assignment" x ${WITH_RATER} JOIN "Subject" s ON s."id" = x."subjectId"
    JOIN "Arm" m ON m."id" = x."armId" LEFT JOIN "Slot" l ON l."id" = x."slotId"`,
};
