import "server-only";
import { actAs, memberOf, type SignedIn, signedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { DAY, MINUTE } from "@/lib/auth/rules";
import { TOKEN_SCOPES, type TokenScope, type TokenView } from "@/lib/auth/schema";
import { hashSecret, randomSecret } from "@/lib/auth/secrets";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Language } from "@/lib/i18n/schema";

const PREFIX = "cst_";
const MOST_TOKENS = 20;

/** Creates a personal API token. It is shown only in this response. */
export async function createToken(
  actor: SignedIn,
  {
    name,
    days,
    scopes = TOKEN_SCOPES,
    project = null,
  }: { name: string; days: number; scopes?: readonly TokenScope[] | undefined; project?: string | null },
  now = new Date(),
): Promise<
  | { id: string; token: string; expiresAt: Date }
  | Refusal<"too-many-tokens" | "session-only" | "no-such-project">
> {
  if (actor.email === null) return refuse("session-only");
  const token = PREFIX + randomSecret();
  const expiresAt = new Date(now.getTime() + days * DAY);
  return db.$transaction(async (tx) => {
    const working = { userId: actor.userId, revokedAt: null, expiresAt: { gt: now } };
    if ((await tx.apiToken.count({ where: working })) >= MOST_TOKENS) return refuse("too-many-tokens");
    if (project !== null) {
      const theirs = { id: project, AND: memberOf(actAs(actor, "member")) };
      if (!(await tx.project.findFirst({ where: theirs, select: { id: true } })))
        return refuse("no-such-project");
    }
    const { id } = await tx.apiToken.create({
      data: {
        userId: actor.userId,
        name,
        tokenHash: hashSecret(token),
        lastFour: token.slice(-4),
        scopes: [...scopes],
        projectId: project,
        createdAt: now,
        expiresAt,
      },
    });
    await audit(tx, actor, {
      action: "token.created",
      subject: ["ApiToken", id],
      detail: { days, scopes: scopes.join(" "), ...(project !== null && { project }) },
    });
    return { id, token, expiresAt };
  });
}

/** The actor's tokens that are not revoked, newest first. */
export function listTokens(actor: SignedIn): Promise<TokenView[]> {
  return db.apiToken.findMany({
    where: { userId: actor.userId, revokedAt: null },
    select: {
      id: true,
      name: true,
      lastFour: true,
      scopes: true,
      project: { select: { id: true, name: true } },
      createdAt: true,
      lastUsedAt: true,
      expiresAt: true,
    },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
}

/** Revokes a token of the actor; null when it is not theirs. */
export async function revokeToken(actor: SignedIn, id: string): Promise<{ revoked: true } | null> {
  return db.$transaction(async (tx) => {
    const where = { id, userId: actor.userId };
    if (!(await tx.apiToken.findFirst({ where }))) return null;
    const { count } = await tx.apiToken.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count > 0) await audit(tx, actor, { action: "token.revoked", subject: ["ApiToken", id] });
    return { revoked: true };
  });
}

/** Revokes all tokens of an account, in the caller's transaction. Returns how many were valid. */
export async function revokeTokens(
  tx: Tx,
  actor: Pick<SignedIn, "userId">,
  userId: string,
  now = new Date(),
): Promise<number> {
  const ended = await tx.apiToken.updateManyAndReturn({
    where: { userId, revokedAt: null },
    data: { revokedAt: now },
    select: { id: true, expiresAt: true },
  });
  for (const { id } of ended) await audit(tx, actor, { action: "token.revoked", subject: ["ApiToken", id] });
  return ended.filter(({ expiresAt }) => expiresAt > now).length;
}

/** The owner of this token, if token and account are active. */
export async function verifyToken(token: string, now = new Date()): Promise<SignedIn | null> {
  if (!token.startsWith(PREFIX)) return null;
  const found = await db.apiToken.findUnique({
    where: { tokenHash: hashSecret(token) },
    include: { user: true },
  });
  if (!found || found.revokedAt || found.expiresAt <= now || found.user.disabledAt) return null;
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= MINUTE) {
    await db.apiToken.updateMany({ where: { id: found.id }, data: { lastUsedAt: now } });
  }
  const { id: userId, email, name, siteAdmin } = found.user;
  const language = Language.safeParse(found.user.language).data ?? null;
  return signedIn({
    userId,
    email,
    name,
    isSiteAdmin: siteAdmin,
    language,
    sessionId: null,
    scopes: found.scopes,
    onlyProject: found.projectId,
  });
}
