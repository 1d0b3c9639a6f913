import "server-only";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { checkPassword } from "@/lib/auth/data/sign-in";
import { safePath } from "@/lib/auth/rules";
import { SignInBody } from "@/lib/auth/schema";
import { closeSession, replaceSession, SESSION_SECONDS, sessionCookie } from "@/lib/auth/sessions";
import { env } from "@/lib/env";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { log } from "@/lib/log";

/** A request to next-auth: its action, and the parts of a request that it reads. */
interface AuthRequest {
  action: string[];
  method: string;
  body: Record<string, unknown>;
  cookies: Record<string, string>;
  /** The client's address, or null when unknown. */
  address: string | null;
  /** The browser's earlier session, ended by the next sign-in. */
  previous: string | null;
  /** The browser's id, which is recorded at its next sign-in. */
  browser: string;
}

/** Response: a value with headers (including cookies), or why sign-in failed. */
type AuthAnswer = { headers: Headers; value: object } | Refusal;

/**
 * Signs in and out with next-auth. Its token contains only the random id of a session row; update requests
 * change nothing.
 */
export async function handleNextAuth(request: AuthRequest): Promise<AuthAnswer> {
  // next-auth reads its own address only from here.
  process.env.NEXTAUTH_URL = env().APP_URL;
  let refusal: Refusal | null = null;

  const options: AuthOptions = {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    jwt: { maxAge: SESSION_SECONDS },
    cookies: { sessionToken: sessionCookie() },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: {},
        async authorize(shown) {
          const credentials = SignInBody.safeParse(
            shown && pick(shown, ["email", "password", "code", "passkey"]),
          );
          const result = credentials.success
            ? await checkPassword(credentials.data, request.address, new Date(), request.browser)
            : refuse("sign-in-failed");
          if ("userId" in result) return { id: result.userId };
          refusal = result;
          return null;
        },
      }),
    ],
    callbacks: {
      async jwt({ token, user, trigger }) {
        if (trigger !== "signIn") return { sid: token.sid };
        return { sid: await replaceSession(request.previous, user.id, request.browser) };
      },
      redirect: ({ url }) => env().APP_URL + safePath(url, env().APP_URL),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === "string") await closeSession(token.sid);
      },
    },
    logger: { error: (code) => log("error", "next-auth", { code }), warn() {}, debug() {} },
  };

  const response = new CollectedResponse();
  const nextRequest = {
    query: { nextauth: request.action },
    method: request.method,
    body: { ...request.body, json: "true" },
    cookies: request.cookies,
    headers: {},
  };
  await NextAuth(nextRequest as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  if (refusal) return refusal;
  if (response.code >= 400) return refuse("sign-in-failed");
  // next-auth signals in this way that its CSRF token was missing or of another browser.
  if ("url" in response.value && String(response.value.url).endsWith("?csrf=true"))
    return refuse("foreign-origin");
  return { headers: response.headers, value: response.value };
}

function pick(source: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, source[name]]));
}

/** The parts of a Node response that next-auth writes to. */
class CollectedResponse {
  code = 200;
  value: object = {};
  readonly headers = new Headers();

  status(code: number) {
    this.code = code;
    return this;
  }

  getHeader(name: string): string[] {
    return name.toLowerCase() === "set-cookie" ? this.headers.getSetCookie() : [];
  }

  setHeader(name: string, value: string | string[]) {
    this.headers.delete(name);
    for (const one of [value].flat()) this.headers.append(name, one);
    return this;
  }

  json(value: object) {
    this.value = value;
  }

  send(value: unknown) {
    if (typeof value === "object" && value !== null) this.value = value;
  }

  end() {}
}
