import "server-only";
import { env } from "@/lib/env";
import { explain, type Refusal } from "@/lib/http/refusals";

/**
 * An answer that an API may give is data: never a page, never cached, never sniffed for scripts, never what a search engine
 * leads to.
 */
const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** As the proxy asks of pages: where people come by https they always do. */
const STRICT_TRANSPORT = { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" };

function ours(): Record<string, string> {
  return env().APP_URL.startsWith("https:") ? { ...HEADERS, ...STRICT_TRANSPORT } : HEADERS;
}

/** For what is the same for everybody: five minutes, so that what is taken back is gone soon. */
const SHARED = "public, max-age=300";

export function secured(response: Response, shared = false): Response {
  // Not in place: the headers of some responses cannot be changed.
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ours())) headers.set(name, value);
  if (shared) headers.set("Cache-Control", SHARED);
  return new Response(response.body, { status: response.status, headers });
}

/** A value as JSON, made once: what most requests end with. */
export function answered(value: object): Response {
  const headers = { ...ours(), "Content-Type": "application/json" };
  return new Response(JSON.stringify(value), { headers });
}

/** The body of every answer that is not the one hoped for. */
export interface ErrorBody {
  error: {
    code: string;
    /** For people. */
    message: string;
    /** What was wrong where, for a request that is not well formed: `body.name`. */
    problems?: { field: string; message: string }[];
    detail?: unknown;
    /** To quote to whoever runs the server. */
    id?: string;
  };
}

/** After how many seconds something is worth another try, by status. */
const RETRY_AFTER: Record<number, string> = { 429: "60", 503: "2" };

export function refused({ refused: code, detail }: Refusal): Response {
  const { status, message } = explain(code);
  const seconds = RETRY_AFTER[status];
  return errorResponse(status, { code, message, detail }, seconds ? { "Retry-After": seconds } : undefined);
}

export function errorResponse(status: number, error: ErrorBody["error"], headers?: HeadersInit): Response {
  return secured(Response.json({ error } satisfies ErrorBody, { status, headers }));
}
