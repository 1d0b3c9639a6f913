import { isIP } from "node:net";
import { isInward } from "./private-address";

/** Why an address cannot be an endpoint, in words for the person who typed it. */
export type EndpointCheck = { ok: true; url: URL } | { ok: false; reason: string };

const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|arpa)$/i;

/** What an address is for, where that makes a difference. */
export interface AddressPurpose {
  /** The operator's list of origins, as the environment names it. */
  setting: string;
  /** Whether a query may follow the path. */
  query: boolean;
}

const MODELS: AddressPurpose = { setting: "LLM_ALLOWED_ORIGINS", query: false };

/**
 * Whether requests may go to this base URL: https on port 443 to a public name or address, without credentials in
 * it. `allowed` lists the origins the operator of the installation vouches for, exactly ("http://127.0.0.1:11434"):
 * they may be anything. Names are looked up only when a connection is made, and checked again there: what is refused
 * here, and the reason that the asker is told, follow from the text and that list alone, and tell nothing of the
 * network the server stands in. Of a connection that was refused only that is told, never where a name led to.
 */
export function checkEndpoint(
  base: string,
  allowed: readonly string[],
  { setting, query }: AddressPurpose = MODELS,
): EndpointCheck {
  const no = (reason: string): EndpointCheck => ({ ok: false, reason });
  if (base.length > 500) return no("The address is longer than 500 characters.");
  // The parser drops line ends and tabs, and takes "\" for "/": what was checked would not be what is read.
  if (/[\s\\]/.test(base) || hasControl(base))
    return no("The address has spaces or control characters in it.");
  if (!URL.canParse(base)) return no("This is no web address: https://api.example.com/v1");
  const url = new URL(base);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return no("The address must begin with https://");
  if (url.username !== "" || url.password !== "") {
    return no(
      query
        ? "Leave user name and password out of the address."
        : "Leave user name and password out of the address; the key has a field of its own.",
    );
  }
  if (base.includes("#")) return no("Leave out what follows the path (“#”).");
  if (!query && base.includes("?")) return no("Leave out what follows the path (“?” or “#”).");
  if (allowed.includes(url.origin)) return { ok: true, url };
  if (url.protocol !== "https:") {
    return no(`The address must begin with https://, unless the operator lists it in ${setting}.`);
  }
  if (url.port !== "") {
    return no(`Only port 443, unless the operator lists the address in ${setting}.`);
  }
  const host = url.hostname.replace(/\.$/, "");
  const address = host.replace(/^\[|\]$/g, "");
  const inside = isIP(address) !== 0 ? isInward(address) : LOCAL_NAMES.test(host) || !host.includes(".");
  if (inside) {
    return no(`This address leads into a private network. The operator can allow it in ${setting}.`);
  }
  return { ok: true, url };
}

function hasControl(text: string): boolean {
  return [...text].some((character) => character < " " || character === "\u007F");
}

/** The operator's list, from the environment: origins separated by spaces or commas. Throws on what is none. */
export function parseAllowedOrigins(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => {
      const url = URL.canParse(entry) ? new URL(entry) : null;
      if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
        throw new Error(`"${entry}" is no origin: http://127.0.0.1:11434, without a path`);
      }
      return url.origin;
    });
}
