import "server-only";
import { hash, verify } from "@node-rs/argon2";

/**
 * argon2id with 19 MiB, two passes, one lane: the first recommendation of the OWASP password storage cheat
 * sheet.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), COST);
}

/**
 * True if the password matches the hash. Without a hash (no such account, or no password yet) the same work
 * is done on a dummy hash, so that timing does not reveal accounts.
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

/** The same characters typed on different keyboards are the same password. */
function normalise(password: string): string {
  return password.normalize("NFKC");
}
