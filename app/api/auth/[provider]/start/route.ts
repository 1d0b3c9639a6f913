import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { attemptCookieHeader } from "@/lib/auth/provider/attempt";
import { findProvider } from "@/lib/auth/provider/configuration";
import { redirectTo, toSignInPage } from "@/lib/auth/provider/redirects";
import { beginSignIn } from "@/lib/auth/provider/sign-in";
import type { Limit } from "@/lib/auth/rate-limit";
import { safePath } from "@/lib/auth/rules";
import { ProviderParams } from "@/lib/auth/schema/identities";
import { env } from "@/lib/env";

/** A seminar that begins behind one address. */
const BEGINNING: Limit = { name: "provider-start", burst: 120, perMinute: 60 };

export const GET = route(
  {
    as: "anyone",
    summary: "Redirect to an identity provider to sign in",
    params: ProviderParams,
    query: z.strictObject({ next: z.string().max(2000).optional() }),
    limit: BEGINNING,
  },
  async ({ params, query }) => {
    const provider = findProvider(params.provider);
    if (!provider) return notFound();
    const begun = await beginSignIn(provider, safePath(query.next, env().APP_URL));
    if ("refused" in begun) return toSignInPage(begun);
    return redirectTo(begun.location.href, [await attemptCookieHeader(begun.attempt)]);
  },
);
