import { createServer } from "node:http";
import { loadavg } from "node:os";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { freePort } from "../postgres/cluster.mjs";
import { runCommand } from "../start/run-command.mjs";
import { findBrowser, thisMachine } from "../testing/browser.mjs";
import { startInstallation } from "./parts/installation";

/**
 * How fast the workbench answers, in headless Chromium against the production build, beside a bare static page in the
 * same run: one button that toggles, one textarea. From the key press (its own time stamp) to the first message
 * after the frame in which its effect is drawn. Everything stays on loopback; only the ratios carry over.
 */

const ASSIGNMENTS = 100;
const ITEMS = 8;
const LETTERS = 120;
const FRAME = 1000 / 60;
const MOST_SCRIPT = 170;

const installation = await startInstallation();
const { makeBatch, makeDataset, makeMember, makeProject, makeSession } = await import("@/prisma/builders");
const { disconnect } = await import("@/lib/db");
const bare = await serveBare();
const browser = await chromium.launch({
  executablePath: await findBrowser(
    await thisMachine((command, rest, env) => runCommand(command, rest, { env: { ...process.env, ...env } })),
  ),
  args: [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ],
});
try {
  await run();
} finally {
  await browser.close();
  bare.close();
  await disconnect();
  await installation.stop();
}

async function run() {
  const project = await makeProject();
  const person = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: ASSIGNMENTS, checklist: ITEMS, drafts: false });
  const settings = { exposure: "none" as const };
  await makeBatch({ dataset, annotators: [person], preset: "checklist-answering", settings });
  const reader = await makeMember("annotator", { project });
  const line =
    "A response that goes on and on, with words enough to fill a line of the page and some more.\n";
  const text = line.repeat(Math.ceil(1_000_000 / line.length)).slice(0, 1_000_000);
  const long = await makeDataset({ project, tasks: 1, wording: { response: text } });
  await makeBatch({ dataset: long, annotators: [reader] });
  const reviewer = await makeMember("annotator", { project });
  const drafted = await makeDataset({ project, tasks: 1, checklist: ITEMS });
  const shown = { exposure: "draft-first" as const };
  await makeBatch({ dataset: drafted, annotators: [reviewer], preset: "full-review", settings: shown });

  console.log(`\nload ${loadavg()[0]?.toFixed(1)} · milliseconds from key press to paint`);
  row("", "median", "p95", "× bare", "at most");
  const still = await (await openContext()).newPage();
  await still.goto(bare.url);
  await watch(still);
  await still.locator("button").focus();
  const toggle = await measure(
    still,
    "pressed",
    Array.from({ length: ASSIGNMENTS * ITEMS }, () => "y"),
  );
  report("bare toggle", toggle);
  await still.locator("textarea").focus();
  const bareTyping = await measure(
    still,
    "typed",
    Array.from({ length: LETTERS }, () => "a"),
  );
  report("bare textarea", bareTyping);

  const { presses, submits, ahead, script, tasks } = await work(await openContext(person));
  report("decision", presses, toggle, 2 * p95(toggle));
  report("next assignment", submits, toggle, 2 * p95(toggle) + FRAME);
  const { typing, tasks: beside } = await type(await openContext(reader));
  report("typing beside 1 MB", typing, bareTyping, 2 * p95(bareTyping));
  console.log(`\n  ${ahead} of ${submits.length} next assignments were at hand`);
  console.log(`  long tasks after load: ${inWords(tasks)}; beside 1 MB: ${inWords(beside)}`);
  const size = (script / 1000).toFixed(0);
  console.log(
    `  script of a first visit: ${size} kB compressed, ${(script / 1000 / MOST_SCRIPT).toFixed(2)} × ${MOST_SCRIPT} kB`,
  );
  const most = await visit(await openContext(reviewer));
  console.log(`  of a full review with drafts: ${(most / 1000).toFixed(0)} kB`);
}

/** Everything in a batch, by keyboard. */
async function work(context: BrowserContext) {
  const page = await openWork(context);
  const script = await scriptOf(page);
  await watch(page);
  const presses: number[] = [];
  const submits: number[] = [];
  // Where the next one was not at hand, its page is asked for.
  let pages = 0;
  page.on("request", (request) => {
    if (/\/annotate\/[\w-]+\?_rsc/.test(request.url())) pages += 1;
  });
  for (let n = 1; n <= ASSIGNMENTS; n++) {
    presses.push(
      ...(await measure(
        page,
        "pressed",
        Array.from({ length: ITEMS }, (_, item) => (item % 2 ? "f" : "y")),
      )),
    );
    if (n === ASSIGNMENTS) break;
    const [latency] = await measure(page, "turned", ["Control+Enter"]);
    submits.push(latency ?? Number.NaN);
    // Somebody who reads takes longer than the next one needs to arrive.
    await page.getByText("Submitting…").waitFor({ state: "hidden" });
    await page.waitForLoadState("networkidle");
  }
  const tasks = await longTasks(page);
  await context.close();
  return { presses, submits, ahead: submits.length - pages, script, tasks };
}

