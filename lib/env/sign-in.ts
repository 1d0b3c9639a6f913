import { z } from "zod";

/** A right that a group of the identity provider gives: a role in a project, or the installation itself. */
export interface GroupGrant {
  /** Null for a site admin. */
  project: string | null;
  role: "annotator" | "researcher" | "admin" | "site-admin";
}

/** Names of this machine, to which plain http is no risk. */
export const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const GRANT = /^(annotator|researcher|admin):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const YesNo = z
  .enum(["yes", "no"], { error: "is yes or no" })
  .default("no")
  .transform((text) => text === "yes");

const Groups = z.record(z.string().min(1), z.union([z.string(), z.array(z.string())]));

/** `{"evaluation-leads": "site-admin", "students": ["annotator:<project id>"]}` */
const GroupRoles = z
  .string()
  .default("{}")
  .transform((text, context): Record<string, GroupGrant[]> => {
    try {
      const entries = Object.entries(Groups.parse(JSON.parse(text)));
      return Object.fromEntries(entries.map(([group, grants]) => [group, [grants].flat().map(grantOf)]));
    } catch {
      context.addIssue(
        'is JSON such as {"leads": "site-admin", "students": ["annotator:PROJECT-ID"]}, with the roles annotator, researcher and admin',
      );
      return z.NEVER;
    }
  });

/** Domains of e-mail addresses, separated by spaces. */
const Domains = z
  .string()
  .default("")
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .refine((domains) => domains.every((one) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(one)), {
    error: "lists domains such as uni.edu, separated by spaces",
  });

/** Address of a provider: https, or this machine. */
const ProviderAddress = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).search === "" && new URL(text).hash === "", {
    error: "is no web address: https://login.uni.edu/realms/lab",
    abort: true,
  })
  .refine((text) => new URL(text).protocol === "https:" || isLoopback(new URL(text)), {
    error: "must start with https:// unless it is on this machine",
  });

/** An address without a path, and so without a slash at its end. */
const ProviderOrigin = ProviderAddress.refine((text) => new URL(text).pathname === "/", {
  error: "must be an origin, without a path",
}).transform((text) => new URL(text).origin);

function grantOf(text: string): GroupGrant {
  if (text === "site-admin") return { project: null, role: "site-admin" };
  const [, role, project] = GRANT.exec(text) ?? [];
  if (role === undefined || project === undefined) throw new Error("no such grant");
  return { project, role: role as GroupGrant["role"] };
}

/** Settings of sign-in through an OpenID Connect provider, GitHub and ORCID, and of sign-in with passwords. */
export const signInSettings = {
  /** The provider's issuer; without one there is no sign-in through a provider. */
  OIDC_ISSUER: ProviderAddress.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** The provider's name on the button of the sign-in page. */
  OIDC_LABEL: z.string().max(60, { error: "is longer than 60 characters" }).default("your institution"),
  /** Domains whose addresses may sign in; empty: all. */
  OIDC_DOMAINS: Domains,
  /** True if a person without an account gets one at their first visit. */
  OIDC_CREATE_ACCOUNTS: YesNo,
  /** The claim that lists a person's groups. */
  OIDC_GROUPS_CLAIM: z.string().default("groups"),
  OIDC_GROUP_ROLES: GroupRoles,
  /** GitHub, or an installation of GitHub Enterprise Server. */
  GITHUB_URL: ProviderOrigin.default("https://github.com"),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_DOMAINS: Domains,
  GITHUB_CREATE_ACCOUNTS: YesNo,
  /** Organisations ("lab") and teams ("lab/annotators") of GitHub. */
  GITHUB_GROUP_ROLES: GroupRoles,
  /** ORCID, or its sandbox. */
  ORCID_URL: ProviderOrigin.default("https://orcid.org"),
  ORCID_CLIENT_ID: z.string().optional(),
  ORCID_CLIENT_SECRET: z.string().optional(),
  /** `off`: nobody signs in with a password. */
  PASSWORD_SIGN_IN: z.enum(["on", "off"], { error: "is on or off" }).default("on"),
  /** The lowest role that needs an authenticator app to sign in with a password. */
  SECOND_FACTOR_REQUIRED: z
    .enum(["none", "site-admin", "admin", "researcher", "everyone"], {
      error: "is none, site-admin, admin, researcher or everyone",
    })
    .default("none"),
};

function isLoopback(url: URL): boolean {
  return url.protocol === "http:" && LOOPBACK.has(url.hostname);
}

/** Settings that only together configure a provider. */
const TOGETHER = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["ORCID_CLIENT_ID", "ORCID_CLIENT_SECRET"],
] as const;

type Given = Partial<Record<(typeof TOGETHER)[number][number], string | undefined>> & {
  ORCID_URL: string;
  PASSWORD_SIGN_IN: "on" | "off";
};

/** True for two addresses of one issuer; an address may end in a slash. */
function isSameIssuer(one: string, other: string): boolean {
  return new URL(one).href.replace(/\/$/, "") === new URL(other).href.replace(/\/$/, "");
}

/** Settings that are only half there or contradict each other, with what is wrong about them. */
export function incompleteSettings(given: Given): { name: string; problem: string }[] {
  const half = TOGETHER.flatMap((names) => {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length === names.length) return [];
    return missing.map((name) => ({ name, problem: `is missing: ${names.join(", ")} belong together` }));
  });
  // Identities are kept by their issuer: what one of the two may do, the other could too.
  if (given.OIDC_ISSUER && given.ORCID_CLIENT_ID && isSameIssuer(given.OIDC_ISSUER, given.ORCID_URL))
    half.push({
      name: "ORCID_CLIENT_ID",
      problem:
        "is set, but OIDC_ISSUER is ORCID too: people would sign in there twice, leave one of them out",
    });
  // ORCID admits only accounts that linked it before.
  if (given.PASSWORD_SIGN_IN === "on" || given.OIDC_ISSUER || given.GITHUB_CLIENT_ID) return half;
  const problem = "is off, but neither OIDC_ISSUER nor GITHUB_CLIENT_ID is set: nobody could sign in";
  return [...half, { name: "PASSWORD_SIGN_IN", problem }];
}
