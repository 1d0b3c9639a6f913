import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { announceDirect } from "@/lib/api/announce-direct";
import { authorise } from "@/lib/api/authorise";
import { headOf } from "@/lib/api/head-response";
import { parse, parseBody, queryOf } from "@/lib/api/parse-request";
import { isInProject, isRead } from "@/lib/api/request";
import { REQUEST_ID, reportUnexpected, requestIdOf } from "@/lib/api/request-log";
import type {
  Answer,
  As,
  Call,
  Context,
  OutputOf,
  RouteHandler,
  RouteOptions,
  Schema,
  SessionCheck,
} from "@/lib/api/route-options";
import type { SignedIn, UnverifiedSession } from "@/lib/auth/actor";
import { forAnnotator, withReserved } from "@/lib/database/connections";
import { type Trouble, troubleOf } from "@/lib/database/unavailable";
import { isRefusal, type Refusal, type RefusalCode, refuse } from "@/lib/http/refusals";
import { answered, errorResponse, refused } from "@/lib/http/response";
import { secured } from "@/lib/http/security-headers";
import { isLogged, log } from "@/lib/log";
import { observeRequest } from "@/lib/process-metrics";

/** Facts about a request that become known while it is handled, for the log. */
interface RequestLogEntry {
  actor: SignedIn | UnverifiedSession | null;
}

/**
 * The refusal for each kind of database trouble. All may be retried; two of them say that nothing was
 * changed.
 */
const REFUSED_FOR: Record<Trouble, RefusalCode> = {
  busy: "busy",
  lost: "database-lost",
  full: "database-full",
};

const MAX_JSON_BYTES = 2 * 1024 * 1024;

/** The handler's answer when something does not exist or the caller may not see it: the same for both. */
export function notFound(): Refusal<"not-found"> {
  return refuse("not-found");
}

/**
 * Makes a handler of the API. It checks each request in a fixed order, and calls `handle` only after the last
 * check:
 *
 * 1. Does a change come from one of our pages, or with an API token?
 * 2. Who is the caller, and is the account active?
 * 3. Is the rate limit kept?
 * 4. Are path, query and body well formed?
 *
 * Access to the requested object is decided by the data function in its query, never before; with
 * `sessionCheck: "data"` the second check too. The options stay readable on the handler (`handler.options`),
 * for the API description and the authorisation test.
 *
 *     export const POST = route(
 *       { as: "annotator", summary: "Record operations", params: AssignmentParams, body: OpsBody },
 *       async ({ actor, params, body }) => (await recordOps(actor, params.id, body)) ?? notFound(),
 *     );
 */
export function route<
  A extends As,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  W extends SessionCheck = "route",
  R extends Schema = undefined,
>(
  options: RouteOptions<A, P, Q, B, W, R>,
  handle: (call: Call<A, P, Q, B, W>) => Answer<R> | Promise<Answer<R>>,
): RouteHandler {
  for (const schema of [options.params, options.query, options.body]) mustBeStrict(schema);
  mustKnowCaller(options);

  async function answer(request: Request, context: Context, seen: RequestLogEntry): Promise<Response> {
    const actor = await authorise(options, request);
    if (isRefusal(actor)) return refused(actor);
    seen.actor = actor;

    const params = options.params?.safeParse(await context.params);
    if (params && !params.success) return refused(notFound());

    if (
      actor &&
      "onlyProject" in actor &&
      actor.onlyProject &&
      options.as === "annotator" &&
      !(await isInProject(actor.onlyProject, request))
    )
      return refused(notFound());

    const query = options.query && parse(options.query, queryOf(request), "query");
    if (query instanceof Response) return query;

    const body =
      options.body && (await parseBody(options.body, request, options.maxBodyBytes ?? MAX_JSON_BYTES));
    if (body instanceof Response) return body;

    const call = {
      actor: actor as Call<A, P, Q, B, W>["actor"],
      params: params?.data as OutputOf<P>,
      query: query?.data as OutputOf<Q>,
      body: body?.data as OutputOf<B>,
      request,
    };
    if (isRead(request) && request.signal.aborted) return clientGone();
    const isBound =
      actor && "accessLevel" in actor && actor.accessLevel === "annotator" && !options.forAdjudicators;
    const works = isBound ? actor.userId : null;
    const result = (await (works === null ? handle(call) : forAnnotator(works, () => handle(call)))) as
      | object
      | undefined;
    if (isRefusal(result)) return refused(result);
    if (result instanceof Response) return secured(result, options.cacheable);
    return result === undefined ? secured(new Response(null, { status: 204 })) : answered(result);
  }

  async function guarded(request: Request, context: Context): Promise<Response> {
    const began = performance.now();
    const id = options.bypassesProxy ? randomUUID() : requestIdOf(request);
    const seen: RequestLogEntry = { actor: null };
    const answer = options.usesReservedConnections
      ? await withReserved(() => attempt(request, context, seen, id))
      : await attempt(request, context, seen, id);
    const response = request.method === "HEAD" ? await headOf(answer) : answer;
    const { method } = request;
    const route = await template(request, context);
    const duration = performance.now() - began;
    observeRequest(method, route, response.status, duration);
    if (isLogged("info")) {
      const ms = Math.round(duration);
      const actor = seen.actor?.userId ?? null;
      log("info", "request", { request: id, method, route, status: response.status, ms, actor });
    }
    response.headers.set(REQUEST_ID, id);
    return response;
  }

  async function attempt(
    request: Request,
    context: Context,
    seen: RequestLogEntry,
    id: string,
  ): Promise<Response> {
    try {
      return await answer(request, context, seen);
    } catch (error) {
      // The client disconnected while sending: it does not read the response, and nothing is wrong here.
      if (request.signal.aborted) return clientGone();
      reportUnexpected(error, request.method, await template(request, context), id);
      const trouble = troubleOf(error);
      if (trouble) return refused(refuse(REFUSED_FOR[trouble]));
      return errorResponse(500, { code: "failed", message: "Something went wrong on the server.", id });
    }
  }

  const handler = Object.assign(guarded, { options: options as RouteOptions });
  if (options.direct) announceDirect(options.direct, handler);
  return handler;
}

/**
 * The response to a client that has disconnected. A read is not started for it: on a busy server other
 * requests would wait behind a result without a reader. A change is still made: a closing page sends its
 * unsaved changes and does not wait for the response.
 */
function clientGone(): Response {
  return errorResponse(408, { code: "failed", message: "The request broke off." });
}

/** A schema that accepts unknown fields would let a request set fields that it may not set. */
function mustBeStrict(schema: Schema): void {
  if (schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodNever)) {
    throw new Error("A route's schema must be z.strictObject: unknown fields are refused, not dropped.");
  }
}

/**
 * A route that leaves the session check to its data function does not know its caller, so limits and account
 * kinds cannot depend on it.
 */
function mustKnowCaller({
  as,
  sessionCheck,
  limit,
}: Pick<RouteOptions, "as" | "sessionCheck" | "limit">): void {
  if (sessionCheck === "data" && (as === "anyone" || as === "site-admin" || limit)) {
    throw new Error("A route that has a limit, or is for some accounts only, checks the session itself.");
  }
}

/** The path with ids replaced by their names, so that logs are grouped by route and contain no ids. */
async function template(request: Request, context: Context): Promise<string> {
  const params = Object.entries((await context.params) ?? {});
  const parts = new URL(request.url).pathname.split("/").map((part) => {
    const name = params.find(([, value]) =>
      [value].flat().some((one) => one === part || one === decoded(part)),
    );
    return name ? `[${name[0]}]` : part;
  });
  return parts.join("/");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
