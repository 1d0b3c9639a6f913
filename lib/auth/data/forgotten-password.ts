import "server-only";
import { audit } from "@/lib/auth/audit";
import { createLink, mailPasswordLink } from "@/lib/auth/data/one-time-links";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import { type Limit, takeRateLimitToken } from "@/lib/auth/rate-limit";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { mailIsOn } from "@/lib/mail/data";

/** Mails to one account: a person who misses the first asks again, and nobody can fill a mailbox. */
const TO_ACCOUNT: Limit = { name: "forgotten-password:account", burst: 3, perMinute: 0.1 };

/** True where people can have a password link sent to them. */
export function canSendPasswordLinks(): boolean {
  return mailIsOn() && !passwordsAreOff();
}

/**
 * Sends a password link to the account with this address. The answer is the same without such an account, or
 * when it has had several links lately.
 */
export async function sendPasswordLink(
  { email }: { email: string },
  now = new Date(),
): Promise<{ sent: true } | Refusal<"no-mail">> {
  if (!canSendPasswordLinks()) return refuse("no-mail");
  const mayHave = await takeRateLimitToken([{ limit: TO_ACCOUNT, who: email }], now);
  if (mayHave)
    await db.$transaction(async (tx) => {
      const user = await tx.user.findFirst({ where: { email, disabledAt: null }, select: { id: true } });
      if (!user) return;
      await audit(tx, { userId: user.id }, { action: "account.link-requested", subject: ["User", user.id] });
      await mailPasswordLink(tx, user.id, await createLink(tx, "set_password", user.id, now));
    });
  return { sent: true };
}
