import "server-only";
import { z } from "zod";
import type { SignedIn, UnverifiedSession } from "@/lib/auth/actor";
import { type Limit, takeRateLimitToken } from "@/lib/auth/rate-limit";
import { clientAddress } from "@/lib/auth/rules";
import { sessionCookie, unsealSession, unverifiedSessionOf, verifySession } from "@/lib/auth/sessions";
import { verifyToken } from "@/lib/auth/tokens";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { type Refusal, refuse } from "@/lib/http/refusals";

/**
 * Every change requested by a browser has this header: foreign pages cannot add it without a CORS preflight.
 */
const OWN_HEADER = "x-countersign";

/**
 * True if a browser's request comes from one of our own pages. Browsers say so in Sec-Fetch-Site, which pages
 * cannot set; those that do not send it must name exactly our origin.
 */
export function isFromOurPage(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  const sameOrigin = site === null ? request.headers.get("origin") === env().APP_URL : site === "same-origin";
  return sameOrigin && request.headers.get(OWN_HEADER) === "1";
}

/** True if the request only reads: GET or HEAD. */
export function isRead(request: Request): boolean {
  return request.method === "GET" || request.method === "HEAD";
}

/** The client's address as reported by a trusted proxy, otherwise null. */
export function clientAddressOf(request: { headers: Pick<Headers, "get"> }): string | null {
  return clientAddress(request.headers.get("x-forwarded-for"), env().TRUST_PROXY);
}

/** The bytes of a request's body as they arrive. */
export async function* bodyBlocks({ body }: Request): AsyncGenerator<Uint8Array> {
  if (body) yield* body as unknown as AsyncIterable<Uint8Array>;
}

const BAD_TOKENS: Limit = { name: "bad-token", burst: 30, perMinute: 10 };

/** The caller: the owner of the API token in the Authorization header, otherwise of the session cookie. */
export async function authenticate(request: Request): Promise<SignedIn | Refusal | null> {
  const who = await readCredentials(request);
  return who && "session" in who ? verifySession(who) : who;
}

/**
 * The owner of the API token in the Authorization header, otherwise the unverified session of the cookie. A
 * request with the header is never also read for a cookie.
 */
export async function readCredentials(
  request: Request,
): Promise<SignedIn | UnverifiedSession | Refusal | null> {
  const authorization = request.headers.get("authorization");
  if (authorization === null) {
    const sid = await sessionIdOf(request);
    return sid === null ? null : unverifiedSessionOf(sid);
  }
  const token = /^Bearer ([\w-]{1,200})$/i.exec(authorization)?.[1];
  const holder = token ? await verifyToken(token) : null;
  if (holder) return holder;
  const address = clientAddressOf(request);
  const patient = !address || (await takeRateLimitToken([{ limit: BAD_TOKENS, who: address }]));
  return patient ? null : refuse("too-many-attempts");
}

const Id = z.uuid();

/**
 * True if the object of an annotator's request belongs to a project: the batch or assignment in the path, or
 * the batch in the query. False when there is neither.
 */
export async function isInProject(projectId: string, request: Request): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url);
  const [, noun, named] = /^\/api\/v1\/(batches|assignments)(?:\/([^/]+))?/.exec(pathname) ?? [];
  const id = Id.safeParse(named ?? searchParams.get("batch")).data;
  if (!id) return false;
  const found =
    noun === "assignments" && named
      ? await db.assignment.findFirst({ where: { id, batch: { projectId } }, select: { id: true } })
      : await db.batch.findFirst({ where: { id, projectId }, select: { id: true } });
  return found !== null;
}

/** The secret id of the session whose cookie the request has. */
export function sessionIdOf(request: Request): Promise<string | null> {
  return unsealSession(cookiesOf(request)[sessionCookie().name]);
}

export function cookiesOf(request: Request): Record<string, string> {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return Object.fromEntries(
    pairs
      .filter((pair) => pair.includes("="))
      .map((pair) => [pair.slice(0, pair.indexOf("=")), unescapeCookie(pair.slice(pair.indexOf("=") + 1))]),
  );
}

function unescapeCookie(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
