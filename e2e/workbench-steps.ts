import type { Page } from "@playwright/test";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { expect } from "./fixtures";

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

export const saved = (page: Page) => page.getByText(/^Saved · \d\d:\d\d:\d\d$/);
