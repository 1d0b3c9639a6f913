import "server-only";
import { createHmac, hash, randomBytes } from "node:crypto";
import { env } from "@/lib/env";

/** 256 random bits, encoded for URLs and headers. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored hash of a random secret. It needs no salt, because 256 bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** The stored hash of something guessable, such as an address: useless without the installation's secret. */
export function keyedFingerprint(text: string): string {
  return createHmac("sha256", env().NEXTAUTH_SECRET).update(text).digest("base64url").slice(0, 22);
}
