import "server-only";
import { randomInt } from "node:crypto";
import { isSiteAdmin, type Member, memberOf, type SignedIn, type SiteAdmin } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { isUuid } from "@/lib/formats/uuid";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { pseudonym } from "@/lib/project/rules";
import type {
  AddMember,
  ChangeMember,
  ChangeProject,
  MemberView,
  ProjectView,
  Role,
} from "@/lib/project/schema";

const projectFields = {
  id: true,
  name: true,
  description: true,
  sample: true,
  archivedAt: true,
  createdAt: true,
  onErasure: true,
} as const;

/** Creates a project with the caller as its first admin. */
export function createProject(
  actor: SiteAdmin,
  { name, description }: { name: string; description: string },
): Promise<{ id: string }> {
  return db.$transaction(async (tx) => {
    const { id } = await tx.project.create({ data: { name, description } });
    await audit(tx, actor, { action: "project.created", projectId: id, subject: ["Project", id] });
    await createMembership(tx, actor, { projectId: id, userId: actor.userId, role: "admin" });
    return { id };
  });
}

/** The projects that a user may open, active ones first, then by name. A site admin may open all. */
export async function listProjects(actor: SignedIn): Promise<ProjectView[]> {
  const mine = { userId: actor.userId, disabledAt: null };
  const projects = await db.project.findMany({
    where: {
      deletedAt: null,
      ...(isSiteAdmin(actor) ? {} : { memberships: { some: mine } }),
      ...(actor.onlyProject !== null && { id: actor.onlyProject }),
    },
    select: { ...projectFields, memberships: { where: mine, select: { role: true } } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return projects
    .map((project) => viewOf(actor, project))
    .sort((a, b) => Number(a.archivedAt !== null) - Number(b.archivedAt !== null));
}

/** One project, or null when it does not exist or the actor lacks their access level in it. */
export async function findProject(actor: Member, id: string): Promise<ProjectView | null> {
  if (!isUuid(id)) return null;
  const project = await db.project.findFirst({
    where: { id, ...memberOf(actor) },
    select: {
      ...projectFields,
      memberships: { where: { userId: actor.userId, disabledAt: null }, select: { role: true } },
    },
  });
  return project && viewOf(actor, project);
}

/** True if the actor has their access level in the project. */
export async function hasAccess(actor: Member, projectId: string): Promise<boolean> {
  return (await db.project.count({ where: { id: projectId, AND: memberOf(actor) } })) > 0;
}

type ProjectRow = Omit<ProjectView, "role"> & { memberships: { role: Role }[] };

function viewOf(actor: SignedIn, { memberships, ...project }: ProjectRow): ProjectView {
  return { ...project, role: isSiteAdmin(actor) ? "admin" : (memberships[0]?.role ?? "annotator") };
}

/** Renames, describes, archives or restores a project. An archived project can only be restored. */
export function changeProject(
  actor: Member<"admin">,
  id: string,
  { archived, ...changes }: ChangeProject,
): Promise<{ id: string } | Refusal<"archived"> | null> {
  return db.$transaction(async (tx) => {
    const project = await lockProject(tx, actor, id);
    if (!project) return null;
    const isArchived = project.archivedAt !== null;
    const staysArchived = isArchived && archived !== false;
    if (staysArchived && Object.values(changes).some((value) => value !== undefined))
      return refuse("archived");

    const turns = archived !== undefined && archived !== isArchived;
    const archivedAt = archived ? new Date() : null;
    await tx.project.update({ where: { id }, data: { ...changes, ...(turns && { archivedAt }) } });
    const entry = { projectId: id, subject: ["Project", id] } as const;
    if (turns)
      await audit(tx, actor, { ...entry, action: archived ? "project.archived" : "project.restored" });
    for (const field of ["name", "description", "onErasure"] as const) {
      if (changes[field] === undefined || changes[field] === project[field]) continue;
      await audit(tx, actor, { ...entry, action: "project.changed", detail: { field } });
    }
    return { id };
  });
}

/** Locks the project against other changes of it or its members until the transaction ends. */
export async function lockProject(tx: Tx, actor: Member<"admin">, id: string) {
  const found = await tx.project.findFirst({ where: { id, ...memberOf(actor) }, select: { id: true } });
  if (!found) return null;
  await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return tx.project.findUnique({ where: { id } });
}

/** The members of a project by name; null when the actor is not its admin. */
export async function listMembers(actor: Member<"admin">, projectId: string): Promise<MemberView[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, ...memberOf(actor) },
    select: {
      memberships: {
        include: {
          user: { omit: { passwordHash: false }, include: { _count: { select: { identities: true } } } },
          rater: { select: { code: true } },
        },
        orderBy: [{ user: { name: "asc" } }, { id: "asc" }],
      },
    },
  });
  if (!project) return null;
  return project.memberships.map(({ id, userId, role, disabledAt, createdAt, user, rater }) => ({
    id,
    userId,
    name: user.name,
    email: user.email,
    role,
    pseudonym: rater.code,
    disabled: disabledAt !== null,
    accountDisabled: user.disabledAt !== null,
    pending: user.passwordHash === null && user.email !== null && user._count.identities === 0,
    createdHere: user.createdInId === projectId && !user.siteAdmin,
    createdAt,
  }));
}

