import "server-only";
import { randomUUID } from "node:crypto";
import { isKnownBrowser } from "@/lib/auth/browsers";
import { type Limit, type Limited, refundRateLimitTokens, takeRateLimitToken } from "@/lib/auth/limits";
import { fits } from "@/lib/auth/password";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

// Limits by account and address, by account, by address, and overall. The first restricts a guesser to 18
// guesses in ten minutes; the last stops an attacker with many addresses, or an unknown one, from trying one
// password on many accounts. None of them applies in a browser where the user signed in before: it has a
// separate limit, so that the owner gets in during an attack.
const HERE: Limit = { name: "sign-in:here", burst: 8, perMinute: 1 };
const ACCOUNT: Limit = { name: "sign-in:account", burst: 60, perMinute: 6 };
const ADDRESS: Limit = { name: "sign-in:address", burst: 60, perMinute: 20 };
const STRANGERS: Limit = { name: "sign-in:strangers", burst: 240, perMinute: 60 };
const KNOWN: Limit = { name: "sign-in:known", burst: 8, perMinute: 1 };

/**
 * The user with this e-mail address and password. An unknown or disabled account, or one without a password,
 * gets the same answer as a wrong password, after the same work. `address` is null when unknown; `browser` is
 * the browser's id, if any.
 */
export async function checkPassword(
  shown: { email: string; password: string },
  address: string | null,
  now = new Date(),
  browser: string | null = null,
): Promise<{ userId: string } | Refusal<"sign-in-failed" | "too-many-attempts" | "passwords-off">> {
  if (passwordsAreOff()) return refuse("passwords-off");
  const email = shown.email.trim().toLowerCase();
  const user = await db.user.findUnique({ where: { email }, omit: { passwordHash: false } });
  const isKnown = await db.$transaction((tx) => isKnownBrowser(tx, user?.id ?? randomUUID(), browser));
  const limits: Limited[] = isKnown
    ? [{ limit: KNOWN, who: `${email} ${browser}` }]
    : [
        ...(address ? [{ limit: ADDRESS, who: address }] : []),
        { limit: HERE, who: `${email} ${address ?? ""}` },
        { limit: ACCOUNT, who: email },
        { limit: STRANGERS, who: "" },
      ];
  if (!(await takeRateLimitToken(limits, now))) return refuse("too-many-attempts");
  const right = await fits(shown.password, user?.passwordHash);
  if (!user || !right || user.disabledAt) return refuse("sign-in-failed");
  await refundRateLimitTokens(limits);
  return { userId: user.id };
}
