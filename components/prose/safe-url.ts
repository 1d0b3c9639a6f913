interface SafeUrl {
  href: string;
  /** Host or address, shown beside the link's text. */
  destination: string;
}

/**
 * Parses an address that may be followed, or returns null. Only absolute web and mail addresses are allowed:
 * relative ones lead into this application, and other schemes may run, open or disclose something. Spaces and
 * control characters inside, which browsers drop, count as an attempt to hide.
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
