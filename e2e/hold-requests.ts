import type { Page } from "@playwright/test";

/**
 * Holds back a page's requests to an address, or those with one method. Returns a function that lets them go, and all
 * later ones.
 */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
  method?: string,
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    if (method === undefined || route.request().method() === method) await released;
    await route.continue();
  });
  return release;
}

/** Makes a page's browser busy: it has no idle time. Returns a function that gives it some. */
export async function holdIdleTime(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const waiting: IdleRequestCallback[] = [];
    const original = window.requestIdleCallback;
    window.requestIdleCallback = (callback) => waiting.push(callback);
    Object.assign(window, {
      giveIdleTime() {
        window.requestIdleCallback = original;
        for (const callback of waiting) original(callback);
      },
    });
  });
  // One after those that waited has run.
  return () =>
    page.evaluate(async () => {
      (window as unknown as { giveIdleTime: () => void }).giveIdleTime();
      await new Promise((resolve) => requestIdleCallback(resolve));
    });
}
