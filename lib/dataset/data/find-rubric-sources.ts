import "server-only";
import type { db, Tx } from "@/lib/database/db";
import { CONDITION } from "@/lib/dataset/data/source-sql";
import {
  type DraftOption,
  keyOfSource,
  type RubricOption,
  type RubricSource,
  type Sources,
} from "@/lib/dataset/schema/sources";
import { Prisma } from "@/prisma/generated/client/client";

type From = Tx | typeof db;

/** The known origin of a rubric's version, as columns. */
export interface RubricOrigin {
  run: string | null;
  batch: string | null;
  origin: string | null;
  method: string | null;
  model: string | null;
  condition: string | null;
}

interface RubricRow extends RubricOrigin {
  of: RubricOption["of"];
  name: string | null;
  at: Date | null;
  isOver: boolean;
  tasks: number;
}

/** The columns of `MadeBy` for version `v` of rubric `ru` and the run `run` that drafted it. */
export const RUBRIC_ORIGIN = Prisma.sql`run."id" AS "run", v."batchId" AS "batch",
  CASE WHEN run."id" IS NULL AND v."batchId" IS NULL THEN v."origin" END AS "origin",
  CASE WHEN v."batchId" IS NULL THEN v."method" END AS "method",
  CASE WHEN v."batchId" IS NULL THEN v."model" END AS "model",
  CASE WHEN v."batchId" IS NOT NULL THEN NULL WHEN run."id" IS NULL THEN ru."metadata" ->> 'condition'
    ELSE ${CONDITION} END AS "condition"`;

export const RUN_OF_VERSION = Prisma.sql`LEFT JOIN "DraftUnit" made ON made."id" = v."unitId"
  LEFT JOIN "DraftRun" run ON run."id" = made."runId"`;

export function rubricSource({ run, batch, origin, method, model }: RubricOrigin): RubricSource {
  if (run !== null) return { from: "run", run };
  if (batch !== null) return { from: "reviewed", batch };
  return origin === "rules" ? { from: "rules" } : { from: "imported", origin, method, model };
}

/** The sources of a study's rubrics, newest first, and the number of tasks with several. */
export async function findRubricSources(
  from: From,
  datasetId: string,
): Promise<Pick<Sources, "rubrics" | "several">> {
  const rubrics = await findRubrics(from, datasetId);
  const several = await from.$queryRaw<Sources["several"]>`
    SELECT "kind"::text AS "of", count(*)::int AS "tasks", max("sources")::int AS "most" FROM (
      SELECT ru."kind", ru."taskId", count(DISTINCT coalesce(run."id"::text, v."batchId"::text,
        concat_ws(chr(1), v."origin", v."method", v."model"))) AS "sources"
      FROM "Rubric" ru JOIN "RubricVersion" v ON v."rubricId" = ru."id" ${RUN_OF_VERSION}
      WHERE ru."datasetId" = ${datasetId}::uuid AND ru."taskId" IS NOT NULL AND ${IS_CHOICE}
      GROUP BY 1, 2) found
    WHERE "sources" > 1 GROUP BY 1 ORDER BY 1`;
  return { rubrics: [...rubrics, ...togetherOf(rubrics)], several };
}

const IS_CHOICE = Prisma.sql`(ru."retiredAt" IS NULL AND coalesce(run."published", TRUE)
  AND EXISTS (SELECT FROM "ItemVersion" iv WHERE iv."rubricVersionId" = v."id"))`;

async function findRubrics(from: From, datasetId: string): Promise<RubricOption[]> {
  const rows = await from.$queryRaw<RubricRow[]>`
    SELECT found."kind"::text AS "of", found."run", found."batch", found."origin", found."method", found."model",
      found."condition", coalesce(run."name", b."name") AS "name",
      CASE WHEN found."run" IS NOT NULL THEN run."createdAt" WHEN found."batch" IS NOT NULL THEN max(found."madeAt") END
        AS "at",
      coalesce(run."state"::text NOT IN ('draft', 'running'), TRUE) AS "isOver",
      CASE WHEN bool_or(found."taskId" IS NULL) THEN
        (SELECT count(*)::int FROM "Task" t WHERE t."datasetId" = ${datasetId}::uuid)
        ELSE count(DISTINCT found."taskId")::int END AS "tasks"
    FROM (SELECT ru."kind", ru."taskId", v."createdAt" AS "madeAt", ${RUBRIC_ORIGIN}
      FROM "Rubric" ru JOIN "RubricVersion" v ON v."rubricId" = ru."id" ${RUN_OF_VERSION}
      WHERE ru."datasetId" = ${datasetId}::uuid AND ${IS_CHOICE}) found
    LEFT JOIN "DraftRun" run ON run."id" = found."run" LEFT JOIN "Batch" b ON b."id" = found."batch"
    GROUP BY found."kind", found."run", found."batch", found."origin", found."method", found."model",
      found."condition", run."id", b."id"`;
  const options = rows.map(({ at, tasks, of, name, method, model, condition, isOver, ...row }) => ({
    ...{ of, name, method, model, condition, isOver, tasks, at: at?.toISOString() ?? null },
    source: rubricSource({ ...row, method, model, condition }),
  }));
  // The fields of a study file may distinguish more sources than the options do, so equal options are merged.
  return newestFirst(merged(options, (one, other) => ({ ...one, tasks: one.tasks + other.tasks })));
}

export const newestFirst = <T extends { at: string | null }>(options: T[]): T[] =>
  options.toSorted((a, b) => (b.at ?? "").localeCompare(a.at ?? "", "en"));

type Any = RubricOption | DraftOption;
const idOf = (option: Any) => `${option.of} ${keyOfSource(option.source)}`;

export function merged<T extends Any>(options: readonly T[], join: (one: T, other: T) => T): T[] {
  const byId = new Map<string, T>();
  for (const option of options) {
    const known = byId.get(idOf(option));
    byId.set(idOf(option), known ? join(known, option) : option);
  }
  return [...byId.values()];
}

/** Combines sources with the same method, model and condition into one. */
export function togetherOf<T extends Any>(options: readonly T[]): T[] {
  const groups = new Map<string, T[]>();
  for (const option of options) {
    const { of, source, method, model, condition } = option;
    if (source.from !== "run" && source.from !== "imported") continue;
    const id = JSON.stringify([of, method, model, condition]);
    groups.set(id, [...(groups.get(id) ?? []), option]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length < 2) return [];
    const { method, model, condition } = first;
    const size =
      "tasks" in first
        ? { tasks: Math.max(...group.map((one) => ("tasks" in one ? one.tasks : 0))) }
        : {
            subjects: Math.max(...group.map((one) => ("subjects" in one ? one.subjects : 0))),
            judges: [...new Set(group.flatMap((one) => ("judges" in one ? one.judges : [])))],
          };
    return [{ ...first, ...size, name: null, source: { from: "method" as const, method, model, condition } }];
  });
}
