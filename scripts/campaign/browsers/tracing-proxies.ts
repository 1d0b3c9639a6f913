import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The policy and markup that the next pages are served with. */
export interface Served {
  /** With the page's content security policy, or without it. */
  policy: boolean;
  /** Markup at the end of the page. */
  appended: string;
}

/** Runs in the page before anything else: what a hostile text would call is noted. */
const TRACER = `window.hostileRan = []; for (const name of ["alert", "confirm", "prompt", "msgbox", "print"]) window[name] = () => { window.hostileRan.push(name); };`;

/**
 * The site at another port: pages note which hostile texts ran, in \`hostileRan\`, and come with or without their content
 * security policy, whatever the browser.
 */
export async function startSiteProxy(port: number, site: URL, served: Served): Promise<Server> {
  return listening(
    port,
    createServer((incoming, outgoing) => {
      const headers = { ...incoming.headers, "accept-encoding": "identity" };
      const { method, url: path } = incoming;
      const upstream = request({ host: site.hostname, port: site.port, method, path, headers }, (answer) => {
        const { "content-security-policy": policy, "content-length": _, ...rest } = answer.headers;
        const isPage = answer.headers["content-type"]?.startsWith("text/html") ?? false;
        if (served.policy && policy) outgoing.setHeader("content-security-policy", policy);
        outgoing.writeHead(answer.statusCode ?? 502, rest);
        if (!isPage) return answer.pipe(outgoing);
        void textOf(answer).then((html) => {
          const nonce = /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? "";
          const traced = html.replace("<head>", () => `<head><script nonce="${nonce}">${TRACER}</script>`);
          outgoing.end(traced.replace("</body>", () => `${served.appended}</body>`));
        });
      });
      upstream.on("error", () => outgoing.destroy());
      incoming.pipe(upstream);
    }),
  );
}

async function textOf(answer: IncomingMessage): Promise<string> {
  answer.setEncoding("utf8");
  let text = "";
  for await (const part of answer) text += part;
  return text;
}

/** A proxy that answers nothing, and notes the hosts that were to be reached. */
export async function startSink(port: number, hosts: string[]): Promise<Server> {
  const sink = createServer((incoming, outgoing) => {
    hosts.push(new URL(incoming.url ?? "", "http://unknown.invalid").hostname);
    outgoing.writeHead(502).end();
  });
  sink.on("connect", ({ url }, socket) => {
    hosts.push(String(url).replace(/:\d+$/, ""));
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  return listening(port, sink);
}

function listening(port: number, server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

export const portOf = (server: Server) => (server.address() as AddressInfo).port;
