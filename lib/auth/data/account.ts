import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { fits, hashPassword } from "@/lib/auth/password";
import { findProviders, passwordsAreOff } from "@/lib/auth/provider/configuration";
import type { AccountView, ChangeAccount, ChangePasswordBody, Guides } from "@/lib/auth/schema";
import type { IdentityView, ProviderId } from "@/lib/auth/schema/identities";
import { revoke } from "@/lib/auth/sessions";
import { revokeTokens } from "@/lib/auth/tokens";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { areDistinct } from "@/lib/shortcuts/rules";
import { OwnKeys } from "@/lib/shortcuts/schema";

export async function viewAccount(actor: SignedIn): Promise<AccountView> {
  return { ...identityOf(actor), keys: await findOwnKeys(actor), ...(await findGuides(actor)) };
}

const identityOf = ({ userId: id, email, name, isSiteAdmin: siteAdmin, language }: SignedIn) => ({
  id,
  email,
  name,
  siteAdmin,
  language,
});

/** The newcomer's guides that the actor still sees: the tour of the workbench, and the first steps of a project. */
export function findGuides(actor: SignedIn, from: Tx | typeof db = db): Promise<Guides> {
  const select = { showsTour: true, showsFirstSteps: true } as const;
  return from.user.findUniqueOrThrow({ where: { id: actor.userId }, select });
}

/**
 * The actor's custom keyboard shortcuts of the workbench. Shortcuts that no longer exist fall back to the
 * defaults.
 */
export async function findOwnKeys(actor: SignedIn, tx: Pick<Tx, "$queryRaw"> = db): Promise<OwnKeys> {
  const [user] = await tx.$queryRaw<{ keys: unknown }[]>`
    SELECT "keys" FROM "User" WHERE "id" = ${actor.userId}::uuid`;
  const own = OwnKeys.safeParse(user?.keys).data;
  return own && areDistinct(own) ? own : {};
}

/**
 * Changes the actor's name, language, shortcuts or guides. Refuses keys with two meanings, or that browsers never
 * deliver.
 */
export function changeAccount(
  actor: SignedIn,
  changes: ChangeAccount,
): Promise<AccountView | Refusal<"keys-clash">> {
  return db.$transaction(async (tx) => {
    if (changes.keys && !areDistinct(changes.keys)) return refuse("keys-clash");
    await tx.user.update({ where: { id: actor.userId }, data: changes });
    const detail = { field: Object.keys(changes).sort().join(", ") };
    await audit(tx, actor, { action: "account.changed", subject: ["User", actor.userId], detail });
    const guides = await findGuides(actor, tx);
    return { ...identityOf(actor), keys: await findOwnKeys(actor, tx), ...guides, ...changes };
  });
}

/**
 * Sets a new password. All other sessions end, and so do API tokens unless the actor keeps them; the current
 * session stays.
 */
export async function changePassword(
  actor: SignedIn,
  { current, password, revokeTokens: endsTokens = true }: ChangePasswordBody,
): Promise<
  | { revoked: number; tokens: number }
  | Refusal<"wrong-password" | "same-password" | "password-is-email" | "passwords-off">
> {
  if (passwordsAreOff()) return refuse("passwords-off");
  const { passwordHash } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { passwordHash: true },
  });
  if (!(await fits(current, passwordHash))) return refuse("wrong-password");
  if (current === password) return refuse("same-password");
  if (isEmail(password, actor.email)) return refuse("password-is-email");
  const next = await hashPassword(password);
  return db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: actor.userId }, data: { passwordHash: next } });
    await audit(tx, actor, { action: "account.password-changed", subject: ["User", actor.userId] });
    const whose = { userId: actor.userId, except: actor.sessionId };
    const revoked = await revoke(tx, actor, whose);
    return { revoked, tokens: endsTokens ? await revokeTokens(tx, actor, actor.userId) : 0 };
  });
}

/** The ways in which the actor can sign in now. */
interface SignInMethods {
  /** True with a password, where passwords are not switched off. */
  password: boolean;
  /** The people at identity providers who sign in to the account, in the order in which they were linked. */
  identities: IdentityView[];
  /** Providers that can be linked. */
  linkable: { id: ProviderId; label: string }[];
}

export function findSignInMethods({ userId }: SignedIn): Promise<SignInMethods> {
  return db.$transaction((tx) => signInMethodsOf(tx, userId));
}

/** The ways in which a person can sign in now, as the caller's transaction sees them. */
export async function signInMethodsOf(tx: Tx, userId: string): Promise<SignInMethods> {
  const providers = findProviders();
  const { passwordHash, identities } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      passwordHash: true,
      identities: {
        select: { id: true, issuer: true, subject: true, createdAt: true, lastUsedAt: true },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      },
    },
  });
  const linked = new Set(identities.map(({ issuer }) => issuer));
  return {
    password: passwordHash !== null && !passwordsAreOff(),
    identities: identities.map(({ issuer, ...identity }) => {
      const provider = providers.find((one) => one.issuer === issuer);
      return { ...identity, provider: provider?.id ?? null, label: provider?.label ?? issuer };
    }),
    linkable: providers.filter(({ issuer }) => !linked.has(issuer)).map(({ id, label }) => ({ id, label })),
  };
}

/** True if the password is the account's e-mail address. */
export function isEmail(password: string, email: string | null): boolean {
  return password.trim().toLowerCase() === email;
}
