import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeProgress } from "@/testing/builders/submissions";

test("an admin designs a batch, sees how many assignments it makes, is warned of a past due date, and opens it", async ({
  page,
  signIn,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  await makeDataset({ project, name: "Answers", tasks: 4, criteria: 2 });
  await signIn(admin);

  await page.goto(`/projects/${project.id}/batches`);
  await expect(page.getByText("No batches yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "New batch" }).click();

  const numbers = page.getByRole("complementary", { name: "The batch in numbers" });
  const parts = page.getByRole("navigation", { name: "Parts of the design" });
  await expect(numbers.getByText("12", { exact: true })).toBeVisible();
  await parts.getByRole("button", { name: "Protocol" }).click();
  await page.getByRole("radio", { name: "Check, then score" }).check();
  await expect(numbers.getByText("4 responses left out: no checklist")).toBeVisible();
  await page.getByRole("radio", { name: "Criterion scoring" }).check();
  await page.getByRole("button", { name: "Remove: step 2, Overall score" }).click();
  await page.getByRole("radio", { name: "Show no draft" }).check();
  await expect(numbers.getByText("Scores every criterion, without drafts.")).toBeVisible();
  await expectAccessible(page);

  // Missing things are shown at their fields.
  await page.getByRole("button", { name: "Open batch" }).click();
  await expect(page.getByText("Give the batch a name.")).toBeVisible();
  await page.getByLabel("Name").fill("Pilot");
  await parts.getByRole("button", { name: "Annotators" }).click();
  await expect(page.getByText("3 different people are needed per response and 2 are chosen.")).toBeVisible();
  await parts.getByRole("button", { name: "Arms" }).click();
  await page.getByLabel("People per response").fill("2");
  await expect(numbers.getByText("8", { exact: true })).toBeVisible();
  await parts.getByRole("button", { name: "Guidelines" }).click();
  await page.getByRole("textbox", { name: "Guidelines" }).fill("Read the **whole** response.");
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.locator("strong", { hasText: "whole" })).toBeVisible();
  // A due date in the past is asked about at its field, and again before the batch opens.
  await parts.getByRole("button", { name: "Order" }).click();
  await page.getByLabel("Due", { exact: true }).fill("2020-01-31");
  await expect(page.getByText("This day is over already: the batch counts as overdue.")).toBeVisible();
  await page.getByRole("button", { name: "Open batch" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("8 assignments on 4 responses");
  await expect(dialog).toContainText(
    "The due date has passed already: the batch is overdue as soon as it is open.",
  );
  await dialog.getByRole("button", { name: "Open batch" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Pilot" })).toBeVisible();
  await expect(page.getByText("0 of 8 assignments submitted")).toBeVisible();
  await expectAccessible(page);
  for (const { pseudonym } of annotators) {
    await expect(page.getByRole("row").filter({ hasText: pseudonym })).toBeVisible();
  }
});

test("the batch page follows the work, by annotator and subject", async ({ page, signIn }) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const [first, second] = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ];
  const dataset = await makeDataset({ project, tasks: 3 });
  const batch = await makeBatch({ dataset, annotators: [first, second], k: 1, name: "Round one" });
  await signIn(admin);
  await page.goto(`/projects/${project.id}/batches/${batch.id}`);
  await expect(page.getByText("0 of 3 assignments submitted")).toBeVisible();

  await makeProgress(first, batch, { submitted: 1 });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("1 of 3 assignments submitted", { exact: true })).toBeVisible();
  await expect(
    page.getByRole("row").filter({ hasText: first.pseudonym }).getByRole("progressbar"),
  ).toHaveAttribute("aria-valuenow", "1");

  const subjects = page.getByRole("region", { name: "Responses" });
  await page
    .getByRole("navigation", { name: "Filter responses" })
    .getByRole("link", { name: /Complete/ })
    .click();
  await expect(page).toHaveURL(/filter=complete/);
  await expect(subjects.getByRole("cell", { name: "Complete" })).toHaveCount(1);
});

test("an admin pauses, resumes and closes a batch, after a dialog that says what each does", async ({
  page,
  signIn,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 3 });
  const batch = await makeBatch({ dataset, annotators: [annotator] });
  await makeProgress(annotator, batch, { open: true });
  await signIn(admin);
  await page.goto(`/projects/${project.id}/batches/${batch.id}`);

  const badge = page.getByRole("main").getByRole("heading", { level: 1 }).locator("..");
  const dialog = page.getByRole("alertdialog");
  const choose = async (item: string, text: RegExp, confirm: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await expect(dialog).toContainText(text);
    await dialog.getByRole("button", { name: confirm }).click();
    await expect(dialog).toBeHidden();
  };
  await choose("Pause…", /1\sassignment in progress stays/, "Pause batch");
  await expect(badge).toContainText("Paused");

  await page.getByRole("button", { name: "Resume" }).click();
  await dialog.getByRole("button", { name: "Resume batch" }).click();
  await expect(dialog).toBeHidden();
  await expect(badge).toContainText("Open");

  await choose("Close…", /cannot be opened again/, "Close batch");
  await expect(badge).toContainText("Closed");
  await expect(page.getByText("0 open now")).toBeVisible();
});

test("a researcher reads a batch under pseudonyms; an annotator has no such page", async ({
  page,
  signIn,
  browserOf,
  expectError,
}) => {
  const project = await makeProject();
  const researcher = await makeMember("researcher", { project });
  const annotator = await makeMember("annotator", { project });
  const batch = await makeBatch({ dataset: await makeDataset({ project }), annotators: [annotator] });
  const path = `/projects/${project.id}/batches/${batch.id}`;
  await signIn(researcher);
  await page.goto(path);
  await expect(page.getByText(annotator.pseudonym)).toBeVisible();
  await expect(page.getByText(annotator.name)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "More actions" })).toHaveCount(0);

  expectError(/404/);
  const other = await browserOf(annotator);
  expect((await other.goto(path))?.status()).toBe(404);
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.getByText(annotator.pseudonym)).toHaveCount(0);
});
