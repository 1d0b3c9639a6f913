import { existsSync } from "node:fs";
import { findArmed, hostilePages, rawPage } from "@/components/prose/testing/nested";
import { disconnect } from "@/lib/database/db";
import { addResponses, makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeSession } from "@/testing/builders/people";
import { freePort } from "../postgres/cluster.mjs";
import { startWeb } from "../start/child-processes.mjs";
import type { DrivenBrowser, StartBrowser } from "./browsers/browser";
import { startFirefox } from "./browsers/firefox";
import { portOf, type Served, startSink, startSiteProxy } from "./browsers/tracing-proxies";
import { startWebKit } from "./browsers/webkit";

// 10,080 hostile texts on real pages without a content security policy, and raw markup in a page with it, in the browsers
// of this machine that are not Chromium, where e2e/hostile.spec.ts does the same: nothing may run, load or be armed. Debian
// has them as firefox-esr, webkit2gtk-driver and xvfb. PAGES makes it smaller.

const TEXTS_OF_PAGE = 120;
const pages = Number(process.env.PAGES ?? 84);

const FIREFOX = ["/usr/bin/firefox", "/usr/bin/firefox-esr"].find((path) => existsSync(path));
const WEBKIT = {
  driver: "/usr/bin/WebKitWebDriver",
  browser: ["x86_64", "aarch64"]
    .flatMap((machine) =>
      ["4.1", "4.0"].map((version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
    )
    .find((path) => existsSync(path)),
  screen: "/usr/bin/Xvfb",
};
const { browser: miniBrowser } = WEBKIT;
const hasWebKit = [WEBKIT.driver, WEBKIT.screen].every((path) => existsSync(path));
const BROWSERS: Record<string, StartBrowser | null> = {
  Firefox: FIREFOX ? (proxy) => startFirefox(FIREFOX, proxy) : null,
  WebKit:
    hasWebKit && miniBrowser ? (proxy) => startWebKit({ ...WEBKIT, browser: miniBrowser }, proxy) : null,
};

const [port, sitePort] = [await freePort(), await freePort()];
const local = `http://127.0.0.1:${port}`;
const site = `http://localhost:${sitePort}`;
Object.assign(process.env, { APP_URL: site, NEXTAUTH_URL: site });
const served: Served = { policy: false, appended: "" };
const hosts: string[] = [];
const web = startWeb({ dev: false, port, host: "127.0.0.1", local }, process.env, () => {});
const proxy = await startSiteProxy(sitePort, new URL(local), served);
const sink = await startSink(0, hosts);
const found: string[] = [];
try {
  await web.ready;
  const researcher = await makeMember("researcher");
  const dataset = await makeDataset({
    ...{ project: { id: researcher.projectId }, tasks: pages, responses: 0, drafts: false },
  });
  const texts = hostilePages(pages, TEXTS_OF_PAGE);
  const tasks = await addResponses(dataset, texts);
  // Browsers have requests of their own.
  const isNamed = (host: string) =>
    rawPage.includes(host) || texts.some((page) => page.some((text) => text.includes(host)));
  const { cookie } = await makeSession(researcher);
  const home = `${site}/projects/${researcher.projectId}/data/${dataset.id}/tasks`;
  for (const [name, start] of Object.entries(BROWSERS)) {
    if (!start) {
      console.log(`  ${name} is not on this machine: nothing was tried in it`);
      continue;
    }
    const browser = await start(portOf(sink));
    try {
      found.push(...(await tryPages(name, browser, { home, tasks, cookie, isNamed })));
      found.push(...(await tryPolicy(name, browser, isNamed)));
    } finally {
      await browser.close();
    }
  }
} finally {
  sink.close();
  proxy.close();
  await disconnect();
  await web.stop();
}
if (found.length > 0) throw new Error(found.slice(0, 20).join("\n"));
process.exit(0);

/** Texts that ran, were armed or requested something on pages of hostile texts without a policy. */
async function tryPages(
  name: string,
  browser: DrivenBrowser,
  {
    home,
    tasks,
    cookie,
    isNamed,
  }: {
    home: string;
    tasks: string[];
    cookie: { name: string; value: string };
    isNamed: (host: string) => boolean;
  },
): Promise<string[]> {
  Object.assign(served, { policy: false, appended: "" });
  hosts.length = 0;
  await browser.open(`${site}/sign-in`);
  await browser.setCookie(cookie);
  const problems: string[] = [];
  const before = browser.dialogs();
  for (const task of tasks) {
    await browser.open(`${home}/${task}`);
    const shown = await browser.evaluate<string>(`document.querySelector("main").textContent`);
    if (!shown.includes("alert(1)")) problems.push(`${name}: the page of ${task} shows no hostile text`);
    const ran = await browser.evaluate<string[]>("window.hostileRan");
    const armed = await browser.evaluate<string[]>(`(${findArmed})()`);
    problems.push(...[...ran, ...armed].map((what) => `${name}, ${task}: ${what}`));
  }
  if (browser.dialogs() > before) problems.push(`${name}: a dialog in a frame`);
  problems.push(...hosts.filter(isNamed).map((host) => `${name}: a request to ${host}`));
  console.log(
    `  ${name}, the sanitiser alone: ${tasks.length * TEXTS_OF_PAGE} texts on ${tasks.length} pages, ` +
      (problems.length === 0 ? "none ran, was armed or requested anything" : `${problems.length} problems`),
  );
  return problems;
}

/** Calls and requests of raw markup in a page under the policy. Without it there are many: otherwise nothing is shown. */
async function tryPolicy(
  name: string,
  browser: DrivenBrowser,
  isNamed: (host: string) => boolean,
): Promise<string[]> {
  const load = async (policy: boolean) => {
    Object.assign(served, { policy, appended: rawPage });
    hosts.length = 0;
    const before = browser.dialogs();
    await browser.open(`${site}/sign-in?${policy}`);
    await browser.evaluate("new Promise((resolve) => setTimeout(resolve, 2000))");
    const calls = await browser.evaluate<string[]>("window.hostileRan");
    const inFrames = Array.from({ length: browser.dialogs() - before }, () => "a dialog in a frame");
    const ran = [...calls, ...inFrames];
    return { ran, requests: hosts.filter(isNamed) };
  };
  const without = await load(false);
  const under = await load(true);
  console.log(
    `  ${name}, the policy alone: of raw markup ${without.ran.length} calls ran and ${without.requests.length} requests left ` +
      `without it, ${under.ran.length} and ${under.requests.length} with it`,
  );
  return [
    ...(without.ran.length > 10 && without.requests.length > 5
      ? []
      : [`${name}: the markup does nothing without a policy`]),
    ...[...under.ran, ...under.requests].map((what) => `${name}, under the policy: ${what}`),
  ];
}
