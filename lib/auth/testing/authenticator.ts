import { codeAt, stepAt } from "@/lib/auth/second-factor/totp";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The bytes of a secret, as an authenticator app reads it. */
export function readSecret(base32: string): Buffer {
  const bits = [...base32].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an authenticator app shows at a moment. */
export function codeShown(secret: string, now: Date): string {
  return codeAt(readSecret(secret), stepAt(now));
}
