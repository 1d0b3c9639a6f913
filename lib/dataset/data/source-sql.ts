import "server-only";
import { appliesToResponses, isPublished } from "@/lib/dataset/data/rubrics";
import type { DraftSource, RubricSource } from "@/lib/dataset/schema/sources";
import { Prisma } from "@/prisma/generated/client/client";

/** Version and parameters of the run `run`: what distinguishes drafts of one method and model. */
export const CONDITION = Prisma.sql`(run."methodVersion" || ' ' || run."params"::text)`;

const RUN_OF = (
  unitId: Prisma.Sql,
) => Prisma.sql`"DraftUnit" made JOIN "DraftRun" run ON run."id" = made."runId"
  WHERE made."id" = ${unitId}`;

/** Condition that version `v` of rubric `ru` comes from a source. */
export function rubricIsFrom(source: RubricSource): Prisma.Sql {
  switch (source.from) {
    case "run":
      return Prisma.sql`EXISTS (SELECT FROM ${RUN_OF(Prisma.sql`v."unitId"`)} AND run."id" = ${source.run}::uuid)`;
    case "method":
      return Prisma.sql`(v."batchId" IS NULL AND v."method" IS NOT DISTINCT FROM ${source.method}
        AND v."model" IS NOT DISTINCT FROM ${source.model}
        AND CASE WHEN v."unitId" IS NULL THEN ru."metadata" ->> 'condition'
          ELSE (SELECT ${CONDITION} FROM ${RUN_OF(Prisma.sql`v."unitId"`)}) END
          IS NOT DISTINCT FROM ${source.condition})`;
    case "rules":
      return Prisma.sql`(v."origin" = 'rules' AND v."unitId" IS NULL AND v."batchId" IS NULL)`;
    case "imported":
      return Prisma.sql`(v."unitId" IS NULL AND v."batchId" IS NULL AND v."origin" IS DISTINCT FROM 'rules'
        AND v."origin" IS NOT DISTINCT FROM ${source.origin} AND v."method" IS NOT DISTINCT FROM ${source.method}
        AND v."model" IS NOT DISTINCT FROM ${source.model})`;
    case "reviewed":
      return Prisma.sql`v."batchId" = ${source.batch}::uuid`;
    case "people":
      return Prisma.sql`(v."version" = 1 AND ru."key" = ${WRITTEN})`;
  }
}

/** The key of a rubric that people write for a task from scratch. */
const WRITTEN = Prisma.sql`((SELECT t."key" FROM "Task" t WHERE t."id" = ru."taskId") || '/' || ru."kind"::text)`;

/**
 * The order of several versions or rubrics of one source: the newest run's first, otherwise the study's
 * first, in its newest version.
 */
export const FIRST_OF_SOURCE = Prisma.sql`ru."taskId" IS NULL, ru."responseId" IS NULL,
  CASE WHEN v."unitId" IS NOT NULL THEN v."createdAt" END DESC NULLS LAST, ru."position", ru."id", v."version" DESC`;

/** Condition that version `v` of rubric `ru` may be shown for the first time: not retired, and published. */
export const IS_VISIBLE = Prisma.sql`(ru."retiredAt" IS NULL AND ${isPublished(Prisma.sql`v."unitId"`)})`;

const HAS_ITEMS = Prisma.sql`EXISTS (SELECT FROM "ItemVersion" iv WHERE iv."rubricVersionId" = v."id")`;

/** FROM and WHERE of the versions `v` of rubrics `ru` from a source in a study, including hidden ones. */
export function rubricsFrom(
  source: RubricSource,
  datasetId: string,
  kind: "checklist" | "criteria",
): Prisma.Sql {
  return Prisma.sql`"Rubric" ru JOIN "RubricVersion" v ON v."rubricId" = ru."id"
    WHERE ru."datasetId" = ${datasetId}::uuid AND ru."kind" = ${kind}::"RubricKind" AND ${rubricIsFrom(source)}
      AND ${source.from === "people" ? Prisma.sql`TRUE` : HAS_ITEMS}`;
}

/**
 * Joins the versions `v` of each rubric `ru`. OFFSET 0 makes PostgreSQL look them up rubric by rubric: right
 * after an import it has no statistics, takes the tables for nearly empty, and would otherwise scan all
 * versions once per subject.
 */
const VERSIONS_OF_RUBRIC = Prisma.sql`CROSS JOIN LATERAL (
  SELECT * FROM "RubricVersion" of WHERE of."rubricId" = ru."id" OFFSET 0) v`;

