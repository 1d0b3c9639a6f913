import "server-only";
import { env } from "@/lib/env";
import { explain, type Refusal } from "@/lib/http/refusals";

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

/** Where people use https they always must, as the proxy requires for pages. */
const STRICT_TRANSPORT = { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" };

function ours(): Record<string, string> {
  return env().APP_URL.startsWith("https:") ? { ...HEADERS, ...STRICT_TRANSPORT } : HEADERS;
}

/** For responses that are the same for all: five minutes, so that withdrawn ones disappear soon. */
const SHARED = "public, max-age=300";

export function secured(response: Response, shared = false): Response {
  // A copy, because the headers of some responses are immutable.
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ours())) headers.set(name, value);
  if (shared) headers.set("Cache-Control", SHARED);
  return new Response(response.body, { status: response.status, headers });
}

/** The JSON response that most requests end with. */
export function answered(value: object): Response {
  const headers = { ...ours(), "Content-Type": "application/json" };
  return new Response(JSON.stringify(value), { headers });
}

/** The body of error responses. */
export interface ErrorBody {
  error: {
    code: string;
    /** For people. */
    message: string;
    /** The invalid fields of a malformed request: `body.name`. */
    problems?: { field: string; message: string }[];
    detail?: unknown;
    /** To quote to the operator of the server. */
    id?: string;
  };
}

/** Seconds after which a retry makes sense, by status. */
const RETRY_AFTER: Record<number, string> = { 429: "60", 503: "2" };

export function refused({ refused: code, detail }: Refusal): Response {
  const { status, message } = explain(code);
  const seconds = RETRY_AFTER[status];
  return errorResponse(status, { code, message, detail }, seconds ? { "Retry-After": seconds } : undefined);
}

export function errorResponse(status: number, error: ErrorBody["error"], headers?: HeadersInit): Response {
  return secured(Response.json({ error } satisfies ErrorBody, { status, headers }));
}
