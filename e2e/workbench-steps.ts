import type { Page } from "@playwright/test";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { expect, patient } from "./fixtures";

type PresetId = NonNullable<Parameters<typeof makeBatch>[0]>["preset"];

/** A batch of one subject for these people, with two drafted lines per item. */
export async function batchFor(
  people: { membershipId: string; projectId: string }[],
  { preset, k = 1, tasks = 1, items = 2 }: { preset: PresetId; k?: number; tasks?: number; items?: number },
) {
  const project = { id: people[0]?.projectId ?? "" };
  const dataset = await makeDataset({
    project,
    tasks,
    checklist: items,
    criteria: items,
    overallDrafts: true,
  });
  return makeBatch({ dataset, preset, k, annotators: people, settings: { exposure: "draft-first" } });
}

export async function openNext(page: Page) {
  await page.goto("/annotate");
  await page.getByRole("button", { name: /^(Start|Continue): / }).click();
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  // Keys work once the first target has the focus.
  await expect(page.getByRole("main").getByRole("region").and(page.locator(":focus"))).toBeVisible();
}

/** Waits until all requested scripts have arrived. */
export async function scriptsAreThere(page: Page) {
  const left = () =>
    page.locator("script[src]:not([nomodule])").evaluateAll((scripts) => {
      const come = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
      return scripts.filter((script) => !come.has((script as HTMLScriptElement).src)).length;
    });
  await expect.poll(left).toBe(0);
}

/** Notes the bars of workbenches as they are made, for `nextIsMade`. Before the page is opened. */
export async function noteBars(page: Page) {
  await page.addInitScript(() => {
    const bars: HTMLElement[] = [];
    const create = document.createElement.bind(document);
    Object.assign(window, { bars });
    document.createElement = ((name: string, ...rest: [ElementCreationOptions?]) => {
      const element = create(name, ...rest);
      if (name === "footer") bars.push(element);
      return element;
    }) as typeof document.createElement;
  });
}

/** Waits until the next workbench is made, outside of the document. Before the first submission of a page. */
export async function nextIsMade(page: Page) {
  await page.waitForFunction(() =>
    (window as unknown as { bars: HTMLElement[] }).bars.some(
      (bar) => !bar.isConnected && (bar.getRootNode() as Element).className === "contents",
    ),
  );
}

/** The server's answer to the next claim: the assignment that is shown is open then. */
export const claimed = (page: Page) => page.waitForResponse(/\/batches\/[\w-]+\/claim/);

/** Waits until the browser has stored this many operations of a type that are not sent yet. */
export async function storedUnsent(page: Page, type: string, many: number) {
  const count = () =>
    page.evaluate(
      (type) =>
        new Promise<number>((resolve) => {
          const open = indexedDB.open("countersign-outbox");
          open.onsuccess = () => {
            const all = open.result.transaction("ops").objectStore("ops").getAll();
            all.onsuccess = () => {
              open.result.close();
              resolve(all.result.filter(({ body }) => body.type === type).length);
            };
          };
        }),
      type,
    );
  await expect.poll(count).toBe(many);
}

export const saved = (page: Page) => page.getByText(/^Saved · \d\d:\d\d:\d\d$/);

/** Opens the assignment of a page in a second tab. */
export async function openAgain(page: Page): Promise<Page> {
  const other = patient(await page.context().newPage());
  await other.goto(page.url());
  await expect(other.getByText("This assignment is open in another window too.")).toBeVisible();
  return other;
}
