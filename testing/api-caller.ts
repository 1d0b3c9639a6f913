import type { ApiServer } from "@/testing/api-server";
import { makeToken } from "@/testing/builders/people";

interface ApiCaller {
  /** Calls a route as the browser does, and returns its answer; throws on a refusal. */
  call: <Answer = { id: string }>(method: string, path: string, body?: unknown) => Promise<Answer>;
  /** The status of a call, and the code of its refusal. */
  refusal: (method: string, path: string, body?: unknown) => Promise<[number, string | undefined]>;
  /** The text of a file. */
  file: (path: string) => Promise<string>;
}

/** The API over real connections, as one person. */
export async function callerOf(server: ApiServer, user: Parameters<typeof makeToken>[0]): Promise<ApiCaller> {
  const { token } = await makeToken(user);
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    call: async (method, path, body) => {
      const response = await send(method, path, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
    refusal: async (method, path, body) => {
      const response = await send(method, path, body);
      const { error } = (await response.json()) as { error?: { code?: string } };
      return [response.status, error?.code];
    },
    file: async (path) => (await send("GET", path)).text(),
  };
}
