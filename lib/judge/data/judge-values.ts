import "server-only";
import { db } from "@/lib/database/db";
import { Votes } from "@/lib/judge/schema/workshop";
import { Value } from "@/lib/judgement/schema";
import type { Prisma } from "@/prisma/generated/client/client";

/** A judge version's value for a unit. */
export interface JudgeValue {
  /** Id of the version. */
  version: string;
  taskId: string;
  responseId: string | null;
  responseBId: string | null;
  itemId: string | null;
  value: Value | null;
  lines: string[];
  confidence: number | null;
  /**
   * The value of each sample or order, null where it could not be read. For pairs, the values of one order come
   * first.
   */
  votes: (Value | null)[];
}

/**
 * The values of versions on tasks of a dataset, of trials too: of each unit those of the version's newest run. `tasks` is
 * a condition on the task id of `d`. The caller must have checked the right to read the dataset.
 */
export async function listJudgeValues(
  datasetId: string,
  versions: readonly string[],
  tasks: Prisma.Sql,
): Promise<JudgeValue[]> {
  const rows = await db.$queryRaw<
    (Omit<JudgeValue, "value" | "votes"> & { value: unknown; votes: unknown })[]
  >`
    SELECT DISTINCT ON (run."judgeVersionId", d."taskId", d."responseId", d."responseBId", d."itemId")
      run."judgeVersionId" AS "version", d."taskId", d."responseId", d."responseBId", d."itemId", d."value",
      d."lines", d."confidence", d."provenance" -> 'votes' AS "votes"
    FROM "Draft" d JOIN "DraftUnit" u ON u."id" = d."unitId" JOIN "DraftRun" run ON run."id" = u."runId"
    WHERE d."datasetId" = ${datasetId}::uuid AND run."judgeVersionId" = ANY (${versions}::uuid[]) AND ${tasks}
    ORDER BY run."judgeVersionId", d."taskId", d."responseId", d."responseBId", d."itemId", run."createdAt" DESC,
      d."id"`;
  return rows.map((row) => ({
    ...row,
    value: Value.nullable().parse(row.value),
    votes: Votes.parse(row.votes),
  }));
}
