import "server-only";
import { endAttemptHeader } from "@/lib/auth/provider/attempt";
import type { LinkProblem, ProviderProblem } from "@/lib/auth/provider/problems";
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

/** Sends the browser back to the account page, which says whether the provider is linked. */
export function toAccountPage(result: { linked: string } | Refusal<LinkProblem>): Response {
  const query = new URLSearchParams(
    "refused" in result ? { problem: result.refused } : { linked: result.linked },
  );
  return redirectTo(`${env().APP_URL}/account?${query}`, [endAttemptHeader()]);
}
