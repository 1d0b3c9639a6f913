import "server-only";
import { randomBytes } from "node:crypto";
import { audit } from "@/lib/auth/audit";
import { MINUTE } from "@/lib/auth/rules";
import type { SecondFactorSetup } from "@/lib/auth/schema";
import { base32, setupAddress, stepOfCode } from "@/lib/auth/second-factor/totp";
import { hashSecret } from "@/lib/auth/secrets";
import type { Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { seal, unseal } from "@/lib/secrets/seal";
import { SECOND_FACTOR } from "@/lib/secrets/sealing";

const SECRET_BYTES = 20;

/** Time in which a setup can be confirmed with the secret it began with, in milliseconds. */
const SETUP_MS = 15 * MINUTE;

/**
 * The setup that an account has begun and not confirmed, or a new one; null where the installation has no
 * secret to seal it with. The same one is shown again for some minutes, so that a reloaded page does not make an
 * app useless; not longer, because a thief of the password may have seen it.
 */
export async function beginSetup(
  tx: Tx,
  user: { id: string; email: string },
  now: Date,
): Promise<SecondFactorSetup | null> {
  const binding = { endpoint: user.id, origin: SECOND_FACTOR };
  const begun = await findSealed(tx, user.id);
  const isFresh = begun !== null && now.getTime() - begun.createdAt.getTime() < SETUP_MS;
  const text = (isFresh ? unseal(begun, binding) : null) ?? randomBytes(SECRET_BYTES).toString("base64url");
  const sealed = seal(text, binding);
  if (!sealed) return null;
  const { keySealed, keyId } = sealed;
  await tx.secondFactor.upsert({
    where: { userId: user.id },
    create: { userId: user.id, keySealed, keyId, createdAt: now },
    update: { keySealed, keyId, createdAt: isFresh ? begun.createdAt : now },
  });
  const secret = base32(Buffer.from(text, "base64url"));
  return { secret, address: setupAddress(secret, `Countersign ${new URL(env().APP_URL).host}`, user.email) };
}

function findSealed(tx: Tx, userId: string) {
  return tx.secondFactor.findUnique({ where: { userId }, omit: { keySealed: false } });
}

/** Accepts a code of the app, once: it and earlier ones are refused from then on. */
export async function spendAppCode(tx: Tx, userId: string, code: string, now: Date): Promise<boolean> {
  const factor = await findSealed(tx, userId);
  const text = factor && unseal(factor, { endpoint: userId, origin: SECOND_FACTOR });
  if (!text) return false;
  const step = stepOfCode(Buffer.from(text, "base64url"), code, now);
  if (step === null) return false;
  const { count } = await tx.secondFactor.updateMany({
    where: { userId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}

/** Marks the app as confirmed: from now on a password alone does not sign in. */
export async function confirmSetup(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.secondFactor.update({ where: { userId }, data: { confirmedAt: now } });
  await audit(tx, { userId }, { action: "account.second-factor-on", subject: ["User", userId] });
}

const RECOVERY_CODES = 10;

/** New recovery codes, which replace the ones before; shown only in this response. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32(randomBytes(10)).toLowerCase();
    return (text.match(/.{4}/g) ?? []).join("-");
  });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashSecret(normalise(code)) })),
  });
  return codes;
}

/** Accepts a recovery code, once. */
async function spendRecoveryCode(tx: Tx, userId: string, code: string, now: Date): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { userId, codeHash: hashSecret(normalise(code)), usedAt: null },
    data: { usedAt: now },
  });
  if (count === 1)
    await audit(tx, { userId }, { action: "account.recovery-code-used", subject: ["User", userId] });
  return count === 1;
}

/** 80 random bits, however they are typed. */
function normalise(code: string): string {
  return code.toLowerCase().replace(/[^a-z2-7]/g, "");
}

/** Accepts a code of the confirmed app or a recovery code. */
export async function spendCode(tx: Tx, userId: string, code: string, now: Date): Promise<boolean> {
  // A thief of the password may have begun a setup, and know the secret of an app that was never confirmed.
  return (
    ((await hasApp(tx, userId)) && (await spendAppCode(tx, userId, code, now))) ||
    (await spendRecoveryCode(tx, userId, code, now))
  );
}

export async function hasApp(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
}

/** True with an authenticator app or a passkey: then a password alone does not sign in. */
export async function hasSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  return (await hasApp(tx, userId)) || (await tx.passkey.count({ where: { userId } })) > 0;
}

/** Recovery codes end with the last thing that they stand in for. */
export async function removeUnneededCodes(tx: Tx, userId: string): Promise<void> {
  if (!(await hasSecondFactor(tx, userId))) await tx.recoveryCode.deleteMany({ where: { userId } });
}

/** Removes the app; recovery codes too, unless there are passkeys. */
export async function removeApp(tx: Tx, actor: { userId: string }, userId: string): Promise<boolean> {
  const { count } = await tx.secondFactor.deleteMany({ where: { userId } });
  await removeUnneededCodes(tx, userId);
  if (count > 0) await audit(tx, actor, { action: "account.second-factor-off", subject: ["User", userId] });
  return count > 0;
}

/** Removes app, passkeys and recovery codes. */
export async function removeSecondFactor(
  tx: Tx,
  actor: { userId: string },
  userId: string,
): Promise<boolean> {
  const passkeys = await tx.passkey.findMany({ where: { userId }, select: { id: true } });
  await tx.passkey.deleteMany({ where: { userId } });
  for (const { id } of passkeys)
    await audit(tx, actor, { action: "passkey.removed", subject: ["Passkey", id] });
  return (await removeApp(tx, actor, userId)) || passkeys.length > 0;
}
