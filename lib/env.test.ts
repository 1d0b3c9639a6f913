import { expect, test } from "vitest";
import { BadEnvironment, parseEnvironment } from "@/lib/env";

const good = {
  DATABASE_URL: "postgresql://someone:word@db.internal:5432/countersign",
  NEXTAUTH_SECRET: "q8Zr0vYkT2mXw5LhN9sJc4BfD7gPaE1uRiOo6tHy",
  APP_URL: "https://countersign.uni.edu",
};

function problems(changes: Record<string, string | undefined>) {
  try {
    parseEnvironment({ ...good, ...changes });
    return [];
  } catch (error) {
    if (error instanceof BadEnvironment) return error.problems;
    throw error;
  }
}

test("a complete environment is accepted, and other variables are ignored", () => {
  expect(parseEnvironment({ ...good, HOME: "/home/someone" })).toEqual({
    ...good,
    TRUST_PROXY: 0,
    WEB_PROCESSES: 1,
    LLM_ALLOWED_ORIGINS: [],
    WEBHOOK_ALLOWED_ORIGINS: [],
    PROLIFIC_ORIGIN: "https://api.prolific.com",
    LLM_KEY_SECRET: [],
    OIDC_LABEL: "your institution",
    OIDC_DOMAINS: [],
    OIDC_CREATE_ACCOUNTS: false,
    OIDC_GROUPS_CLAIM: "groups",
    OIDC_GROUP_ROLES: {},
    GITHUB_URL: "https://github.com",
    GITHUB_DOMAINS: [],
    GITHUB_CREATE_ACCOUNTS: false,
    GITHUB_GROUP_ROLES: {},
    ORCID_URL: "https://orcid.org",
    PASSWORD_SIGN_IN: "on",
    SECOND_FACTOR_REQUIRED: "none",
  });
});

test("origins of models must be exact, and secrets for keys strong", () => {
  const changes = {
    LLM_ALLOWED_ORIGINS: "http://127.0.0.1:11434, https://models.uni.edu",
    LLM_KEY_SECRET: `${good.NEXTAUTH_SECRET} ${good.NEXTAUTH_SECRET.toLowerCase()}`,
  };
  expect(parseEnvironment({ ...good, ...changes })).toMatchObject({
    LLM_ALLOWED_ORIGINS: ["http://127.0.0.1:11434", "https://models.uni.edu"],
    LLM_KEY_SECRET: [good.NEXTAUTH_SECRET, good.NEXTAUTH_SECRET.toLowerCase()],
  });
  expect(problems({ LLM_ALLOWED_ORIGINS: "http://127.0.0.1:11434/v1" })).toEqual([
    expect.stringMatching(/^LLM_ALLOWED_ORIGINS lists origins/),
  ]);
  expect(problems({ LLM_KEY_SECRET: "short" })).toEqual([
    expect.stringMatching(/^LLM_KEY_SECRET is too weak/),
  ]);
});

const provider = {
  OIDC_ISSUER: "https://login.uni.edu/realms/lab",
  OIDC_CLIENT_ID: "countersign",
  OIDC_CLIENT_SECRET: "word",
};

test("an identity provider must be complete, and passwords can be off only with one", () => {
  expect(problems(provider)).toEqual([]);
  expect(problems({ OIDC_ISSUER: provider.OIDC_ISSUER })).toEqual([
    expect.stringMatching(/^OIDC_CLIENT_ID is missing/),
    expect.stringMatching(/^OIDC_CLIENT_SECRET is missing/),
  ]);
  expect(problems({ PASSWORD_SIGN_IN: "off" })).toEqual([expect.stringMatching(/nobody could sign in/)]);
  expect(problems({ ...provider, PASSWORD_SIGN_IN: "off" })).toEqual([]);
  expect(problems({ GITHUB_CLIENT_ID: "id" })).toEqual([
    expect.stringMatching(/^GITHUB_CLIENT_SECRET is missing/),
  ]);
  const github = { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "word" };
  expect(problems({ ...github, PASSWORD_SIGN_IN: "off" })).toEqual([]);
  const orcid = { ORCID_CLIENT_ID: "id", ORCID_CLIENT_SECRET: "word" };
  expect(problems(orcid)).toEqual([]);
  expect(problems({ ...orcid, PASSWORD_SIGN_IN: "off" })).toEqual([
    expect.stringMatching(/nobody could sign in/),
  ]);
});

