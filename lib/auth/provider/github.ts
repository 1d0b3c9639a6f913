import "server-only";
import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  fetchProtectedResource,
} from "openid-client";
import { z } from "zod";
import { displayName, type ProviderIdentity, verifiedAddress } from "@/lib/auth/provider/claims";
import type { ProviderSettings } from "@/lib/auth/provider/configuration";
import { guardedFetch, SECONDS_TO_ANSWER } from "@/lib/auth/provider/discovery";

/*
 * GitHub speaks OAuth 2 without OpenID Connect: it has no id tokens and no description of itself, so its addresses are
 * written here, and who a person is comes from its REST API.
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */

/** GitHub's addresses for OAuth 2. */
export function githubConfiguration(settings: ProviderSettings): Configuration {
  const { issuer, clientId, clientSecret } = settings;
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
  };
  const configuration = new Configuration(server, clientId, {}, ClientSecretPost(clientSecret));
  configuration[customFetch] = withStatusOfErrors(guardedFetch(issuer));
  configuration.timeout = SECONDS_TO_ANSWER;
  if (issuer.startsWith("http:")) allowInsecureRequests(configuration);
  return configuration;
}

/**
 * GitHub answers a failed exchange of a code with status 200 and an error in the body, and calls a code that is wrong,
 * used or too old `bad_verification_code`. The standard (RFC 6749, 5.2) has status 400 and `invalid_grant`.
 */
function withStatusOfErrors(fetch: CustomFetch): CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, options);
    if (!response.ok || !new URL(url).pathname.endsWith("/access_token")) return response;
    const text = await response.text();
    const { data } = OAuthError.safeParse(parseJson(text));
    if (!data) return new Response(text, { status: response.status, headers: response.headers });
    const error = data.error === "bad_verification_code" ? "invalid_grant" : data.error;
    return Response.json({ ...data, error }, { status: 400 });
  };
}

const OAuthError = z.object({ error: z.string(), error_description: z.string().optional() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const GithubUser = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() });
const GithubAddresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const GithubOrganisations = z.array(z.object({ login: z.string() }));
const GithubTeams = z.array(z.object({ slug: z.string(), organization: z.object({ login: z.string() }) }));

/**
 * The person of an access token: known by GitHub's number, because a login can be changed and is then given to others.
 * Organisations ("lab") and teams ("lab/annotators") are groups, the first hundred of each.
 */
export async function githubIdentity(
  settings: ProviderSettings,
  configuration: Configuration,
  accessToken: string,
): Promise<ProviderIdentity> {
  const base =
    settings.issuer === "https://github.com" ? "https://api.github.com" : `${settings.issuer}/api/v3`;
  const headers = new Headers({
    Accept: "application/vnd.github+json",
    "X-GitHub-Api-Version": "2022-11-28",
  });
  const read = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
    const url = new URL(base + path);
    const response = await fetchProtectedResource(configuration, accessToken, url, "GET", null, headers);
    if (!response.ok) throw new Error(`GitHub answers ${url.pathname} with status ${response.status}.`);
    return shape.parse(await response.json());
  };
  const user = await read("/user", GithubUser);
  const addresses = await read("/user/emails?per_page=100", GithubAddresses);
  const primary = addresses.find((address) => address.primary);
  const withGroups = Object.keys(settings.groupRoles).length > 0;
  const organisations = withGroups ? await read("/user/orgs?per_page=100", GithubOrganisations) : [];
  const teams = withGroups ? await read("/user/teams?per_page=100", GithubTeams) : [];
  return {
    issuer: settings.issuer,
    subject: String(user.id),
    email: verifiedAddress({ email: primary?.email, email_verified: primary?.verified }),
    name: displayName(user, user.login),
    groups: [
      ...organisations.map(({ login }) => login),
      ...teams.map(({ slug, organization }) => `${organization.login}/${slug}`),
    ],
  };
}
