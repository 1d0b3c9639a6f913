import "server-only";
import { randomUUID } from "node:crypto";
import { mayTryCode } from "@/lib/auth/data/second-factor";
import { isKnownBrowser } from "@/lib/auth/known-browsers";
import { authenticationOptions, verifyAssertion } from "@/lib/auth/passkeys/ceremony";
import { fits } from "@/lib/auth/password";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import { type Limit, type Limited, refundRateLimitTokens, takeRateLimitToken } from "@/lib/auth/rate-limit";
import type { PasskeyAssertion } from "@/lib/auth/schema/passkeys";
import {
  beginSetup,
  confirmSetup,
  hasApp,
  hasSecondFactor,
  spendAppCode,
  spendCode,
} from "@/lib/auth/second-factor/verify";
import { hashSecret } from "@/lib/auth/secrets";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
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

type SecondFactorRefusal = Refusal<
  | "second-factor-needed"
  | "second-factor-setup"
  | "second-factor-wrong"
  | "passkey-refused"
  | "too-many-attempts"
  | "no-key-secret"
>;

/**
 * The user with this e-mail address and password. An unknown or disabled account, or one without a password,
 * gets the same answer as a wrong password, after the same work. With a second factor the right password is
 * refused until a code or a passkey's answer comes with it. `address` is null when unknown; `browser` is
 * the browser's id, if any.
 */
export async function checkPassword(
  shown: {
    email: string;
    password: string;
    code?: string | undefined;
    passkey?: PasskeyAssertion | undefined;
  },
  address: string | null,
  now = new Date(),
  browser: string | null = null,
): Promise<
  { userId: string } | Refusal<"sign-in-failed" | "too-many-attempts" | "passwords-off"> | SecondFactorRefusal
> {
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
  const second = await checkSecondFactor(user, shown, browser ?? "", now);
  if (second?.refused !== "second-factor-wrong" && second?.refused !== "too-many-attempts")
    await refundRateLimitTokens(limits);
  return second ?? { userId: user.id };
}

/** Why a right password does not sign in; null when it does. */
function checkSecondFactor(
  user: { id: string; email: string | null; siteAdmin: boolean },
  { code, passkey }: { code?: string | undefined; passkey?: PasskeyAssertion | undefined },
  browser: string,
  now: Date,
): Promise<SecondFactorRefusal | null> {
  return db.$transaction(async (tx) => {
    const isOn = await hasSecondFactor(tx, user.id);
    if (!isOn && !(await needsSecondFactor(tx, user))) return null;
    const scope = { purpose: "second_factor", boundTo: hashSecret(browser), userId: user.id } as const;
    if (passkey !== undefined)
      return (await verifyAssertion(tx, passkey, scope, now)) ? null : refuse("passkey-refused");
    if (code === undefined) {
      if (isOn) {
        const own = await tx.passkey.findMany({ where: { userId: user.id } });
        const options = own.length > 0 ? await authenticationOptions(tx, scope, now, own) : null;
        return refuse("second-factor-needed", { app: await hasApp(tx, user.id), passkey: options });
      }
      const setup = await beginSetup(tx, { id: user.id, email: user.email ?? "" }, now);
      return setup ? refuse("second-factor-setup", setup) : refuse("no-key-secret");
    }
    if (!(await mayTryCode(user.id, now))) return refuse("too-many-attempts");
    const spend = isOn ? spendCode : spendAppCode;
    if (!(await spend(tx, user.id, code, now))) return refuse("second-factor-wrong");
    if (!isOn) await confirmSetup(tx, user.id, now);
    return null;
  });
}

/** The roles that need a second factor, each with those above it. */
const NEEDED_BY = { "site-admin": [], admin: ["admin"], researcher: ["admin", "researcher"] } as const;

async function needsSecondFactor(tx: Tx, user: { id: string; siteAdmin: boolean }): Promise<boolean> {
  const needed = env().SECOND_FACTOR_REQUIRED;
  if (needed === "none") return false;
  if (needed === "everyone" || user.siteAdmin) return true;
  const membership = { userId: user.id, disabledAt: null, role: { in: [...NEEDED_BY[needed]] } };
  return (await tx.membership.findFirst({ where: membership, select: { id: true } })) !== null;
}
