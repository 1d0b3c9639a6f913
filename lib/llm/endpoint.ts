import { isIP } from "node:net";
import { isPrivateAddress } from "./private-address";

/** Why an address cannot be an endpoint, in words for the person who entered it. */
type EndpointCheck = { ok: true; url: URL } | { ok: false; reason: string };

const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|arpa)$/i;

/** The purpose of an address, where it makes a difference. */
export interface AddressPurpose {
  /** The name of the environment variable with the operator's list of origins. */
  setting: string;
  /** True if a query may follow the path. */
  query: boolean;
}

const MODELS: AddressPurpose = { setting: "LLM_ALLOWED_ORIGINS", query: false };

/**
 * Checks that requests may go to this base URL: https on port 443 to a public name or address, without
 * credentials. `allowed` lists exact origins that the operator of the installation permits
 * ("http://127.0.0.1:11434"): they may be anything. Names are resolved only when a connection is made, and
 * checked again then: this result depends on the text and the list alone, and reveals nothing about the
 * server's network. A refused connection does not reveal where its name led.
 */
export function checkEndpoint(
  base: string,
  allowed: readonly string[],
  { setting, query }: AddressPurpose = MODELS,
): EndpointCheck {
  const no = (reason: string): EndpointCheck => ({ ok: false, reason });
  if (base.length > 500) return no("The address is longer than 500 characters.");
  // The parser drops line ends and tabs, and reads "\" as "/": the checked text would differ from the one
  // used.
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
  const inside =
    isIP(address) !== 0 ? isPrivateAddress(address) : LOCAL_NAMES.test(host) || !host.includes(".");
  if (inside) {
    return no(`This address leads into a private network. The operator can allow it in ${setting}.`);
  }
  return { ok: true, url };
}

function hasControl(text: string): boolean {
  return [...text].some((character) => character < " " || character === "\u007F");
}

/**
 * The operator's list from the environment: origins separated by spaces or commas. Throws on invalid ones.
 */
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
