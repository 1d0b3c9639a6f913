import "server-only";
import { randomUUID } from "node:crypto";
import { audit } from "@/lib/auth/audit";
import { createLink, mailPasswordLink } from "@/lib/auth/data/one-time-links";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import { type Limit, takeRateLimitToken } from "@/lib/auth/rate-limit";
import { type PasswordLinkRequest, passwordLinkJob } from "@/lib/auth/schema/jobs";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { log } from "@/lib/log";
import { mailIsOn } from "@/lib/mail/data";
import { enqueue } from "@/lib/queue/enqueue";
import { seal, unseal } from "@/lib/secrets/seal";

/** Mails to one account: a person who misses the first asks again, and nobody can fill a mailbox. */
const TO_ACCOUNT: Limit = { name: "forgotten-password:account", burst: 3, perMinute: 0.1 };

/** True where people can have a password link sent to them. */
export function canSendPasswordLinks(): boolean {
  return mailIsOn() && !passwordsAreOff();
}

/** In place of an origin: seals the address of a request, bound to the request. */
const ADDRESS = "forgotten password";

/**
 * Requests a password link for the account with this address. The request is written alike for every address and
 * the worker looks for its account: neither the answer nor its time tells whether there is one, or whether it had
 * several links lately.
 */
export async function requestPasswordLink(
  { email }: { email: string },
  now = new Date(),
): Promise<{ sent: true } | Refusal<"no-mail">> {
  if (!canSendPasswordLinks()) return refuse("no-mail");
  const id = randomUUID();
  const sealed = seal(email, { endpoint: id, origin: ADDRESS });
  if (!sealed) return refuse("no-mail");
  if (await takeRateLimitToken([{ limit: TO_ACCOUNT, who: email }], now)) {
    const { keySealed, keyId } = sealed;
    const request = { id, sealed: Buffer.from(keySealed).toString("base64"), keyId };
    await db.$transaction((tx) => enqueue(tx, passwordLinkJob, request));
  }
  return { sent: true };
}

/** Sends the password link that was requested; nothing if no working account has the address. */
export async function mailRequestedLink(
  { id, sealed, keyId }: PasswordLinkRequest,
  now = new Date(),
): Promise<void> {
  const keySealed = new Uint8Array(Buffer.from(sealed, "base64"));
  const email = unseal({ keySealed, keyId }, { endpoint: id, origin: ADDRESS });
  if (email === null) {
    log("error", "password-link-unreadable");
    return;
  }
  await db.$transaction(async (tx) => {
    const user = await tx.user.findFirst({ where: { email, disabledAt: null }, select: { id: true } });
    if (!user) return;
    await audit(tx, { userId: user.id }, { action: "account.link-requested", subject: ["User", user.id] });
    await mailPasswordLink(tx, user.id, await createLink(tx, "set_password", user.id, now));
  });
}
