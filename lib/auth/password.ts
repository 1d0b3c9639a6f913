import "server-only";
import { hash, verify } from "@node-rs/argon2";

/** argon2id with 19 MiB, two passes, one lane: the first choice of the OWASP password storage sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), COST);
}

/**
 * Whether the password belongs to the hash. Without a hash (no such account, no password chosen yet) the same
 * work is done on a hash that nothing fits, so the time taken does not tell who has an account.
 */
export async function fits(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoy()), normalise(password));
  return matches && Boolean(passwordHash);
}

let decoyHash: Promise<string> | undefined;

function decoy(): Promise<string> {
  decoyHash ??= hash(crypto.randomUUID(), COST);
  return decoyHash;
}

/** The same characters typed on another keyboard are the same password. */
function normalise(password: string): string {
  return password.normalize("NFKC");
}
