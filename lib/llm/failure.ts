import type { FailureKind, HttpAttempt } from "./schema";

/**
 * A call that failed. Contains the kind of failure and the attempts; never the endpoint's own words, which
 * may repeat a key or a text.
 */
export class CallFailure extends Error {
  override name = "CallFailure";
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly attempts: HttpAttempt[],
    /** The endpoint's requested delay in milliseconds. */
    readonly waitMilliseconds?: number,
  ) {
    super(message);
  }

  /** True if the same call may succeed later without changes. */
  get transient(): boolean {
    return TRANSIENT.has(this.kind);
  }
}

const TRANSIENT = new Set<FailureKind>(["rate-limited", "server-error", "timeout", "network", "cancelled"]);

/** A status in words, and its kind of failure. */
export function failureOf(status: number): [FailureKind, string] {
  if (status === 401 || status === 403) return ["unauthorised", "The endpoint refused the key."];
  if (status === 404) return ["not-found", "The endpoint does not know this address or model."];
  if (status === 429) return ["rate-limited", "The endpoint refused because of too many requests."];
  if (status === 413) return ["bad-request", "The endpoint said that the request was too large."];
  if (status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 425) {
    return ["bad-request", `The endpoint did not take the request (status ${status}).`];
  }
  return ["server-error", `The endpoint failed (status ${status}).`];
}
