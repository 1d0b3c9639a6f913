import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { expect, expectAccessible, test } from "./fixtures";

const SHORT = { 1: "Very poor", 2: "Poor", 3: "Fair", 4: "Good", 5: "Very good" };
const LONG = Object.fromEntries(
  [1, 2, 3, 4, 5].map((point) => [
    point,
    `What an answer of ${point} points does well, and what it still lacks`,
  ]),
);

test("points carry their labels where they fit, and show them on demand where they do not", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const project = { id: annotator.projectId };
  const dataset = await makeDataset({
    project,
    tasks: 1,
    criteria: 2,
    pointLabels: [SHORT, LONG],
    drafts: false,
  });
  await makeBatch({
    dataset,
    annotators: [annotator],
    preset: "criterion-scoring",
    settings: { exposure: "none" },
  });

  await page.goto("/annotate");
  await page.getByRole("button", { name: /^Start: / }).click();
  const first = page.getByRole("region", { name: "Your score for Criterion 1" });
  const second = page.getByRole("region", { name: "Your score for Criterion 2" });
  await expect(first).toBeFocused();
  await expect(first.getByText("Fair", { exact: true })).toBeVisible();
  await expect(first.getByRole("button", { name: "Show all labels" })).toBeHidden();
  const heights = await first.getByRole("button").evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(Math.max(...heights.filter(Boolean))).toBeLessThan(64);

  // Too long for the points: end labels, then all on demand.
  await expect(second.getByText(LONG[3] ?? "", { exact: true })).toHaveCount(0);
  await second.getByRole("button", { name: "Show all labels" }).click();
  await expect(second.getByText(LONG[3] ?? "", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("3");
  await expect(second.getByRole("button", { name: /^3: / })).toHaveAttribute("aria-pressed", "true");

  // On a phone neither fits.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(first.getByText("Fair", { exact: true })).toBeHidden();
  await first.getByRole("button", { name: "Show all labels" }).click();
  await expect(first.getByText("Fair", { exact: true }).and(first.locator("dd"))).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