test("an institution's provider is not ORCID, where ORCID is configured by itself", () => {
  const orcid = { ORCID_CLIENT_ID: "id", ORCID_CLIENT_SECRET: "word" };
  const both = (change: Record<string, string>) => problems({ ...provider, ...orcid, ...change });
  const refused = [expect.stringMatching(/^ORCID_CLIENT_ID is set, but OIDC_ISSUER is ORCID too/)];
  expect(both({})).toEqual([]);
  expect(both({ OIDC_ISSUER: "https://orcid.org" })).toEqual(refused);
  expect(both({ OIDC_ISSUER: "https://ORCID.org/" })).toEqual(refused);
  expect(both({ OIDC_ISSUER: "https://sandbox.orcid.org" })).toEqual([]);
  const sandbox = { OIDC_ISSUER: "https://sandbox.orcid.org", ORCID_URL: "https://sandbox.orcid.org/" };
  expect(both(sandbox)).toEqual(refused);
  expect(problems({ ...provider, OIDC_ISSUER: "https://orcid.org" })).toEqual([]);
});

test.each([
  ["OIDC_ISSUER", "http://login.uni.edu"],
  ["OIDC_ISSUER", "login.uni.edu"],
  ["OIDC_DOMAINS", "@uni.edu"],
  ["OIDC_CREATE_ACCOUNTS", "maybe"],
  ["OIDC_GROUP_ROLES", '{"students": "annotator"}'],
  ["OIDC_GROUP_ROLES", "students=annotator"],
  ["GITHUB_URL", "http://github.uni.edu"],
  ["GITHUB_URL", "https://github.uni.edu/lab"],
  ["ORCID_URL", "orcid.org"],
  ["PASSWORD_SIGN_IN", "no"],
])("%s is not %s", (name, text) => {
  expect(problems({ ...provider, [name]: text })).toEqual([expect.stringContaining(name)]);
});

test("groups are mapped to roles of projects and of the installation", () => {
  const id = "0b0e7a52-9d5f-4f6e-8f0b-6b1f4f8f8a11";
  const text = JSON.stringify({ leads: "site-admin", students: [`annotator:${id}`] });
  expect(parseEnvironment({ ...good, ...provider, OIDC_GROUP_ROLES: text }).OIDC_GROUP_ROLES).toEqual({
    leads: [{ project: null, role: "site-admin" }],
    students: [{ project: id, role: "annotator" }],
  });
});

test("one line names each problem", () => {
  expect(problems({ DATABASE_URL: undefined, NEXTAUTH_SECRET: "", APP_URL: "countersign" })).toEqual([
    expect.stringMatching(/^DATABASE_URL is missing/),
    expect.stringMatching(/^NEXTAUTH_SECRET is missing/),
    expect.stringMatching(/^APP_URL is no web address/),
  ]);
});

test.each([
  ["short", "q8Zr0vYkT2mXw5Lh", "too weak"],
  ["long but one letter", "a".repeat(64), "too weak"],
  ["from a manual", "your-secret-goes-here-0123456789-abcdef", "an example"],
  ["from a sample file", "changeme-changeme-changeme-changeme-1234", "an example"],
])("a secret that is %s is refused", (_, secret, reason) => {
  expect(problems({ NEXTAUTH_SECRET: secret })).toEqual([expect.stringContaining(reason)]);
});

test.each(["mysql://localhost/countersign", "localhost:5432", "postgresql://"])(
  "%s is refused as a database address",
  (address) => {
    expect(problems({ DATABASE_URL: address })).toEqual([expect.stringMatching(/^DATABASE_URL is no Postg/)]);
  },
);

test("no refusal contains the refused value", () => {
  const secret = "password-of-the-whole-installation-1";
  expect(problems({ NEXTAUTH_SECRET: secret, DATABASE_URL: `mysql://u:${secret}@h/d` }).join()).not.toContain(
    secret,
  );
});

test("the public address must use https, or be on the same machine", () => {
  expect(problems({ APP_URL: "http://countersign.uni.edu" })).toEqual([expect.stringContaining("https://")]);
  expect(problems({ APP_URL: "http://localhost:3000" })).toEqual([]);
  expect(problems({ APP_URL: "http://127.0.0.1:3000" })).toEqual([]);
  expect(problems({ APP_URL: "https://uni.edu/countersign" })).toEqual([
    expect.stringContaining("without a path"),
  ]);
});

test("the address is kept as an origin", () => {
  expect(parseEnvironment({ ...good, APP_URL: "https://Countersign.uni.edu/" }).APP_URL).toBe(good.APP_URL);
});
