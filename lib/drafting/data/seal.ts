import "server-only";
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { env } from "@/lib/env";

/** A key as it lies in the database: AES-256-GCM, and which of the installation's secrets opens it. */
export interface Sealed {
  keySealed: Uint8Array<ArrayBuffer>;
  keyId: string;
  keyLastFour: string;
}

/** What a key is bound to: moved to another row or another origin it does not open. */
export interface Bound {
  endpoint: string;
  origin: string;
}

/** Seals a key with the first of the installation's secrets; null when there is none. */
export function seal(key: string, bound: Bound): Sealed | null {
  const secret = env().LLM_KEY_SECRET[0];
  if (!secret) return null;
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce).setAAD(bytesOf(bound));
  const sealed = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  return {
    keySealed: new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed])),
    keyId: idOf(secret),
    keyLastFour: key.slice(-4),
  };
}

/** Opens a key. Null when none of the installation's secrets opens it, or it belongs elsewhere. */
export function unseal({ keySealed, keyId }: Omit<Sealed, "keyLastFour">, bound: Bound): string | null {
  const secret = env().LLM_KEY_SECRET.find((one) => idOf(one) === keyId);
  if (!secret) return null;
  const bytes = Buffer.from(keySealed);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, 12))
    .setAAD(bytesOf(bound))
    .setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function keyOf(secret: string): Buffer {
  return createHash("sha256").update(`countersign model keys\n${secret}`).digest();
}

function idOf(secret: string): string {
  return createHash("sha256").update(`countersign key id\n${secret}`).digest("hex").slice(0, 12);
}

function bytesOf({ endpoint, origin }: Bound): Buffer {
  return Buffer.from(`${endpoint}\n${origin}`, "utf8");
}
