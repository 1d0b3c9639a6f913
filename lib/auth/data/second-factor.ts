import "server-only";
import type { SignedIn, SiteAdmin } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { verifyAssertion } from "@/lib/auth/passkeys/ceremony";
import { fits } from "@/lib/auth/password";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import { type Limit, takeRateLimitToken } from "@/lib/auth/rate-limit";
import type { Confirmation, SecondFactorSetup } from "@/lib/auth/schema";
import {
  beginSetup,
  confirmSetup,
  hasApp,
  hasSecondFactor,
  removeApp,
  removeSecondFactor,
  replaceRecoveryCodes,
  spendAppCode,
  spendCode,
} from "@/lib/auth/second-factor/verify";
import { revoke } from "@/lib/auth/sessions";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

/** Codes have six digits: guesses at them are few, by account, wherever they come from. */
const CODES: Limit = { name: "second-factor", burst: 6, perMinute: 0.5 };

export function mayTryCode(userId: string, now: Date): Promise<boolean> {
  return takeRateLimitToken([{ limit: CODES, who: userId }], now);
}

/** An account's second factors: if its app is confirmed, the number of passkeys, and of recovery codes left. */
interface SecondFactorState {
  on: boolean;
  passkeys: number;
  recoveryCodes: number;
}

export async function findSecondFactor(actor: Pick<SignedIn, "userId">): Promise<SecondFactorState> {
  const { userId } = actor;
  const factor = await db.secondFactor.findUnique({ where: { userId }, select: { confirmedAt: true } });
  const recoveryCodes = await db.recoveryCode.count({ where: { userId, usedAt: null } });
  const passkeys = await db.passkey.count({ where: { userId } });
  return { on: factor?.confirmedAt != null, passkeys, recoveryCodes };
}

/** Begins to set up the actor's authenticator app, for their password. */
export async function setUpSecondFactor(
  actor: SignedIn,
  { password }: { password: string },
  now = new Date(),
): Promise<
  | SecondFactorSetup
  | Refusal<
      | "session-only"
      | "passwords-off"
      | "too-many-attempts"
      | "wrong-password"
      | "second-factor-on"
      | "no-key-secret"
    >
> {
  const { userId: id, email } = actor;
  if (email === null) return refuse("session-only");
  if (passwordsAreOff()) return refuse("passwords-off");
  if (!(await mayTryCode(id, now))) return refuse("too-many-attempts");
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } });
  if (!(await fits(password, passwordHash))) return refuse("wrong-password");
  return db.$transaction(async (tx) => {
    const factor = await tx.secondFactor.findUnique({ where: { userId: id } });
    if (factor?.confirmedAt) return refuse("second-factor-on");
    const setup = await beginSetup(tx, { id, email }, now);
    if (!setup) return refuse("no-key-secret");
    await audit(tx, actor, { action: "account.second-factor-begun", subject: ["User", id] });
    return setup;
  });
}

/**
 * Confirms the app with one of its codes, and returns the recovery codes: the only time they are shown. All
 * other sessions end.
 */
export function confirmSecondFactor(
  actor: SignedIn,
  { code }: { code: string },
  now = new Date(),
): Promise<
  { recoveryCodes: string[] } | Refusal<"too-many-attempts" | "second-factor-wrong" | "second-factor-on">
> {
  const { userId } = actor;
  return db.$transaction(async (tx) => {
    if (!(await mayTryCode(userId, now))) return refuse("too-many-attempts");
    const factor = await tx.secondFactor.findUnique({ where: { userId } });
    if (factor?.confirmedAt) return refuse("second-factor-on");
    if (!(await spendAppCode(tx, userId, code, now))) return refuse("second-factor-wrong");
    await confirmSetup(tx, userId, now);
    await revoke(tx, actor, { userId, except: actor.sessionId });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
}

/**
 * Why the proof does not show that the person at the actor's browser is the actor; null when it does. A password
 * is enough only for an account without a second factor.
 */
export async function confirmIdentity(
  tx: Tx,
  actor: SignedIn,
  { password, code, passkey }: Confirmation,
  now: Date,
): Promise<Refusal<
  "too-many-attempts" | "wrong-password" | "second-factor-wrong" | "second-factor-on" | "passkey-refused"
> | null> {
  const { userId } = actor;
  if (passkey) {
    const scope = { purpose: "confirm", boundTo: actor.sessionId ?? "", userId } as const;
    return (await verifyAssertion(tx, passkey, scope, now)) ? null : refuse("passkey-refused");
  }
  if (!(await mayTryCode(userId, now))) return refuse("too-many-attempts");
  const isOn = await hasSecondFactor(tx, userId);
  if (code !== undefined)
    return isOn && (await spendCode(tx, userId, code, now)) ? null : refuse("second-factor-wrong");
  if (isOn) return refuse("second-factor-on");
  const { passwordHash } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true },
  });
  return (await fits(password ?? "", passwordHash)) ? null : refuse("wrong-password");
}

type NotConfirmed = Exclude<Awaited<ReturnType<typeof confirmIdentity>>, null>;

/** New recovery codes, which replace the ones before, for a person who has confirmed that it is them. */
export function renewRecoveryCodes(
  actor: SignedIn,
  proof: Confirmation,
  now = new Date(),
): Promise<{ recoveryCodes: string[] } | NotConfirmed> {
  const { userId } = actor;
  return db.$transaction(async (tx) => {
    if (!(await hasSecondFactor(tx, userId))) return refuse("second-factor-wrong");
    const refused = await confirmIdentity(tx, actor, proof, now);
    if (refused) return refused;
    await audit(tx, actor, { action: "account.recovery-codes-renewed", subject: ["User", userId] });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
}

/** Removes the actor's app, for a person who has confirmed that it is them. */
export function turnOffSecondFactor(
  actor: SignedIn,
  proof: Confirmation,
  now = new Date(),
): Promise<{ removed: true } | NotConfirmed> {
  const { userId } = actor;
  return db.$transaction(async (tx) => {
    if (!(await hasApp(tx, userId))) return refuse("second-factor-wrong");
    const refused = await confirmIdentity(tx, actor, proof, now);
    if (refused) return refused;
    await removeApp(tx, actor, userId);
    return { removed: true };
  });
}

/** Removes app, passkeys and codes of a person who has lost them; null without such an account. */
export function resetSecondFactor(actor: SiteAdmin, id: string): Promise<{ removed: boolean } | null> {
  return db.$transaction(async (tx) => {
    if (!(await tx.user.findUnique({ where: { id }, select: { id: true } }))) return null;
    const removed = await removeSecondFactor(tx, actor, id);
    if (removed) await revoke(tx, actor, { userId: id });
    return { removed };
  });
}
