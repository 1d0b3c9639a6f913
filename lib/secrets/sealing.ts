import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** A key as stored in the database: AES-256-GCM, and the id of the secret that opens it. */
export interface Sealed {
  keySealed: Uint8Array<ArrayBuffer>;
  keyId: string;
  keyLastFour: string;
}

/** The row and origin that a key is bound to: it cannot be opened in another row or for another origin. */
export interface SealBinding {
  endpoint: string;
  origin: string;
}

/** In place of an origin: seals the secret of an account's authenticator app, bound to the account. */
export const SECOND_FACTOR = "second factor";

export function sealWith(secret: string, key: string, bound: SealBinding): Sealed {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce).setAAD(bytesOf(bound));
  const sealed = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  return {
    keySealed: new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed])),
    keyId: secretId(secret),
    keyLastFour: key.slice(-4),
  };
}

/** Opens a key. Null when none of the secrets opens it, or it is bound to something else. */
export function openWith(
  secrets: readonly string[],
  { keySealed, keyId }: Omit<Sealed, "keyLastFour">,
  bound: SealBinding,
): string | null {
  const secret = secrets.find((one) => secretId(one) === keyId);
  if (!secret) return null;
  const bytes = Buffer.from(keySealed);
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, 12))
      .setAAD(bytesOf(bound))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** An id of a secret that does not reveal it. */
export function secretId(secret: string): string {
  return createHash("sha256").update(`countersign key id\n${secret}`).digest("hex").slice(0, 12);
}

function keyOf(secret: string): Buffer {
  return createHash("sha256").update(`countersign model keys\n${secret}`).digest();
}

function bytesOf({ endpoint, origin }: SealBinding): Buffer {
  return Buffer.from(`${endpoint}\n${origin}`, "utf8");
}
