import "server-only";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { ProviderId } from "@/lib/auth/schema/identities";
import { env } from "@/lib/env";

/** Data that a browser keeps between leaving for the provider and coming back. */
const SignInAttempt = z.object({
  provider: ProviderId,
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path to open after signing in. */
  next: z.string(),
  /** The session of a person who links the provider to their account; null to sign in. */
  linkTo: z.string().nullable(),
});
export type SignInAttempt = z.infer<typeof SignInAttempt>;

/** An attempt that takes longer has to be begun again. */
const ATTEMPT_SECONDS = 15 * 60;

/** Keeps this cookie from being taken for a session, and the other way round. */
const SALT = "countersign provider attempt";

function attemptCookie(): string {
  return env().APP_URL.startsWith("https:") ? "__Host-countersign.provider" : "countersign.provider";
}

function headerOf(value: string, seconds: number): string {
  const secure = env().APP_URL.startsWith("https:") ? "; Secure" : "";
  return `${attemptCookie()}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The header that stores an attempt in the browser, encrypted. */
export async function attemptCookieHeader(attempt: SignInAttempt): Promise<string> {
  const secret = env().NEXTAUTH_SECRET;
  const sealed = await encode({ token: { ...attempt }, secret, salt: SALT, maxAge: ATTEMPT_SECONDS });
  return headerOf(sealed, ATTEMPT_SECONDS);
}

/** The header that removes an attempt: each can be completed once. */
export function endAttemptHeader(): string {
  return headerOf("", 0);
}

/** The attempt that this browser began; null when there is none, it is too old, or not ours. */
export async function attemptOf(cookies: Record<string, string>): Promise<SignInAttempt | null> {
  const shown = cookies[attemptCookie()];
  if (!shown) return null;
  try {
    const token = await decode({ token: shown, secret: env().NEXTAUTH_SECRET, salt: SALT });
    return SignInAttempt.safeParse(token).data ?? null;
  } catch {
    return null;
  }
}
