import "server-only";
import type { TokenScope } from "@/lib/auth/schema";
import type { Language } from "@/lib/i18n/schema";
import { Prisma, type Role } from "@/prisma/generated/client/client";

/*
 * The caller, as types that prove the identity. Only `route` and `requireUser` create them, and data
 * functions require them. A project's data function takes a `Member` and completes the proof in its own
 * query:
 *
 *     export function findBatch(actor: Member<"researcher">, id: string) {
 *       return db.batch.findFirst({ where: { id, project: memberOf(actor) } });
 *     }
 *
 * A batch of another project and a missing one are then the same null, and the same 404. In SQL:
 *
 * SELECT … FROM "Batch" b WHERE b."id" = ${id}::uuid AND ${memberOfSql(actor, Prisma.sql`b."projectId"`)}
 */

declare const proof: unique symbol;

/** A person with an active account, read from the database for this request. */
export interface SignedIn {
  readonly userId: string;
  /** Null for a participant who joined through a crowd link: this session is their only way in. */
  readonly email: string | null;
  readonly name: string;
  readonly isSiteAdmin: boolean;
  /** The language chosen for annotators' pages; null for the browser's. */
  readonly language: Language | null;
  /** The browser's session; null for requests with an API token. */
  readonly sessionId: string | null;
  /** The scopes of the API token; null for a browser, which may do everything that the person may. */
  readonly scopes: readonly TokenScope[] | null;
  /** The only project that the API token can access; null for no such limit. */
  readonly onlyProject: string | null;
  readonly [proof]: "signed-in";
}

/**
 * The holder of a session cookie that was not verified: no proof of anything. Only functions that verify the
 * session's row in the statement that does the work may take it; `verifySession` turns it into a `SignedIn`.
 */
export interface UnverifiedSession {
  /** The hash of the session's secret id. */
  readonly session: string;
  /** The session's owner, once it was verified: for the log. */
  userId: string | null;
  readonly [proof]: "shown";
}

/** An admin of the installation: creates accounts and projects, and counts as an admin of every project. */
export type SiteAdmin = SignedIn & { readonly isSiteAdmin: true };

/**
 * The rights in a project with which a caller acts.
 *
 * `member`: everyone in the project. `annotator`: everyone in it, under their own pseudonym and on batches
 * they belong to; a site admin outside the project has no pseudonym and cannot annotate. `researcher`:
 * researchers and admins. `admin`: admins.
 */
export type AccessLevel = "member" | Role;

/** The access levels that each level includes, so that functions requiring less accept more. */
interface Includes {
  member: "member";
  annotator: "member" | "annotator";
  researcher: "member" | "researcher";
  admin: "member" | "researcher" | "admin";
}

/** A signed-in person acting with an access level. `memberOf` checks in which projects they have it. */
export type Member<S extends AccessLevel = "member"> = SignedIn & {
  readonly accessLevel: AccessLevel;
  readonly may: Rights<S>;
};

type Rights<S extends AccessLevel> = { readonly [right in Includes[S]]: true };

const ROLES: Record<AccessLevel, Role[]> = {
  member: ["annotator", "researcher", "admin"],
  annotator: ["annotator", "researcher", "admin"],
  researcher: ["researcher", "admin"],
  admin: ["admin"],
};

const RIGHTS: { [S in AccessLevel]: Rights<S> } = {
  member: { member: true },
  annotator: { member: true, annotator: true },
  researcher: { member: true, researcher: true },
  admin: { member: true, researcher: true, admin: true },
};

export function actAs<S extends AccessLevel>(actor: SignedIn, level: S): Member<S> {
  return { ...actor, accessLevel: level, may: RIGHTS[level] };
}

/** Only for code that has just read the account from the database: sessions, tokens, and test builders. */
export function signedIn(account: Omit<SignedIn, typeof proof>): SignedIn {
  return account as SignedIn;
}

/** Only for the cookie of a request. */
export function unverifiedSession(session: string): UnverifiedSession {
  return { session, userId: null } as UnverifiedSession;
}

export function isSiteAdmin(actor: SignedIn): actor is SiteAdmin {
  return actor.isSiteAdmin;
}

/**
 * Condition for projects in which the actor has their access level: an active membership of an active
 * account.
 */
export function memberOf(actor: Member): Prisma.ProjectWhereInput {
  // In addition to conditions on the id by the caller, never replacing them.
  const within = {
    deletedAt: null,
    ...(actor.onlyProject !== null && { AND: [{ id: actor.onlyProject }] }),
  };
  if (countsAsAdmin(actor)) return within;
  return {
    ...within,
    memberships: {
      some: {
        userId: actor.userId,
        role: { in: ROLES[actor.accessLevel] },
        disabledAt: null,
        user: { disabledAt: null },
      },
    },
  };
}

/** The same condition on a column with a project's id. */
export function memberOfSql(actor: Member, projectId: Prisma.Sql): Prisma.Sql {
  const reached =
    actor.onlyProject === null ? Prisma.sql`TRUE` : Prisma.sql`${projectId} = ${actor.onlyProject}::uuid`;
  const within = Prisma.sql`(${reached} AND EXISTS (
    SELECT 1 FROM "Project" AS alive WHERE alive."id" = ${projectId} AND alive."deletedAt" IS NULL))`;
  if (countsAsAdmin(actor)) return within;
  return Prisma.sql`(${within} AND EXISTS (
    SELECT 1 FROM "Membership" AS m JOIN "User" AS u ON u."id" = m."userId"
    WHERE m."projectId" = ${projectId} AND m."userId" = ${actor.userId}::uuid
      AND m."role"::text = ANY (${ROLES[actor.accessLevel]}::text[])
      AND m."disabledAt" IS NULL AND u."disabledAt" IS NULL))`;
}

function countsAsAdmin(actor: Member): boolean {
  return actor.isSiteAdmin && actor.accessLevel !== "annotator";
}
