import "server-only";
import { applyGroupRoles } from "@/lib/account/data/group-roles";
import { removeOwnLinks } from "@/lib/account/data/provider-account";
import { audit } from "@/lib/auth/audit";
import { isEmail } from "@/lib/auth/data/account";
import { findHolder, findLink, spendLink } from "@/lib/auth/data/one-time-links";
import { forgetBrowsers } from "@/lib/auth/known-browsers";
import { hashPassword } from "@/lib/auth/password";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import { revoke } from "@/lib/auth/sessions";
import { revokeTokens } from "@/lib/auth/tokens";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

/**
 * Sets the password of the link's account. All its sessions and API tokens end, and so do the sign-ins that were linked
 * on its account page: an earlier user of the account could have linked their own. A second factor stays needed, as any
 * reader of the owner's mail has the link; but a passkey, which could be that earlier user's too, signs in by itself
 * only after it has signed in beside the new password.
 */
export async function setPassword(
  { token, password }: { token: string; password: string },
  now = new Date(),
): Promise<{ email: string } | Refusal<"link-gone" | "password-is-email" | "passwords-off">> {
  if (passwordsAreOff()) return refuse("passwords-off");
  const holder = await findLink("set_password", token, now);
  if (!holder?.email) return refuse("link-gone");
  const { email } = holder;
  if (isEmail(password, email)) return refuse("password-is-email");
  const passwordHash = await hashPassword(password);
  return db.$transaction(async (tx) => {
    const link = await spendLink(tx, "set_password", token, now);
    const user = link && (await findHolder(tx, link));
    if (!user) return refuse("link-gone");
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    const actor = { userId: user.id };
    await audit(tx, actor, { action: "account.password-set", subject: ["User", user.id] });
    await revoke(tx, actor, actor);
    await revokeTokens(tx, actor, user.id);
    await forgetBrowsers(tx, user.id);
    await tx.passkey.updateMany({ where: { userId: user.id }, data: { needsPassword: true } });
    if ((await removeOwnLinks(tx, user.id)) > 0) await applyGroupRoles(tx, user.id);
    return { email };
  });
}
