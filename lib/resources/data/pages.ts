import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import { byId, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { afterId, same, X_ID } from "@/lib/resources/data/filter-sql";
import type { Kind } from "@/lib/resources/data/kinds";
import { Prisma } from "@/prisma/generated/client/client";

/*
 * Reading for API clients. Every list is ordered by an indexed key, so pages of a million records cost as
 * much as those of a hundred. People appear under their pseudonyms, except in the list of people.
 */

export type Researcher = Member<"researcher">;

const byKey = ({ key }: { key: string }) => key;
export const unchanged = <T>(row: T): T => row;

/** The records of a dataset by key. Null when the researcher may not read the dataset. */
export async function inDataset<Row extends { key: string }>(
  researcher: Researcher,
  dataset: string,
  kind: Kind,
  page: PageRequest,
  conditions: Prisma.Sql[],
): Promise<ListPage<Row> | null> {
  if (!(await findScope(researcher, { dataset }))) return null;
  const behind = page.after === undefined ? [] : [Prisma.sql`x."key" > ${page.after}`];
  const where = [Prisma.sql`x."datasetId" = ${dataset}::uuid`, ...behind, ...conditions];
  return pageOfKind<Row>(kind, where, Prisma.sql`x."key"`, page, byKey);
}

/** One page of a kind of record, in an indexed order. */
export async function pageOfKind<Row>(
  { fields, from }: Kind,
  where: Prisma.Sql[],
  order: Prisma.Sql,
  page: PageRequest,
  keyOf: (row: Row) => string,
): Promise<ListPage<Row>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${fields} FROM ${from} WHERE ${Prisma.join(where, " AND ")} ORDER BY ${order} LIMIT ${page.limit + 1}`;
  return pageFrom(rows, page, keyOf, unchanged);
}

export async function inStudy<Row extends { id: string }>(
  researcher: Researcher,
  study: StudyId,
  kind: Kind,
  page: PageRequest,
  conditions: Prisma.Sql[],
): Promise<ListPage<Row> | null> {
  const scope = await findScope(researcher, study);
  if (!scope) return null;
  const { datasetId, batchId } = scope;
  const batch =
    batchId === null ? Prisma.sql`x."batchId" IS NULL` : Prisma.sql`x."batchId" = ${batchId}::uuid`;
  const where = [Prisma.sql`x."datasetId" = ${datasetId}::uuid`, batch, afterId(X_ID, page), ...conditions];
  return pageOfKind<Row>(kind, where, Prisma.sql`x."datasetId", x."batchId", x."id"`, page, byId);
}

/** Records of a batch by id. Null when the researcher may not read the batch. */
export async function listInBatch<Row extends { id: string }>(
  researcher: Researcher,
  batch: string,
  kind: Kind,
  page: PageRequest,
  conditions: Prisma.Sql[],
): Promise<ListPage<Row> | null> {
  if (!(await findScope(researcher, { batch }))) return null;
  const where = [Prisma.sql`x."batchId" = ${batch}::uuid`, afterId(X_ID, page), ...conditions];
  return pageOfKind<Row>(kind, where, Prisma.sql`x."batchId", x."id"`, page, byId);
}

/** One record of a complete dataset; null when it is missing, or the researcher may not read it. */
export async function one<Row>(
  researcher: Researcher,
  { fields, from }: Kind,
  id: string,
): Promise<Row | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT ${fields} FROM ${from} JOIN "Dataset" of ON of."id" = x."datasetId" AND of."state" <> 'importing'
    WHERE x."id" = ${id}::uuid AND ${memberOfSql(researcher, Prisma.sql`of."projectId"`)}`;
  return row ?? null;
}

/** One record of a batch; null when it is missing, or the researcher may not read it. */
export async function oneOfBatch<Row>(
  researcher: Researcher,
  { fields, from }: Kind,
  id: string,
  batch?: string,
): Promise<Row | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT ${fields} FROM ${from} JOIN "Batch" of ON of."id" = x."batchId"
    WHERE x."id" = ${id}::uuid AND ${same(Prisma.sql`x."batchId"`, batch)}
      AND ${memberOfSql(researcher, Prisma.sql`of."projectId"`)}`;
  return row ?? null;
}
