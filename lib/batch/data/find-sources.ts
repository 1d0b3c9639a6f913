import "server-only";
import type { db, Tx } from "@/lib/database/db";
import {
  findRubricSources,
  merged,
  newestFirst,
  RUBRIC_ORIGIN,
  RUN_OF_VERSION,
  type RubricOrigin,
  rubricSource,
  togetherOf,
} from "@/lib/dataset/data/find-rubric-sources";
import { CONDITION } from "@/lib/dataset/data/source-sql";
import {
  type DraftedKind,
  type DraftOption,
  type DraftSource,
  keyOfSource,
  type Sources,
} from "@/lib/dataset/schema/sources";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/provenance-labels";

type From = Tx | typeof db;

interface DraftRow extends Omit<RubricOrigin, "batch" | "origin"> {
  of: DraftedKind;
  isRules: boolean;
  name: string | null;
  at: Date | null;
  isOver: boolean;
  subjects: number;
  about: RubricOrigin[];
}

function draftSource({ run, isRules, method, model, condition }: DraftRow): DraftSource {
  if (isRules) return { from: "rules" };
  return run !== null ? { from: "run", run } : { from: "imported", method, model: model ?? "", condition };
}

/** All possible sources for steps on a study, without retired, trial and withdrawn ones. */
export async function findSources(from: From, datasetId: string): Promise<Sources> {
  // One after the other: a transaction has one connection.
  const rubrics = await findRubricSources(from, datasetId);
  const drafts = await findDrafts(from, datasetId);
  const labels = await findLabelled(from, datasetId);
  return { ...rubrics, drafts: [...drafts, ...labels, ...togetherOf([...drafts, ...labels])] };
}

async function findDrafts(from: From, datasetId: string): Promise<DraftOption[]> {
  const rows = await from.$queryRaw<DraftRow[]>`
    WITH found AS MATERIALIZED (
      SELECT CASE d."target" WHEN 'item' THEN ru."kind"::text ELSE d."target"::text END AS "of", u."runId" AS "run",
        r."kind" = 'rules' AS "isRules", d."method", r."code" AS "model",
        CASE WHEN u."id" IS NULL THEN d."condition" END AS "condition",
        coalesce(d."responseId", d."taskId") AS "subject", coalesce(u."rubricVersionId", first."id") AS "version"
      FROM "Draft" d JOIN "Rater" r ON r."id" = d."raterId" AND r."kind" IN ('llm', 'rules')
      LEFT JOIN "DraftUnit" u ON u."id" = d."unitId"
      LEFT JOIN "Item" i ON i."id" = d."itemId" LEFT JOIN "Rubric" ru ON ru."id" = i."rubricId"
      LEFT JOIN "RubricVersion" first ON first."rubricId" = ru."id" AND first."version" = 1
      WHERE d."datasetId" = ${datasetId}::uuid AND NOT coalesce(d."provenance" -> 'flags' ? ${LEFT_TO_RULES}, FALSE)
    ), known AS (
      SELECT "of", "run", "isRules", CASE WHEN NOT "isRules" THEN "method" END AS "method",
        CASE WHEN NOT "isRules" THEN "model" END AS "model", "condition",
        count(DISTINCT "subject")::int AS "subjects", array_agg(DISTINCT "version") AS "versions"
      FROM found GROUP BY 1, 2, 3, 4, 5, 6
    )
    SELECT known."of", known."run", known."isRules", known."method", known."model", known."subjects", run."name",
      coalesce(known."condition", ${CONDITION}) AS "condition", run."createdAt" AS "at",
      coalesce(run."state"::text NOT IN ('draft', 'running'), TRUE) AS "isOver",
      (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('run', its."run", 'batch', its."batch",
          'origin', its."origin", 'method', its."method", 'model', its."model")), '[]')
        FROM (SELECT ${RUBRIC_ORIGIN} FROM "RubricVersion" v JOIN "Rubric" ru ON ru."id" = v."rubricId" ${RUN_OF_VERSION}
          WHERE v."id" = ANY (known."versions")) its) AS "about"
    FROM known LEFT JOIN "DraftRun" run ON run."id" = known."run"
    WHERE coalesce(run."published", TRUE)`;
  const options = rows.map((row) => ({
    ...{ of: row.of, name: row.name, method: row.method, model: row.model, condition: row.condition },
    ...{ isOver: row.isOver, subjects: row.subjects, at: row.at?.toISOString() ?? null },
    source: draftSource(row),
    judges: [...new Set(row.about.map((made) => keyOfSource(rubricSource({ ...made, condition: null }))))],
  }));
  return newestFirst(
    merged(options, (one, other) => ({
      ...one,
      subjects: Math.max(one.subjects, other.subjects),
      judges: [...new Set([...one.judges, ...other.judges])],
    })),
  );
}

/** Runs that labelled items; their labels have no rows of their own. */
async function findLabelled(from: From, datasetId: string): Promise<DraftOption[]> {
  type Row = { run: string; name: string; method: string; model: string; condition: string; at: Date };
  const rows = await from.$queryRaw<(Row & { isOver: boolean; tasks: number; about: RubricOrigin[] })[]>`
    SELECT run."id" AS "run", run."name", run."method", run."model", ${CONDITION} AS "condition", run."createdAt" AS "at",
      run."state"::text NOT IN ('draft', 'running') AS "isOver", known."tasks",
      (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('run', its."run", 'batch', its."batch",
          'origin', its."origin", 'method', its."method", 'model', its."model")), '[]')
        FROM (SELECT ${RUBRIC_ORIGIN} FROM "RubricVersion" v JOIN "Rubric" ru ON ru."id" = v."rubricId" ${RUN_OF_VERSION}
          WHERE v."id" = ANY (known."versions")) its) AS "about"
    FROM "DraftRun" run JOIN LATERAL (
      SELECT count(DISTINCT u."taskId")::int AS "tasks", array_agg(DISTINCT u."rubricVersionId") AS "versions"
      FROM "DraftUnit" u WHERE u."runId" = run."id" AND u."state" = 'done' AND u."result" -> 'labels' IS NOT NULL) known
      ON known."tasks" > 0
    WHERE run."datasetId" = ${datasetId}::uuid AND run."published"`;
  return newestFirst(
    rows.map(({ run, at, tasks, about, ...row }) => ({
      ...row,
      ...{
        of: "labels" as const,
        at: at.toISOString(),
        subjects: tasks,
        source: { from: "run" as const, run },
      },
      judges: about.map((made) => keyOfSource(rubricSource({ ...made, condition: null }))),
    })),
  );
}
