import "server-only";
import { randomUUID } from "node:crypto";
import { aboutError, log } from "@/lib/log";

/** Header set by the proxy on every request and response, and in each log line about it. */
export const REQUEST_ID = "x-request-id";

/** The id of a request; a new one for requests that did not come through the proxy. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get(REQUEST_ID);
  return given && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given) ? given : randomUUID();
}

/**
 * Logs an unexpected error and returns the id under which it can be found: the request's, or a new one. The
 * message is left out, because drivers and parsers repeat users' text in it; the error's kind and its
 * position in our code are enough.
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
