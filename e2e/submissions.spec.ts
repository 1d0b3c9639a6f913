import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { makeReadBatch } from "@/testing/builders/read-batch";

test("a researcher opens a submission as its annotator saw it, from assignments, the monitor, the judgements and a contested case", async ({
  page,
  signIn,
}) => {
  const { admin, path, contested } = await makeReadBatch();
  await signIn(admin);
  const place = (words: string) => page.getByRole("region", { name: "Submission" }).getByText(words);
  const score = page.getByRole("group", { name: "Your score for Criterion 1" });

  await page.goto(`${path}/work`);
  await page
    .getByRole("link", { name: /^Read the submission of / })
    .first()
    .click();
  await expect(place("1 of 4")).toBeVisible();
  await expect(page.getByRole("region", { name: "Instruction" })).toBeVisible();
  // The view is the author's: without the drafter's name.
  await expect(page.getByText("drafter-1")).toHaveCount(0);
  // Read-only: nothing can be changed or sent.
  await expect(page.getByRole("button", { name: /^Submit/ })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Line 1 of Criterion 1" })).toContainText("Accepted");
  await expect(score.getByRole("button", { pressed: true, disabled: true })).toHaveText(/^[14]$/);
  await expect(score.getByRole("button", { disabled: false })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(place("2 of 4")).toBeVisible();
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(place("1 of 4")).toBeVisible();
  await expect(page.getByRole("link", { name: "Previous" })).toHaveCount(0);

  // From the monitor: submissions on one response, side by side with the browser's shortcuts.
  await page.goto(path);
  await page.getByRole("link", { name: "Read the submissions on t2.r1: 2 of 2" }).click();
  await expect(place("1 of 2")).toBeVisible();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(place("2 of 2")).toBeVisible();

  await page.goto(`${path}/agreement/judgements`);
  await page
    .getByRole("link", { name: /^Open the submission with / })
    .first()
    .click();
  await expect(place("of 4")).toBeVisible();

  await page.goto(contested);
  await page
    .getByRole("link", { name: /^Read the submission of / })
    .first()
    .click();
  await expect(place("of 2")).toBeVisible();
});

test("batches that need attention come first in the monitor and on the project's page, with estimates and costs", async ({
  page,
  signIn,
}) => {
  const { admin, path, project, absent } = await makeReadBatch({ late: true });
  await signIn(admin);
  await page.goto(path);
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention.getByRole("listitem").filter({ hasText: /^Late: due / })).toContainText(
    "2 assignments left",
  );
  await expect(attention.getByRole("listitem").filter({ hasText: "Never opened" })).toContainText(absent);
  await expect(attention.getByRole("link", { name: "Open monitor" })).toHaveCount(0);
  await page.getByRole("button", { name: "Set rate" }).click();
  const rate = page.getByRole("dialog");
  await rate.getByLabel("Rate").fill("30");
  await rate.getByRole("button", { name: "Save" }).click();
  await expect(rate).toBeHidden();
  await expect(page.getByText(/of active work, at .*30\.00 per hour/)).toBeVisible();

  await page.goto(`/projects/${project}`);
  const whole = page.getByRole("region", { name: "Needs attention" });
  await expect(whole.getByText(/^Late: due /)).toBeVisible();
  await expect(whole.getByRole("link", { name: "Open monitor" }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("of 6 assignments");
  await expect(page.getByRole("row", { name: /^EUR|^USD/ })).toBeVisible();
  await expectAccessible(page);
});

test("the agreement page of a batch with a rubric for each task shows item names, and no chart of items that occur once", async ({
  page,
  signIn,
}) => {
  const { admin, path } = await makeReadBatch();
  await signIn(admin);
  await page.goto(`${path}/agreement`);
  const byItem = page.getByRole("region", { name: "Agreement by item" });
  await expect(byItem.getByRole("table")).toBeVisible({ timeout: 60_000 });
  // Each of these items was judged on one response only: they get no row and no line in the chart.
  await expect(byItem.getByText("Criterion 1")).toHaveCount(0);
  await page.getByRole("link", { name: "Decisions", exact: true }).click();
  const named = page.getByRole("rowheader", { name: "t1.criteria.1 Criterion 1", exact: true });
  await expect(named.first()).toBeVisible();
});
