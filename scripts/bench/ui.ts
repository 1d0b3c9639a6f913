import { createServer } from "node:http";
import { loadavg } from "node:os";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { freePort } from "../postgres/cluster.mjs";
import { runCommand } from "../start/run-command.mjs";
import { findBrowser, thisMachine } from "../testing/browser.mjs";
import { startInstallation } from "./parts/installation";
import { processorOf, type Used } from "./parts/processor-time";

/**
 * Responsiveness of the workbench in headless Chromium against the production build, compared with a bare
 * static page in the same run (one toggle button, one textarea). Measured from the key press's own time stamp
 * to the first message after the frame that shows its effect. Also the script's processor time: until that
 * frame, and in total with later work such as saving. Runs on loopback only; only the ratios are comparable
 * between machines.
 */

const ASSIGNMENTS = 100;
const ITEMS = 8;
const LETTERS = 120;
const MOST_SCRIPT = 170;
/** Between an assignment's appearance and its first answer. */
const READING_MS = 500;

const installation = await startInstallation();
const { makeBatch } = await import("@/testing/builders/batches");
const { makeDataset } = await import("@/testing/builders/datasets");
const { makeMember, makeSession } = await import("@/testing/builders/people");
const { makeProject } = await import("@/testing/builders/projects");
const { disconnect } = await import("@/lib/database/db");
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

  console.log(
    `\nload ${loadavg()[0]?.toFixed(1)} · milliseconds from key press to paint; processor time of script`,
  );
  row("", "median", "p95", "× bare", "at most", "script", "× bare", "in all");
  const still = await (await openContext()).newPage();
  await still.goto(bare.url);
  const resting = await watch(still);
  await still.locator("button").focus();
  const toggle = await measure(
    resting,
    "pressed",
    Array.from({ length: ASSIGNMENTS * ITEMS }, () => "y"),
  );
  report("bare toggle", toggle);
  await still.locator("textarea").focus();
  const bareTyping = await measure(
    resting,
    "typed",
    Array.from({ length: LETTERS }, () => "a"),
  );
  report("bare textarea", bareTyping);

  const { presses, submits, ahead, script, tasks } = await work(await openContext(person));
  report("decision", presses, toggle, 2);
  report("next assignment", submits, toggle, 3);
  const { typing, tasks: beside } = await type(await openContext(reader));
  report("typing beside 1 MB", typing, bareTyping, 1.5);
  console.log(`\n  ${ahead} of ${submits.length} next assignments were at hand`);
  console.log(`  long tasks after load: ${inWords(tasks)}; beside 1 MB: ${inWords(beside)}`);
  const size = (script / 1000).toFixed(0);
  console.log(
    `  script of a first visit: ${size} kB compressed, ${(script / 1000 / MOST_SCRIPT).toFixed(2)} × ${MOST_SCRIPT} kB`,
  );
  const most = await visit(await openContext(reviewer));
  console.log(`  of a full review with drafts: ${(most / 1000).toFixed(0)} kB`);
}

/** Works through a batch by keyboard. */
async function work(context: BrowserContext) {
  const page = await openWork(context);
  const script = await scriptOf(page);
  const watching = await watch(page);
  const presses: Press[] = [];
  const submits: Press[] = [];
  // An assignment that was not prefetched is loaded as a page.
  let pages = 0;
  page.on("request", (request) => {
    if (/\/annotate\/[\w-]+\?_rsc/.test(request.url())) pages += 1;
  });
  for (let n = 1; n <= ASSIGNMENTS; n++) {
    presses.push(
      ...(await measure(
        watching,
        "pressed",
        Array.from({ length: ITEMS }, (_, item) => (item % 2 ? "f" : "y")),
      )),
    );
    if (n === ASSIGNMENTS) break;
    // An annotator who reads takes longer than the next assignment needs to arrive.
    const untilSubmitted = async () => {
      await page.getByText("Submitting…").waitFor({ state: "hidden" });
      await page.waitForTimeout(READING_MS);
    };
    submits.push(...(await measure(watching, "turned", ["Control+Enter"], untilSubmitted)));
  }
  const tasks = await longTasks(page);
  await context.close();
  return { presses, submits, ahead: submits.length - pages, script, tasks };
}

