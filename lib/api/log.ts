import "server-only";
import { randomUUID } from "node:crypto";
import { aboutError, log } from "@/lib/log";

/** Set by the proxy on every request and its answer, and on each line about it in the log. */
export const REQUEST_ID = "x-request-id";

/** The id of a request; one of its own for those that did not come through the proxy. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get(REQUEST_ID);
  return given && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given) ? given : randomUUID();
}

/**
 * Logs an error nobody expected and returns the id under which it can be found: that of the request, or a new one.
 * The message is left out, because those of drivers and parsers repeat what people wrote; its kind and its place in
 * our code are enough to go on.
 */
export function reportUnexpected(
  error: unknown,
  method: string,
  route: string,
  id: string = randomUUID(),
): string {
  log("error", "unexpected", { request: id, method, route, ...aboutError(error) });
  return id;
}
