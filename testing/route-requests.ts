import { expect } from "vitest";
import type { RouteHandler } from "@/lib/api/route-options";
import { pool } from "@/lib/database/db";
import { env } from "@/lib/env";
import { type Fixture, makeFixture, type Persona, type RouteCase } from "@/testing/authorisation/case";

const OWN_PAGE = {
  "sec-fetch-site": "same-origin",
  "x-countersign": "1",
  "content-type": "application/json",
};

/** Parameters, query and body of a request. */
interface Target {
  params: Record<string, string | string[]>;
  query: Record<string, string>;
  body: unknown;
}

/** A valid request, except for what the test changes. */
export interface RequestOptions extends Partial<Target> {
  headers?: Record<string, string | undefined>;
}

/** A method of a route, with its handler and its case. */
export interface TestedRoute {
  /** Method and path: "GET /api/v1/account". */
  name: string;
  handler: RouteHandler;
  one: RouteCase;
}

/** Number of changes so far: each is audited in its transaction. */
async function countChanges(): Promise<number> {
  const { rows } = await pool.query<{ changes: number }>('SELECT count(*)::int AS changes FROM "AuditLog"');
  return rows[0]?.changes ?? 0;
}

/** A fixture for reads, which leave it unchanged for the next test. */
let readFixture: Fixture | undefined;

/** Sends valid requests to one method of one route as any persona, with a fixture of its own if it changes data. */
export class RouteRequests {
  readonly changes: boolean;
  /** A persona who may send the request. */
  readonly insider: Persona;
  private readonly method: string;
  private readonly isAboutAsker: boolean;
  private made: Fixture | undefined;
  /** Targets of refused requests, by persona where that matters. */
  private readonly targets = new Map<Persona | "anybody", Target>();

  constructor(private readonly route: TestedRoute) {
    const { name, one } = route;
    this.method = name.slice(0, name.indexOf(" "));
    this.changes = this.method !== "GET";
    this.insider = one.may.includes("admin") ? "admin" : (one.may[0] ?? "nobody");
    this.isAboutAsker = [one.params, one.query, one.body].some(
      (make) => make !== undefined && make.length > 1,
    );
  }

  get fixture(): Fixture {
    if (!this.made) throw new Error("the fixture is made by prepare()");
    return this.made;
  }

  async prepare(): Promise<void> {
    readFixture ??= await makeFixture();
    this.made = this.changes ? await makeFixture() : readFixture;
  }

  /** A target for the request. Those of refused requests are unchanged and used again. */
  async makeTarget(asker: Persona): Promise<Target> {
    const { one } = this.route;
    const key = this.isAboutAsker ? asker : "anybody";
    const found = this.targets.get(key);
    if (found) return found;
    // In this order: the body may depend on the path's parameters.
    const params = (await one.params?.(this.fixture, asker)) ?? {};
    const query = (await one.query?.(this.fixture, asker)) ?? {};
    const body = await one.body?.(this.fixture, asker);
    this.targets.set(key, { params, query, body });
    return { params, query, body };
  }

  async send(asker: Persona, different: RequestOptions = {}): Promise<Response> {
    const { name, handler } = this.route;
    // Rate limits are not under test here.
    await pool.query('DELETE FROM "RateLimit"');
    const { params, query, body } = { ...(await this.makeTarget(asker)), ...different };
    const headers = new Headers();
    const given = { ...OWN_PAGE, cookie: this.fixture.cookies.get(asker), ...different.headers };
    for (const [key, value] of Object.entries(given)) if (value !== undefined) headers.set(key, value);
    const url = new URL(name.slice(this.method.length + 1), env().APP_URL);
    url.search = new URLSearchParams(query).toString();
    const sent =
      body === undefined || !this.changes
        ? undefined
        : typeof body === "string"
          ? body
          : JSON.stringify(body);
    const request = new Request(url, { method: this.method, headers, body: sent });
    return handler(request, { params: Promise.resolve(params) });
  }

  /** Sends requests as one persona, and checks that all of them together changed nothing. */
  async changeNothing(
    asker: Persona,
    sendAll: (send: (different?: RequestOptions) => Promise<Response>) => Promise<void>,
  ): Promise<void> {
    await this.makeTarget(asker);
    const before = await countChanges();
    await sendAll((different) => this.send(asker, different));
    expect(await countChanges(), "entries in the audit log").toBe(before);
  }

  /** A request that is accepted and uses up its target. */
  async sendAccepted(asker: Persona): Promise<Response> {
    const response = await this.send(asker);
    this.targets.clear();
    return response;
  }
}
