import { Email } from "@/lib/auth/schema";
import type { GroupGrant } from "@/lib/env/sign-in";

/** Claims about a person, as their provider sent them: any of them may be missing or of another type. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person as a provider describes them. `subject` never changes; the address may. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  /** Only an address that the provider has verified; null without one. */
  email: string | null;
  name: string;
  groups: string[];
}

/**
 * The person's e-mail address if the provider has verified it, else null. Providers report this as `email_verified`;
 * Entra sends `xms_edov` instead, once the owner of the domain is known. The ID token and the userinfo response may
 * disagree: pass the claims of one of them, not both merged.
 */
export function verifiedAddress(claims: Claims): string | null {
  const { email, email_verified: verified, xms_edov: ownedDomain } = claims;
  const claimed = verified === undefined ? ownedDomain : verified;
  const isVerified =
    claimed === true || claimed === "true" || (verified === undefined && (claimed === 1 || claimed === "1"));
  return isVerified ? (Email.safeParse(email).data ?? null) : null;
}

/** The name of a new account. Without one in the claims it is the login, or what is before the @ of an address. */
export function displayName(claims: Claims, login: string): string {
  const parts = [claims.given_name, claims.family_name].filter((part) => typeof part === "string");
  const names = [claims.name, parts.join(" "), login.split("@")[0]];
  const name = names.find((one) => typeof one === "string" && one.trim() !== "") ?? login;
  return String(name).trim().slice(0, 120);
}

/** The person's groups. Their claim is a list, or a text: one group, or several separated by spaces. */
export function groupsOf(claims: Claims, claim: string): string[] {
  const found = claims[claim];
  const listed = Array.isArray(found)
    ? found
    : typeof found === "string"
      ? [found, ...found.split(/\s+/)]
      : [];
  return [...new Set(listed.filter((one) => typeof one === "string" && one !== ""))] as string[];
}

/** True if an address is in one of the domains, or if there are none. Subdomains do not count. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

type ProjectRole = Exclude<GroupGrant["role"], "site-admin">;

const RANK: Record<ProjectRole, number> = { annotator: 0, researcher: 1, admin: 2 };

/** A person's groups at one provider, and what its groups give. */
interface MappedGroups {
  groups: readonly string[];
  mapping: Readonly<Record<string, readonly GroupGrant[]>>;
}

/** The roles that a person gets from their groups at all providers: the highest of several roles in one project. */
export function rolesOf(given: readonly MappedGroups[]): {
  siteAdmin: boolean;
  projects: Map<string, ProjectRole>;
} {
  const projects = new Map<string, ProjectRole>();
  let siteAdmin = false;
  const grants = given.flatMap(({ groups, mapping }) =>
    groups.flatMap((group) => (Object.hasOwn(mapping, group) ? (mapping[group] ?? []) : [])),
  );
  for (const { project, role } of grants) {
    if (role === "site-admin") siteAdmin = true;
    else if (project !== null) {
      const before = projects.get(project);
      if (before === undefined || RANK[role] > RANK[before]) projects.set(project, role);
    }
  }
  return { siteAdmin, projects };
}
