import "server-only";
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { SignInAttempt } from "@/lib/auth/provider/attempt";
import {
  type Claims,
  displayName,
  groupsOf,
  type ProviderIdentity,
  verifiedAddress,
} from "@/lib/auth/provider/claims";
import { callbackUrl, type ProviderSettings } from "@/lib/auth/provider/configuration";
import { discover } from "@/lib/auth/provider/discovery";
import { githubConfiguration, githubIdentity } from "@/lib/auth/provider/github";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { WireError } from "@/lib/llm/http";
import { aboutError, log } from "@/lib/log";

/**
 * The provider's address to which a browser is sent to sign in, and the values it has to bring back. `linkTo` is the
 * session of the person who links the provider to their account; null to sign in.
 */
export async function beginSignIn(
  settings: ProviderSettings,
  next: string,
  linkTo: string | null = null,
): Promise<{ location: URL; attempt: SignInAttempt } | Refusal<"provider-unreachable">> {
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const attempt = { provider: settings.id, state, nonce, verifier, next, linkTo };
  const configuration = await reach(settings);
  if (!configuration) return refuse("provider-unreachable");
  const location = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(settings.id),
    scope: settings.scope,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: "S256",
    state: attempt.state,
    ...(speaksOpenId(settings) && { nonce: attempt.nonce }),
  });
  return { location, attempt };
}

/**
 * The person whom the provider sent back with this query. Refused when the answer does not belong to the
 * browser's attempt (state, nonce, PKCE), was used before, is not signed by the provider, or is an error.
 */
export async function completeSignIn(
  settings: ProviderSettings,
  query: string,
  attempt: SignInAttempt | null,
): Promise<
  ProviderIdentity | Refusal<"provider-attempt-gone" | "provider-refused" | "provider-unreachable">
> {
  const isOfAttempt =
    attempt?.provider === settings.id && new URLSearchParams(query).get("state") === attempt.state;
  if (!isOfAttempt) return refuse("provider-attempt-gone");
  const configuration = await reach(settings);
  if (!configuration) return refuse("provider-unreachable");
  try {
    // The address that the provider knows, whatever a proxy calls this server.
    const answer = new URL(callbackUrl(settings.id) + query);
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: attempt.state,
      pkceCodeVerifier: attempt.verifier,
      ...(speaksOpenId(settings) && { expectedNonce: attempt.nonce, idTokenExpected: true }),
    });
    if (!speaksOpenId(settings)) return await githubIdentity(settings, configuration, tokens.access_token);
    const claims = tokens.claims();
    if (!claims) return refuse("provider-refused");
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    return identityOf(settings, claims, more);
  } catch (error) {
    log("warning", "provider-sign-in", aboutError(error));
    return refuse(failureOf(error));
  }
}

async function reach(settings: ProviderSettings): Promise<Configuration | null> {
  try {
    return speaksOpenId(settings) ? await discover(settings) : githubConfiguration(settings);
  } catch (error) {
    log("warning", "provider-unreachable", aboutError(error));
    return null;
  }
}

function speaksOpenId({ id }: ProviderSettings): boolean {
  return id !== "github";
}

function identityOf(
  { hasAddresses, groupsClaim }: ProviderSettings,
  token: Claims & { iss: string; sub: string },
  info: Claims,
): ProviderIdentity {
  const email = hasAddresses ? verifiedAddress(info.email === undefined ? token : info) : null;
  const claims = { ...token, ...info };
  return {
    issuer: token.iss,
    subject: token.sub,
    email,
    name: displayName(claims, email ?? token.sub),
    groups: groupsOf(claims, groupsClaim),
  };
}

function failureOf(error: unknown): "provider-attempt-gone" | "provider-refused" | "provider-unreachable" {
  if (error instanceof AuthorizationResponseError) return "provider-refused";
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof WireError) return "provider-unreachable";
    // A code that was used before, or that is older than the provider keeps it.
    if ("error" in cause && cause.error === "invalid_grant") return "provider-attempt-gone";
  }
  return "provider-refused";
}
