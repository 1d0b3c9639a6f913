import type { Page } from "@playwright/test";

/**
 * Holds back a page's requests to an address, or those with one method. Returns a function that lets them go, and all
 * later ones.
 */
export async function holdRequests(page: Page, address: string, method?: string): Promise<() => void> {
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
