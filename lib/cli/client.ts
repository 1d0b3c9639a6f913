import type { ParseArgsConfig } from "node:util";
import type { ErrorBody } from "@/lib/http/response";
import { BadInput } from "./bad-input";
import type { Output } from "./terminal";

/** The server a command calls, with the API token. */
export interface Server {
  url: string;
  token: string;
}

/** The options of every command that calls a server, for `parseArgs`. */
export const serverOptions = {
  url: { type: "string" },
  token: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

export const serverHelp = `  --url URL      the server, instead of COUNTERSIGN_URL
  --token TOKEN  your API token, instead of COUNTERSIGN_TOKEN; create one on your account page
`;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The server from options or environment. BadInput says what is missing. */
export function serverOf(
  given: { url?: string; token?: string },
  environment: Record<string, string | undefined> = process.env,
): Server {
  const url = given.url ?? environment.COUNTERSIGN_URL;
  const token = given.token ?? environment.COUNTERSIGN_TOKEN;
  if (!url) throw new BadInput("the server is missing: set COUNTERSIGN_URL or give --url");
  if (!URL.canParse(url)) throw new BadInput(`${url} is no web address`);
  const { protocol, hostname, origin } = new URL(url);
  if (protocol !== "https:" && !(protocol === "http:" && LOOPBACK.test(hostname))) {
    throw new BadInput("a token goes only over https://, or to this machine");
  }
  if (!token) throw new BadInput("an API token is needed: set COUNTERSIGN_TOKEN or give --token");
  if (!/^[\w-]+$/.test(token)) throw new BadInput("the token is not well formed: copy it again");
  return { url: origin, token };
}

/** The server could not be reached or refused; the message is the one line that is printed. */
export class ServerError extends Error {
  constructor(
    message: string,
    readonly code: string,
    /** Details of the refusal for programs, beside the message. */
    readonly detail?: unknown,
    /** The invalid fields of a malformed request. */
    readonly problems: { field: string; message: string }[] = [],
  ) {
    super(message);
  }
}

/** One request with JSON body and response. */
export async function requestServer<Value>(
  server: Server,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Value> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await reachServer(server, path, { method, headers, body: sent });
  return (await response.json()) as Value;
}

/** One request without JSON: uploads and downloads. Throws ServerError unless it succeeds. */
export async function reachServer(server: Server, path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${server.token}`);
  let response: Response;
  try {
    response = await fetch(`${server.url}${path}`, { ...init, headers, redirect: "error" });
  } catch {
    throw new ServerError(`${server.url} cannot be reached`, "offline");
  }
  if (response.ok) return response;
  const errorBody: unknown = await response.json().catch(() => null);
  if (!isErrorBody(errorBody)) throw new ServerError(`${server.url} answered ${response.status}`, "failed");
  const { code, message, id, detail, problems } = errorBody.error;
  throw new ServerError(id ? `${message} Reference: ${id}` : message, code, detail, problems);
}

/** Runs a command that calls a server. Returns 0, 1 when the server refused, 2 with one line on bad input. */
export async function answering(name: string, output: Output, work: () => Promise<string>): Promise<number> {
  try {
    output.stdout(await work());
    return 0;
  } catch (error) {
    if (!(error instanceof BadInput || error instanceof ServerError)) throw error;
    output.stderr(`countersign ${name}: ${error.message}\n`);
    return error instanceof BadInput ? 2 : 1;
  }
}

function isErrorBody(errorBody: unknown): errorBody is ErrorBody {
  return (
    typeof errorBody === "object" &&
    errorBody !== null &&
    "error" in errorBody &&
    typeof errorBody.error === "object" &&
    errorBody.error !== null &&
    "message" in errorBody.error
  );
}
