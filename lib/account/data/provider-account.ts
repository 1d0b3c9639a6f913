import "server-only";
import { applyGroupRoles } from "@/lib/account/data/group-roles";
import { audit } from "@/lib/auth/audit";
import { forgetBrowsers } from "@/lib/auth/known-browsers";
import { isOfDomain, type ProviderIdentity } from "@/lib/auth/provider/claims";
import type { ProviderSettings } from "@/lib/auth/provider/configuration";
import { removeSecondFactor } from "@/lib/auth/second-factor/verify";
import { revoke } from "@/lib/auth/sessions";
import { revokeTokens } from "@/lib/auth/tokens";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

type Refused = Refusal<
  | "provider-unverified"
  | "provider-domain"
  | "provider-no-account"
  | "provider-another-person"
  | "provider-not-linked"
  | "account-disabled"
>;

/**
 * The account of a person whom a provider has just signed in, with the roles that their groups give.
 *
 * A person who came before, or whom the account's owner linked, is known by issuer and subject. Else, where the
 * provider tells addresses, the account with their verified address is linked to them, unless another person was linked
 * by that address before; else one is made, if the operator allows it or an invitation waits for the address.
 */
export function findProviderAccount(
  provider: ProviderSettings,
  identity: ProviderIdentity,
  now = new Date(),
): Promise<{ userId: string } | Refused> {
  const { email } = identity;
  return db.$transaction(async (tx) => {
    await lockIdentity(tx, identity);
    if (!isDomainAllowed(provider, email))
      return refuse(email === null ? "provider-unverified" : "provider-domain");
    const user = (await findLinked(tx, identity, now)) ?? (await link(tx, provider, identity, now));
    if ("refused" in user) return user;
    if (user.disabledAt) {
      await audit(tx, { userId: user.id }, { action: "session.refused", subject: ["User", user.id] });
      return refuse("account-disabled");
    }
    await updateGroups(tx, provider, identity, user.id);
    return { userId: user.id };
  });
}

/** Two first visits at once, in two tabs, are one after the other. */
export async function lockIdentity(tx: Tx, { issuer, subject }: ProviderIdentity): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`${issuer} ${subject}`}))`;
}

/** Domains are checked at every visit: the operator may have shortened the list. */
export function isDomainAllowed({ domains }: ProviderSettings, email: string | null): boolean {
  return domains.length === 0 || (email !== null && isOfDomain(email, domains));
}

/** Notes the person's groups that give roles, and gives the account the roles of the groups of all its providers. */
export async function updateGroups(
  tx: Tx,
  { groupRoles }: ProviderSettings,
  { issuer, subject, groups }: ProviderIdentity,
  userId: string,
): Promise<void> {
  const mapped = groups.filter((group) => Object.hasOwn(groupRoles, group));
  await tx.identity.update({ where: { issuer_subject: { issuer, subject } }, data: { groups: mapped } });
  await applyGroupRoles(tx, userId);
}

interface FoundUser {
  id: string;
  disabledAt: Date | null;
}

async function findLinked(
  tx: Tx,
  { issuer, subject }: ProviderIdentity,
  now: Date,
): Promise<FoundUser | null> {
  const where = { issuer_subject: { issuer, subject } };
  const found = await tx.identity.findUnique({
    where,
    select: { user: { select: { id: true, disabledAt: true } } },
  });
  if (found) await tx.identity.update({ where, data: { lastUsedAt: now } });
  return found?.user ?? null;
}

/** Links a person who comes for the first time to the account of their verified address, or to a new one. */
async function link(
  tx: Tx,
  provider: ProviderSettings,
  identity: ProviderIdentity,
  now: Date,
): Promise<
  | FoundUser
  | Refusal<"provider-not-linked" | "provider-unverified" | "provider-no-account" | "provider-another-person">
> {
  const { issuer, subject, email } = identity;
  if (!provider.hasAddresses) return refuse("provider-not-linked");
  if (email === null) return refuse("provider-unverified");
  const user = (await findByEmail(tx, email)) ?? (await createAccount(tx, provider, identity, now));
  if (!user) return refuse("provider-no-account");
  if (user.disabledAt) return user;
  // A link made by the account's owner proves nothing if an invitation made the account: see `endEarlierAccess`.
  const byOwner = user.createdInId === null ? { issuer } : { byAddress: true };
  const standing = { userId: user.id, OR: [{ byAddress: true }, byOwner] };
  if (await tx.identity.findFirst({ where: standing, select: { id: true } })) {
    await audit(tx, { userId: user.id }, { action: "identity.refused", subject: ["User", user.id] });
    return refuse("provider-another-person");
  }
  if (user.createdInId !== null) await removeOwnLinks(tx, user.id);
  const { id } = await tx.identity.create({
    data: { userId: user.id, issuer, subject, createdAt: now, lastUsedAt: now },
  });
  await audit(tx, { userId: user.id }, { action: "identity.linked", subject: ["Identity", id] });
  if (user.createdInId !== null) await endEarlierAccess(tx, user.id);
  return user;
}

/**
 * Removes the links that were made on an account's own page, in the caller's transaction, and returns how many there
 * were. The caller applies the roles of the groups that are left.
 */
export async function removeOwnLinks(tx: Tx, userId: string): Promise<number> {
  const links = await tx.identity.findMany({ where: { userId, byAddress: false }, select: { id: true } });
  await tx.identity.deleteMany({ where: { id: { in: links.map(({ id }) => id) } } });
  for (const { id } of links)
    await audit(tx, { userId }, { action: "identity.removed", subject: ["Identity", id] });
  return links.length;
}

function findByEmail(tx: Tx, email: string) {
  return tx.user.findUnique({
    where: { email },
    select: { id: true, disabledAt: true, createdInId: true },
  });
}

async function createAccount(
  tx: Tx,
  { createsAccounts }: ProviderSettings,
  { email, name }: ProviderIdentity,
  now: Date,
) {
  if (email === null) return null;
  const waiting = { email, expiresAt: { gt: now }, project: { archivedAt: null, deletedAt: null } };
  const isWelcome =
    createsAccounts || (await tx.invitation.findFirst({ where: waiting, select: { id: true } }));
  if (!isWelcome) return null;
  const [made] = await tx.user.createManyAndReturn({
    data: [{ email, name }],
    skipDuplicates: true,
    select: { id: true, disabledAt: true, createdInId: true },
  });
  if (!made) return findByEmail(tx, email);
  await audit(tx, { userId: made.id }, { action: "user.created", subject: ["User", made.id] });
  return made;
}

/**
 * An invitation is accepted, and a password chosen, without proof that the address is one's own: the admin who
 * copied the link could have done it. Now the owner of the address has come, so password, second factors, sessions,
 * tokens and browsers from before end. Links that the earlier user made have just ended.
 */
async function endEarlierAccess(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, passwordHash: { not: null } },
    data: { passwordHash: null },
  });
  if (count > 0)
    await audit(tx, { userId }, { action: "account.password-removed", subject: ["User", userId] });
  await removeSecondFactor(tx, { userId }, userId);
  await tx.oneTimeLink.deleteMany({ where: { userId, usedAt: null } });
  await revoke(tx, { userId }, { userId });
  await revokeTokens(tx, { userId }, userId);
  await forgetBrowsers(tx, userId);
}
