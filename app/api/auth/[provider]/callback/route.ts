import { linkIdentity } from "@/lib/account/data/identities";
import { findProviderAccount } from "@/lib/account/data/provider-account";
import { cookiesOf, sessionIdOf } from "@/lib/api/request";
import { notFound, route } from "@/lib/api/route";
import { browserCookieHeader, browserIdOf, newBrowserId } from "@/lib/auth/known-browsers";
import { attemptOf, endAttemptHeader, type SignInAttempt } from "@/lib/auth/provider/attempt";
import { findProvider, type ProviderSettings } from "@/lib/auth/provider/configuration";
import { redirectTo, toAccountPage, toSignInPage } from "@/lib/auth/provider/redirects";
import { completeSignIn } from "@/lib/auth/provider/sign-in";
import type { Limit } from "@/lib/auth/rate-limit";
import { ProviderParams } from "@/lib/auth/schema/identities";
import { findSignedIn, replaceSession, sealSession, sessionCookieHeader } from "@/lib/auth/sessions";
import { env } from "@/lib/env";
import { refuse } from "@/lib/http/refusals";

const COMING_BACK: Limit = { name: "provider-callback", burst: 120, perMinute: 60 };

/** Providers add parameters of their own, so the query has no schema: the library reads what it knows. */
export const GET = route(
  {
    as: "anyone",
    summary: "Return from an identity provider, signed in",
    params: ProviderParams,
    limit: COMING_BACK,
  },
  async ({ params, request }) => {
    const provider = findProvider(params.provider);
    if (!provider) return notFound();
    const cookies = cookiesOf(request);
    const attempt = await attemptOf(cookies);
    if (attempt?.linkTo) return finishLink(request, provider, attempt);
    const identity = await completeSignIn(provider, new URL(request.url).search, attempt);
    if ("refused" in identity) return toSignInPage(identity, attempt?.next);
    const account = await findProviderAccount(provider, identity);
    if ("refused" in account) return toSignInPage(account, attempt?.next);
    const browser = browserIdOf(cookies) ?? newBrowserId();
    const sid = await replaceSession(await sessionIdOf(request), account.userId, browser);
    return redirectTo(env().APP_URL + (attempt?.next ?? "/"), [
      sessionCookieHeader(await sealSession(sid)),
      browserCookieHeader(browser),
      endAttemptHeader(),
    ]);
  },
);

/** Links the provider to the account whose session began it, if this browser still has that session. */
async function finishLink(
  request: Request,
  provider: ProviderSettings,
  attempt: SignInAttempt,
): Promise<Response> {
  const sid = await sessionIdOf(request);
  const actor = sid === null ? null : await findSignedIn(sid);
  if (actor === null || actor.sessionId !== attempt.linkTo)
    return toAccountPage(refuse("provider-attempt-gone"));
  const identity = await completeSignIn(provider, new URL(request.url).search, attempt);
  if ("refused" in identity) return toAccountPage(identity);
  const linked = await linkIdentity(actor, provider, identity);
  return toAccountPage("refused" in linked ? linked : { linked: provider.id });
}
