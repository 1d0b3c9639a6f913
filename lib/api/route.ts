import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { REQUEST_ID, reportUnexpected, requestIdOf } from "@/lib/api/log";
import {
  authenticate,
  clientAddressOf,
  isFromOurPage,
  isInProject,
  readCredentials,
} from "@/lib/api/request";
import {
  type AccessLevel,
  actAs,
  isSiteAdmin,
  type Member,
  type SignedIn,
  type SiteAdmin,
  type UnverifiedSession,
} from "@/lib/auth/actor";
import { type Limit, takeRateLimitToken } from "@/lib/auth/limits";
import { scopeFor } from "@/lib/auth/rules";
import type { TokenScope } from "@/lib/auth/schema";
import { forAnnotator, withReserved } from "@/lib/database/connections";
import { type Trouble, troubleOf } from "@/lib/database/trouble";
import { JsonProblem, parseStrictJson } from "@/lib/formats/json";
import { isRefusal, type Refusal, type RefusalCode, refuse } from "@/lib/http/refusals";
import { answered, errorResponse, refused, secured } from "@/lib/http/response";
import { isLogged, log } from "@/lib/log";

/**
 * Who may call a route. `anyone`: also without signing in. `user`: every signed-in account. `site-admin`. Or
 * an access level of `lib/auth/actor.ts`, which says with which rights in a project the handler acts; the
 * data function checks in its own query that the caller has them in *this* project.
 */
export type As = "anyone" | "user" | "site-admin" | AccessLevel;

type ActorOf<A extends As> = A extends "anyone"
  ? null
  : A extends "user"
    ? SignedIn
    : A extends "site-admin"
      ? SiteAdmin
      : A extends AccessLevel
        ? Member<A>
        : never;

/**
 * Where the session is verified: by the `route` before everything else, or by the `data` function in the
 * statement that does the work, for requests so frequent that a separate statement would cost more than the
 * work.
 */
export type SessionCheck = "route" | "data";

type Schema = z.ZodType | undefined;
type OutputOf<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteOptions<
  A extends As = As,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  W extends SessionCheck = SessionCheck,
  R extends Schema = Schema,
> {
  as: A;
  sessionCheck?: W;
  /** One line for the API description. */
  summary: string;
  /** The ids in the path. An impossible id is answered with 404, like a missing one. */
  params?: P;
  query?: Q;
  /** Schema of a JSON body. Objects are strict: an unknown field is an error. */
  body?: B;
  /** Schema of the response, for the API description. */
  answer?: R;
  /** Media types of files that the route may respond with. */
  files?: readonly string[];
  /** `raw`: the handler reads `request.body` as a stream and limits its size itself. */
  receives?: "json" | "raw";
  /** Largest JSON body, in bytes. */
  maxBodyBytes?: number;
  /** Rate limit per address (for `anyone`) or per account. */
  limit?: Limit;
  /** True for routes that `proxy.ts` does not handle: their requests have no request id from it. */
  bypassesProxy?: boolean;
  /** True for routes that save annotators' work: database connections are reserved for them. */
  usesReservedConnections?: boolean;
  /** For `annotator`: true where adjudicators read and rule on others' answers. */
  forAdjudicators?: true;
  /** True for what a stolen API token must not be able to do. */
  browserOnly?: boolean;
  /** For `user`: whether project tokens may call it. The handler must then stay within that project. */
  allowProjectTokens?: true;
  /**
   * True for responses that are the same for all callers, so that browsers and proxies may cache them
   * briefly.
   */
  cacheable?: boolean;
  /** The scope an API token needs; default: "read" for GET, "write" for other methods. */
  tokenScope?: TokenScope;
}

export interface Call<
  A extends As,
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  W extends SessionCheck = "route",
> {
  actor: W extends "data" ? ActorOf<A> | UnverifiedSession : ActorOf<A>;
  params: OutputOf<P>;
  query: OutputOf<Q>;
  body: OutputOf<B>;
  request: Request;
}

/**
 * A value becomes JSON, a refusal its status and message, a Response is sent as it is with our headers added.
 * A route with a response schema must return what fits it.
 */
type Answer<R extends Schema> = R extends z.ZodType ? z.output<R> | Refusal | Response : object | undefined;

