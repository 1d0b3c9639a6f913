import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, fetch as undiciFetch } from "undici";
import { type AddressPurpose, checkEndpoint } from "./endpoint";
import { isPrivateAddress } from "./private-address";

/** Bytes read of a response unless the endpoint allows more; beyond that it is an error. */
const DEFAULT_BYTES = 2_000_000;
const DEFAULT_MILLISECONDS = 60_000;

/** Why a request was not made, or a response not read. Contains nothing that was sent or received. */
export class WireError extends Error {
  override name = "WireError";
  constructor(
    readonly kind: "refused-address" | "too-large" | "redirect" | "timeout" | "network" | "cancelled",
    message: string,
  ) {
    super(message);
  }
}

interface WireOptions {
  /** The endpoint's base URL: no other address is called, whatever a library requests. */
  base: string;
  allowed: readonly string[];
  timeout?: number;
  /** The largest response that is read; default: 2 MB. */
  mostBytes?: number;
  /** Default: language models. */
  purpose?: AddressPurpose;
  /** Only the status is needed: the response's body is not read. */
  statusOnly?: boolean;
  /** DNS look-up; replaced in tests of names that change their address. */
  lookup?: LookupFunction;
}

export interface Wire {
  fetch: typeof globalThis.fetch;
  close: () => Promise<void>;
}

/**
 * A `fetch` for one endpoint. Addresses are checked on every connection, so a name that later leads into a
 * private network is refused; redirects are errors, so that a key never follows one; responses end at 2 MB
 * and 60 seconds unless the endpoint's settings allow more.
 */
export function openWire({
  base,
  allowed,
  timeout = DEFAULT_MILLISECONDS,
  mostBytes = DEFAULT_BYTES,
  purpose,
  statusOnly = false,
  lookup = systemLookup,
}: WireOptions): Wire {
  const check = checkEndpoint(base, allowed, purpose);
  const trusted = check.ok && allowed.includes(check.url.origin);
  const agent = new Agent({
    connect: { lookup: trusted ? lookup : outwardOnly(lookup), timeout: Math.min(timeout, 10_000) },
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connections: 64,
  });

  const guarded = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (!check.ok) throw new WireError("refused-address", check.reason);
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== check.url.origin) {
      throw new WireError("refused-address", "A request to another origin than the endpoint's was refused.");
    }
    const late = AbortSignal.timeout(timeout);
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
    try {
      const response = await undiciFetch(url, {
        method: init?.method ?? "GET",
        headers: init?.headers as Record<string, string>,
        body: init?.body as string,
        redirect: "error",
        signal,
        dispatcher: agent,
      });
      if (statusOnly) {
        await response.body?.cancel();
        return new Response(null, { status: response.status });
      }
      const body = await readUpTo(mostBytes, response.body as AsyncIterable<Uint8Array> | null);
      return new Response([204, 205, 304].includes(response.status) ? null : body, {
        status: response.status,
        headers: [...response.headers],
      });
    } catch (error) {
      throw wireError(error, init?.signal ?? null, late);
    }
  };
  return { fetch: guarded as typeof globalThis.fetch, close: () => agent.close() };
}

/**
 * A look-up that fails when any of a name's addresses is private: mixed answers are used for DNS rebinding.
 */
function outwardOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses = Array.isArray(found) ? found : [];
      if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address))) {
        const refused = new WireError("refused-address", "The endpoint's name leads into a private network.");
        return callback(refused, "");
      }
      if (options.all) return callback(null, addresses);
      const first = addresses[0];
      callback(null, first?.address ?? "", first?.family ?? isIP(first?.address ?? ""));
    });
  };
}

async function readUpTo(
  most: number,
  body: AsyncIterable<Uint8Array> | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > most) throw new WireError("too-large", `The answer is larger than ${most / 1e6} MB.`);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function wireError(error: unknown, cancelled: AbortSignal | null, late: AbortSignal): WireError {
  if (cancelled?.aborted) return new WireError("cancelled", "The call was cancelled.");
  if (late.aborted) return new WireError("timeout", "The endpoint did not answer in time.");
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 6;
    cause = cause.cause, depth++
  ) {
    if (cause instanceof WireError) return cause;
    if (/redirect/i.test(cause.message)) {
      return new WireError("redirect", "The endpoint answered with a redirect, which is not followed.");
    }
    if (/timeout/i.test(cause.name + cause.message)) {
      return new WireError("timeout", "The endpoint did not answer in time.");
    }
  }
  return new WireError("network", "The endpoint could not be reached.");
}
