import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { RouteModule } from "@/app/api/routes";
import { EVERY_ROUTE } from "@/testing/every-route";

export interface ApiServer {
  url: string;
  close: () => void;
}

/** Every route of the API behind a real server, so that programs use real connections. */
export async function openApiServer(): Promise<ApiServer> {
  const server = createServer(async (incoming, outgoing) => {
    const response = await answer(incoming);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function answer(incoming: IncomingMessage): Promise<Response> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const method = incoming.method as keyof RouteModule;
  const url = new URL(`http://${incoming.headers.host}${incoming.url}`);
  const found = routeOf(url.pathname);
  const handler = found && (await found.load())[method];
  if (!handler) return new Response(null, { status: 404 });
  const headers = incoming.headers as Record<string, string>;
  const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
  return handler(new Request(url, { method, headers, body }), { params: Promise.resolve(found.params) });
}

/** Literal segments before parameters, as in Next: "[" precedes small letters. */
const ROUTES = Object.entries(EVERY_ROUTE).sort(([a], [b]) => (a < b ? 1 : -1));

/** The route of a path with its parameters. */
function routeOf(pathname: string) {
  for (const [path, load] of ROUTES) {
    const names = [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? "");
    const match = new RegExp(`^${path.replace(/\[\w+\]/g, "([^/]+)")}$`).exec(pathname);
    if (!match) continue;
    const values = match.slice(1).map(decodeURIComponent);
    return { load, params: Object.fromEntries(names.map((name, index) => [name, values[index]])) };
  }
  return null;
}
