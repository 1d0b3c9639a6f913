import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";

test("an admin empties a project once its batch is closed, its people stay; deleted, it is gone", async ({
  page,
  signIn,
  expectError,
}) => {
  expectError(/status of 404/);
  const { projectId } = await signIn("admin");
  const annotator = await makeMember("annotator", { project: { id: projectId } });
  const dataset = await makeDataset({ project: { id: projectId }, name: "Court rulings", tasks: 3 });
  const batch = await makeBatch({ dataset, name: "Rulings, first round", annotators: [annotator] });
  const settings = `/projects/${projectId}/settings`;
  const name = page.getByRole("textbox", { name: /^Type “/ });
  const dialog = page.getByRole("alertdialog");

  await page.goto(settings);
  const project = await page.getByRole("textbox", { name: /^Name/ }).inputValue();
  await page.getByRole("button", { name: "Empty project" }).click();
  await expect(dialog.getByText("It removes 1 dataset, 3 tasks")).toBeVisible();
  await expect(dialog.getByText("Close first: Rulings, first round.")).toBeVisible();
  await expectAccessible(page, "[role=alertdialog]");
  await name.fill(project);
  await expect(dialog.getByRole("button", { name: "Empty project" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/projects/${projectId}/batches/${batch.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Close…" }).click();
  await dialog.getByRole("button", { name: "Close batch" }).click();
  await expect(page.getByRole("heading", { level: 1 }).locator("..")).toContainText("Closed");

  await page.goto(settings);
  await page.getByRole("button", { name: "Empty project" }).click();
  await expect(dialog.getByText("Rulings, first round (0 submissions)")).toBeVisible();
  const empty = dialog.getByRole("button", { name: "Empty project" });
  await expect(empty).toBeDisabled();
  await name.fill(`${project} 2`);
  await expect(empty).toBeDisabled();
  await name.fill(project);
  await empty.click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await expect(page.getByText("No data yet")).toBeVisible();
  await page.getByRole("link", { name: "People", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: annotator.name })).toHaveCount(1);

  await page.goto(settings);
  await page.getByRole("button", { name: "Delete project" }).click();
  await expect(dialog.getByText("It removes 2 memberships")).toBeVisible();
  await name.fill(project);
  await dialog.getByRole("button", { name: "Delete project" }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole("link", { name: project })).toHaveCount(0);
  expect((await page.goto(settings))?.status()).toBe(404);
});

test("an admin dismisses failed imports, on their own page and in the list", async ({ page, signIn }) => {
  const { projectId } = await signIn("admin");
  const home = `/projects/${projectId}/data`;
  const broken = (name: string) => ({
    name,
    mimeType: "application/x-ndjson",
    buffer: Buffer.from(`{"type":"study","format":1,"name":"${name}"}\n{"type":"task"}\n`),
  });
  for (const name of ["first.study.jsonl", "second.study.jsonl"]) {
    await page.goto(`${home}/import`);
    await page.getByLabel("Drop a study file here").setInputFiles(broken(name));
    await expect(page.getByText("This file was not imported")).toBeVisible({ timeout: 60_000 });
  }
  const failed = (name: string) => page.getByText(`${name} was not imported`);
  // On the page of the second one, then in the list.
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(failed("first.study.jsonl")).toBeVisible();
  await expect(failed("second.study.jsonl")).toHaveCount(0);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(failed("first.study.jsonl")).toHaveCount(0);
  await expect(page.getByText("No data yet")).toBeVisible();
});