async function type(context: BrowserContext) {
  const page = await openWork(context);
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await page.getByRole("textbox").waitFor();
  const watching = await watch(page);
  const typing = await measure(
    watching,
    "typed",
    Array.from({ length: LETTERS }, () => "a"),
  );
  const tasks = await longTasks(page);
  await context.close();
  return { typing, tasks };
}

/** Script size of a first visit. */
async function visit(context: BrowserContext) {
  const script = await scriptOf(await openWork(context));
  await context.close();
  return script;
}

/** Transferred bytes of script. */
function scriptOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => /\.js($|\?)/.test(entry.name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}

/** A first visit, with an empty browser cache. */
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
  watched: { effect: Effect; times: number[]; long: number[]; until: (many: number) => Promise<void> };
}

/** An instrumented page, with its processor time so far. */
interface Watch {
  page: Page;
  used: () => Promise<Used>;
}

/** Records for every key when it was pressed and when its effect was drawn, and long tasks from now on. */
async function watch(page: Page): Promise<Watch> {
  // The loader of this file names functions with a helper that the page lacks.
  await page.evaluate("globalThis.__name ??= (named) => named");
  await page.evaluate(() => {
    let drew = () => {};
    const watched = {
      effect: "pressed" as Effect,
      times: [] as number[],
      long: [] as number[],
      until: (many: number) =>
        new Promise<void>((resolve) => {
          drew = () => watched.times.length >= many && resolve();
          drew();
        }),
    };
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
        // Reading a megabyte of text takes longer than the letter that is measured.
        if (watched.effect === "turned") shown = content();
      },
      { capture: true },
    );
    const drawn = () => {
      if (pressed === null) return;
      const from = pressed;
      pressed = null;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          watched.times.push(performance.now() - from);
          drew();
        };
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
  return { page, used: await processorOf(page) };
}

/** One key press: latency until its effect is drawn, and processor time. */
interface Press {
  latency: number;
  script: number;
  /** Until the next key press. */
  inAll: number;
}

/** Presses keys one after another, each after the previous one's effect is drawn and pending work is done. */
async function measure(
  { page, used }: Watch,
  effect: Effect,
  keys: string[],
  isDone = async () => {},
): Promise<Press[]> {
  await page.evaluate((now) => {
    const { watched } = window as unknown as Watched;
    watched.effect = now;
    watched.times = [];
  }, effect);
  const pressed: { before: Used; drawn: Used; after: Used }[] = [];
  for (const [n, key] of keys.entries()) {
    const before = await used();
    await page.keyboard.press(key);
    await page.evaluate((nth) => (window as unknown as Watched).watched.until(nth), n + 1);
    const drawn = await used();
    await isDone();
    pressed.push({ before, drawn, after: await used() });
  }
  const times = await page.evaluate(() => (window as unknown as Watched).watched.times);
  return pressed.map(({ before, drawn, after }, n) => ({
    latency: times[n] ?? Number.NaN,
    script: drawn.script - before.script,
    inAll: (pressed[n + 1]?.before ?? after).script - before.script,
  }));
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

function report(name: string, presses: Press[], baseline?: Press[], most?: number) {
  const of = (some: Press[], share: number, what: keyof Press) =>
    at(
      some.map((press) => press[what]),
      share,
    );
  row(
    name,
    of(presses, 0.5, "latency").toFixed(1),
    of(presses, 0.95, "latency").toFixed(1),
    baseline ? (of(presses, 0.95, "latency") / of(baseline, 0.95, "latency")).toFixed(2) : "",
    most?.toFixed(2) ?? "",
    of(presses, 0.5, "script").toFixed(2),
    baseline ? (of(presses, 0.5, "script") / of(baseline, 0.5, "script")).toFixed(1) : "",
    (presses.reduce((sum, { inAll }) => sum + inAll, 0) / presses.length).toFixed(2),
  );
}

function inWords(tasks: number[]): string {
  return tasks.length === 0 ? "none" : `${tasks.length}, the longest ${Math.max(...tasks).toFixed(0)} ms`;
}

function row(name: string, ...cells: string[]) {
  console.log(`  ${name.padEnd(22)}${cells.map((cell) => cell.padStart(9)).join("")}`);
}
