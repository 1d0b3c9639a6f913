import type { FailureKind, HttpAttempt } from "./schema";

/**
 * A call that did not come back. Says what kind of failure it was and what came before it; never holds an endpoint's
 * own words, which may repeat a key or a text.
 */
export class CallFailure extends Error {
  override name = "CallFailure";
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly attempts: HttpAttempt[],
    /** The endpoint asked to be left alone until then: milliseconds from now. */
    readonly waitMilliseconds?: number,
  ) {
    super(message);
  }

  /** Whether the same call may succeed later without anybody changing anything. */
  get transient(): boolean {
    return TRANSIENT.has(this.kind);
  }
}

const TRANSIENT = new Set<FailureKind>(["rate-limited", "server-error", "timeout", "network", "cancelled"]);

/** A status in words, and the kind of failure it is. */
export function failureOf(status: number): [FailureKind, string] {
  if (status === 401 || status === 403) return ["unauthorised", "The endpoint refused the key."];
  if (status === 404) return ["not-found", "The endpoint does not know this address or model."];
  if (status === 429) return ["rate-limited", "The endpoint said that there were too many requests."];
  if (status === 413) return ["bad-request", "The endpoint said that the request was too large."];
  if (status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 425) {
    return ["bad-request", `The endpoint did not take the request (status ${status}).`];
  }
  return ["server-error", `The endpoint failed (status ${status}).`];
}