/** Adds an existing account to the project, under a new pseudonym. */
export function addMember(
  actor: Member<"admin">,
  projectId: string,
  { email, role }: AddMember,
): Promise<
  { id: string; pseudonym: string } | Refusal<"archived" | "no-such-user" | "already-member"> | null
> {
  return db.$transaction(async (tx) => {
    const project = await lockProject(tx, actor, projectId);
    if (!project) return null;
    if (project.archivedAt) return refuse("archived");
    const user = await tx.user.findFirst({ where: { email, disabledAt: null } });
    if (!user) return refuse("no-such-user");
    const member = await tx.membership.findUnique({
      where: { projectId_userId: { projectId, userId: user.id } },
    });
    if (member) return refuse("already-member");
    return createMembership(tx, actor, { projectId, userId: user.id, role });
  });
}

/** Creates a membership with its pseudonym, in the caller's transaction. */
export async function createMembership(
  tx: Tx,
  actor: Pick<SignedIn, "userId"> | null,
  { projectId, userId, role }: { projectId: string; userId: string; role: Role },
): Promise<{ id: string; pseudonym: string }> {
  const rater = await createPseudonym(tx, projectId);
  const { id } = await tx.membership.create({ data: { projectId, userId, role, raterId: rater.id } });
  await audit(tx, actor, {
    action: "member.added",
    projectId,
    subject: ["Membership", id],
    detail: { role },
  });
  return { id, pseudonym: rater.code };
}

async function createPseudonym(tx: Tx, projectId: string): Promise<{ id: string; code: string }> {
  for (;;) {
    const code = pseudonym(randomInt);
    const [rater] = await tx.rater.createManyAndReturn({
      data: [{ projectId, kind: "human", code }],
      skipDuplicates: true,
      select: { id: true, code: true },
    });
    if (rater) return rater;
  }
}

/**
 * Changes a member's role or state, effective from their next request; from then on no group of the identity
 * provider changes it. Their judgements stay. Null when there is no such member or the actor is not an admin of the project.
 */
export function changeMember(
  actor: Member<"admin">,
  projectId: string,
  id: string,
  { role, disabled }: ChangeMember,
): Promise<{ id: string } | Refusal<"archived" | "last-admin"> | null> {
  return db.$transaction(async (tx) => {
    const project = await lockProject(tx, actor, projectId);
    const member = project && (await tx.membership.findFirst({ where: { id, projectId } }));
    if (!member) return null;
    if (project.archivedAt) return refuse("archived");

    const isDisabled = member.disabledAt !== null;
    const next = { role: role ?? member.role, disabled: disabled ?? isDisabled };
    if (next.role !== "admin" || next.disabled) {
      const others = await tx.membership.count({
        where: { projectId, id: { not: id }, role: "admin", disabledAt: null, user: { disabledAt: null } },
      });
      if (others === 0 && member.role === "admin" && !isDisabled) return refuse("last-admin");
    }

    const entry = { projectId, subject: ["Membership", id] } as const;
    if (next.role !== member.role) {
      await tx.membership.update({ where: { id }, data: { role: next.role, byGroup: false } });
      const detail = { from: member.role, to: next.role };
      await audit(tx, actor, { ...entry, action: "member.role-changed", detail });
    }
    if (next.disabled !== isDisabled) {
      const disabledAt = next.disabled ? new Date() : null;
      await tx.membership.update({ where: { id }, data: { disabledAt, byGroup: false } });
      await audit(tx, actor, { ...entry, action: next.disabled ? "member.disabled" : "member.enabled" });
    }
    return { id };
  });
}
