import type { z } from "zod";
import type { AccessLevel, Member, SignedIn, SiteAdmin, UnverifiedSession } from "@/lib/auth/actor";
import type { Limit } from "@/lib/auth/rate-limit";
import type { TokenScope } from "@/lib/auth/schema";
import type { Refusal } from "@/lib/http/refusals";

/**
 * The callers that a route admits. `anyone`: also without signing in. `user`: every signed-in account. `site-admin`.
 * Or an access level of `lib/auth/actor.ts`, which says with which rights in a project the handler acts; the data
 * function checks in its own query that the caller has them in *this* project.
 */
export type As = "anyone" | "user" | "site-admin" | AccessLevel;

/** A route answered before the framework: its method and its address, with `[id]` for the one id in it. */
export type DirectAddress = `${"GET" | "POST"} /api/v1/${string}/[id]${string}`;

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
 * The place where the session is verified: by the `route` before everything else, or by the `data` function in the
 * statement that does the work, for requests so frequent that a separate statement would cost more than the work.
 */
export type SessionCheck = "route" | "data";

export type Schema = z.ZodType | undefined;
export type OutputOf<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

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
  /** The route's own address, if annotators request it all day: it is then answered before the framework. */
  direct?: DirectAddress;
  /** True for routes that `proxy.ts` does not handle: their requests have no request id from it. */
  bypassesProxy?: boolean;
  /** True for routes that save annotators' work: database connections are reserved for them. */
  usesReservedConnections?: boolean;
  /** For `annotator`: true where adjudicators read and rule on others' answers. */
  forAdjudicators?: true;
  /** True for what a stolen API token must not be able to do. */
  browserOnly?: boolean;
  /** For `user`: true if project tokens may call it. The handler must then stay within that project. */
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
export type Answer<R extends Schema> = R extends z.ZodType
  ? z.output<R> | Refusal | Response
  : object | undefined;

/** The second argument that Next passes to a route handler; `params` is missing for a path without ids. */
export interface Context {
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
}

export type RouteHandler = ((request: Request, context: Context) => Promise<Response>) & {
  readonly options: RouteOptions;
};
