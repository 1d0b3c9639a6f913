import "server-only";
import { env } from "@/lib/env";
import { openWith, type SealBinding, type Sealed, sealWith } from "@/lib/secrets/sealing";

/** Seals a key with the first of the installation's secrets; null when there is none. */
export function seal(key: string, bound: SealBinding): Sealed | null {
  const [secret] = env().LLM_KEY_SECRET;
  return secret ? sealWith(secret, key, bound) : null;
}

/** Opens a key. Null when none of the installation's secrets opens it, or it is bound to something else. */
export function unseal(sealed: Omit<Sealed, "keyLastFour">, bound: SealBinding): string | null {
  return openWith(env().LLM_KEY_SECRET, sealed, bound);
}
