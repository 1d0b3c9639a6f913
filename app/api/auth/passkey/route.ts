import { z } from "zod";
import { cookiesOf, sessionIdOf } from "@/lib/api/request";
import { route } from "@/lib/api/route";
import { signInWithPasskey } from "@/lib/auth/data/passkeys";
import { browserCookieHeader, browserIdOf, newBrowserId } from "@/lib/auth/known-browsers";
import type { Limit } from "@/lib/auth/rate-limit";
import { PasskeySignIn } from "@/lib/auth/schema/passkeys";
import { replaceSession, sealSession, sessionCookieHeader } from "@/lib/auth/sessions";

const SIGNING_IN: Limit = { name: "passkey-sign-in", burst: 120, perMinute: 60 };

export const POST = route(
  {
    as: "anyone",
    summary: "Sign in with a passkey",
    body: PasskeySignIn,
    answer: z.object({ signedIn: z.literal(true) }),
    limit: SIGNING_IN,
  },
  async ({ body, request }) => {
    const browser = browserIdOf(cookiesOf(request)) ?? newBrowserId();
    const account = await signInWithPasskey(body.passkey, browser);
    if ("refused" in account) return account;
    const sid = await replaceSession(await sessionIdOf(request), account.userId, browser);
    const headers = new Headers({ "Set-Cookie": sessionCookieHeader(await sealSession(sid)) });
    headers.append("Set-Cookie", browserCookieHeader(browser));
    return Response.json({ signedIn: true }, { headers });
  },
);
