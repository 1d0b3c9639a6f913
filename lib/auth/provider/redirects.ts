import "server-only";
import { endAttemptHeader } from "@/lib/auth/provider/attempt";
import type { ProviderProblem } from "@/lib/auth/provider/problems";
import { env } from "@/lib/env";
import type { Refusal } from "@/lib/http/refusals";

/** Sends the browser to another page, with cookies. */
export function redirectTo(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ Location: location });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Sends the browser back to the sign-in page, which says why nobody was signed in. */
export function toSignInPage({ refused }: Refusal<ProviderProblem>, next = "/"): Response {
  const query = new URLSearchParams({ problem: refused, ...(next !== "/" && { next }) });
  return redirectTo(`${env().APP_URL}/sign-in?${query}`, [endAttemptHeader()]);
}
