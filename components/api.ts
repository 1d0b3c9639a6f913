/**
 * How a page of ours talks to `/api/v1`: JSON, from the same origin, with the header that foreign pages cannot
 * send. What went wrong comes back as a value with words for people, never as an exception.
 */
export type Answer<Body = Record<string, unknown>> =
  | { ok: true; status: number; body: Body }
  | { ok: false /** 0: no answer at all. */; status: number; code: string; message: string; detail: unknown };

const OFFLINE = "The server does not answer. Nothing was changed; try again in a moment.";

export async function ask<Body = Record<string, unknown>>(
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  options: { /** Finish even when the page goes away. */ keepalive?: boolean; signal?: AbortSignal } = {},
): Promise<Answer<Body>> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: { "content-type": "application/json", "x-countersign": "1" },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      credentials: "same-origin",
      ...options,
    });
  } catch {
    return { ok: false, status: 0, code: "offline", message: OFFLINE, detail: undefined };
  }
  const read = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return { ok: true, status: response.status, body: (read ?? {}) as Body };
  const error = (read as { error?: { code?: string; message?: string; detail?: unknown } } | null)?.error;
  return {
    ok: false,
    status: response.status,
    code: error?.code ?? "failed",
    message: error?.message ?? "Something went wrong on the server.",
    detail: error?.detail,
  };
}

/** The usual change: `const answer = await post("/api/v1/batches", { name })`. */
export function post<Body = Record<string, unknown>>(path: string, body: unknown = {}, keepalive = false) {
  return ask<Body>("POST", path, body, keepalive ? { keepalive } : {});
}
