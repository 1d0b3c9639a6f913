import "server-only";
import type { Member } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import { lockDataset } from "@/lib/dataset/data/lock";
import { isScoreColumn } from "@/lib/dataset/rules/score-file";
import type { ScoreRow, ScoresSet } from "@/lib/dataset/schema/scores";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Prisma } from "@/prisma/generated/client/client";

/** Unknown ids named in a refusal. */
const NAMED = 20;

/**
 * Sets external scores of responses, all of them or none: in the metadata of the dataset's responses, and of generated
 * ones that are in their run only. Scores of other names stay. Null when the dataset is not the admin's.
 */
export function setScores(
  admin: Member<"admin">,
  datasetId: string,
  rows: readonly ScoreRow[],
): Promise<ScoresSet | Refusal<"archived" | "unknown-responses" | "score-name-taken"> | null> {
  return db.$transaction(
    async (tx) => {
      const dataset = await lockDataset(tx, admin, datasetId);
      if (dataset?.state !== "ready") return null;
      if (dataset.isProjectArchived) return refuse("archived");
      const names = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores)))].toSorted();
      const given = Prisma.sql`json_to_recordset(${JSON.stringify(rows)}::json) AS s ("response" text, "scores" jsonb)`;
      const [taken] = await tx.$queryRaw<{ name: string }[]>`
        SELECT f."key" AS "name" FROM "Response" r CROSS JOIN LATERAL jsonb_each(r."metadata") f
        WHERE r."datasetId" = ${datasetId}::uuid AND f."key" = ANY (${names}::text[])
          AND jsonb_typeof(f."value") NOT IN ('number', 'null') LIMIT 1`;
      const reserved = names.find((name) => !isScoreColumn(name)) ?? taken?.name;
      if (reserved !== undefined) return refuse("score-name-taken", { name: reserved });
      const unknown = await tx.$queryRaw<{ response: string }[]>`
        SELECT s."response" FROM ${given}
        WHERE NOT EXISTS (SELECT FROM "Response" r
            WHERE r."datasetId" = ${datasetId}::uuid AND r."key" = s."response")
          AND NOT EXISTS (SELECT FROM "GeneratedResponse" g
            WHERE g."datasetId" = ${datasetId}::uuid AND g."key" = s."response")
        LIMIT ${NAMED}`;
      if (unknown.length > 0)
        return refuse("unknown-responses", { responses: unknown.map(({ response }) => response) });
      const inDataset = await tx.$executeRaw`
        UPDATE "Response" AS r SET "metadata" = r."metadata" || s."scores" FROM ${given}
        WHERE r."datasetId" = ${datasetId}::uuid AND r."key" = s."response"`;
      const inRuns = await tx.$executeRaw`
        UPDATE "GeneratedResponse" AS g SET "scores" = g."scores" || s."scores" FROM ${given}
        WHERE g."datasetId" = ${datasetId}::uuid AND g."key" = s."response" AND g."responseId" IS NULL`;
      await datasetGrew(tx, datasetId);
      await audit(tx, admin, {
        action: "dataset.scored",
        projectId: dataset.projectId,
        subject: ["Dataset", datasetId],
        detail: { responses: inDataset + inRuns, names: names.length },
      });
      return { responses: inDataset + inRuns, names };
    },
    { timeout: 120_000 },
  );
}
