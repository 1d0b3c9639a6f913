export interface SafeUrl {
  href: string;
  /** Where it leads, to be shown beside the words of the link: a host or an address. */
  destination: string;
}

/**
 * An address that may be followed, or null. Only absolute web and mail
 * addresses are: a relative one would lead into this application, and every
 * other scheme runs, opens or discloses something. Spaces and control
 * characters inside, which browsers leave out, count as an attempt to hide.
 */
export function safeUrl(value: string): SafeUrl | null {
  const trimmed = value.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\\]/.test(trimmed))
    return null;
  if (/^https?:\/\/[^/]/i.test(trimmed) && URL.canParse(trimmed)) {
    const url = new URL(trimmed);
    return url.hostname === "" ? null : { href: url.href, destination: url.host };
  }
  const mail = trimmed.match(/^mailto:([^?#]+@[^?#]+)/i)?.[1];
  if (mail && URL.canParse(trimmed)) return { href: new URL(trimmed).href, destination: mail };
  return null;
}
