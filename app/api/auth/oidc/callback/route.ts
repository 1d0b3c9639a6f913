import { findProviderAccount } from "@/lib/account/data/provider-account";
import { cookiesOf, sessionIdOf } from "@/lib/api/request";
import { notFound, route } from "@/lib/api/route";
import { browserCookieHeader, browserIdOf, newBrowserId } from "@/lib/auth/browsers";
import type { Limit } from "@/lib/auth/limits";
import { attemptOf, endAttemptHeader } from "@/lib/auth/provider/attempt";
import { findProvider } from "@/lib/auth/provider/configuration";
import { redirectTo, toSignInPage } from "@/lib/auth/provider/redirects";
import { completeSignIn } from "@/lib/auth/provider/sign-in";
import { replaceSession, sealSession, sessionCookieHeader } from "@/lib/auth/sessions";
import { env } from "@/lib/env";

const COMING_BACK: Limit = { name: "provider-callback", burst: 120, perMinute: 60 };

/** Providers add parameters of their own, so the query has no schema: the library reads what it knows. */
export const GET = route(
  { as: "anyone", summary: "Come back from the identity provider, signed in", limit: COMING_BACK },
  async ({ request }) => {
    const provider = findProvider();
    if (!provider) return notFound();
    const cookies = cookiesOf(request);
    const attempt = await attemptOf(cookies);
    const identity = await completeSignIn(provider, new URL(request.url).search, attempt);
    if ("refused" in identity) return toSignInPage(identity, attempt?.next);
    const account = await findProviderAccount(identity);
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
