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
import type { ProviderSettings } from "@/lib/auth/provider/configuration";
import { MINUTE } from "@/lib/auth/rules";
import { openWire } from "@/lib/llm/http";

export const SECONDS_TO_ANSWER = 10;
const LARGEST_ANSWER = 1_000_000;

/** Addresses and keys of the provider are read again after this time. */
const KNOWN_FOR = 10 * MINUTE;

const known = new Map<string, { configuration: Promise<Configuration>; until: number }>();

/** The provider's own description of itself. Throws when it cannot be read. */
export function discover(settings: ProviderSettings, now = Date.now()): Promise<Configuration> {
  const before = known.get(settings.issuer);
  if (before && before.until > now) return before.configuration;
  const configuration = discovery(
    new URL(settings.issuer),
    settings.clientId,
    { [clockTolerance]: 30 },
    authenticateWith(settings.clientSecret),
    {
      [customFetch]: guardedFetch(settings.issuer),
      timeout: SECONDS_TO_ANSWER,
      execute: [
        enableNonRepudiationChecks,
        ...(settings.issuer.startsWith("http:") ? [allowInsecureRequests] : []),
      ],
    },
  );
  const fetched = { configuration, until: now + KNOWN_FOR };
  known.set(settings.issuer, fetched);
  // A failure is not remembered.
  configuration.catch(() => {
    if (known.get(settings.issuer) === fetched) known.delete(settings.issuer);
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
export function guardedFetch(issuer: string): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const wire = openWire({
      base: url,
      allowed: [new URL(issuer).origin],
      timeout: SECONDS_TO_ANSWER * 1000,
      mostBytes: LARGEST_ANSWER,
      purpose: { setting: "the address of the provider", query: true },
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
