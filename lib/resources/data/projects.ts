import "server-only";
import { isSiteAdmin, type Member, type SignedIn } from "@/lib/auth/actor";
import { inDesign, ofDesign } from "@/lib/batch/data/release";
import { db } from "@/lib/database/db";
import { DatasetCounts } from "@/lib/dataset/schema/views";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { hasAccess } from "@/lib/project/data";
import { afterId, same, textCondition } from "@/lib/resources/data/filter-sql";
import { type Researcher, unchanged } from "@/lib/resources/data/pages";
import type { ReadBatch, ReadDataset, ReadPerson, ReadProject, ReadRun } from "@/lib/resources/schema";
import type { BatchesQuery, ListDatasetsQuery, RunsQuery } from "@/lib/resources/schema/queries";
import { Prisma } from "@/prisma/generated/client/client";

/** The projects that the caller may open. */
export async function readProjects(actor: SignedIn, page: PageRequest): Promise<ListPage<ReadProject>> {
  const mine = { userId: actor.userId, disabledAt: null };
  const rows = await db.project.findMany({
    where: {
      AND: [
        isSiteAdmin(actor) ? {} : { memberships: { some: mine } },
        actor.onlyProject === null ? {} : { id: actor.onlyProject },
      ],
      ...afterCursor(page),
    },
    ...idOrderWithLimit(page),
    select: {
      id: true,
      name: true,
      description: true,
      sample: true,
      archivedAt: true,
      createdAt: true,
      memberships: { where: mine, select: { role: true } },
    },
  });
  return pageFrom(rows, page, byId, ({ memberships, ...project }) => ({
    ...project,
    role: isSiteAdmin(actor) ? "admin" : (memberships[0]?.role ?? "annotator"),
  }));
}

/** The complete datasets of a project. Null when the researcher may not read the project. */
export async function readDatasets(
  researcher: Researcher,
  projectId: string,
  { state, ...page }: ListDatasetsQuery,
): Promise<ListPage<ReadDataset> | null> {
  if (!(await hasAccess(researcher, projectId))) return null;
  const rows = await db.dataset.findMany({
    where: { projectId, state: state ?? { not: "importing" }, ...afterCursor(page) },
    ...idOrderWithLimit(page),
    select: {
      id: true,
      projectId: true,
      name: true,
      source: true,
      sample: true,
      state: true,
      counts: true,
      createdAt: true,
      readyAt: true,
    },
  });
  return pageFrom(rows, page, byId, ({ projectId: project, counts, state: now, ...row }) => ({
    ...row,
    project,
    state: now === "archived" ? "archived" : "ready",
    counts: DatasetCounts.parse(counts),
  }));
}

/** The batches of a project with their progress. Null when the researcher may not read the project. */
export async function readBatches(
  researcher: Researcher,
  projectId: string,
  { dataset, state, ...page }: BatchesQuery,
): Promise<ListPage<ReadBatch> | null> {
  if (!(await hasAccess(researcher, projectId))) return null;
  const rows = await db.$queryRaw<ReadBatch[]>`
    SELECT b."id", b."projectId" AS "project", b."datasetId" AS "dataset", b."name", b."state"::text AS "state",
      b."preset", b."createdAt", b."openedAt", b."closedAt", b."dueAt",
      (SELECT count(*)::int FROM "Subject" s WHERE s."batchId" = b."id" AND ${inDesign}) AS "subjects",
      (SELECT count(*)::int FROM "Slot" s WHERE s."batchId" = b."id") AS "slots",
      (SELECT count(*)::int FROM "Assignment" a
        WHERE a."batchId" = b."id" AND a."state" = 'submitted' AND ${ofDesign}) AS "submitted"
    FROM "Batch" b
    WHERE b."projectId" = ${projectId}::uuid AND ${afterId(Prisma.sql`b."id"`, page)}
      AND ${same(Prisma.sql`b."datasetId"`, dataset)} AND ${textCondition(Prisma.sql`b."state"::text`, state)}
    ORDER BY b."id" LIMIT ${page.limit + 1}`;
  return pageFrom(rows, page, byId, unchanged);
}

/** The drafting runs of a project. Null when the researcher may not read the project. */
export async function readRuns(
  researcher: Researcher,
  projectId: string,
  { dataset, state, ...page }: RunsQuery,
): Promise<ListPage<ReadRun> | null> {
  if (!(await hasAccess(researcher, projectId))) return null;
  const rows = await db.draftRun.findMany({
    where: {
      projectId,
      ...(dataset && { datasetId: dataset }),
      ...(state && { state }),
      ...afterCursor(page),
    },
    ...idOrderWithLimit(page),
    select: {
      id: true,
      projectId: true,
      datasetId: true,
      endpointId: true,
      name: true,
      method: true,
      methodVersion: true,
      model: true,
      state: true,
      pausedFor: true,
      units: true,
      requests: true,
      costMicros: true,
      createdAt: true,
      startedAt: true,
      finishedAt: true,
    },
  });
  return pageFrom(rows, page, byId, ({ projectId: project, datasetId, endpointId, costMicros, ...row }) => ({
    ...row,
    project,
    dataset: datasetId,
    endpoint: endpointId,
    costMicros: Number(costMicros),
  }));
}

/** The people of a project with their pseudonyms. Null when the project is not the admin's. */
export async function readPeople(
  admin: Member<"admin">,
  projectId: string,
  page: PageRequest,
): Promise<ListPage<ReadPerson> | null> {
  if (!(await hasAccess(admin, projectId))) return null;
  const rows = await db.membership.findMany({
    where: { projectId, ...afterCursor(page) },
    ...idOrderWithLimit(page),
    select: {
      id: true,
      userId: true,
      role: true,
      disabledAt: true,
      createdAt: true,
      user: { select: { name: true, email: true } },
      rater: { select: { code: true } },
    },
  });
  return pageFrom(rows, page, byId, ({ userId, user, rater, disabledAt, ...row }) => ({
    ...row,
    ...user,
    user: userId,
    pseudonym: rater.code,
    disabled: disabledAt !== null,
  }));
}
