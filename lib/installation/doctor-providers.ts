import { type DoctorFinding, ok } from "@/lib/installation/doctor-finding";
import { openWire } from "@/lib/llm/http";

/** Settings of the providers, and what holds without them. */
const SETTINGS = {
  OIDC: {
    CLIENT_ID: "missing",
    LABEL: "your institution",
    DOMAINS: "addresses of all domains may sign in",
    CREATE_ACCOUNTS: "no: only people with an account or an invitation",
    GROUPS_CLAIM: "groups",
    GROUP_ROLES: "groups give no roles",
  },
  GITHUB: {
    URL: "https://github.com",
    DOMAINS: "addresses of all domains may sign in",
    CREATE_ACCOUNTS: "no: only people with an account or an invitation",
    GROUP_ROLES: "organisations and teams give no roles",
  },
  ORCID: { URL: "https://orcid.org" },
} as const;

interface ProviderEnvironment {
  environment: Record<string, string | undefined>;
  /** True if the variables are those of a running server. */
  running: boolean;
}

/** The settings of the identity providers, where they have to send people back to, and whether they answer. */
export async function examineProviders({
  environment,
  running,
}: ProviderEnvironment): Promise<DoctorFinding[]> {
  const { OIDC_ISSUER, GITHUB_CLIENT_ID, ORCID_CLIENT_ID } = environment;
  const github = environment.GITHUB_URL || SETTINGS.GITHUB.URL;
  return [
    ...(OIDC_ISSUER
      ? [...settingsOf("OIDC", { environment, running }), await describesItself("OIDC_ISSUER", OIDC_ISSUER)]
      : []),
    ...(GITHUB_CLIENT_ID ? [...settingsOf("GITHUB", { environment, running }), await answers(github)] : []),
    ...(ORCID_CLIENT_ID
      ? [
          ...settingsOf("ORCID", { environment, running }),
          await describesItself("ORCID_URL", environment.ORCID_URL || SETTINGS.ORCID.URL),
        ]
      : []),
  ];
}

function settingsOf(
  kind: keyof typeof SETTINGS,
  { environment, running }: ProviderEnvironment,
): DoctorFinding[] {
  const about = "sign-in";
  const secret = `${kind}_CLIENT_SECRET`;
  const address = `${environment.APP_URL || "APP_URL"}/api/auth/${kind.toLowerCase()}/callback`;
  return [
    ok(about, environment[secret] || running ? `${secret} is set` : `${secret} is not set`),
    ...Object.entries(SETTINGS[kind]).map(([setting, usual]) => {
      const name = `${kind}_${setting}`;
      return ok(
        about,
        environment[name] ? `${name} is ${environment[name]}` : `${name} is not set (${usual})`,
      );
    }),
    ok(about, `the provider has to send people back to ${address}`),
  ];
}

/** GitHub has no description of itself: its front page is read. */
async function answers(url: string): Promise<DoctorFinding> {
  const allowed = URL.canParse(url) ? [new URL(url).origin] : [];
  const wire = openWire({ base: url, allowed, timeout: 5_000, statusOnly: true });
  try {
    await wire.fetch(url);
    return ok("sign-in", `${url} answers`);
  } catch {
    return unreachable(url);
  } finally {
    await wire.close();
  }
}

function unreachable(url: string): DoctorFinding {
  const words = `${url} cannot be read from here`;
  return {
    about: "sign-in",
    state: "warning",
    words,
    advice: "Nobody can sign in through the provider until it answers.",
  };
}

/** Reads the provider's description of itself, as the server does at a sign-in. */
async function describesItself(setting: string, issuer: string): Promise<DoctorFinding> {
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
      advice: `Set ${setting} to the issuer as the provider writes it.`,
    };
  } catch {
    return unreachable(url);
  } finally {
    await wire.close();
  }
}
