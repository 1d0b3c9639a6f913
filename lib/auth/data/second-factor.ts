import "server-only";
import type { SignedIn, SiteAdmin } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { type Limit, takeRateLimitToken } from "@/lib/auth/limits";
import { fits } from "@/lib/auth/password";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import {
  beginSetup,
  confirmSetup,
  removeSecondFactor,
  replaceRecoveryCodes,
  type SecondFactorSetup,
  spendAppCode,
  spendCode,
} from "@/lib/auth/second-factor/verify";
import { revoke } from "@/lib/auth/sessions";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

/** Codes have six digits: guesses at them are few, by account, wherever they come from. */
const CODES: Limit = { name: "second-factor", burst: 6, perMinute: 0.5 };

export function mayTryCode(userId: string, now: Date): Promise<boolean> {
  return takeRateLimitToken([{ limit: CODES, who: userId }], now);
}

/** Whether an account's app is confirmed, and how many recovery codes are left. */
interface SecondFactorState {
  on: boolean;
  recoveryCodes: number;
}

export async function findSecondFactor(actor: Pick<SignedIn, "userId">): Promise<SecondFactorState> {
  const { userId } = actor;
  const factor = await db.secondFactor.findUnique({ where: { userId }, select: { confirmedAt: true } });
  const recoveryCodes = await db.recoveryCode.count({ where: { userId, usedAt: null } });
  return { on: factor?.confirmedAt != null, recoveryCodes };
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

/** New recovery codes, for a code of the app or one of the codes before, which all end. */
export function renewRecoveryCodes(
  actor: SignedIn,
  { code }: { code: string },
  now = new Date(),
): Promise<{ recoveryCodes: string[] } | Refusal<"too-many-attempts" | "second-factor-wrong">> {
  const { userId } = actor;
  return db.$transaction(async (tx) => {
    if (!(await mayTryCode(userId, now))) return refuse("too-many-attempts");
    if (!(await isOn(userId)) || !(await spendCode(tx, userId, code, now)))
      return refuse("second-factor-wrong");
    await audit(tx, actor, { action: "account.recovery-codes-renewed", subject: ["User", userId] });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
}

async function isOn(userId: string): Promise<boolean> {
  return (await db.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
}

/** Removes the actor's app, for a code of it or a recovery code. */
export function turnOffSecondFactor(
  actor: SignedIn,
  { code }: { code: string },
  now = new Date(),
): Promise<{ removed: true } | Refusal<"too-many-attempts" | "second-factor-wrong">> {
  const { userId } = actor;
  return db.$transaction(async (tx) => {
    if (!(await mayTryCode(userId, now))) return refuse("too-many-attempts");
    if (!(await isOn(userId)) || !(await spendCode(tx, userId, code, now)))
      return refuse("second-factor-wrong");
    await removeSecondFactor(tx, actor, userId);
    return { removed: true };
  });
}

/** Removes the app of a person who has lost it and their recovery codes; null without such an account. */
export function resetSecondFactor(actor: SiteAdmin, id: string): Promise<{ removed: boolean } | null> {
  return db.$transaction(async (tx) => {
    if (!(await tx.user.findUnique({ where: { id }, select: { id: true } }))) return null;
    const removed = await removeSecondFactor(tx, actor, id);
    if (removed) await revoke(tx, actor, { userId: id });
    return { removed };
  });
}
