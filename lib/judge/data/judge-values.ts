import "server-only";
import { db } from "@/lib/database/db";
import { GivenValue } from "@/lib/drafting/schema/judge-spec";
import { Votes } from "@/lib/judge/schema/workshop";
import type { Scale } from "@/lib/judgement/schema";
import type { Prisma } from "@/prisma/generated/client/client";

/** A judge version's value for a unit. */
export interface JudgeValue {
  /** Id of the version. */
  version: string;
  taskId: string;
  responseId: string | null;
  responseBId: string | null;
  itemId: string | null;
  value: GivenValue | null;
  lines: string[];
  /**
   * The value of each sample or order, null where it could not be read. For pairs, the values of one order come
   * first.
   */
  votes: (GivenValue | null)[];
  /** The scale that an item had when the judge was asked; null where it is not recorded, and for anything but items. */
  scale: Scale | null;
}

/**
 * The values of versions on tasks of a dataset, of trials too: of each unit those of the version's newest run. Labels of
 * responses are results of units, all other values drafts. `tasks` is a condition on the task id of `d`. The caller must
 * have checked the right to read the dataset.
 */
export async function listJudgeValues(
  datasetId: string,
  versions: readonly string[],
  tasks: Prisma.Sql,
): Promise<JudgeValue[]> {
  const rows = await db.$queryRaw<
    (Omit<JudgeValue, "value" | "votes"> & { value: unknown; votes: unknown })[]
  >`
    SELECT DISTINCT ON (d."version", d."taskId", d."responseId", d."responseBId", d."itemId")
      d."version", d."taskId", d."responseId", d."responseBId", d."itemId", d."value", d."lines", d."votes",
      d."scale"
    FROM (
      SELECT run."judgeVersionId" AS "version", x."taskId", x."responseId", x."responseBId", x."itemId", x."value",
        x."lines", x."provenance" -> 'votes' AS "votes", iv."scale", run."createdAt", x."id"
      FROM "Draft" x JOIN "DraftUnit" u ON u."id" = x."unitId" JOIN "DraftRun" run ON run."id" = u."runId"
      LEFT JOIN "ItemVersion" iv ON iv."rubricVersionId" = u."rubricVersionId" AND iv."itemId" = x."itemId"
      WHERE x."datasetId" = ${datasetId}::uuid AND run."judgeVersionId" = ANY (${versions}::uuid[])
      UNION ALL
      SELECT run."judgeVersionId", u."taskId", u."responseId", NULL, NULL, nullif(u."result" -> 'label' -> 'label', 'null'),
        ARRAY(SELECT jsonb_array_elements_text(u."result" -> 'label' -> 'lines')), u."result" -> 'label' -> 'votes',
        NULL, run."createdAt", u."id"
      FROM "DraftUnit" u JOIN "DraftRun" run ON run."id" = u."runId"
      WHERE run."datasetId" = ${datasetId}::uuid AND run."judgeVersionId" = ANY (${versions}::uuid[])
        AND u."result" -> 'label' IS NOT NULL) d
    WHERE ${tasks}
    ORDER BY d."version", d."taskId", d."responseId", d."responseBId", d."itemId", d."createdAt" DESC, d."id"`;
  return rows.map((row) => ({
    ...row,
    value: GivenValue.nullable().parse(row.value),
    votes: Votes.parse(row.votes),
  }));
}
