import { type NextRequest, NextResponse } from "next/server";
import { isTurkPage } from "@/scripts/start/turk-page.mjs";

const TWO_YEARS = 63_072_000;

/**
 * Gives every page its content security policy, with a nonce used once, and
 * every API answer the strictest one there is. It never decides who may see
 * what: that is asked in the query that reads the data.
 *
 * A client that sends these headers itself is not believed: Next reads the
 * nonce from the request's policy, so both are written here.
 */
export function proxy(request: NextRequest): NextResponse {
  // There are no server actions, so nobody has a reason to call one.
  if (request.headers.has("next-action")) return new NextResponse(null, { status: 404 });

  const nonce = btoa(crypto.randomUUID());
  const { pathname } = request.nextUrl;
  const isApi = /^\/(api|metrics)(\/|$)/.test(pathname);
  const isFramed = isTurkPage(pathname);
  const policy = isApi ? API_POLICY : pagePolicy(nonce, isFramed ? TURK : OURSELVES);

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Ours, whatever was sent: the line in the log and the answer carry the same one.
  const requestId = crypto.randomUUID();
  headers.set("x-request-id", requestId);
  headers.set("content-security-policy", policy);
  headers.delete("content-security-policy-report-only");
  // Where to come back to after signing in.
  headers.set("x-countersign-path", request.nextUrl.pathname + request.nextUrl.search);

  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  if (!isFramed) response.headers.set("X-Frame-Options", "DENY");
  // Public responses say themselves how long they may be cached.
  if (!PUBLIC_FILES.test(pathname)) response.headers.set("Cache-Control", "private, no-store");
  response.headers.set("X-Request-Id", requestId);
  // In a frame of another site the cookie would not be kept.
  if (pathname.startsWith("/join/") && !isFramed) nameBrowser(request, response);
  if (isSecure(request)) {
    response.headers.set("Strict-Transport-Security", `max-age=${TWO_YEARS}; includeSubDomains`);
  }
  return response;
}

/**
 * Gives a browser its id (lib/auth/known-browsers) with the page in front of the start, so that two tabs in which somebody
 * starts at once are one browser.
 */
function nameBrowser(request: NextRequest, response: NextResponse): void {
  const secure = process.env.APP_URL?.startsWith("https:") ?? false;
  const name = secure ? "__Host-countersign.browser" : "countersign.browser";
  if (request.cookies.has(name)) return;
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: 180 * 24 * 60 * 60 } as const;
  response.cookies.set(name, id, options);
}

/** The files of public study cards. Their routes set every header of the API themselves. */
const PUBLIC_FILES = /^\/api\/v1\/cards\//;

const API_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Where a page may be framed and send forms. */
interface Reach {
  ancestors: string;
  forms: string;
}

const OURSELVES: Reach = { ancestors: "'none'", forms: "'self'" };

/** Workers see a HIT on worker.mturk.com; forms go to the two hosts of turkSubmitTo, which lead back there. */
const TURK: Reach = {
  ancestors: "https://worker.mturk.com https://www.mturk.com https://workersandbox.mturk.com",
  forms: "https://www.mturk.com https://workersandbox.mturk.com https://worker.mturk.com",
};

/**
 * Scripts run when they carry the nonce or were loaded by one that does. Style
 * attributes are allowed (formulas and floating panels position themselves with
 * them), style elements need the nonce. The development server evaluates code
 * and injects styles, so it alone is given more.
 */
function pagePolicy(nonce: string, { ancestors, forms }: Reach): string {
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${forms}`,
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}

function isSecure(request: NextRequest): boolean {
  const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  return (forwarded ?? request.nextUrl.protocol.replace(":", "")) === "https";
}

/**
 * Everything but the build's own immutable files, which contain nothing of anyone's; uploads, whose first 10 MB Next
 * would hold in memory for this function and drop the rest; and saves, which would spend longer here than in the
 * database. The routes of both set the API's headers themselves (`direct`).
 */
export const config = {
  matcher: [
    "/((?!_next/static/|api/v1/projects/[^/]+/imports$|api/v1/datasets/[^/]+/records/lines$|api/v1/assignments/[^/]+/ops$).*)",
  ],
};
