import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { failure, type ProlificRequest, ProlificState } from "@/lib/prolific/testing/state";

/** Instead of its own answer: a status, a cut connection before or after the effect, or nothing at all. */
export type ProlificFault =
  | { status: number; body?: object; retryAfter?: number }
  | { cut: "before" | "after" }
  | undefined;

/**
 * Prolific's API on localhost, as its public documentation describes it: studies, submissions and bonuses in
 * memory. `fault` may replace the answer to a request.
 */
export async function openProlificStub(
  origin: string,
  fault: (request: ProlificRequest, nth: number) => ProlificFault | Promise<ProlificFault> = () => undefined,
) {
  const requests: ProlificRequest[] = [];
  const state = new ProlificState();
  const token = "a-token-of-a-researcher-1234";

  async function respond(response: ServerResponse, request: ProlificRequest): Promise<void> {
    requests.push(request);
    const same = requests.filter(({ method, path }) => method === request.method && path === request.path);
    const how = await fault(request, same.length);
    const send = (status: number, body: unknown, headers = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    if (how && "cut" in how) {
      if (how.cut === "after") state.answer(request);
      response.socket?.destroy();
      return;
    }
    if (how) {
      const headers = how.retryAfter === undefined ? {} : { "retry-after": String(how.retryAfter) };
      send(how.status, how.body ?? failure(how.status, "Error", `status ${how.status}`), headers);
      return;
    }
    if (request.authorization !== `Token ${token}`) {
      send(401, failure(401, "Authentication", "Invalid token."));
      return;
    }
    const [status, body] = state.answer(request);
    send(status, body);
  }

  const server = createServer((incoming: IncomingMessage, response) => {
    let text = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => {
      text += chunk;
    });
    incoming.on("end", () => {
      void respond(response, {
        method: incoming.method ?? "",
        path: incoming.url ?? "",
        authorization: incoming.headers.authorization,
        body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>,
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(origin).port), "127.0.0.1", resolve));
  return {
    token,
    requests,
    state,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
