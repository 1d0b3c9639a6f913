import { z } from "zod";
import { Confirmation } from "@/lib/auth/schema";

/** Providers that people can sign in through: the institution's by OpenID Connect, GitHub and ORCID. */
export const ProviderId = z.enum(["oidc", "github", "orcid"]);
export type ProviderId = z.infer<typeof ProviderId>;

export const ProviderParams = z.strictObject({ provider: ProviderId });
export const IdentityParams = z.strictObject({ identity: z.uuid() });

/** Proof that the caller is the account's owner: for accounts with a password; others have to have just signed in. */
export const OwnerProof = z.strictObject({ proof: Confirmation.optional() });
export type OwnerProof = z.infer<typeof OwnerProof>;

export const LinkIdentity = OwnerProof.extend({ provider: ProviderId });

/** A way to sign in to an account through a provider. */
export const IdentityView = z.object({
  id: z.string(),
  /** Null for a provider that is no longer configured. */
  provider: ProviderId.nullable(),
  label: z.string(),
  /** The person's id at the provider: an ORCID iD, a number of GitHub, a subject. */
  subject: z.string(),
  createdAt: z.date(),
  lastUsedAt: z.date(),
});
export type IdentityView = z.infer<typeof IdentityView>;
