import { cookiesOf } from "@/lib/api/request";
import { route } from "@/lib/api/route";
import { beginPasskeySignIn } from "@/lib/auth/data/passkeys";
import { browserCookieHeader, browserIdOf, newBrowserId } from "@/lib/auth/known-browsers";
import type { Limit } from "@/lib/auth/rate-limit";
import { BeginPasskeySignIn, PasskeyOptions } from "@/lib/auth/schema/passkeys";

/** A seminar that begins behind one address. */
const BEGINNING: Limit = { name: "passkey-start", burst: 120, perMinute: 60 };

export const POST = route(
  {
    as: "anyone",
    summary: "Begin to sign in with a passkey",
    body: BeginPasskeySignIn,
    answer: PasskeyOptions,
    limit: BEGINNING,
  },
  async ({ body, request }) => {
    const browser = browserIdOf(cookiesOf(request)) ?? newBrowserId();
    const begun = await beginPasskeySignIn(body, browser);
    if ("refused" in begun) return begun;
    return Response.json(begun, { headers: { "Set-Cookie": browserCookieHeader(browser) } });
  },
);
