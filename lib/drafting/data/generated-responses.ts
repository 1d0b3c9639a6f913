import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import { conditionOf } from "@/lib/drafting/rules/run-condition";
import type { GeneratedText } from "@/lib/drafting/schema";
import type { AddedResponses } from "@/lib/drafting/schema/generated";
import { storable, storableJson } from "@/lib/formats/storable";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Prisma } from "@/prisma/generated/client/client";

interface Written {
  id: string;
  datasetId: string;
  taskId: string;
}

/** Stores the responses of a unit, and adds them to the dataset if the run does so. */
export async function writeResponses(
  tx: Tx,
  { id: unitId, datasetId, taskId }: Written,
  responses: readonly GeneratedText[],
): Promise<void> {
  const task = await tx.task.findUniqueOrThrow({ where: { id: taskId }, select: { key: true } });
  await tx.generatedResponse.createMany({
    data: responses.map(({ passed, trace, text, ...response }, position) => ({
      ...response,
      ...(passed ?? {}),
      unitId,
      datasetId,
      taskId,
      key: `${task.key}/${unitId.slice(0, 13)}.r${position + 1}`,
      position,
      text: storable(text),
      trace: storableJson(trace),
    })),
  });
  await addToDataset(tx, Prisma.sql`u."id" = ${unitId}::uuid`);
}

/**
 * Adds generated responses of published runs to their dataset, as each run says, and returns how many. Those that are
 * there already stay. The run's row is locked against being published or withdrawn meanwhile, and nothing else.
 */
export async function addToDataset(tx: Tx, units: Prisma.Sql): Promise<number> {
  const runs = await tx.$queryRaw<{ id: string; methodVersion: string; params: unknown }[]>`
    SELECT run."id", run."methodVersion", run."params" FROM "DraftRun" AS run
    WHERE run."id" IN (SELECT u."runId" FROM "DraftUnit" AS u WHERE ${units})`;
  const conditions = runs.map(({ id, methodVersion, params }) => ({
    run: id,
    condition: conditionOf(methodVersion, params),
  }));
  const added = await tx.$queryRaw<{ id: string }[]>`
    WITH "chosen" AS (
      SELECT g.*, u."position" AS "unitPosition", run."id" AS "runId", run."method", run."model",
        u."result" ->> 'stopped' AS "stopped"
      FROM "GeneratedResponse" AS g JOIN "DraftUnit" AS u ON u."id" = g."unitId"
      JOIN "DraftRun" AS run ON run."id" = u."runId"
      WHERE ${units} AND g."responseId" IS NULL AND run."published"
        AND (run."addResponses" = 'all' OR run."addResponses" = 'final' AND g."isFinal")
      FOR KEY SHARE OF run FOR UPDATE OF g
    ), "made" AS (
      INSERT INTO "Response" ("id", "datasetId", "taskId", "key", "position", "model", "text", "metadata")
      SELECT gen_random_uuid(), c."datasetId", c."taskId", c."key",
        coalesce((SELECT max(r."position") FROM "Response" AS r WHERE r."taskId" = c."taskId"), 0)
          + row_number() OVER (PARTITION BY c."taskId" ORDER BY c."unitPosition", c."position"),
        c."model", c."text",
        c."scores" || jsonb_strip_nulls(jsonb_build_object('run', c."runId", 'method', c."method",
          'condition', made."condition", 'role', c."role", 'iteration', c."iteration", 'sample', c."sample",
          'isFinal', c."isFinal", 'temperature', c."temperature",
          'passRate', CASE WHEN c."answered" > 0 THEN c."yes"::float8 / c."answered" END,
          'stopped', CASE WHEN c."isFinal" THEN c."stopped" END, 'selfScore', c."trace" -> 'selfScore'))
      FROM "chosen" AS c JOIN json_to_recordset(${JSON.stringify(conditions)}::json)
        AS made("run" uuid, "condition" text) ON made."run" = c."runId"
      RETURNING "id", "datasetId", "key"
    )
    UPDATE "GeneratedResponse" AS g SET "responseId" = m."id", "scores" = '{}'
    FROM "made" AS m WHERE g."datasetId" = m."datasetId" AND g."key" = m."key"
    RETURNING g."id"`;
  return added.length;
}

/**
 * Adds a run's responses to its dataset: the final ones, or all. Later units of the run do the same. Null when the run
 * is not the admin's.
 */
export function addRunResponses(
  actor: Member<"admin">,
  runId: string,
  which: Exclude<AddedResponses, "none">,
): Promise<{ added: number } | Refusal<"archived" | "run-not-published"> | null> {
  return db.$transaction(
    async (tx) => {
      const [run] = await tx.$queryRaw<
        { projectId: string; datasetId: string; published: boolean; archived: boolean }[]
      >`
        SELECT r."projectId", r."datasetId", r."published", p."archivedAt" IS NOT NULL AS "archived"
        FROM "DraftRun" r JOIN "Project" p ON p."id" = r."projectId"
        WHERE r."id" = ${runId}::uuid AND ${memberOfSql(actor, Prisma.sql`r."projectId"`)} FOR UPDATE OF r`;
      if (!run) return null;
      if (run.archived) return refuse("archived");
      if (!run.published) return refuse("run-not-published");
      await tx.$executeRaw`
        UPDATE "DraftRun" SET "addResponses" = ${which}::"AddedResponses"
        WHERE "id" = ${runId}::uuid AND "addResponses" <> 'all'`;
      const added = await addToDataset(tx, Prisma.sql`u."runId" = ${runId}::uuid`);
      if (added > 0) await datasetGrew(tx, run.datasetId);
      await audit(tx, actor, {
        action: "run.responses-added",
        projectId: run.projectId,
        subject: ["DraftRun", runId],
        detail: { which, added },
      });
      return { added };
    },
    { timeout: 120_000 },
  );
}
