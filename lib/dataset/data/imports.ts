import { isUuid } from "@/lib/formats/uuid";
import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { endImport } from "@/lib/dataset/import/progress";
import type { EarlierMapping } from "@/lib/dataset/rules/formats/earlier-mapping";
import { Causes, type ImportProblem, type ImportView } from "@/lib/dataset/schema/imports";
import { importRunJob } from "@/lib/dataset/schema/jobs";
import { FileFormat, Mapping } from "@/lib/dataset/schema/mapping";
import type { ImportChange } from "@/lib/dataset/schema/views";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { hasAccess } from "@/lib/project/data";
import { enqueue } from "@/lib/queue/enqueue";
import type { Prisma } from "@/prisma/generated/client/client";

const fields = {
  id: true,
  projectId: true,
  fileName: true,
  shape: true,
  state: true,
  bytes: true,
  sha256: true,
  lines: true,
  done: true,
  problems: true,
  causes: true,
  unfit: true,
  failure: true,
  dismissedAt: true,
  createdAt: true,
  finishedAt: true,
  dataset: { select: { id: true, name: true } },
} satisfies Prisma.ImportSelect;

function viewOf({ bytes, causes, ...view }: Prisma.ImportGetPayload<{ select: typeof fields }>): ImportView {
  return { ...view, bytes: Number(bytes), causes: Causes.parse(causes) };
}

/** An import and its progress, or null. `dataset` can be opened once the state is ready. */
export async function findImport(actor: Member<"researcher">, id: string): Promise<ImportView | null> {
  if (!isUuid(id)) return null;
  const found = await db.import.findFirst({ where: { id, project: memberOf(actor) }, select: fields });
  return found && viewOf(found);
}

/** A page of a project's imports by id. Null when the project is not the researcher's. */
export async function readImports(
  actor: Member<"researcher">,
  projectId: string,
  page: PageRequest,
): Promise<ListPage<ImportView> | null> {
  if (!(await hasAccess(actor, projectId))) return null;
  const rows = await db.import.findMany({
    where: { projectId, ...afterCursor(page) },
    ...idOrderWithLimit(page),
    select: fields,
  });
  return pageFrom(rows, page, byId, viewOf);
}

const WEEK = 7 * 24 * 3_600_000;

/** The project's imports in progress, and those that failed within the last week, newest first. */
export async function listImports(
  actor: Member<"researcher">,
  projectId: string,
): Promise<ImportView[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(actor) },
    select: {
      imports: {
        where: {
          OR: [
            { state: { in: ["uploading", "queued", "checking", "writing"] } },
            { state: "failed", dismissedAt: null, createdAt: { gt: new Date(Date.now() - WEEK) } },
          ],
        },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: 50,
        select: fields,
      },
    },
  });
  return project?.imports.map(viewOf) ?? null;
}

const MAPPINGS_AT_ONCE = 20;

/**
 * The mappings of columns of the project's latest tables, latest first. Empty when the project is not the
 * researcher's.
 */
export async function listEarlierMappings(
  actor: Member<"researcher">,
  projectId: string,
): Promise<EarlierMapping[]> {
  const rows = await db.import.findMany({
    where: { projectId, project: memberOf(actor), state: "ready", columns: { isEmpty: false } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAPPINGS_AT_ONCE,
    select: { fileName: true, shape: true, columns: true, mapping: true },
  });
  return rows.map(({ fileName: file, shape, columns, mapping }) => ({
    ...{ file, columns },
    shape: FileFormat.parse(shape),
    mapping: Mapping.parse(mapping),
  }));
}

const PROBLEMS_AT_ONCE = 200;

/**
 * The problems of an import, in the order of lines: first the problems themselves, then those that follow
 * from them. Returns a page that starts at `from`, or all stored problems. `total` is the number stored.
 */
export async function listImportProblems(
  actor: Member<"researcher">,
  id: string,
  { from = 0, all = false }: { from?: number; all?: boolean } = {},
): Promise<{ problems: ImportProblem[]; total: number } | null> {
  const found = await db.import.findFirst({
    where: { id, project: memberOf(actor) },
    select: {
      _count: { select: { errors: true } },
      errors: {
        where: { n: { gte: from } },
        orderBy: { n: "asc" },
        take: all ? undefined : PROBLEMS_AT_ONCE,
      },
    },
  });
  return (
    found && {
      total: found._count.errors,
      problems: found.errors.map(({ importId: _, line, path, ...problem }) => ({
        ...problem,
        line: line === 0 ? null : line,
        place: path,
      })),
    }
  );
}

/** Cancels an import in progress. The worker removes the rows stored so far, which nobody could see. */
export function cancelImport(
  actor: Member<"researcher">,
  id: string,
): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const where = { id, project: memberOf(actor) };
    const ended = await endImport(tx, actor, where, "cancelled", { failure: null });
    if (ended) {
      await enqueue(tx, importRunJob, ended);
      return ended;
    }
    return (await tx.import.count({ where })) > 0 ? refuse("import-over") : null;
  });
}

/**
 * Continues a failed import without the rows that do not fit, or dismisses it: a dismissed import is not
 * listed any more, and its file is deleted. Refused if the file cannot be imported without those rows either,
 * or if the import was continued or dismissed before.
 */
export function changeImport(
  actor: Member<"researcher">,
  id: string,
  change: ImportChange,
): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const found = await tx.import.findFirst({
      where: { id, project: memberOf(actor) },
      select: { projectId: true, name: true, project: { select: { archivedAt: true } } },
    });
    if (!found) return null;
    const { projectId, name } = found;
    if (found.project.archivedAt) return refuse("archived");
    const still = { id, state: "failed", dismissedAt: null } as const;
    const entry = { projectId, subject: ["Import", id] } as const;
    if ("dismissed" in change) {
      const { count } = await tx.import.updateMany({ where: still, data: { dismissedAt: new Date() } });
      if (count === 0) return refuse("import-not-failed");
      await audit(tx, actor, { ...entry, action: "import.dismissed" });
    } else {
      const { count } = await tx.import.updateMany({
        where: { ...still, unfit: { gt: 0 }, chunks: { some: {} } },
        data: {
          state: "queued",
          leaveOut: true,
          done: 0,
          failure: null,
          finishedAt: null,
          createdAt: new Date(),
        },
      });
      if (count === 0) return refuse("import-not-failed");
      await tx.import.update({ where: { id }, data: { dataset: { create: { projectId, name } } } });
      await audit(tx, actor, { ...entry, action: "import.rows-left-out" });
    }
    await enqueue(tx, importRunJob, { id });
    return { id };
  });
}
