import { createHmac, timingSafeEqual } from "node:crypto";

/*
 * One-time passwords by time (RFC 6238) as authenticator apps make them: HMAC-SHA-1, six digits, steps of 30
 * seconds.
 */

const STEP_SECONDS = 30;
const DIGITS = 6;

/** Steps before and after now that are accepted, for clocks that differ. */
const TOLERANCE = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes in base 32 without padding (RFC 4648), as authenticator apps read secrets. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** The step that a moment is in. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/** The code of a step. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The step whose code this is, among the current one and its neighbours; null when it is none of them. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const shown = Buffer.from(code.replace(/\s/g, ""));
  const current = stepAt(now);
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1) {
    const expected = Buffer.from(codeAt(secret, step));
    if (shown.length === expected.length && timingSafeEqual(shown, expected)) return step;
  }
  return null;
}

/** The address that authenticator apps read from a QR code. */
export function setupAddress(secret: string, issuer: string, account: string): string {
  const query = new URLSearchParams({ secret, issuer, algorithm: "SHA1", digits: "6", period: "30" });
  // Apps read "+" as a plus sign.
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${query.toString().replaceAll("+", "%20")}`;
}
