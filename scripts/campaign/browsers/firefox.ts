import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "undici";
import { freePort } from "../../postgres/cluster.mjs";
import type { DrivenBrowser } from "./browser";

/** Firefox without a window, over WebDriver BiDi: https://w3c.github.io/webdriver-bidi/ */
export async function startFirefox(program: string, proxyPort: number): Promise<DrivenBrowser> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), "countersign-firefox-"));
  const quiet = { "app.update.enabled": false, "toolkit.telemetry.enabled": false };
  writeFileSync(
    join(profile, "user.js"),
    Object.entries(quiet)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const args = ["--headless", "--no-remote", "--profile", profile, `--remote-debugging-port=${port}`];
  const child = spawn(program, args, { stdio: "ignore", env: { ...process.env, HOME: profile } });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const socket = await connect(`ws://127.0.0.1:${port}/session`);
  const send = commandsOf(socket);
  const proxy = {
    proxyType: "manual",
    httpProxy: `127.0.0.1:${proxyPort}`,
    sslProxy: `127.0.0.1:${proxyPort}`,
  };
  await send("session.new", { capabilities: { alwaysMatch: { proxy } } });
  await send("session.subscribe", { events: ["browsingContext.userPromptOpened"] });
  let dialogs = 0;
  socket.addEventListener("message", ({ data }) => {
    if (JSON.parse(String(data)).method === "browsingContext.userPromptOpened") dialogs += 1;
  });
  const tree = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const context = tree.contexts[0]?.context;
  return {
    setCookie: async ({ name, value }) => {
      const cookie = {
        name,
        value: { type: "string", value },
        domain: "localhost",
        path: "/",
        httpOnly: true,
      };
      await send("storage.setCookie", { cookie });
    },
    open: async (url) => {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    evaluate: async (expression) => {
      const { result } = await send<{ result?: { value: string } }>("script.evaluate", {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      });
      if (!result) throw new Error(`Firefox could not evaluate: ${expression}`);
      return JSON.parse(result.value);
    },
    dialogs: () => dialogs,
    close: async () => {
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function connect(address: string): Promise<WebSocket> {
  for (let tries = 0; tries < 300; tries++) {
    const socket = new WebSocket(address);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener("open", () => resolve(true));
      socket.addEventListener("error", () => resolve(false));
    });
    if (isOpen) return socket;
    await pause(200);
  }
  throw new Error("Firefox does not answer");
}

/** Sends commands one after the other, and resolves to their results. */
function commandsOf(socket: WebSocket) {
  let last = 0;
  return <Result>(method: string, params: object): Promise<Result> => {
    const id = ++last;
    return new Promise((resolve, reject) => {
      const listen = ({ data }: { data: unknown }) => {
        const message = JSON.parse(String(data));
        if (message.id !== id) return;
        socket.removeEventListener("message", listen);
        if (message.type === "error") reject(new Error(`${method}: ${message.error}, ${message.message}`));
        else resolve(message.result);
      };
      socket.addEventListener("message", listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
}