/**
 * Chooses the rubrics that a step shows from a source for one subject, as `rubricId` and `versionId`. For a
 * task whose rubrics were written for its responses, chooses all of them that the same run wrote; otherwise
 * one. Rubrics already used by the batch `pinnedIn` (null: there is no batch yet) come first, even if they
 * are hidden for new use.
 */
export function chosenRubrics(
  source: RubricSource,
  { datasetId, kind }: { datasetId: string; kind: "checklist" | "criteria" },
  { task, one, other }: Record<"task" | "one" | "other", Prisma.Sql>,
  pinnedIn: string | null,
): Prisma.Sql {
  return Prisma.sql`
    SELECT "rubricId", "versionId" FROM (
      SELECT *, first_value("run") OVER best AS "bestRun", first_value("responseId") OVER best AS "bestResponse",
        row_number() OVER best AS "nth"
      FROM (
        SELECT ru."id" AS "rubricId", v."id" AS "versionId", ru."responseId", pin."rubricId" IS NOT NULL AS "pinned",
          (SELECT made."runId" FROM "DraftUnit" made WHERE made."id" = v."unitId") AS "run",
          row_number() OVER (ORDER BY ${FIRST_OF_SOURCE}) AS "place"
        FROM (SELECT * FROM "Rubric" WHERE "datasetId" = ${datasetId}::uuid AND "taskId" = ${task}
          UNION ALL SELECT * FROM "Rubric" WHERE "datasetId" = ${datasetId}::uuid AND "taskId" IS NULL) ru
        ${VERSIONS_OF_RUBRIC}
        LEFT JOIN "BatchRubric" pin ON pin."batchId" = ${pinnedIn}::uuid AND pin."rubricVersionId" = v."id"
        WHERE ru."kind" = ${kind}::"RubricKind" AND ${rubricIsFrom(source)}
          AND (${source.from === "people"} OR ${HAS_ITEMS})
          AND (${one} IS NULL OR ${appliesToResponses(Prisma.sql`ru`, one, other)})
          AND (pin."rubricId" IS NOT NULL OR ${IS_VISIBLE})) found
      WINDOW best AS (ORDER BY "pinned" DESC, "place")) ranked
    WHERE "nth" = 1 OR ${one} IS NULL AND "bestResponse" IS NOT NULL AND "responseId" IS NOT NULL
      AND "run" IS NOT DISTINCT FROM "bestRun"
    ORDER BY "place"`;
}

/** Condition that draft `d` of rater `r` comes from a source, and may be shown. */
export function draftIsFrom(source: DraftSource): Prisma.Sql {
  return Prisma.sql`(${draftIsOf(source)} AND ${isPublished(Prisma.sql`d."unitId"`)})`;
}

function draftIsOf(source: DraftSource): Prisma.Sql {
  switch (source.from) {
    case "run":
      return Prisma.sql`(r."kind" = 'llm'
        AND EXISTS (SELECT FROM ${RUN_OF(Prisma.sql`d."unitId"`)} AND run."id" = ${source.run}::uuid))`;
    case "rules":
      return Prisma.sql`r."kind" = 'rules'`;
    case "imported":
      return Prisma.sql`(d."unitId" IS NULL AND ${madeBy(source)}
        AND d."condition" IS NOT DISTINCT FROM ${source.condition})`;
    case "method":
      return Prisma.sql`(${madeBy(source)} AND CASE WHEN d."unitId" IS NULL THEN d."condition"
          ELSE (SELECT ${CONDITION} FROM ${RUN_OF(Prisma.sql`d."unitId"`)}) END
          IS NOT DISTINCT FROM ${source.condition})`;
  }
}

const madeBy = ({ method, model }: { method: string | null; model: string | null }) =>
  Prisma.sql`(r."kind" = 'llm' AND r."code" IS NOT DISTINCT FROM ${model}
    AND d."method" IS NOT DISTINCT FROM ${method})`;

/**
 * The order of several drafts of one source for one unit: the newest run's first, otherwise the study's first. For a
 * pair with drafts in both orders, those with a value come first, then those of order AB.
 */
export const NEWEST_DRAFT = Prisma.sql`
  CASE WHEN d."unitId" IS NOT NULL THEN d."createdAt" END DESC NULLS LAST, d."position",
  d."order" IS NOT NULL AND d."value" IS NULL, d."order", d."id"`;
