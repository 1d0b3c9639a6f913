import "server-only";
import type { ProviderId } from "@/lib/auth/schema/identities";
import { env } from "@/lib/env";
import type { GroupGrant } from "@/lib/env/sign-in";

/** An identity provider as the operator configured it. */
export interface ProviderSettings {
  id: ProviderId;
  /** The issuer of its identities: for GitHub, which names none, its address. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Its name on the sign-in page. */
  label: string;
  scope: string;
  /** False where the provider tells no addresses: an account is then found by its link only, and none is created. */
  hasAddresses: boolean;
  /** Domains whose addresses may sign in; empty: all. */
  domains: readonly string[];
  /** True if a person without an account gets one at their first visit. */
  createsAccounts: boolean;
  /** The claim that lists a person's groups. */
  groupsClaim: string;
  /** The roles that each group of the provider gives. */
  groupRoles: Readonly<Record<string, readonly GroupGrant[]>>;
}

/** The configured identity providers, the institution's first; none when people sign in with passwords only. */
export function findProviders(): ProviderSettings[] {
  return [institution(), github(), orcid()].filter((provider) => provider !== null);
}

/** A configured identity provider; null when it is not configured. */
export function findProvider(id: ProviderId): ProviderSettings | null {
  return findProviders().find((provider) => provider.id === id) ?? null;
}

function institution(): ProviderSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env();
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return {
    ...{ id: "oidc", issuer, clientId, clientSecret, label: env().OIDC_LABEL },
    ...{ scope: "openid email profile", hasAddresses: true, domains: env().OIDC_DOMAINS },
    createsAccounts: env().OIDC_CREATE_ACCOUNTS,
    groupsClaim: env().OIDC_GROUPS_CLAIM,
    groupRoles: env().OIDC_GROUP_ROLES,
  };
}

function github(): ProviderSettings | null {
  const { GITHUB_URL: issuer, GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = env();
  if (clientId === undefined || clientSecret === undefined) return null;
  const groupRoles = env().GITHUB_GROUP_ROLES;
  return {
    ...{ id: "github", issuer, clientId, clientSecret, label: "GitHub" },
    // Organisations and teams are read only where they give roles.
    scope: Object.keys(groupRoles).length > 0 ? "user:email read:org" : "user:email",
    ...{ hasAddresses: true, domains: env().GITHUB_DOMAINS, groupsClaim: "groups", groupRoles },
    createsAccounts: env().GITHUB_CREATE_ACCOUNTS,
  };
}

function orcid(): ProviderSettings | null {
  const { ORCID_URL: issuer, ORCID_CLIENT_ID: clientId, ORCID_CLIENT_SECRET: clientSecret } = env();
  if (clientId === undefined || clientSecret === undefined) return null;
  return {
    ...{ id: "orcid", issuer, clientId, clientSecret, label: "ORCID", scope: "openid" },
    ...{ hasAddresses: false, domains: [], createsAccounts: false, groupsClaim: "groups", groupRoles: {} },
  };
}

export function passwordsAreOff(): boolean {
  return env().PASSWORD_SIGN_IN === "off";
}

/** The address to which a provider sends people back: it has to be registered there. */
export function callbackUrl(id: ProviderId): string {
  return `${env().APP_URL}/api/auth/${id}/callback`;
}
