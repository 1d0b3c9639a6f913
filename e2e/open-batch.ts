import { expect, type Page } from "@playwright/test";

/** Opens the drafted batch on the page, once its dialog says what opening creates. */
export async function openBatch(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open batch" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(/available to|opens without any/);
  await dialog.getByRole("button", { name: "Open batch" }).click();
}
