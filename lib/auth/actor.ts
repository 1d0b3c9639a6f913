import "server-only";
import type { TokenScope } from "@/lib/auth/schema";
import type { Language } from "@/lib/i18n/schema";
import { Prisma, type Role } from "@/prisma/generated/client/client";

/*
 * The caller, as types that prove who it is. Only `route` and `requireUser` make them, and data functions take
 * them. A project's data function takes a `Member` and completes the proof in its own query:
 *
 *     export function findBatch(actor: Member<"researcher">, id: string) {
 *       return db.batch.findFirst({ where: { id, project: memberOf(actor) } });
 *     }
 *
 * Somebody else's batch and a batch that does not exist are then the same null, and the same 404. In SQL:
 *
 *     SELECT … FROM "Batch" b WHERE b."id" = ${id}::uuid AND ${memberOfSql(actor, Prisma.sql`b."projectId"`)}
 */

declare const proof: unique symbol;

/** Somebody with an account that works, read from the database for this request. */
export interface SignedIn {
  readonly userId: string;
  /** Null for somebody who came through a participation link: they have this session and no other way in. */
  readonly email: string | null;
  readonly name: string;
  readonly isSiteAdmin: boolean;
  /** The language they have chosen for the pages of annotators; null for their browser's. */
  readonly language: Language | null;
  /** The browser's session; null when an API token was shown. */
  readonly sessionId: string | null;
  /** What the API token that was shown is good for; null for a browser, which may do what the person may. */
  readonly scopes: readonly TokenScope[] | null;
  /** The only project that the API token reaches, whatever its owner may elsewhere; null for no such bound. */
  readonly onlyProject: string | null;
  readonly [proof]: "signed-in";
}

/**
 * Somebody who shows the cookie of a session that nothing has been asked about yet: proof of nothing. Only what asks for
 * the session's row in the very statement that does the work may take it; `findShown` makes a `SignedIn` of it.
 */
export interface UnverifiedSession {
  /** The fingerprint of the session's secret id. */
  readonly session: string;
  /** Whose session it is, once it was found to be alive: for the log. */
  userId: string | null;
  readonly [proof]: "shown";
}

/** Whoever runs the installation: makes accounts and projects, and counts as an admin of every project. */
export type SiteAdmin = SignedIn & { readonly isSiteAdmin: true };

/**
 * The rights in a project that somebody acts with.
 *
 * `member`: anybody in the project. `annotator`: anybody in it, working under their own pseudonym on batches that
 * name them; a site admin who is not in the project has no pseudonym and cannot. `researcher`: researchers and
 * admins. `admin`: admins.
 */
export type AccessLevel = "member" | Role;

/** Every right that a standing includes, so that what asks for less accepts more. */
interface Includes {
  member: "member";
  annotator: "member" | "annotator";
  researcher: "member" | "researcher";
  admin: "member" | "researcher" | "admin";
}

/** Somebody signed in who acts with a standing. Which projects they have it in is asked by `memberOf`. */
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

export function actAs<S extends AccessLevel>(actor: SignedIn, standing: S): Member<S> {
  return { ...actor, accessLevel: standing, may: RIGHTS[standing] };
}

/** Only for whoever has just read the account from the database: sessions, tokens, and the builders of tests. */
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

/** Those projects in which the actor has the standing they act with: a working membership of a working account. */
export function memberOf(actor: Member): Prisma.ProjectWhereInput {
  // Beside what a caller asks of the id, never in its place.
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

/** The same as a condition on a column that holds a project's id. */
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
