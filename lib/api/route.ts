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
 * Who may knock. `anyone`: also those who are not signed in. `user`: anybody signed in. `site-admin`. The standings
 * of `lib/auth/actor.ts` say which rights in a project the handler acts with; whether the person has them in *this*
 * project is asked by the data function, in its own query.
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
 * Where is asked whose session it is. At the `route`, before anything else. Or in the `data` function, by the statement
 * that does the work: for what is asked so often that a statement of its own costs more than the work.
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
  /** One line for the API's description. */
  summary: string;
  /** The ids in the path. An id that cannot exist is not found, like one that does not. */
  params?: P;
  query?: Q;
  /** Of a JSON body. Objects are strict: a field we do not know is an error. */
  body?: B;
  /** What the answer looks like, for the API's description. */
  answer?: R;
  /** The media types of the files it answers with instead, or as well. */
  files?: readonly string[];
  /** `raw`: the handler reads `request.body` itself, as a stream, and bounds it itself. */
  receives?: "json" | "raw";
  /** Largest JSON body, in bytes. */
  maxBodyBytes?: number;
  /** How often one address (for `anyone`) or one account may knock. */
  limit?: Limit;
  /** True for what `proxy.ts` lets pass by: an id of the request that is sent along is not from there. */
  bypassesProxy?: boolean;
  /** True for what saves an annotator's work: connections to the database are reserved for it. */
  usesReservedConnections?: boolean;
  /** Of `annotator`: true where somebody who was named for it reads and rules on what others said. */
  forAdjudicators?: true;
  /** True for what a stolen API token must not be able to do. */
  browserOnly?: boolean;
  /** Of `user`: whether a token of one project may ask. Then the handler keeps to that project. */
  allowProjectTokens?: true;
  /** True for what is the same for everybody, so that browsers and what stands between may keep it for a while. */
  cacheable?: boolean;
  /** What an API token must be good for; to read for GET and to change for the others, unless said otherwise. */
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
 * A value becomes JSON; a refusal its status and message; a Response goes out as it is, with our headers. A route that
 * has an answer schema answers by it.
 */
type Answer<R extends Schema> = R extends z.ZodType ? z.output<R> | Refusal | Response : object | undefined;

/** What Next gives a route handler beside the request: no params at all for a path without ids. */
interface Context {
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
}

export type RouteHandler = ((request: Request, context: Context) => Promise<Response>) & {
  readonly options: RouteOptions;
};

/** What is learnt about a request on its way, for the log. */
interface RequestLogEntry {
  actor: SignedIn | UnverifiedSession | null;
}

/** What is said of the database's troubles. Whoever was refused may ask again; that nothing was done is said of two. */
const REFUSED_FOR: Record<Trouble, RefusalCode> = {
  busy: "busy",
  lost: "database-lost",
  full: "database-full",
};

const MAX_JSON_BYTES = 2 * 1024 * 1024;

/** What the handler answers when something is not there, or not the asker's: one answer for both. */
export function notFound(): Refusal<"not-found"> {
  return refuse("not-found");
}

/**
 * Makes a handler of the API. It checks each request in a fixed order, and calls `handle` only after the last check:
 *
 * 1. does a change come from a page of ours, or with an API token?
 * 2. who is it, and does the account still work?
 * 3. not too often?
 * 4. are path, query and body well formed?
 *
 * Whether a thing is the caller's is decided by the data function in its query, never before it; with `sessionCheck: "data"`
 * the second check as well. The options stay readable on the handler (`handler.options`), for the API's description and for
 * the test of who may do what.
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
      // Whoever asked has gone while still asking: nobody reads the answer, and nothing is wrong here.
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
 * An answer without its body. Next has GET answer HEAD and lets the body lie where it is, with whatever it holds on to: it is
 * given up here.
 */
async function headOf({ body, status, headers }: Response): Promise<Response> {
  await body?.cancel();
  return new Response(null, { status, headers });
}

/** The first three questions. */
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
  // Stricter than JSON.parse: a field that occurs twice, or nesting that no request needs, is not read in one of two ways.
  const parsed = parseStrictJson(text);
  if (parsed instanceof JsonProblem) {
    const field = parsed.place === "" ? "body" : `body.${parsed.place}`;
    return malformed([{ field, message: `is not JSON that can be read: ${parsed.reason}` }]);
  }
  return parse(schema, parsed.value, "body");
}

/** The body, or null as soon as it turns out to be larger than allowed, whatever it claimed. */
async function readBytes(request: Request, most: number): Promise<Uint8Array | null> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > most) return null;
  if (!request.body) return new Uint8Array();
  // What is declared is all that the server lets through, and is read at once.
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

/** What no schema needs to be asked about: text that PostgreSQL cannot keep, and the key that is no field. */
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

/** Without U+0000 and without half a surrogate pair. */
function isText(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
}

/** A schema that lets unknown fields pass would let a request set what is not its to set. */
function mustBeStrict(schema: Schema): void {
  if (schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodNever)) {
    throw new Error("A route's schema must be z.strictObject: unknown fields are refused, not dropped.");
  }
}

/** A route that leaves the session check to its data function does not know its caller, on whom a limit or an account kind depends. */
function mustKnowCaller({
  as,
  sessionCheck,
  limit,
}: Pick<RouteOptions, "as" | "sessionCheck" | "limit">): void {
  if (sessionCheck === "data" && (as === "anyone" || as === "site-admin" || limit)) {
    throw new Error("A route that has a limit, or is for some accounts only, checks the session itself.");
  }
}

/** The path with its ids replaced by their names, so that logs group by route and hold nothing that was asked for. */
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
