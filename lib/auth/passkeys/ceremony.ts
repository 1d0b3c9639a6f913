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
import type { NewPasskey, PasskeyAnswer } from "@/lib/auth/schema/passkeys";
import { hashSecret, randomSecret } from "@/lib/auth/secrets";
import type { Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { aboutError, log } from "@/lib/log";
import type { PasskeyPurpose } from "@/prisma/generated/client/client";

const MINUTES = 5;

/** What an answer must have been asked for: nothing else is accepted. */
export interface ChallengeScope {
  purpose: PasskeyPurpose;
  /** The browser or session that asked. */
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

/** A challenge that works once, for some minutes, where it was asked for. */
async function openChallenge(tx: Tx, asked: ChallengeScope, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomSecret();
  const expiresAt = new Date(now.getTime() + MINUTES * MINUTE);
  await tx.passkeyChallenge.create({ data: { ...asked, hash: hashSecret(challenge), expiresAt } });
  return new Uint8Array(Buffer.from(challenge, "base64url"));
}

/** Ends the challenge of an answer, and returns it if it is the one that was asked. */
async function spendChallenge(
  tx: Tx,
  clientData: string,
  asked: Omit<ChallengeScope, "userId">,
  now: Date,
): Promise<{ challenge: string; userId: string | null } | null> {
  const challenge = challengeOf(clientData);
  if (challenge === null) return null;
  const hash = hashSecret(challenge);
  const found = await tx.passkeyChallenge.findUnique({ where: { hash } });
  const { count } = await tx.passkeyChallenge.deleteMany({ where: { hash } });
  if (!found || count === 0 || found.expiresAt <= now) return null;
  if (found.purpose !== asked.purpose || found.boundTo !== asked.boundTo) return null;
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

/** What a browser needs to use a passkey; of one account if it is known. Null where there are no passkeys. */
export async function askForPasskey(
  tx: Tx,
  asked: ChallengeScope,
  now: Date,
  credentials: readonly { credentialId: string; transports: string[] }[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const party = findRelyingParty();
  if (!party) return null;
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await openChallenge(tx, asked, now),
    userVerification: "required",
    timeout: MINUTES * MINUTE,
    allowCredentials: credentials.map(({ credentialId: id, transports }) => ({ id, transports })),
  });
}

/** What a browser needs to make a passkey, which may be none of the account's. Null where there are no passkeys. */
export async function askForNewPasskey(
  tx: Tx,
  asked: ChallengeScope & { userId: string },
  account: { email: string; name: string },
  now: Date,
): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  const party = findRelyingParty();
  if (!party) return null;
  const own = await tx.passkey.findMany({ where: { userId: asked.userId } });
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: `Countersign ${new URL(party.origin).host}`,
    userID: new Uint8Array(Buffer.from(asked.userId)),
    userName: account.email,
    userDisplayName: account.name,
    challenge: await openChallenge(tx, asked, now),
    timeout: MINUTES * MINUTE,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })),
  });
}

/** The passkey that an authenticator made for this challenge, in this browser; null when it is not in order. */
export async function readNewPasskey(tx: Tx, shown: NewPasskey, asked: ChallengeScope, now: Date) {
  const party = findRelyingParty();
  const spent = await spendChallenge(tx, shown.response.clientDataJSON, asked, now);
  if (!party || !spent || spent.userId !== asked.userId) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: shown as Parameters<typeof verifyRegistrationResponse>[0]["response"],
      expectedChallenge: spent.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!verified || !registrationInfo) return null;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const transports = shown.response.transports ?? [];
    return { credentialId, publicKey: new Uint8Array(publicKey), counter: BigInt(counter), transports };
  } catch (error) {
    log("warning", "passkey-registration", aboutError(error));
    return null;
  }
}

/**
 * The account whose passkey signed this challenge; null when the challenge was used before, is too old, or was
 * asked in another browser or for something else, and when signature, origin, account or count are not right.
 */
export async function readPasskeyAnswer(
  tx: Tx,
  shown: PasskeyAnswer,
  asked: ChallengeScope,
  now: Date,
): Promise<{ userId: string } | null> {
  const party = findRelyingParty();
  const spent = await spendChallenge(tx, shown.response.clientDataJSON, asked, now);
  const passkey = await tx.passkey.findUnique({ where: { credentialId: shown.id } });
  if (!party || !spent || !passkey) return null;
  const { id, userId, credentialId, publicKey, counter } = passkey;
  const handle = shown.response.userHandle;
  const owners = [spent.userId, asked.userId, handle && Buffer.from(handle, "base64url").toString()];
  if (owners.some((owner) => owner && owner !== userId)) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: shown as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      expectedChallenge: spent.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    });
    if (!verified) return null;
    // Of two answers at once with the same count one is a copy's.
    const { count } = await tx.passkey.updateMany({
      where: { id, counter },
      data: { counter: BigInt(authenticationInfo.newCounter), lastUsedAt: now },
    });
    if (count === 0) return null;
    const detail = { purpose: asked.purpose };
    await audit(tx, { userId }, { action: "passkey.used", subject: ["Passkey", id], detail });
    return { userId };
  } catch (error) {
    // Also a count that went back, which says that the passkey was copied.
    log("warning", "passkey-answer", aboutError(error));
    await audit(tx, null, { action: "passkey.refused", subject: ["Passkey", id] });
    return null;
  }
}
