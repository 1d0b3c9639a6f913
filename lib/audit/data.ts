import "server-only";
import { detailWords, ERASED, SYSTEM } from "@/lib/audit/rules";
import type { AuditEntry, AuditPage, AuditPerson, AuditQuery } from "@/lib/audit/schema";
import type { Member, SiteAdmin } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { csvLine } from "@/lib/formats/csv";
import { hasAccess } from "@/lib/project/data";
import type { Prisma } from "@/prisma/generated/client/client";

const PAGE = 50;
const CSV_PAGE = 1_000;
const DAY = 24 * 60 * 60 * 1000;

type Where = Prisma.AuditLogWhereInput;

/** The log of one project, newest first. Null when the project is not the admin's. */
export async function listProjectAudit(
  admin: Member<"admin">,
  projectId: string,
  query: AuditQuery,
): Promise<AuditPage | null> {
  return (await hasAccess(admin, projectId)) ? pageOf({ projectId }, query) : null;
}

/** The log of the whole installation: all projects, and entries of none. */
export function listAudit(_admin: SiteAdmin, query: AuditQuery): Promise<AuditPage> {
  return pageOf({}, query);
}

/** All matching entries as a table for spreadsheets. Null when the project is not the admin's. */
export async function projectAuditCsv(admin: Member<"admin">, projectId: string, query: AuditQuery) {
  return (await hasAccess(admin, projectId)) ? csvOf({ projectId }, query) : null;
}

export function auditCsv(_admin: SiteAdmin, query: AuditQuery): AsyncGenerator<string> {
  return csvOf({}, query);
}

function narrowed(scope: Where, { action, person, from, to, before }: AuditQuery): Where {
  return {
    ...scope,
    action,
    actorId: person === "system" ? null : person,
    at: {
      gte: from && new Date(`${from}T00:00:00Z`),
      lt: to && new Date(new Date(`${to}T00:00:00Z`).getTime() + DAY),
    },
    id: before === undefined ? undefined : { lt: BigInt(before) },
  };
}

async function read(where: Where, take: number) {
  return db.auditLog.findMany({ where, orderBy: { id: "desc" }, take });
}
type Row = Awaited<ReturnType<typeof read>>[number];

async function pageOf(scope: Where, query: AuditQuery): Promise<AuditPage> {
  const [rows, actions, actors] = await Promise.all([
    read(narrowed(scope, query), PAGE + 1),
    db.auditLog.groupBy({ by: "action", where: scope, orderBy: { action: "asc" } }),
    db.auditLog.groupBy({ by: "actorId", where: scope }),
  ]);
  const shown = rows.slice(0, PAGE);
  const ids = actors.map(({ actorId }) => actorId);
  const [entries, names] = await Promise.all([named(shown), namesOfUsers(ids)]);
  return {
    entries,
    next: rows.length > PAGE ? String(shown.at(-1)?.id) : null,
    actions: actions.map(({ action }) => action),
    people: ids.map((id) => personOf(id, names)).sort((a, b) => a.name.localeCompare(b.name)),
  };
}

const COLUMNS = ["id", "at", "actor_id", "actor", "action", "project_id", "project"] as const;
const SUBJECT_COLUMNS = ["subject_type", "subject_id", "subject", "detail"] as const;

async function* csvOf(scope: Where, query: AuditQuery): AsyncGenerator<string> {
  yield csvLine([...COLUMNS, ...SUBJECT_COLUMNS]);
  let before = query.before;
  for (;;) {
    const rows = await read(narrowed(scope, { ...query, before }), CSV_PAGE);
    for (const { id, at, who, action, project, subject, detail } of await named(rows)) {
      const about = [subject.type, subject.id, subject.name, detail];
      yield csvLine([id, at, who.id, who.name, action, project?.id, project?.name, ...about]);
    }
    if (rows.length < CSV_PAGE) return;
    before = String(rows.at(-1)?.id);
  }
}

type Names = Map<string, string>;

function namesIn(rows: { id: string; name: string }[]): Names {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function namesOfUsers(ids: (string | null)[]): Promise<Names> {
  const where = { id: { in: ids.filter((id) => id !== null) } };
  return namesIn(await db.user.findMany({ where, select: { id: true, name: true } }));
}

function personOf(id: string | null, names: Names): AuditPerson {
  return { id, name: id === null ? SYSTEM : (names.get(id) ?? ERASED) };
}

/** The current names of subjects by type. Other types have no names. */
const NAMES: Record<string, (ids: string[]) => Promise<Names>> = {
  User: namesOfUsers,
  Project: async (ids) => namesIn(await db.project.findMany({ where: { id: { in: ids } } })),
  Dataset: async (ids) =>
    namesIn(await db.dataset.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })),
  Batch: async (ids) =>
    namesIn(await db.batch.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })),
  Import: async (ids) => {
    const found = await db.import.findMany({
      where: { id: { in: ids } },
      select: { id: true, fileName: true },
    });
    return namesIn(found.map(({ id, fileName }) => ({ id, name: fileName })));
  },
  Membership: async (ids) => {
    const found = await db.membership.findMany({
      where: { id: { in: ids } },
      select: { id: true, user: { select: { name: true } } },
    });
    return namesIn(found.map(({ id, user }) => ({ id, name: user.name })));
  },
};

async function named(rows: Row[]): Promise<AuditEntry[]> {
  const idsOf = (type: string) =>
    rows.filter((row) => row.subjectType === type && isUuid(row.subjectId)).map((row) => row.subjectId);
  const [people, projects, ...subjects] = await Promise.all([
    namesOfUsers(rows.map(({ actorId }) => actorId)),
    NAMES.Project?.(rows.flatMap(({ projectId }) => projectId ?? [])),
    ...Object.entries(NAMES).map(async ([type, find]) => [type, await find(idsOf(type))] as const),
  ]);
  const bySubject = new Map(subjects);
  return rows.map(({ id, at, actorId, action, projectId, subjectType, subjectId, detail }) => ({
    id: String(id),
    at: at.toISOString(),
    who: personOf(actorId, people),
    action,
    project: projectId === null ? null : { id: projectId, name: projects?.get(projectId) ?? null },
    subject: {
      type: subjectType,
      id: subjectId,
      name: bySubject.get(subjectType)?.get(subjectId) ?? (subjectType === "User" ? ERASED : null),
    },
    detail: detailWords(detail),
  }));
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
