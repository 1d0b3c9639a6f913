import "server-only";
import { env } from "@/lib/env";

/**
 * Headers of API responses, which are data: never shown as a page, cached, sniffed for scripts, or indexed.
 */
const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/**
 * Sent where the installation uses HTTPS: browsers then never use plain HTTP. The proxy sends the same for
 * pages.
 */
const STRICT_TRANSPORT = { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" };

/** Security headers of every API response. */
export function securityHeaders(): Record<string, string> {
  return env().APP_URL.startsWith("https:") ? { ...HEADERS, ...STRICT_TRANSPORT } : HEADERS;
}

/**
 * Caching of responses that are the same for every reader. Five minutes only, so that withdrawn content
 * disappears soon.
 */
const SHARED = "public, max-age=300";

/** A copy of a response with the security headers; `shared` lets caches keep it for five minutes. */
export function secured(response: Response, shared = false): Response {
  // A copy, because the headers of some responses are immutable.
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(securityHeaders())) headers.set(name, value);
  if (shared) headers.set("Cache-Control", SHARED);
  return new Response(response.body, { status: response.status, headers });
}
