import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChatMessage } from "@/lib/llm/schema";

/** A request to the stub, as an OpenAI-compatible endpoint sees it. */
export interface StubRequest {
  /** From 1. */
  n: number;
  path: string;
  at: number;
  headers: IncomingMessage["headers"];
  model: string;
  messages: ChatMessage[];
  body: Record<string, unknown>;
}

/** The stub's response to one request. */
export type StubBehaviour =
  | { say: string; model?: string; usage?: { input: number; output: number }; after?: number }
  | { say: string; finish: "length" | "content_filter" }
  | { refuse: string }
  | { status: number; headers?: Record<string, string>; body?: string }
  | { broken: "json" | "cut" | "huge" | "no-choices" }
  | { redirect: string }
  | { stall: true }
  /** The answer waits until the test lets it go. */
  | { when: Promise<unknown>; give: StubBehaviour };

export interface Stub {
  /** The base URL, ending in /v1. */
  base: string;
  origin: string;
  requests: StubRequest[];
  close: () => Promise<void>;
}

/** An OpenAI-compatible endpoint on localhost with programmed responses: chat completions and embeddings. */
export async function openStub(behave: (received: StubRequest) => StubBehaviour, port = 0): Promise<Stub> {
  const received: StubRequest[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
      const one: StubRequest = {
        n: received.length + 1,
        path: request.url ?? "",
        at: Date.now(),
        headers: request.headers,
        model: String(body.model ?? ""),
        messages: (body.messages ?? []) as ChatMessage[],
        body,
      };
      received.push(one);
      answer(response, one, behave(one));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base: `${origin}/v1`,
    origin,
    requests: received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, received: StubRequest, how: StubBehaviour): void {
  const json = (body: unknown) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  if ("stall" in how) return;
  if ("when" in how) {
    void how.when.then(() => answer(response, received, how.give));
    return;
  }
  if ("status" in how) {
    response.writeHead(how.status, { "content-type": "application/json", ...how.headers });
    response.end(how.body ?? JSON.stringify({ error: { message: `status ${how.status}` } }));
    return;
  }
  if ("redirect" in how) {
    response.writeHead(302, { location: how.redirect });
    response.end();
    return;
  }
  if ("broken" in how) {
    broken(response, received, how.broken, json);
    return;
  }
  if (received.path.endsWith("/embeddings")) {
    const texts = received.body.input as string[];
    const data = texts.map((text, index) => ({ object: "embedding", index, embedding: lettersOf(text) }));
    json({ object: "list", model: received.model, data, usage: { prompt_tokens: 1, total_tokens: 1 } });
  } else if ("refuse" in how) {
    json(completion(received, { role: "assistant", content: null, refusal: how.refuse }, "stop"));
  } else if ("finish" in how) {
    json(completion(received, { role: "assistant", content: how.say }, how.finish));
  } else {
    const message = { role: "assistant", content: how.say };
    const send = () => json(completion(received, message, "stop", how.model, how.usage));
    if (how.after) setTimeout(send, how.after);
    else send();
  }
}

function broken(
  response: ServerResponse,
  received: StubRequest,
  how: "json" | "cut" | "huge" | "no-choices",
  json: (body: unknown) => void,
): void {
  if (how === "no-choices") {
    json({ id: "x", object: "chat.completion", created: 0, model: received.model });
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  if (how === "json") response.end('{"id": "x", "choices": [{"message": {"content": "half');
  else if (how === "huge") response.end(JSON.stringify({ padding: "x".repeat(3_000_000) }));
  else {
    response.write('{"id": "x", ');
    response.socket?.destroy();
  }
}

function completion(
  received: StubRequest,
  message: object,
  finish: string,
  model = received.model,
  usage = { input: 10, output: 5 },
) {
  return {
    id: `stub-${received.n}`,
    object: "chat.completion",
    created: 0,
    model,
    system_fingerprint: "stub",
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    },
  };
}

/** Letter frequencies: a vector in which texts with the same letters are close. */
function lettersOf(text: string): number[] {
  const counts = new Array<number>(26).fill(0);
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97;
    if (at >= 0 && at < 26) counts[at] = (counts[at] as number) + 1;
  }
  return counts;
}
