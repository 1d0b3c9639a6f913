import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { startingPoint } from "@/lib/drafting/rules/judge/starting-points";
import { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { type AddedVersion, addVersion, type VersionRefusal } from "@/lib/judge/data/add-version";
import type {
  JudgesQuery,
  JudgeVersionDetail,
  JudgeVersionView,
  JudgeView,
  NewJudge,
} from "@/lib/judge/schema/judges";
import { hasAccess } from "@/lib/project/data";
import type { Prisma } from "@/prisma/generated/client/client";

const versionFields = {
  id: true,
  number: true,
  parent: { select: { number: true } },
  hash: true,
  endpoint: { select: { id: true, name: true } },
  model: true,
  note: true,
  origin: true,
  isModified: true,
  isPanel: true,
  createdAt: true,
  createdBy: true,
  _count: { select: { runs: true } },
} satisfies Prisma.JudgeVersionSelect;

const judgeFields = {
  ...{ id: true, name: true, subject: true, createdAt: true, archivedAt: true },
  versions: { orderBy: { number: "desc" }, select: versionFields },
} satisfies Prisma.JudgeSelect;

type VersionRow = Prisma.JudgeVersionGetPayload<{ select: typeof versionFields }>;

function versionView(
  { _count, parent, createdBy, ...row }: VersionRow,
  authors: ReadonlyMap<string, string>,
): JudgeVersionView {
  return {
    ...row,
    parent: parent?.number ?? null,
    author: authors.get(createdBy ?? "") ?? null,
    runs: _count.runs,
  };
}

async function authorsOf(versions: readonly { createdBy: string | null }[]): Promise<Map<string, string>> {
  const ids = [...new Set(versions.flatMap(({ createdBy }) => createdBy ?? []))];
  const users = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
}

/** The project's judges by name, archived ones last. Null when the researcher may not read the project. */
export async function listJudges(
  researcher: Member<"researcher">,
  projectId: string,
): Promise<JudgeView[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(researcher) },
    select: {
      judges: {
        orderBy: [{ archivedAt: { sort: "asc", nulls: "first" } }, { name: "asc" }],
        select: judgeFields,
      },
    },
  });
  if (!project) return null;
  const authors = await authorsOf(project.judges.flatMap(({ versions }) => versions));
  return project.judges.map((judge) => ({
    ...judge,
    versions: judge.versions.map((version) => versionView(version, authors)),
  }));
}

/** A judge with its versions, newest first, and its project. Null when the researcher may not read it. */
export async function findJudge(
  researcher: Member<"researcher">,
  id: string,
): Promise<(JudgeView & { projectId: string }) | null> {
  const judge = await db.judge.findFirst({
    where: { id, project: memberOf(researcher) },
    select: { ...judgeFields, projectId: true },
  });
  if (!judge) return null;
  const authors = await authorsOf(judge.versions);
  return { ...judge, versions: judge.versions.map((version) => versionView(version, authors)) };
}

