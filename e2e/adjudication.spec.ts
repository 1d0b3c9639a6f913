import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeReviews, makeVotes } from "@/testing/builders/submissions";

test("an admin unblinds a tie, decides it by keyboard, and takes the decision back", async ({
  page,
  signIn,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const dataset = await makeDataset({ project, tasks: 2, criteria: 1 });
  const settings = { overallScore: false };
  const batch = await makeBatch({
    dataset,
    annotators,
    k: 2,
    preset: "criterion-scoring",
    settings,
    name: "Pilot",
  });
  await makeVotes(batch, annotators, (subject) => (subject === 0 ? [2, 4] : [5, 5]));
  await signIn(admin);

  await page.goto(`/projects/${project.id}/batches/${batch.id}`);
  await page.getByRole("navigation", { name: "Batch" }).getByRole("link", { name: "Adjudication" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 case of 2 judged" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Votes" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Begin adjudication" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("cannot be undone");
  await dialog.getByRole("button", { name: "Unblind and begin" }).click();

  const row = page.getByRole("row").filter({ hasText: "To decide" });
  await expect(row).toContainText("2 × 1 · 4 × 1");
  await expect(page.getByText("0 of 1 decided")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectAccessible(page);
  await row.getByRole("link").click();
  for (const { pseudonym } of annotators)
    await expect(page.getByText(pseudonym, { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Votes" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("3");
  await expect(page.getByRole("button", { name: "3", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("textbox", { name: "Note" }).fill("Between the two.");
  await page.keyboard.press("ControlOrMeta+Enter");

  await expect(page.getByText("1 of 1 decided")).toBeVisible();
  await page.getByRole("row").filter({ hasText: admin.pseudonym }).getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Decided so far" })).toBeVisible();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("Taken back", { exact: true })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Between the two." })).toBeVisible();
});

test("an admin makes version 2 of a checklist and drafts the batch that answers it", async ({
  page,
  signIn,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const dataset = await makeDataset({ project, tasks: 1, checklist: 2 });
  const batch = await makeBatch({ dataset, annotators, k: 2, preset: "checklist-review", name: "Review" });
  await makeReviews(batch, annotators, () => [
    { items: ["accept", "Does the response answer the whole question?"], added: ["Is it kind?"] },
    { items: ["accept", "remove"] },
  ]);
  await signIn(admin);

  await page.goto(`/projects/${project.id}/batches/${batch.id}/consensus`);
  await expect(page.getByText("2 to decide by hand")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "t1.checklist" }).click();
  const make = page.getByRole("button", { name: "Make version 2" });
  await expect(page.getByText("1 item to decide first")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("radio", { name: /whole/ }).click();
  await page.getByRole("checkbox", { name: "Is it kind?" }).click();
  await expect(page.getByText("3 items", { exact: true })).toBeVisible();
  await make.click();

  await expect(page.getByText("Version 2 made", { exact: true }).and(page.locator("td *"))).toBeVisible();
  await page.getByRole("button", { name: "Draft the answering batch" }).click();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(page.getByRole("textbox", { name: /^Name/ })).toHaveValue("Review: scoring");
});
