import "server-only";
import { isIP } from "node:net";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { audit } from "@/lib/auth/audit";
import { MINUTE } from "@/lib/auth/rules";
import type { NewPasskey, PasskeyAssertion } from "@/lib/auth/schema/passkeys";
import { hashSecret, randomSecret } from "@/lib/auth/secrets";
import type { Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { aboutError, log } from "@/lib/log";
import type { PasskeyPurpose } from "@/prisma/generated/client/client";

const MINUTES = 5;

/** The purpose of a challenge. A response to it is accepted for nothing else. */
export interface ChallengeScope {
  purpose: PasskeyPurpose;
  /** The browser or session that requested it. */
  boundTo: string;
  /** The only account it may be for; null for any. */
  userId: string | null;
}

/**
 * This installation as authenticators know it, from its configured address; null where browsers allow no
 * passkeys, because its address is a number or not encrypted.
 */
export function findRelyingParty(): { id: string; origin: string } | null {
  const { origin, hostname, protocol } = new URL(env().APP_URL);
  if (hostname === "localhost") return { id: hostname, origin };
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return protocol === "https:" && !isNumber ? { id: hostname, origin } : null;
}

/** Stores a challenge, which works once, within five minutes, for this scope. */
async function createChallenge(tx: Tx, scope: ChallengeScope, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomSecret();
  const expiresAt = new Date(now.getTime() + MINUTES * MINUTE);
  await tx.passkeyChallenge.create({ data: { ...scope, hash: hashSecret(challenge), expiresAt } });
  return new Uint8Array(Buffer.from(challenge, "base64url"));
}

/** Deletes the challenge that a response names, and returns it if it was made for this purpose and browser and is not too old. */
async function consumeChallenge(
  tx: Tx,
  clientData: string,
  scope: Omit<ChallengeScope, "userId">,
  now: Date,
): Promise<{ challenge: string; userId: string | null } | null> {
  const challenge = challengeOf(clientData);
  if (challenge === null) return null;
  const hash = hashSecret(challenge);
  const found = await tx.passkeyChallenge.findUnique({ where: { hash } });
  const { count } = await tx.passkeyChallenge.deleteMany({ where: { hash } });
  if (!found || count === 0 || found.expiresAt <= now) return null;
  if (found.purpose !== scope.purpose || found.boundTo !== scope.boundTo) return null;
  return { challenge, userId: found.userId };
}

function challengeOf(clientData: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, "base64url").toString());
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

/** The options with which a browser uses a passkey, of these credentials if any are given. Null where passkeys are impossible. */
export async function authenticationOptions(
  tx: Tx,
  scope: ChallengeScope,
  now: Date,
  credentials: readonly { credentialId: string; transports: string[] }[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const party = findRelyingParty();
  if (!party) return null;
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await createChallenge(tx, scope, now),
    userVerification: "required",
    timeout: MINUTES * MINUTE,
    allowCredentials: credentials.map(({ credentialId: id, transports }) => ({ id, transports })),
  });
}

/** The options with which a browser makes a passkey where the account has none yet. Null where passkeys are impossible. */
export async function registrationOptions(
  tx: Tx,
  scope: ChallengeScope & { userId: string },
  account: { email: string; name: string },
  now: Date,
): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  const party = findRelyingParty();
  if (!party) return null;
  const own = await tx.passkey.findMany({ where: { userId: scope.userId } });
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: `Countersign ${new URL(party.origin).host}`,
    userID: new Uint8Array(Buffer.from(scope.userId)),
    userName: account.email,
    userDisplayName: account.name,
    challenge: await createChallenge(tx, scope, now),
    timeout: MINUTES * MINUTE,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })),
  });
}

/** The checks that responses of both kinds (registration and sign-in) must pass. */
const expected = (challenge: string, party: { id: string; origin: string }) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
});

/** The passkey that an authenticator made for a challenge of this scope; null when anything about it is wrong. */
export async function verifyRegistration(tx: Tx, made: NewPasskey, scope: ChallengeScope, now: Date) {
  const party = findRelyingParty();
  const spent = await consumeChallenge(tx, made.response.clientDataJSON, scope, now);
  if (!party || !spent || spent.userId !== scope.userId) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: made as Parameters<typeof verifyRegistrationResponse>[0]["response"],
      ...expected(spent.challenge, party),
    });
    if (!verified || !registrationInfo) return null;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const transports = made.response.transports ?? [];
    return { credentialId, publicKey: new Uint8Array(publicKey), counter: BigInt(counter), transports };
  } catch (error) {
    log("warning", "passkey-registration", aboutError(error));
    return null;
  }
}

/**
 * The account whose passkey signed a challenge of this scope; null when the challenge was used before, is too old,
 * or was made for another browser or purpose, and when signature, origin, account or count are wrong.
 */
export async function verifyAssertion(
  tx: Tx,
  assertion: PasskeyAssertion,
  scope: ChallengeScope,
  now: Date,
): Promise<{ userId: string; needsPassword: boolean } | null> {
  const party = findRelyingParty();
  const spent = await consumeChallenge(tx, assertion.response.clientDataJSON, scope, now);
  const passkey = await tx.passkey.findUnique({ where: { credentialId: assertion.id } });
  if (!party || !spent || !passkey) return null;
  const { id, userId, credentialId, publicKey, counter } = passkey;
  const handle = assertion.response.userHandle;
  const owners = [spent.userId, scope.userId, handle && Buffer.from(handle, "base64url").toString()];
  if (owners.some((owner) => owner && owner !== userId)) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      ...expected(spent.challenge, party),
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    });
    if (!verified) return null;
    // Of two simultaneous answers with the same counter, one comes from a copied authenticator.
    const { count } = await tx.passkey.updateMany({
      where: { id, counter },
      data: {
        counter: BigInt(authenticationInfo.newCounter),
        lastUsedAt: now,
        // Its owner knows the password that was chosen last.
        ...(scope.purpose === "second_factor" && { needsPassword: false }),
      },
    });
    if (count === 0) return null;
    const detail = { purpose: scope.purpose };
    await audit(tx, { userId }, { action: "passkey.used", subject: ["Passkey", id], detail });
    return { userId, needsPassword: passkey.needsPassword };
  } catch (error) {
    // Also a count that went back, which says that the passkey was copied.
    log("warning", "passkey-answer", aboutError(error));
    await audit(tx, null, { action: "passkey.refused", subject: ["Passkey", id] });
    return null;
  }
}
