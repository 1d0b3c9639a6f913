import "server-only";
import { randomUUID } from "node:crypto";
import type { SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { confirmIdentity } from "@/lib/auth/data/second-factor";
import {
  authenticationOptions,
  type ChallengeScope,
  registrationOptions,
  verifyAssertion,
  verifyRegistration,
} from "@/lib/auth/passkeys/ceremony";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import type { Confirmation } from "@/lib/auth/schema";
import type { NewPasskey, PasskeyAssertion, PasskeyView } from "@/lib/auth/schema/passkeys";
import { hasSecondFactor, removeUnneededCodes, replaceRecoveryCodes } from "@/lib/auth/second-factor/verify";
import { hashSecret } from "@/lib/auth/secrets";
import { revoke } from "@/lib/auth/sessions";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

type Confirmed = Exclude<Awaited<ReturnType<typeof confirmIdentity>>, null>;

/** Number of passkeys of one account. */
const MOST = 20;

/** A person's own passkeys, in the order in which they were added. */
export function listPasskeys(actor: SignedIn): Promise<PasskeyView[]> {
  return db.passkey.findMany({
    where: { userId: actor.userId },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

function scopeOf(actor: SignedIn, purpose: "register" | "confirm"): ChallengeScope & { userId: string } {
  return { purpose, boundTo: actor.sessionId ?? randomUUID(), userId: actor.userId };
}

/** Begins to add a passkey, for a person who has confirmed that it is them. */
export function beginPasskey(
  actor: SignedIn,
  proof: Confirmation,
  now = new Date(),
): Promise<
  | { options: Record<string, unknown> }
  | Confirmed
  | Refusal<"session-only" | "passwords-off" | "passkeys-impossible" | "too-many-passkeys">
> {
  const { email, name, userId } = actor;
  return db.$transaction(async (tx) => {
    const { passwordHash } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { passwordHash: true },
    });
    if (email === null) return refuse("session-only");
    if (passwordsAreOff() || passwordHash === null) return refuse("passwords-off");
    if ((await tx.passkey.count({ where: { userId } })) >= MOST) return refuse("too-many-passkeys");
    const refused = await confirmIdentity(tx, actor, proof, now);
    if (refused) return refused;
    const options = await registrationOptions(tx, scopeOf(actor, "register"), { email, name }, now);
    return options ? { options: { ...options } } : refuse("passkeys-impossible");
  });
}

/**
 * Adds a passkey. With a person's first one passwords alone do not sign in any more, so they get recovery codes
 * unless they have some, and their other sessions end.
 */
export function addPasskey(
  actor: SignedIn,
  { name, passkey: made }: { name: string; passkey: NewPasskey },
  now = new Date(),
): Promise<{ id: string; recoveryCodes: string[] | null } | Refusal<"passkey-refused" | "passkey-known">> {
  const { userId } = actor;
  return db.$transaction(async (tx) => {
    const read = await verifyRegistration(tx, made, scopeOf(actor, "register"), now);
    if (!read) return refuse("passkey-refused");
    const wasOn = await hasSecondFactor(tx, userId);
    const [added] = await tx.passkey.createManyAndReturn({
      data: [{ ...read, userId, name, createdAt: now }],
      skipDuplicates: true,
    });
    if (!added) return refuse("passkey-known");
    await audit(tx, actor, { action: "passkey.added", subject: ["Passkey", added.id] });
    if (!wasOn) await revoke(tx, actor, { userId, except: actor.sessionId });
    return { id: added.id, recoveryCodes: wasOn ? null : await replaceRecoveryCodes(tx, userId) };
  });
}

/** Renames a passkey; null when it is not the actor's. */
export function renamePasskey(actor: SignedIn, id: string, name: string): Promise<{ id: string } | null> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.passkey.updateMany({ where: { id, userId: actor.userId }, data: { name } });
    if (count === 0) return null;
    await audit(tx, actor, { action: "passkey.renamed", subject: ["Passkey", id] });
    return { id };
  });
}

/** Removes a passkey, for a person who has confirmed that it is them; all their other sessions end. */
export function removePasskey(
  actor: SignedIn,
  id: string,
  proof: Confirmation,
  now = new Date(),
): Promise<{ removed: true } | Confirmed | null> {
  const { userId } = actor;
  return db.$transaction(async (tx) => {
    if (!(await tx.passkey.findFirst({ where: { id, userId } }))) return null;
    const refused = await confirmIdentity(tx, actor, proof, now);
    if (refused) return refused;
    await tx.passkey.delete({ where: { id } });
    await audit(tx, actor, { action: "passkey.removed", subject: ["Passkey", id] });
    await removeUnneededCodes(tx, userId);
    await revoke(tx, actor, { userId, except: actor.sessionId });
    return { removed: true };
  });
}

/** The options with which the actor's browser asks for one of their passkeys as a confirmation. */
export function beginConfirmation(
  actor: SignedIn,
  now = new Date(),
): Promise<{ options: Record<string, unknown> } | Refusal<"passkeys-impossible">> {
  return db.$transaction(async (tx) => {
    const own = await tx.passkey.findMany({ where: { userId: actor.userId } });
    const options =
      own.length > 0 ? await authenticationOptions(tx, scopeOf(actor, "confirm"), now, own) : null;
    return options ? { options: { ...options } } : refuse("passkeys-impossible");
  });
}

/**
 * Begins a sign-in by passkey: of the account with this e-mail address, or of any account when there is no address. The
 * options are the same whether or not such an account exists.
 */
export function beginPasskeySignIn(
  { email }: { email?: string | undefined },
  browser: string,
  now = new Date(),
): Promise<{ options: Record<string, unknown> } | Refusal<"passwords-off" | "passkeys-impossible">> {
  return db.$transaction(async (tx) => {
    if (passwordsAreOff()) return refuse("passwords-off");
    const address = email?.trim().toLowerCase();
    const user = address
      ? await tx.user.findUnique({ where: { email: address }, select: { id: true } })
      : null;
    // Without such an account no assertion is accepted.
    const boundTo = address && !user ? randomUUID() : hashSecret(browser);
    const options = await authenticationOptions(
      tx,
      { purpose: "sign_in", boundTo, userId: user?.id ?? null },
      now,
    );
    return options ? { options: { ...options } } : refuse("passkeys-impossible");
  });
}

/** The account that a passkey signs in: it is both factors, because its authenticator has verified the person. */
export function signInWithPasskey(
  assertion: PasskeyAssertion,
  browser: string,
  now = new Date(),
): Promise<
  | { userId: string }
  | Refusal<"passwords-off" | "passkey-refused" | "passkey-needs-password" | "account-disabled">
> {
  return db.$transaction(async (tx) => {
    if (passwordsAreOff()) return refuse("passwords-off");
    const scope: ChallengeScope = { purpose: "sign_in", boundTo: hashSecret(browser), userId: null };
    const read = await verifyAssertion(tx, assertion, scope, now);
    if (!read) return refuse("passkey-refused");
    const user = await tx.user.findUniqueOrThrow({
      where: { id: read.userId },
      select: { id: true, disabledAt: true, passwordHash: true },
    });
    if (user.disabledAt) {
      await audit(tx, { userId: user.id }, { action: "session.refused", subject: ["User", user.id] });
      return refuse("account-disabled");
    }
    if (user.passwordHash === null) return refuse("passkey-refused");
    return read.needsPassword ? refuse("passkey-needs-password") : { userId: user.id };
  });
}
