import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { CLIENT } from "@/lib/auth/testing/identity-provider";

/** A person as GitHub knows them, by their login. */
export interface GithubPerson {
  id: number;
  name?: string | null;
  emails: { email: string; primary: boolean; verified: boolean; visibility: string | null }[];
  organisations?: string[];
  /** Organisation and slug, such as "lab/annotators". */
  teams?: string[];
}

export interface Github {
  address: string;
  /** The people who may sign in, by login. There are no passwords. */
  people: Map<string, GithubPerson>;
  stop(): Promise<void>;
}

interface Code {
  login: string;
  scopes: string[];
  redirect: string;
  challenge: string | null;
}

/**
 * GitHub's documented endpoints for OAuth apps and its REST API, on loopback and under the paths of GitHub Enterprise
 * Server, for tests. As there, failures of the token endpoint have status 200, responses are forms unless JSON is asked
 * for, and the API refuses requests without a user agent and hides what the token's scopes do not include.
 */
export async function startGithub(port: number, callback: string): Promise<Github> {
  const people = new Map<string, GithubPerson>();
  const stub = new GithubStub(people, callback);
  const server = createServer((request, response) => {
    stub.answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${port}`,
    people,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

class GithubStub {
  private readonly codes = new Map<string, Code>();
  private readonly tokens = new Map<string, Pick<Code, "login" | "scopes">>();

  constructor(
    private readonly people: ReadonlyMap<string, GithubPerson>,
    private readonly callback: string,
  ) {}

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://github");
    if (url.pathname === "/login/oauth/authorize") return this.authorize(url, request, response);
    if (url.pathname === "/login/oauth/access_token" && request.method === "POST")
      return this.exchange(request, response);
    if (url.pathname.startsWith("/api/v3/")) return this.api(url, request, response);
    response.writeHead(404).end();
  }

  private async authorize({ searchParams }: URL, request: IncomingMessage, response: ServerResponse) {
    const redirect = searchParams.get("redirect_uri") ?? "";
    if (searchParams.get("client_id") !== CLIENT.id) return void response.writeHead(404).end();
    if (redirect !== this.callback) {
      const back = `${this.callback}?error=redirect_uri_mismatch&state=${searchParams.get("state")}`;
      return void response.writeHead(302, { Location: back }).end();
    }
    if (request.method !== "POST") {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      return void response.end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>GitHub</title>
        <h1>GitHub</h1><form method="post"><label>Login <input name="login"></label> <button>Authorize</button></form></html>`);
    }
    const code = randomBytes(10).toString("hex");
    const login = (await formOf(request)).get("login") ?? "";
    const scopes = (searchParams.get("scope") ?? "").split(/[\s,]+/).filter(Boolean);
    const challenge = searchParams.get("code_challenge");
    this.codes.set(code, { login, scopes, redirect, challenge });
    const back = new URL(redirect);
    back.searchParams.set("code", code);
    back.searchParams.set("state", searchParams.get("state") ?? "");
    response.writeHead(302, { Location: back.href }).end();
  }

  private async exchange(request: IncomingMessage, response: ServerResponse) {
    const form = await formOf(request);
    const answer = this.exchanged(form);
    const isJson = request.headers.accept?.includes("application/json");
    response.setHeader(
      "Content-Type",
      isJson ? "application/json; charset=utf-8" : "application/x-www-form-urlencoded",
    );
    response.end(isJson ? JSON.stringify(answer) : new URLSearchParams(answer).toString());
  }

  private exchanged(form: URLSearchParams): Record<string, string> {
    if (form.get("client_id") !== CLIENT.id || form.get("client_secret") !== CLIENT.secret)
      return failure("incorrect_client_credentials");
    const name = form.get("code") ?? "";
    const code = this.codes.get(name);
    this.codes.delete(name);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!code || !this.people.has(code.login) || (code.challenge !== null && code.challenge !== challenge))
      return failure("bad_verification_code");
    if (form.get("redirect_uri") !== code.redirect) return failure("redirect_uri_mismatch");
    const token = `gho_${randomBytes(18).toString("hex")}`;
    this.tokens.set(token, code);
    return { access_token: token, scope: code.scopes.join(","), token_type: "bearer" };
  }

  private api({ pathname }: URL, request: IncomingMessage, response: ServerResponse): void {
    const [status, body] = this.resource(pathname, request);
    response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" });
    response.end(JSON.stringify(body));
  }

  /** Status and body of the API's response. */
  private resource(pathname: string, { headers }: IncomingMessage): [number, unknown] {
    if (!headers["user-agent"]) return [403, { message: "Request forbidden by administrative rules." }];
    const token = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
    const grant = this.tokens.get(token);
    const person = grant && this.people.get(grant.login);
    if (!grant || !person) return [401, { message: "Bad credentials" }];
    if (pathname === "/api/v3/user")
      return [200, { login: grant.login, id: person.id, name: person.name ?? null, email: null }];
    const lists: Record<string, [scope: string, list: unknown]> = {
      "/api/v3/user/emails": ["user:email", person.emails],
      "/api/v3/user/orgs": ["read:org", (person.organisations ?? []).map((login) => ({ login }))],
      "/api/v3/user/teams": ["read:org", (person.teams ?? []).map(teamOf)],
    };
    const [scope, list] = lists[pathname] ?? [];
    return scope && grant.scopes.includes(scope) ? [200, list] : [404, { message: "Not Found" }];
  }
}

function teamOf(name: string) {
  const [login, slug] = name.split("/");
  return { slug, organization: { login } };
}

function failure(error: string): Record<string, string> {
  const page =
    "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/";
  return {
    error,
    error_description: "The request failed.",
    error_uri: `${page}#${error.replaceAll("_", "-")}`,
  };
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return new URLSearchParams(body);
}
