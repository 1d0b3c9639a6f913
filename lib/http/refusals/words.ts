/**
 * Refusals by code, with their HTTP status and message. The message says what happened and what to do; it is shown to the
 * caller, so it must not reveal anything they may not know.
 *
 * 401 not signed in · 403 not allowed · 404 missing, or not yours · 409 the state has changed · 410 no longer
 * exists · 413 too large · 422 well formed, but impossible · 429 too often · 503 not now.
 */
export type RefusalWords = Record<string, { status: number; message: string }>;
