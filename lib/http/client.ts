import type { RefusalCode } from "@/lib/http/refusals";
import type { ErrorBody } from "@/lib/http/response";

/** The result of a request: the value, or an error. */
export type ApiResult<Value> = { ok: true; value: Value } | { ok: false; error: ApiError };

export interface ApiError extends Omit<ErrorBody["error"], "code"> {
  /** A refusal's code, `failed` when the server failed, `offline` when it could not be reached. */
  code: RefusalCode | "failed" | "offline";
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export const UNREACHABLE: ApiError = {
  code: "offline",
  message: "The server cannot be reached. Try again in a moment.",
};

/** Fired on `window` when the server reports that this browser is not signed in any more. */
export const SIGNED_OUT = "countersign:signed-out";

/** Fired on `window` when the server accepts requests again after that. */
export const SIGNED_IN = "countersign:signed-in";

let isSignedOut = false;

/**
 * Longer than the server works on any request. A request without a response until then was lost, for example
 * with the process that had accepted its connection.
 */
const PATIENCE_MS = 90_000;

interface CallOptions {
  signal?: AbortSignal;
  keepalive?: boolean;
  /** Time after which a response is not awaited any longer, in milliseconds. */
  patience?: number;
}

/**
 * Calls our own API from one of our pages. Never throws: being offline is an ordinary result. The type
 * parameter is the route's response.
 */
export async function callApi<Value>(
  method: Method,
  path: string,
  body?: unknown,
  { signal, keepalive, patience = PATIENCE_MS }: CallOptions = {},
): Promise<ApiResult<Value>> {
  const init: RequestInit = {
    method,
    headers: { "content-type": "application/json", "x-countersign": "1" },
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: "no-store",
    keepalive,
  };
  for (let again = 0; ; again++) {
    const { outcome, retryAfter } = await withinPatience(patience, signal, async (limited) => {
      let response: Response;
      try {
        response = await fetch(path, { ...init, signal: limited });
      } catch {
        return { outcome: { ok: false, error: UNREACHABLE } as const, retryAfter: 0 };
      }
      return { outcome: await readResult<Value>(response), retryAfter: secondsIn(response) };
    });
    // The busy server did nothing, so a retry cannot do it twice. A page that is being closed does not retry.
    const mayPass = !outcome.ok && outcome.error.code === "busy" && !keepalive;
    if (!mayPass || again === BUSY_RETRIES) return outcome;
    if (!(await pause(retryAfter, signal))) return { ok: false, error: UNREACHABLE };
  }
}

/** Runs a request with a signal that aborts with the caller's, or when time is up. */
async function withinPatience<T>(
  ms: number,
  signal: AbortSignal | undefined,
  send: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const abort = () => limit.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  const timer = setTimeout(() => limit.abort(), ms);
  try {
    return await send(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** Number of retries of a request to a busy server. */
const BUSY_RETRIES = 2;

/** Delay from Retry-After, with jitter, so that not all clients come back at once. */
function secondsIn({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return (Number.isFinite(seconds) ? Math.min(seconds, 10) : 2) * (0.5 + Math.random());
}

/** Waits for some seconds; resolves to false if the request was aborted meanwhile. */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

/**
 * Turns an API response into a result. Every successful response has a JSON body, except 204; a success whose
 * body is missing or cut off becomes an error.
 */
export async function readResult<Value>(response: Response): Promise<ApiResult<Value>> {
  if (response.status === 204) return { ok: true, value: undefined as Value };
  let arrived = true;
  const value: unknown = await response.json().catch((error: unknown) => {
    // A proxy reports a failure in its own format. A success without JSON was cut off on the way, or does not
    // come from this API.
    arrived = error instanceof SyntaxError && !response.ok;
  });
  if (!arrived) return { ok: false, error: UNREACHABLE };
  if (response.ok) {
    tellWhetherSignedIn(true);
    return { ok: true, value: value as Value };
  }
  const error = isErrorBody(value) ? value.error : undefined;
  if (error?.code === "signed-out") tellWhetherSignedIn(false);
  const unknown = { code: "failed", message: `The server answered ${response.status}.` };
  return { ok: false, error: (error ?? unknown) as ApiError };
}

function tellWhetherSignedIn(isIn: boolean): void {
  if (typeof window === "undefined" || (isIn && !isSignedOut)) return;
  isSignedOut = !isIn;
  window.dispatchEvent(new Event(isIn ? SIGNED_IN : SIGNED_OUT));
}

/** The problem of one field of the body, to show beside it. */
export function problemWith(error: ApiError | undefined, field: string): string | undefined {
  const message = error?.problems?.find((problem) => problem.field === `body.${field}`)?.message;
  return message && `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** The problems that a refusal names beside its message. */
export function problemsOf(detail: unknown): string[] {
  const { problems } = (detail ?? {}) as { problems?: unknown };
  return Array.isArray(problems) ? problems.map(String) : [];
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === "object" && value !== null && "error" in value && typeof value.error === "object";
}
