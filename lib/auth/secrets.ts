import "server-only";
import { createHmac, hash, randomBytes } from "node:crypto";
import { env } from "@/lib/env";

/** 256 random bits, fit for an address or a header. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of a random secret. It needs no salt: nobody can guess 256 bits. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** What is kept of something guessable, such as an address: of no use without the installation's secret. */
export function keyedFingerprint(text: string): string {
  return createHmac("sha256", env().NEXTAUTH_SECRET).update(text).digest("base64url").slice(0, 22);
}
