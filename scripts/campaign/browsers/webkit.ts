import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../postgres/cluster.mjs";
import type { DrivenBrowser } from "./browser";

/** The programs of WebKitGTK, and a screen without a monitor for its window. */
export interface WebKitPrograms {
  driver: string;
  browser: string;
  screen: string;
}

/** WebKitGTK's browser over WebDriver: https://www.w3.org/TR/webdriver2/ */
export async function startWebKit(programs: WebKitPrograms, proxyPort: number): Promise<DrivenBrowser> {
  const display = `:${90 + (process.pid % 900)}`;
  const port = await freePort();
  const screen = spawn(programs.screen, [display, "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: "ignore",
  });
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: "1" };
  const driver = spawn(programs.driver, [`--port=${port}`, "--host=127.0.0.1"], { stdio: "ignore", env });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin);
  const proxy = {
    proxyType: "manual",
    httpProxy: `127.0.0.1:${proxyPort}`,
    sslProxy: `127.0.0.1:${proxyPort}`,
    noProxy: ["localhost", "127.0.0.1"],
  };
  const browserOptions = { binary: programs.browser, args: ["--automation"] };
  const capabilities = { alwaysMatch: { proxy, "webkitgtk:browserOptions": browserOptions } };
  const { sessionId } = await command<{ sessionId: string }>(origin, "POST", "/session", { capabilities });
  const path = `/session/${sessionId}`;
  let isOnSite = false;
  let dialogs = 0;
  /** The driver dismisses a dialog and refuses the command that found it. */
  const despiteDialogs = async <Value>(send: () => Promise<Value>): Promise<Value> => {
    for (;;) {
      try {
        return await send();
      } catch (error) {
        if (!String(error).includes("unexpected alert open")) throw error;
        dialogs += 1;
      }
    }
  };
  return {
    setCookie: async ({ name, value }) => {
      if (!isOnSite) throw new Error("a cookie is set on a page of its site");
      await command(origin, "POST", `${path}/cookie`, { cookie: { name, value, path: "/", httpOnly: true } });
    },
    open: async (url) => {
      await despiteDialogs(() => command(origin, "POST", `${path}/url`, { url }));
      isOnSite = true;
    },
    evaluate: async (expression) => {
      const script = `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done(JSON.stringify(value ?? null)))`;
      const send = () => command<string>(origin, "POST", `${path}/execute/async`, { script, args: [] });
      return JSON.parse(await despiteDialogs(send));
    },
    dialogs: () => dialogs,
    close: async () => {
      await command(origin, "DELETE", path).catch(() => {});
      for (const child of [driver, screen]) await end(child);
    },
  };
}

function end(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill();
  return ended;
}

async function untilReady(origin: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (
      await fetch(`${origin}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await pause(200);
  }
  throw new Error("WebKit's driver does not answer");
}

async function command<Value>(origin: string, method: string, path: string, body?: object): Promise<Value> {
  const response = await fetch(`${origin}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${path}: ${value.error}, ${value.message}`);
  return value;
}
