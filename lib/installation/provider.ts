import { type DoctorFinding, ok } from "@/lib/installation/finding";
import { openWire } from "@/lib/llm/http";

/** Settings of the provider, and what holds without them. */
const PROVIDER: Record<string, string> = {
  OIDC_CLIENT_ID: "missing",
  OIDC_LABEL: "your institution",
  OIDC_DOMAINS: "addresses of all domains may sign in",
  OIDC_CREATE_ACCOUNTS: "no: only people with an account or an invitation",
  OIDC_GROUPS_CLAIM: "groups",
  OIDC_GROUP_ROLES: "groups give no roles",
};

interface ProviderEnvironment {
  environment: Record<string, string | undefined>;
  /** True if the variables are those of a running server. */
  running: boolean;
}

/** The settings of the identity provider, where it has to send people back to, and whether it answers. */
export async function examineProvider({
  environment,
  running,
}: ProviderEnvironment): Promise<DoctorFinding[]> {
  const about = "sign-in";
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_SECRET: secret, APP_URL: address } = environment;
  if (!issuer) return [];
  return [
    ok(about, secret || running ? "OIDC_CLIENT_SECRET is set" : "OIDC_CLIENT_SECRET is not set"),
    ...Object.entries(PROVIDER).map(([name, usual]) =>
      ok(about, environment[name] ? `${name} is ${environment[name]}` : `${name} is not set (${usual})`),
    ),
    ok(about, `the provider has to send people back to ${address || "APP_URL"}/api/auth/oidc/callback`),
    await reachable(issuer),
  ];
}

/** Reads the provider's description of itself, as the server does at a sign-in. */
async function reachable(issuer: string): Promise<DoctorFinding> {
  const about = "sign-in";
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const allowed = URL.canParse(issuer) ? [new URL(issuer).origin] : [];
  const wire = openWire({ base: url, allowed, timeout: 5_000 });
  try {
    const response = await wire.fetch(url);
    const { issuer: named } = (await response.json()) as { issuer?: unknown };
    if (response.ok && named === issuer) return ok(about, `${issuer} answers`);
    const words = `${url} does not describe ${issuer}`;
    return {
      about,
      state: "problem",
      words,
      advice: "Set OIDC_ISSUER to the issuer as the provider writes it.",
    };
  } catch {
    const words = `${url} cannot be read from here`;
    return {
      about,
      state: "warning",
      words,
      advice: "Nobody can sign in through the provider until it answers.",
    };
  } finally {
    await wire.close();
  }
}
