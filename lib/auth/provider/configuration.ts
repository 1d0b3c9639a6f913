import "server-only";
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import { MINUTE } from "@/lib/auth/rules";
import { env } from "@/lib/env";
import { openWire } from "@/lib/llm/http";

/** The identity provider as the operator configured it. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Its name on the sign-in page. */
  label: string;
}

/** The configured identity provider; null when people sign in with passwords only. */
export function findProvider(): ProviderSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env();
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { issuer, clientId, clientSecret, label: env().OIDC_LABEL };
}

export function passwordsAreOff(): boolean {
  return env().PASSWORD_SIGN_IN === "off";
}

/** Where the provider sends people back to: it has to be registered there. */
export function callbackUrl(): string {
  return `${env().APP_URL}/api/auth/oidc/callback`;
}

const SECONDS_TO_ANSWER = 10;
const LARGEST_ANSWER = 1_000_000;

/** Addresses and keys of the provider are read again after this time. */
const KNOWN_FOR = 10 * MINUTE;

let known: { configuration: Promise<Configuration>; until: number } | undefined;

/** The provider's own description of itself. Throws when it cannot be read. */
export function discover(settings: ProviderSettings, now = Date.now()): Promise<Configuration> {
  if (known && known.until > now) return known.configuration;
  const configuration = discovery(
    new URL(settings.issuer),
    settings.clientId,
    { [clockTolerance]: 30 },
    authenticateWith(settings.clientSecret),
    {
      [customFetch]: guardedFetch(new URL(settings.issuer).origin),
      timeout: SECONDS_TO_ANSWER,
      execute: [
        enableNonRepudiationChecks,
        ...(settings.issuer.startsWith("http:") ? [allowInsecureRequests] : []),
      ],
    },
  );
  const fetched = { configuration, until: now + KNOWN_FOR };
  known = fetched;
  // A failure is not remembered.
  configuration.catch(() => {
    if (known === fetched) known = undefined;
  });
  return configuration;
}

/** The client's secret goes into a header, as the standard prefers, or into the body where only that is accepted. */
function authenticateWith(secret: string): ClientAuth {
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const method = methods.includes("client_secret_basic") ? ClientSecretBasic : ClientSecretPost;
    return method(secret)(server, ...request);
  };
}

/**
 * A `fetch` that calls the issuer's own origin, which the operator chose, and otherwise public https addresses
 * only, whatever the provider's description of itself names.
 */
function guardedFetch(issuerOrigin: string): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const wire = openWire({
      base: url,
      allowed: [issuerOrigin],
      timeout: SECONDS_TO_ANSWER * 1000,
      mostBytes: LARGEST_ANSWER,
      purpose: { setting: "OIDC_ISSUER", query: true },
    });
    try {
      return await wire.fetch(url, {
        method,
        headers,
        body: body === undefined || body === null ? null : String(body),
        signal: signal ?? null,
      });
    } finally {
      await wire.close();
    }
  };
}
