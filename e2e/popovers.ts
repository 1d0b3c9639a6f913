import { expect, type Page } from "@playwright/test";

const OPENED = "[data-radix-popper-content-wrapper], [role=dialog], [role=alertdialog]";

/**
 * Opens the first popovers, menus and dialogs of a page, one after the other, and lists those that reach
 * beyond the screen.
 */
export async function checkPopovers(page: Page, most = 4): Promise<string[]> {
  const triggers = page.locator(
    "main button:is([aria-haspopup=dialog], [aria-haspopup=menu]):not(:disabled):visible",
  );
  const count = Math.min(await triggers.count(), most);
  const beyond: string[] = [];
  for (let n = 0; n < count; n++) {
    const trigger = triggers.nth(n);
    const name = (await trigger.getAttribute("aria-label")) ?? (await trigger.textContent());
    await trigger.click();
    const opened = page.locator(OPENED).first();
    await expect(opened).toBeVisible();
    const { left, right, width } = await opened.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return { left: box.left, right: box.right, width: window.innerWidth };
    });
    if (left < 0 || right > width) beyond.push(`${name}: ${Math.round(left)} to ${Math.round(right)} px`);
    await page.keyboard.press("Escape");
    await expect(page.locator(OPENED)).toHaveCount(0);
  }
  return beyond;
}
