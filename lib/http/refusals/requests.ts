import type { RefusalWords } from "@/lib/http/refusals/words";

/** Refusals before the handler of a route, and of a server that cannot act now. */
export const REQUEST_REFUSALS = {
  // Before the handler of a route.
  "signed-out": { status: 401, message: "You are not signed in, or your session has ended. Sign in again." },
  forbidden: { status: 403, message: "Your account may not do this." },
  "foreign-origin": { status: 403, message: "This request did not come from a page of this installation." },
  "browser-only": { status: 403, message: "This can only be done in the browser, not with an API token." },
  "metrics-token": { status: 401, message: "This needs the token in METRICS_TOKEN." },
  "token-scope": {
    status: 403,
    message: "This token's scope does not allow that. Make another token on your account page.",
  },
  "token-project": {
    status: 403,
    message: "This token reaches one project only. Use one that reaches all of yours.",
  },
  "not-found": { status: 404, message: "This does not exist, or you may not see it." },
  invalid: { status: 400, message: "The request is not well formed." },
  "too-large": { status: 413, message: "This is more than the server accepts in one request." },
  "not-json": { status: 415, message: "Send the body as application/json." },
  "too-many-attempts": { status: 429, message: "Too many attempts. Wait a minute, then try again." },

  // The database cannot execute a valid request now.
  busy: { status: 503, message: "The server is very busy. Nothing was changed: try again in a moment." },
  "database-lost": {
    status: 503,
    message: "The database does not answer. Check whether your change was saved before you try again.",
  },
  "database-full": {
    status: 503,
    message: "The server's disk is full, so nothing was saved. Tell the operator.",
  },
} as const satisfies RefusalWords;
