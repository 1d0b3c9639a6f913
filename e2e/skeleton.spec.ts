import { expect, expectAccessible, test } from "@/e2e/fixtures";

test("an address that leads nowhere says so, to everybody", async ({ page, expectError }) => {
  expectError(/404/);
  await page.goto("/there/is/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
});
