import { expect, type Page } from "@playwright/test";

/** Where each bar of tabs stood on the first screen that had it: the screen, and the bar's ends in pixels. */
export type TabPositions = Map<string, { file: string; ends: string }>;

/** Lists the bars of tabs that stand elsewhere than on an earlier screen: pages connected by tabs must not jump. */
export async function jumpingTabs(page: Page, file: string, positions: TabPositions): Promise<string[]> {
  const bars = await page
    .getByRole("main")
    .getByRole("navigation", { name: /^(Batch|Drafts)$/ })
    .evaluateAll((navs) =>
      navs.map((nav) => {
        const { left, right } = nav.getBoundingClientRect();
        const addresses = [...nav.querySelectorAll("a")].map(({ pathname }) => pathname);
        return {
          name: `${nav.ariaLabel}: ${addresses[0]}`,
          ends: `${Math.round(left)} to ${Math.round(right)}`,
        };
      }),
    );
  return bars.flatMap(({ name, ends }) => {
    const first = positions.get(name);
    if (!first) positions.set(name, { file, ends });
    return first && first.ends !== ends ? [`${name}: ${ends} px, and on ${first.file} ${first.ends} px`] : [];
  });
}

/** Notes where the bar of tabs of a screen is, to compare later screens with. */
export async function noteTabs(page: Page, address: string, positions: TabPositions): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await jumpingTabs(page, address, positions);
  expect(positions.size, `bars of tabs on ${address}`).toBe(1);
}
