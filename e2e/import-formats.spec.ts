import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";

const csv = (name: string, lines: string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`),
});

test("an admin previews a table, corrects its columns, and imports it as a dataset", async ({
  page,
  signIn,
}) => {
  const { projectId } = await signIn("researcher");
  await page.goto(`/projects/${projectId}/data/import`);
  const file = csv("questions.csv", [
    "nr;frage;antwort;label",
    'q1;Why is the sky blue?;"Light scatters;\nblue most.";physics',
    "q2;Why is bread brown?;The crust is toasted.;food, kitchen",
  ]);
  await page.getByLabel("Drop a study file here").setInputFiles(file);

  const preview = page.getByRole("region", { name: "What the file is read as" });
  await expect(preview.getByText("CSV with semicolons")).toBeVisible();
  await expect(preview.getByText("Something is still to be chosen")).toBeVisible();
  await preview.getByLabel("Instruction").selectOption("frage");
  await preview.getByLabel("Id", { exact: true }).selectOption("nr");
  await preview.getByLabel("Tags").selectOption("label");
  await preview.getByRole("button", { name: "Add a response column" }).click();
  await expect(preview.getByLabel("Text of response 1")).toHaveValue("antwort");
  await preview.getByLabel("or a name").fill("model-a");
  const first = preview.getByRole("group", { name: "The first tasks" }).getByRole("row").nth(1);
  await expect(first).toContainText("q1Why is the sky blue?");
  await expect(first).toContainText("model-a");
  await expectAccessible(page);

  await preview.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("5 records were imported")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("link", { name: "Open the dataset" }).click();
  await expect(page.getByRole("heading", { name: "questions" })).toBeVisible();

  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("checkbox", { name: "kitchen" }).click();
  await expect(page.getByText("1 task found")).toBeVisible();
  await expect(page).toHaveURL(/tag=kitchen/);
  await page.reload();
  await expect(page.getByRole("button", { name: "Remove filter Tag: kitchen" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: /Why is bread brown/ }).click();
  await expect(page.getByText("The crust is toasted.")).toBeVisible();

  // Next month's file has the same columns.
  await page.goto(`/projects/${projectId}/data/import`);
  await page.getByLabel("Drop a study file here").setInputFiles({ ...file, name: "october.csv" });
  await expect(preview.getByText("The columns are taken for what they were in questions.csv")).toBeVisible();
  await expect(preview.getByLabel("Instruction")).toHaveValue("frage");
  await expect(preview.getByLabel("or a name")).toHaveValue("model-a");
  await preview.getByRole("button", { name: "Guess by their names" }).click();
  await expect(preview.getByText("Something is still to be chosen")).toBeVisible();
});

test("a table with bad rows says where, and nothing is imported", async ({ page, signIn }) => {
  const { projectId } = await signIn("researcher");
  await page.goto(`/projects/${projectId}/data/import`);
  const file = csv("bad.csv", ["id,question", "q1,Why?", "q1,How?", "q3", "q4,"]);
  await page.getByLabel("Drop a study file here").setInputFiles(file);
  await expect(page.getByText("3 problems in the first rows")).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("This file was not imported")).toBeVisible({ timeout: 60_000 });
  const problems = page.getByRole("region", { name: "Problems" }).getByRole("row");
  await expect(problems.nth(1)).toContainText('another row has the id "q1" (line 2)');
  await expect(problems.nth(2)).toContainText("the row has 1 cell, the first row has 2");
  await expect(problems.nth(3)).toContainText("questionis missing");
  await expectAccessible(page);
});

test("tasks written by hand become a dataset", async ({ page, signIn }) => {
  const { projectId } = await signIn("researcher");
  await page.goto(`/projects/${projectId}/data/import`);
  await page.getByRole("tab", { name: "Type or paste" }).click();
  await page.getByLabel("Name of the new dataset").fill("By hand");
  await page.getByLabel("Instruction").fill("Why is the sky blue?");
  await page.getByLabel("Response 1", { exact: true }).fill("Light scatters.");
  await page.getByLabel("Model of response 1").fill("model-a");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make the dataset" }).click();
  await expect(page.getByText("3 records were imported")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("By hand")).toBeVisible();
});

test("an admin cannot archive a dataset in use; another one can be archived and restored", async ({
  page,
  signIn,
  expectError,
}) => {
  expectError(/409 \(Conflict\)/);
  const { projectId } = await signIn("admin");
  const used = await makeDataset({ project: { id: projectId }, name: "In use" });
  await makeBatch({ dataset: used, name: "Round one" });
  const free = await makeDataset({ project: { id: projectId }, name: "Not in use" });
  const archive = async (id: string) => {
    await page.goto(`/projects/${projectId}/data/${id}`);
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("button", { name: "Archive dataset" }).click();
  };
  await archive(used.id);
  await expect(page.getByRole("dialog").getByRole("link", { name: "Round one" })).toBeVisible();
  await expectAccessible(page);

  await archive(free.id);
  await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
  await page.goto(`/projects/${projectId}/data`);
  const datasets = page.getByRole("region", { name: "Datasets" });
  await expect(datasets.getByRole("link", { name: "In use", exact: true })).toBeVisible();
  await expect(datasets.getByRole("link", { name: "Not in use" })).toHaveCount(0);
  await page.getByRole("link", { name: "Archived (1)" }).click();
  await page.getByRole("link", { name: "Not in use" }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: "Archive" })).toBeVisible();
});
