import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Page, Request } from "@playwright/test";

const FOLDER = "test-results/hands";

/** The most requests that a report lists. */
const MOST_REQUESTS = 40;

/** Records a page's requests, to report with its state when the simulated annotator cannot go on. */
export class PageReport {
  readonly #page: Page;
  readonly #requests: { text: string; end: string | null }[] = [];
  readonly #since = Date.now();

  constructor(page: Page) {
    this.#page = page;
    const rows = new Map<Request, { text: string; end: string | null }>();
    page.on("request", (request) => {
      if (!/\/api\/v1\/|_rsc=/.test(request.url())) return;
      const { pathname, search } = new URL(request.url());
      const row = { text: `${this.#now()} ${request.method()} ${pathname}${search}`, end: null };
      rows.set(request, row);
      this.#requests.push(row);
      if (this.#requests.length > MOST_REQUESTS) this.#requests.shift();
    });
    const end = (request: Request, how: string) => {
      const row = rows.get(request);
      if (row) row.end = `${how} at ${this.#now()}`;
      rows.delete(request);
    };
    page.on("response", (response) => {
      const row = rows.get(response.request());
      if (row) row.end = `${response.status()}, still coming`;
    });
    page.on("requestfinished", (request) => end(request, rows.get(request)?.end?.slice(0, 3) ?? "finished"));
    page.on("requestfailed", (request) => end(request, request.failure()?.errorText ?? "failed"));
  }

  /** Writes a picture of the page into `test-results/hands`; returns the page's state in words. */
  async write(name: string): Promise<string> {
    const picture = path.join(FOLDER, `${name.replace(/\W+/g, "-")}.png`);
    await mkdir(FOLDER, { recursive: true });
    await this.#page.screenshot({ path: picture, timeout: 5000 }).catch(() => {});
    const state = await this.#page.evaluate(stateOfPage).catch((error) => String(error));
    const requests = this.#requests.map(({ text, end }) => `${text} → ${end ?? "no answer yet"}`);
    return [`at ${this.#now()}, ${this.#page.url()}`, state, ...requests, `picture: ${picture}`].join(
      "\n    ",
    );
  }

  #now(): string {
    return `${((Date.now() - this.#since) / 1000).toFixed(2)} s`;
  }
}

/** Runs in the page: what has the focus, what can have it, and what the page says. */
function stateOfPage(): string {
  // Without names of their own: the loader of this file names functions with a helper that the page lacks.
  const [headings, words, dialogs] = [
    "h1, h2, h3",
    "[role=status], [role=alert], [aria-live], output",
    "[role=dialog], [role=alertdialog], [role=menu]",
  ].map((selector) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((one) => one.checkVisibility() && one.textContent)
      .map((one) => one.textContent?.trim().slice(0, 80))
      .join(" | "),
  );
  const targets = [...document.querySelectorAll<HTMLElement>("section[data-target]")]
    .filter((one) => one.checkVisibility())
    .map((one) => `${one.dataset.target}${one.className.includes("ring-2") ? " (framed)" : ""}`);
  const active = document.activeElement;
  const tag = active ? active.outerHTML.slice(0, active.outerHTML.indexOf(">") + 1) : "nothing";
  return [
    `focus: ${tag.slice(0, 200)}; the page ${document.hasFocus() ? "has" : "lacks"} it, ${document.visibilityState}`,
    `targets: ${targets.join(", ") || "none"}`,
    `headings: ${headings}`,
    `says: ${words}`,
    `dialogs: ${dialogs || "none"}`,
  ].join("\n    ");
}
