import "server-only";
import { chosenIn } from "@/lib/batch/rules/protocol-sources";
import type { db, Tx } from "@/lib/database/db";
import { FIRST_OF_SOURCE, IS_VISIBLE, rubricsFrom } from "@/lib/dataset/data/source-sql";
import { keyOfSource, type RubricSource } from "@/lib/dataset/schema/sources";
import { type Protocol, RubricKind } from "@/lib/protocol/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** The kinds of rubric of which these protocols would show some rubric of a dataset in two versions. */
export async function findTwoVersions(
  from: Tx | typeof db,
  datasetId: string,
  protocols: readonly Protocol[],
): Promise<RubricKind[]> {
  const { rubrics } = chosenIn(protocols);
  const found: RubricKind[] = [];
  for (const kind of RubricKind.options) {
    const sources = new Map(
      rubrics.flatMap(({ of, source }): [string, RubricSource][] =>
        of === kind && source.from !== "people" ? [[keyOfSource(source), source]] : [],
      ),
    );
    if (sources.size < 2) continue;
    const shown = [...sources.values()].map(
      (source) => Prisma.sql`(
        SELECT DISTINCT ON (ru."taskId", ru."responseId", ru."responseBId") ru."id" AS "rubric", v."id" AS "version"
        FROM ${rubricsFrom(source, datasetId, kind)} AND ${IS_VISIBLE}
        ORDER BY ru."taskId", ru."responseId", ru."responseBId", ${FIRST_OF_SOURCE})`,
    );
    const [mixed] = await from.$queryRaw<unknown[]>`
      SELECT "rubric" FROM (${Prisma.join(shown, " UNION ALL ")}) shown
      GROUP BY 1 HAVING count(DISTINCT "version") > 1 LIMIT 1`;
    if (mixed) found.push(kind);
  }
  return found;
}