/** The dataset that a judge was run on last, by any of its versions; null before its first run. */
export async function findLastDataset(researcher: Member<"researcher">, id: string): Promise<string | null> {
  const run = await db.draftRun.findFirst({
    where: { judgeVersion: { judgeId: id }, project: memberOf(researcher) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { datasetId: true },
  });
  return run?.datasetId ?? null;
}

/** A page of the project's judges by id. Null when the researcher may not read the project. */
export async function readJudges(
  researcher: Member<"researcher">,
  projectId: string,
  page: JudgesQuery,
): Promise<ListPage<JudgeView> | null> {
  if (!(await hasAccess(researcher, projectId))) return null;
  const rows = await db.judge.findMany({
    where: { projectId, ...afterCursor(page) },
    ...idOrderWithLimit(page),
    select: judgeFields,
  });
  const authors = await authorsOf(rows.flatMap(({ versions }) => versions));
  return pageFrom(rows, page, byId, (judge) => ({
    ...judge,
    versions: judge.versions.map((version) => versionView(version, authors)),
  }));
}

/** A page of a judge's versions by id, with all they send. Null when the researcher may not read it. */
export async function readVersions(
  researcher: Member<"researcher">,
  judgeId: string,
  page: JudgesQuery,
): Promise<ListPage<JudgeVersionDetail> | null> {
  const judge = { id: judgeId, project: memberOf(researcher) };
  if ((await db.judge.count({ where: judge })) === 0) return null;
  const rows = await db.judgeVersion.findMany({
    where: { judgeId, ...afterCursor(page) },
    ...idOrderWithLimit(page),
    select: { ...versionFields, spec: true },
  });
  const authors = await authorsOf(rows);
  return pageFrom(rows, page, byId, (row) => detailView(row, authors));
}

const detailView = (
  { spec, ...row }: VersionRow & { spec: Prisma.JsonValue },
  authors: ReadonlyMap<string, string>,
): JudgeVersionDetail => ({ ...versionView(row, authors), spec: JudgeSpec.parse(spec) });

/** A version of a judge with all it sends. Null when the researcher may not read it. */
export async function findVersion(
  researcher: Member<"researcher">,
  judgeId: string,
  which: { id: string } | { number: number },
): Promise<JudgeVersionDetail | null> {
  const row = await db.judgeVersion.findFirst({
    where: { ...which, judge: { id: judgeId, project: memberOf(researcher) } },
    select: { ...versionFields, spec: true },
  });
  return row && detailView(row, await authorsOf([row]));
}

/** Makes a judge with its first version. Null when the project is not the admin's. */
export async function createJudge(
  admin: Member<"admin">,
  projectId: string,
  { name, origin, spec: own, ...version }: NewJudge,
): Promise<JudgeView | VersionRefusal | Refusal<"judge-name-taken" | "no-such-method"> | null> {
  const start = origin === null ? undefined : startingPoint(origin);
  if (origin !== null && !start) return refuse("no-such-method");
  const spec = own ?? start?.spec;
  if (!spec || (start && start.spec.subject !== spec.subject)) return refuse("judge-subject-fixed");
  return createJudgeWith(admin, projectId, name, { ...version, spec, origin });
}

/** Makes a judge of this name with this first version. Null when the project is not the admin's. */
export async function createJudgeWith(
  admin: Member<"admin">,
  projectId: string,
  name: string,
  version: AddedVersion,
): Promise<JudgeView | VersionRefusal | Refusal<"judge-name-taken"> | null> {
  const { spec, origin } = version;
  const made = await db
    .$transaction(async (tx) => {
      const project = await tx.project.findFirst({
        where: { id: projectId, AND: memberOf(admin) },
        select: { archivedAt: true },
      });
      if (!project) return null;
      if (project.archivedAt) return refuse("archived");
      const [judge] = await tx.judge.createManyAndReturn({
        data: [{ projectId, name, subject: spec.subject, createdBy: admin.userId }],
        skipDuplicates: true,
        select: { id: true },
      });
      if (!judge) return refuse("judge-name-taken");
      await audit(tx, admin, {
        action: "judge.created",
        projectId,
        subject: ["Judge", judge.id],
        detail: { subject: spec.subject, origin, ...(spec.panel && { panel: spec.panel.members.length }) },
      });
      const added = await addVersion(tx, admin, { id: judge.id, projectId }, version);
      if ("refused" in added) throw new Refused(added);
      return judge;
    })
    .catch((error) => {
      if (error instanceof Refused) return error.refusal;
      throw error;
    });
  if (!made || "refused" in made) return made;
  return withoutProject(await findJudge(admin, made.id));
}

/** Undoes a transaction. */
class Refused extends Error {
  constructor(readonly refusal: VersionRefusal) {
    super(refusal.refused);
  }
}

/** The judge as the API shows it, without its project. */
export const withoutProject = (found: (JudgeView & { projectId: string }) | null): JudgeView | null => {
  if (!found) return null;
  const { projectId: _, ...judge } = found;
  return judge;
};

/** Archives a judge, or brings it back. Its drafts stay. */
export async function archiveJudge(
  admin: Member<"admin">,
  id: string,
  archived: boolean,
): Promise<JudgeView | null> {
  const found = await db.$transaction(async (tx) => {
    const judge = await tx.judge.findFirst({
      where: { id, project: memberOf(admin) },
      select: { projectId: true, archivedAt: true },
    });
    if (!judge || (judge.archivedAt !== null) === archived) return judge;
    await tx.judge.update({ where: { id }, data: { archivedAt: archived ? new Date() : null } });
    await audit(tx, admin, {
      action: archived ? "judge.archived" : "judge.unarchived",
      projectId: judge.projectId,
      subject: ["Judge", id],
    });
    return judge;
  });
  return found && withoutProject(await findJudge(admin, id));
}
