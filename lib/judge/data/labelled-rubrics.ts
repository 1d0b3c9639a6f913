import "server-only";
import { db } from "@/lib/database/db";
import {
  RUBRIC_ORIGIN,
  RUN_OF_VERSION,
  type RubricOrigin,
  rubricSource,
} from "@/lib/dataset/data/find-rubric-sources";
import type { RubricSource } from "@/lib/dataset/schema/sources";
import type { JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import { humanItemValues } from "@/lib/judgement/data/sql-fragments";

const KIND: Partial<Record<JudgeSubject, "checklist" | "criteria">> = {
  item: "checklist",
  criterion: "criteria",
};

/**
 * The source of the rubrics that people answered on the most tasks of a dataset, as part of a run's selection: a judge is
 * compared with people on those. Empty when the judge needs no rubric or people answered none: the run takes the usual
 * source. Without it, a later run that drafts rubrics for a few tasks would take the place of those that people answered.
 */
export async function labelledRubrics(
  datasetId: string,
  subject: JudgeSubject,
): Promise<{ rubric?: RubricSource }> {
  const kind = KIND[subject];
  if (!kind) return {};
  const [most] = await db.$queryRaw<RubricOrigin[]>`
    SELECT ${RUBRIC_ORIGIN}, count(DISTINCT j."taskId") AS "tasks", max(v."createdAt") AS "newest"
    FROM ${humanItemValues(datasetId)} j JOIN "Item" i ON i."id" = j."itemId" JOIN "Rubric" ru ON ru."id" = i."rubricId"
    LEFT JOIN "ItemVersion" iv ON iv."id" = j."itemVersionId"
    JOIN LATERAL (SELECT * FROM "RubricVersion" rv WHERE rv."rubricId" = ru."id"
      ORDER BY rv."id" = iv."rubricVersionId" DESC NULLS LAST, rv."version" LIMIT 1) v ON TRUE ${RUN_OF_VERSION}
    WHERE ru."kind" = ${kind}::"RubricKind"
      AND ru."retiredAt" IS NULL AND coalesce(run."published", TRUE)
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY "tasks" DESC, "newest" DESC LIMIT 1`;
  return most ? { rubric: rubricSource(most) } : {};
}
