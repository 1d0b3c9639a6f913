import { z } from "zod";
import { clientAddressOf, cookiesOf, sessionIdOf } from "@/lib/api/request";
import { route } from "@/lib/api/route";
import { browserCookieHeader, browserIdOf, newBrowserId } from "@/lib/auth/known-browsers";
import { handleNextAuth } from "@/lib/auth/next-auth";
import { isRefusal } from "@/lib/http/refusals";
import { refused } from "@/lib/http/response";

const CsrfParams = z.strictObject({ nextauth: z.tuple([z.literal("csrf")]) });

/** The subset of next-auth's actions in use. */
const ActionParams = z.strictObject({
  nextauth: z.union([
    z.tuple([z.literal("callback"), z.literal("credentials")]),
    z.tuple([z.literal("signout")]),
  ]),
});

const ActionBody = z.strictObject({
  csrfToken: z.string().max(200),
  email: z.string().max(320).optional(),
  password: z.string().max(1000).optional(),
  code: z.string().max(40).optional(),
  passkey: z.string().max(40_000).optional(),
  callbackUrl: z.string().max(2000).optional(),
});

export const GET = route(
  { as: "anyone", summary: "The token that signing in and out must repeat", params: CsrfParams },
  ({ request, params }) => answer(request, params.nextauth, {}),
);

export const POST = route(
  { as: "anyone", summary: "Sign in with a password, or sign out", params: ActionParams, body: ActionBody },
  ({ request, params, body }) => answer(request, params.nextauth, body),
);

async function answer(request: Request, action: string[], body: Record<string, unknown>) {
  const cookies = cookiesOf(request);
  const browser = browserIdOf(cookies) ?? newBrowserId();
  const result = await handleNextAuth({
    action,
    method: request.method,
    body,
    cookies,
    browser,
    address: clientAddressOf(request),
    previous: await sessionIdOf(request),
  });
  if (isRefusal(result)) {
    // A passkey's challenge is bound to the browser, which has to be the same one next.
    if (result.refused !== "second-factor-needed") return result;
    const response = refused(result);
    response.headers.append("Set-Cookie", browserCookieHeader(browser));
    return response;
  }
  if (action[0] === "callback") result.headers.append("Set-Cookie", browserCookieHeader(browser));
  return Response.json(result.value, { headers: result.headers });
}
