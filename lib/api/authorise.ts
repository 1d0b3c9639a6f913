import { authenticate, clientAddressOf, isFromOurPage, isRead, readCredentials } from "@/lib/api/request";
import type { RouteOptions } from "@/lib/api/route-options";
import { actAs, isSiteAdmin, type SignedIn, type UnverifiedSession } from "@/lib/auth/actor";
import { takeRateLimitToken } from "@/lib/auth/rate-limit";
import { scopeFor } from "@/lib/auth/rules";
import { isRefusal, type Refusal, refuse } from "@/lib/http/refusals";

/** The first three checks. */
export async function authorise(
  options: RouteOptions,
  request: Request,
): Promise<SignedIn | UnverifiedSession | null | Refusal> {
  const changes = !isRead(request);
  const showsToken = request.headers.has("authorization");
  if (changes && !showsToken && !isFromOurPage(request)) return refuse("foreign-origin");
  if (changes && options.receives !== "raw" && !isJson(request)) return refuse("not-json");

  if (options.as === "anyone") {
    const address = clientAddressOf(request);
    if (options.limit && address && !(await takeRateLimitToken([{ limit: options.limit, who: address }]))) {
      return refuse("too-many-attempts");
    }
    return null;
  }

  const actor = await (options.sessionCheck === "data" ? readCredentials(request) : authenticate(request));
  if (isRefusal(actor)) return actor;
  if (!actor) return refuse("signed-out");
  if ("session" in actor) return actor;
  if (options.as === "site-admin" && !isSiteAdmin(actor)) return refuse("forbidden");
  if (options.browserOnly && actor.sessionId === null) return refuse("browser-only");
  if (actor.scopes && !actor.scopes.includes(scopeFor(request.method, options.tokenScope)))
    return refuse("token-scope");
  const ofNoProject = options.as === "site-admin" || (options.as === "user" && !options.allowProjectTokens);
  if (actor.onlyProject && ofNoProject) return refuse("token-project");
  if (options.limit && !(await takeRateLimitToken([{ limit: options.limit, who: actor.userId }]))) {
    return refuse("too-many-attempts");
  }
  return options.as === "user" || options.as === "site-admin" ? actor : actAs(actor, options.as);
}

function isJson(request: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");
}
