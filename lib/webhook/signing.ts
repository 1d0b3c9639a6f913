import { createHmac, randomBytes } from "node:crypto";

/*
 * Signatures according to Standard Webhooks (standardwebhooks.com), so that receivers can use its libraries.
 */

const PREFIX = "whsec_";

/** A signing secret: 32 random bytes. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString("base64");
}

/** The headers of one attempt: id, time, and signature. */
export function signedHeaders(secret: string, id: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
