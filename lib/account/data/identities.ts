import "server-only";
import { applyGroupRoles } from "@/lib/account/data/group-roles";
import { isDomainAllowed, lockIdentity, updateGroups } from "@/lib/account/data/provider-account";
import type { SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { signInMethodsOf } from "@/lib/auth/data/account";
import { confirmIdentity } from "@/lib/auth/data/second-factor";
import type { ProviderIdentity } from "@/lib/auth/provider/claims";
import type { ProviderSettings } from "@/lib/auth/provider/configuration";
import { MINUTE } from "@/lib/auth/rules";
import type { OwnerProof } from "@/lib/auth/schema/identities";
import { revoke } from "@/lib/auth/sessions";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

/** Time after signing in, in milliseconds, in which a person without a password may change how they sign in. */
const JUST_SIGNED_IN = 15 * MINUTE;

type NotOwner =
  | Exclude<Awaited<ReturnType<typeof confirmIdentity>>, null>
  | Refusal<"session-only" | "sign-in-old">;

/**
 * Why the person at the actor's browser is not known to be the account's owner; null when they are. An account without
 * a password has nothing to confirm with here, so its session has to be a new one.
 */
async function confirmOwner(
  tx: Tx,
  actor: SignedIn,
  { proof }: OwnerProof,
  now: Date,
): Promise<NotOwner | null> {
  if (actor.email === null) return refuse("session-only");
  const { password } = await signInMethodsOf(tx, actor.userId);
  if (password) return confirmIdentity(tx, actor, proof ?? {}, now);
  const since = new Date(now.getTime() - JUST_SIGNED_IN);
  const session = await tx.session.findFirst({
    where: { id: actor.sessionId ?? "", createdAt: { gt: since } },
    select: { id: true },
  });
  return session ? null : refuse("sign-in-old");
}

/** Checks that the actor may leave for a provider in order to link it to their account. */
export function beginLink(
  actor: SignedIn,
  given: OwnerProof,
  now = new Date(),
): Promise<{ session: string } | NotOwner> {
  return db.$transaction(async (tx) => {
    const refused = await confirmOwner(tx, actor, given, now);
    return refused ?? (actor.sessionId ? { session: actor.sessionId } : refuse("sign-in-old"));
  });
}

/** Changes of how a person signs in are one after the other, a password chosen by a link among them. */
async function lockSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`;
}

/**
 * Links a person at a provider, who has just signed in there, to the account of the actor, who is signed in here.
 * Linking the same person again changes nothing. Refused when the actor's session has ended meanwhile.
 */
export function linkIdentity(
  actor: SignedIn,
  provider: ProviderSettings,
  identity: ProviderIdentity,
  now = new Date(),
): Promise<
  | { linked: true }
  | Refusal<"provider-attempt-gone" | "provider-domain" | "identity-elsewhere" | "identity-known">
> {
  const { issuer, subject, email } = identity;
  const { userId } = actor;
  return db.$transaction(async (tx) => {
    await lockIdentity(tx, identity);
    await lockSignIns(tx, userId);
    const session = { id: actor.sessionId ?? "", revokedAt: null };
    if (!(await tx.session.findFirst({ where: session, select: { id: true } })))
      return refuse("provider-attempt-gone");
    if (!isDomainAllowed(provider, email)) return refuse("provider-domain");
    const found = await tx.identity.findUnique({ where: { issuer_subject: { issuer, subject } } });
    if (found && found.userId !== userId) return refuse("identity-elsewhere");
    if (!found) {
      const data = { userId, issuer, subject, byAddress: false, createdAt: now, lastUsedAt: now };
      const [made] = await tx.identity.createManyAndReturn({ data: [data], skipDuplicates: true });
      if (!made) return refuse("identity-known");
      await audit(tx, actor, { action: "identity.linked", subject: ["Identity", made.id] });
    }
    await updateGroups(tx, provider, identity, userId);
    return { linked: true };
  });
}

/**
 * Removes a link of the actor's account, with the roles that only its groups gave; null when it is not theirs. All other
 * sessions end. The last way to sign in stays.
 */
export function unlinkIdentity(
  actor: SignedIn,
  id: string,
  given: OwnerProof,
  now = new Date(),
): Promise<{ removed: true } | NotOwner | Refusal<"last-sign-in"> | null> {
  const { userId } = actor;
  return db.$transaction(async (tx) => {
    // When two links are removed at once, the second removal sees that its link is the last one.
    await lockSignIns(tx, userId);
    if (!(await tx.identity.findFirst({ where: { id, userId } }))) return null;
    const refused = await confirmOwner(tx, actor, given, now);
    if (refused) return refused;
    const { password, identities } = await signInMethodsOf(tx, actor.userId);
    const others = identities.filter((other) => other.id !== id && other.provider !== null);
    if (!password && others.length === 0) return refuse("last-sign-in");
    await tx.identity.delete({ where: { id } });
    await audit(tx, actor, { action: "identity.removed", subject: ["Identity", id] });
    await applyGroupRoles(tx, userId);
    await revoke(tx, actor, { userId, except: actor.sessionId });
    return { removed: true };
  });
}