async function type(context: BrowserContext) {
  const page = await openWork(context);
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await page.getByRole("textbox").waitFor();
  await watch(page);
  const typing = await measure(
    page,
    "typed",
    Array.from({ length: LETTERS }, () => "a"),
  );
  const tasks = await longTasks(page);
  await context.close();
  return { typing, tasks };
}

/** Script of a first visit. */
async function visit(context: BrowserContext) {
  const script = await scriptOf(await openWork(context));
  await context.close();
  return script;
}

/** Bytes of script, as they came over the network. */
function scriptOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => /\.js($|\?)/.test(entry.name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}

/** A first visit: nothing is in the browser's memory. */
async function openWork(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${installation.origin}/annotate`);
  await page.getByRole("button", { name: /^(Start|Continue): / }).click();
  await page.getByRole("button", { name: "Submit" }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
  return page;
}

async function openContext(person?: { id: string }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (person) await context.addCookies([(await makeSession(person)).cookie]);
  return context;
}

type Effect = "pressed" | "typed" | "turned";
interface Watched {
  watched: { effect: Effect; times: number[]; long: number[] };
}

/** Keeps, for every key, when it was pressed and when its effect was drawn; and the long tasks from now on. */
async function watch(page: Page) {
  // The loader of this file names functions with a helper that the page does not have.
  await page.evaluate("globalThis.__name ??= (named) => named");
  await page.evaluate(() => {
    const watched = { effect: "pressed" as Effect, times: [] as number[], long: [] as number[] };
    Object.assign(window, { watched });
    const since = performance.now();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.startTime > since) watched.long.push(entry.duration);
    }).observe({ type: "longtask" });
    const content = () => document.querySelector('section[aria-label="Response"]')?.textContent;
    let pressed: number | null = null;
    let shown = content();
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Control") return;
        pressed = event.timeStamp;
        shown = content();
      },
      { capture: true },
    );
    const drawn = () => {
      if (pressed === null) return;
      const from = pressed;
      pressed = null;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => watched.times.push(performance.now() - from);
        port2.postMessage(null);
      });
    };
    window.addEventListener("input", () => watched.effect === "typed" && drawn());
    new MutationObserver((changes) => {
      if (
        watched.effect === "pressed" &&
        changes.some(({ attributeName }) => attributeName === "aria-pressed")
      )
        drawn();
      if (watched.effect === "turned" && content() !== undefined && content() !== shown) drawn();
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

async function measure(page: Page, effect: Effect, keys: string[]): Promise<number[]> {
  await page.evaluate((now) => {
    const { watched } = window as unknown as Watched;
    watched.effect = now;
    watched.times = [];
  }, effect);
  for (const [n, key] of keys.entries()) {
    await page.keyboard.press(key);
    await page.waitForFunction((done) => (window as unknown as Watched).watched.times.length > done, n, {
      polling: 20,
    });
  }
  return page.evaluate(() => (window as unknown as Watched).watched.times);
}

function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as Watched).watched.long);
}

async function serveBare() {
  const html = `<!doctype html><title>Bare</title><style>.on { background: teal }</style>
<button aria-pressed="false">Toggle</button><textarea rows="4"></textarea>
<script>
const button = document.querySelector("button");
button.addEventListener("keydown", () => {
  const on = button.classList.toggle("on");
  button.setAttribute("aria-pressed", String(on));
});
</script>`;
  const port = await freePort();
  const server = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function p95(values: number[]): number {
  return at(values, 0.95);
}

function report(name: string, times: number[], beside?: number[], most?: number) {
  const ratio = beside ? (p95(times) / p95(beside)).toFixed(2) : "";
  const limit = beside && most !== undefined ? (most / p95(beside)).toFixed(2) : "";
  row(name, at(times, 0.5).toFixed(1), p95(times).toFixed(1), ratio, limit);
}

function inWords(tasks: number[]): string {
  return tasks.length === 0 ? "none" : `${tasks.length}, the longest ${Math.max(...tasks).toFixed(0)} ms`;
}

function row(name: string, ...cells: string[]) {
  console.log(`  ${name.padEnd(22)}${cells.map((cell) => cell.padStart(10)).join("")}`);
}