/** The second argument that Next passes to a route handler; `params` is missing for a path without ids. */
interface Context {
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
}

export type RouteHandler = ((request: Request, context: Context) => Promise<Response>) & {
  readonly options: RouteOptions;
};

/** What is learnt about a request while it is handled, for the log. */
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
    if (isLogged("info")) {
      const { method } = request;
      const ms = Math.round(performance.now() - began);
      const route = await template(request, context);
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
      // The client disconnected while sending: nobody reads the response, and nothing is wrong here.
      if (request.signal.aborted)
        return errorResponse(408, { code: "failed", message: "The request broke off." });
      reportUnexpected(error, request.method, await template(request, context), id);
      const trouble = troubleOf(error);
      if (trouble) return refused(refuse(REFUSED_FOR[trouble]));
      return errorResponse(500, { code: "failed", message: "Something went wrong on the server.", id });
    }
  }

  return Object.assign(guarded, { options: options as RouteOptions });
}

/**
 * A response without its body. Next answers HEAD with GET and leaves the body unread, with all its resources:
 * it is cancelled here.
 */
async function headOf({ body, status, headers }: Response): Promise<Response> {
  await body?.cancel();
  return new Response(null, { status, headers });
}

/** The first three checks. */
async function authorise(
  options: RouteOptions,
  request: Request,
): Promise<SignedIn | UnverifiedSession | null | Refusal> {
  const changes = request.method !== "GET" && request.method !== "HEAD";
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

function queryOf(request: Request): Record<string, string | string[]> {
  const search = new URL(request.url).searchParams;
  return Object.fromEntries(
    [...new Set(search.keys())].map((key) => {
      const all = search.getAll(key);
      return [key, all.length === 1 ? (all[0] ?? "") : all];
    }),
  );
}

async function parseBody<S extends z.ZodType>(schema: S, request: Request, most: number) {
  const bytes = await readBytes(request, most);
  if (bytes === null) return refused(refuse("too-large"));
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return malformed([{ field: "body", message: "is not valid UTF-8" }]);
  }
  // Stricter than JSON.parse: rejects duplicate fields and excessive nesting, which parsers read differently.
  const parsed = parseStrictJson(text);
  if (parsed instanceof JsonProblem) {
    const field = parsed.place === "" ? "body" : `body.${parsed.place}`;
    return malformed([{ field, message: `is not JSON that can be read: ${parsed.reason}` }]);
  }
  return parse(schema, parsed.value, "body");
}

/** The body, or null as soon as it is larger than allowed, whatever its declared length. */
async function readBytes(request: Request, most: number): Promise<Uint8Array | null> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > most) return null;
  if (!request.body) return new Uint8Array();
  // The server accepts no more than the declared length, so it can be read at once.
  if (declared !== null) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse<S extends z.ZodType>(schema: S, value: unknown, place: "body" | "query") {
  const unfit = findUnfit(value, place);
  if (unfit) return malformed([unfit]);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed;
  return malformed(
    parsed.error.issues.slice(0, 20).flatMap((issue) => {
      const path = [place, ...issue.path.map(String)];
      if (issue.code !== "unrecognized_keys") return [{ field: path.join("."), message: issue.message }];
      return issue.keys.map((key) => ({ field: [...path, key].join("."), message: NOT_A_FIELD }));
    }),
  );
}

interface Problem {
  field: string;
  message: string;
}

const NOT_A_FIELD = "is not a known field";

function malformed(problems: Problem[]): Response {
  const words = problems.map(({ field, message }) => `${field}: ${message}`).join("; ");
  return errorResponse(400, {
    code: "invalid",
    message: `The request is not well formed. ${words}`,
    problems,
  });
}

/** Problems that no schema has to check: text that PostgreSQL cannot store, and the key `__proto__`. */
function findUnfit(value: unknown, field: string): Problem | undefined {
  if (typeof value === "string")
    return isText(value) ? undefined : { field, message: "is not well-formed text" };
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__") return { field: `${field}.${key}`, message: NOT_A_FIELD };
    const unfit = isText(key)
      ? findUnfit(inner, `${field}.${key}`)
      : { field, message: "has an unreadable key" };
    if (unfit) return unfit;
  }
  return undefined;
}

/** True for text without U+0000 and unpaired surrogates. */
function isText(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
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
