import { expect, expectAccessible, test } from "@/e2e/fixtures";

test("an unknown address shows the not-found page, signed in or not", async ({ page, expectError }) => {
  expectError(/404/);
  await page.goto("/there/is/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
});
