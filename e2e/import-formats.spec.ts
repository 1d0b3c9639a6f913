import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Locator } from "@playwright/test";
import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { holdRequests } from "@/e2e/hold-requests";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { closeBatch, makeProgress } from "@/testing/builders/submissions";

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
  await expect(preview.getByText("The columns are read as in questions.csv")).toBeVisible();
  await expect(preview.getByLabel("Instruction")).toHaveValue("frage");
  await expect(preview.getByLabel("or a name")).toHaveValue("model-a");
  await preview.getByRole("button", { name: "Guess by their names" }).click();
  await expect(preview.getByText("Something is still to be chosen")).toBeVisible();
});

test("a table with bad rows says where and imports nothing, then goes on without them", async ({
  page,
  signIn,
}) => {
  const { projectId } = await signIn("researcher");
  await page.goto(`/projects/${projectId}/data/import`);
  // An id that is told from its neighbours by its last sign only.
  const long = `q4-${"of-a-long-list-".repeat(22)}1`;
  const file = csv("bad.csv", ["id,question", "q1,Why?", "q1,How?", "q3", `${long},`, "q5,Where?"]);
  await page.getByLabel("Drop a study file here").setInputFiles(file);
  await expect(page.getByText("3 problems in the first rows")).toBeVisible();
  const isWhole = async (cell: Locator) => {
    await expect(cell).toHaveText(long);
    return cell.evaluate((cell) =>
      [cell, ...cell.children].every(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth <= clientWidth && scrollHeight <= clientHeight,
      ),
    );
  };
  expect(await isWhole(page.getByRole("cell", { name: /^q4-/ }))).toBe(true);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("This file was not imported")).toBeVisible({ timeout: 60_000 });
  const problems = page.getByRole("region", { name: "Problems" }).getByRole("row");
  await expect(problems.nth(1)).toContainText('another row has the id "q1" (line 2)');
  await expect(problems.nth(2)).toContainText("the row has 1 cell, the first row has 2");
  await expect(problems.nth(3)).toContainText("questionis missing");
  expect(await isWhole(problems.nth(3).getByRole("cell", { name: /^q4-/ }))).toBe(true);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Import without 3 rows" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Leave out 3 rows?" });
  await dialog.getByRole("button", { name: "Import without 3 rows" }).click();
  await expect(page.getByText("3 rows did not fit and were left out.")).toBeVisible({ timeout: 60_000 });
  const leftOut = page.getByRole("region", { name: "Rows left out" });
  await expect(leftOut.getByRole("row")).toHaveCount(4);
  const download = page.waitForEvent("download");
  await leftOut.getByRole("link", { name: "Download all" }).click();
  expect(
    readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\n"),
  ).toHaveLength(4);
  await page.getByRole("link", { name: "Open the dataset" }).click();
  await expect(page.getByRole("region", { name: "Tasks" }).getByRole("row")).toHaveCount(3);
});

test("a file in another encoding is named and refused before it can be imported", async ({
  page,
  signIn,
}) => {
  const { projectId } = await signIn("researcher");
  await page.goto(`/projects/${projectId}/data/import`);
  const uploads: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") uploads.push(new URL(request.url()).pathname);
  });
  const drop = page.getByLabel("Drop a study file here");
  const importing = page.getByRole("button", { name: "Import", exact: true });
  const table = "id,question\r\nq1,Größe?\r\n";
  const files: [name: string, bytes: Buffer, encoding: RegExp][] = [
    ["marked.csv", Buffer.from(`\uFEFF${table}`, "utf16le"), /UTF-16 \(little-endian\)/],
    ["swapped.csv", Buffer.from(table, "utf16le").swap16(), /UTF-16 \(big-endian\)/],
    ["packed.csv.gz", gzipSync(Buffer.from(table, "utf16le")), /UTF-16 \(little-endian\)/],
    // A study file is sent at once where it can be read.
    ["study.jsonl", Buffer.from('{"type":"study","version":1,"name":"Wide"}', "utf16le"), /UTF-16/],
    ["excel.csv", Buffer.from(table, "latin1"), /not UTF-8; it looks like Windows-1252 or Latin-1/],
  ];
  for (const [name, buffer, encoding] of files) {
    await drop.setInputFiles({ name, mimeType: "text/csv", buffer });
    await expect(page.getByText(`${name}: This file is`)).toHaveText(encoding);
    await expect(importing).toHaveCount(0);
  }
  // The same text in UTF-8 can be imported.
  await drop.setInputFiles({ name: "utf8.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
  await expect(page.getByRole("cell", { name: "Größe?" }).first()).toBeVisible();
  await expect(importing).toBeEnabled();
  expect(uploads).toEqual([]);
});

test("a table with damaged rows is imported without them on purpose; one whose first row is damaged cannot be", async ({
  page,
  signIn,
}) => {
  const { projectId } = await signIn("researcher");
  await page.goto(`/projects/${projectId}/data/import`);
  const drop = page.getByLabel("Drop a study file here");
  const importing = page.getByRole("button", { name: "Import", exact: true });
  // The second byte of a character is missing in place of each sign.
  const damaged = (name: string, lines: string[]) => {
    const bytes = lines
      .join("\n")
      .split("¿")
      .map((part) => Buffer.from(part));
    const joined = bytes.flatMap((part, n) => (n === 0 ? [part] : [Buffer.from([0xc3]), part]));
    return { name, mimeType: "text/csv", buffer: Buffer.concat(joined) };
  };

  await drop.setInputFiles(damaged("header.csv", ["id,question,Stra¿e,Größe", "q1,Why?,a,1"]));
  await expect(page.getByText("No rows of this file can be read")).toBeVisible();
  await expect(page.getByText(/^line 1: the row is not valid UTF-8: it is damaged/)).toBeVisible();
  await expect(importing).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Choose another file" }).click();

  // One of them is beyond the rows that the page looks at.
  const many = Array.from({ length: 40_000 }, (_, n) => `q${n + 1},Was ist Größe ${n + 1}?`);
  many[1] = "q2,Was ist Gr¿ße?";
  many[39_998] = "q39999,Was ist Gr¿ße?";
  await drop.setInputFiles(damaged("rows.csv", ["id,question", ...many]));
  await expect(page.getByText("1 problem in the first rows")).toBeVisible();
  await expect(page.getByText(/^line 3: the row is not valid UTF-8: it is damaged/)).toBeVisible();
  await importing.click();
  await expect(page.getByText("This file was not imported")).toBeVisible({ timeout: 60_000 });
  const problems = page.getByRole("region", { name: "Problems" }).getByRole("row");
  await expect(problems).toHaveCount(3);
  await expect(problems.nth(2)).toContainText("40,000");
  await expect(problems.nth(2)).toContainText("q39999,Was ist Gr\ufffdße?");
  await page.getByRole("button", { name: "Import without 2 rows" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Leave out 2 rows?" });
  await dialog.getByRole("button", { name: "Import without 2 rows" }).click();
  await expect(page.getByText("2 rows did not fit and were left out.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("region", { name: "Rows left out" }).getByRole("row")).toHaveCount(3);
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

test("an admin deletes a dataset by its name, once the dialog says what goes with it", async ({
  page,
  signIn,
}) => {
  const { projectId } = await signIn("admin");
  const project = { id: projectId };
  const dataset = await makeDataset({ project, name: "Old data", tasks: 2 });
  const annotator = await makeMember("annotator", { project });
  const batch = await makeBatch({ dataset, name: "Round one", annotators: [annotator] });
  await makeProgress(annotator, batch, { submitted: 1 });
  const release = await holdRequests(page, "**/dependants");
  await page.goto(`/projects/${projectId}/data/${dataset.id}`);
  await page.getByRole("button", { name: "Manage this dataset" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Old data?" });
  const remove = dialog.getByRole("button", { name: "Delete dataset" });
  await dialog.getByLabel("Type “Old data” to confirm").fill("Old data");
  await expect(remove).toBeDisabled();
  release();
  await expect(dialog).toContainText("It removes 2 tasks.");
  await expect(dialog.getByRole("listitem")).toHaveText("Round one (1 submission)");
  await expect(dialog).toContainText("Close first: Round one.");
  await expect(remove).toBeDisabled();
  await expectAccessible(page, "[role=alertdialog]");
  await page.keyboard.press("Escape");

  await closeBatch(batch);
  await page.getByRole("button", { name: "Manage this dataset" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await expect(dialog).toContainText("It removes 2 tasks.");
  await expect(dialog.getByText("Close first")).toHaveCount(0);
  await expect(remove).toBeDisabled();
  await dialog.getByLabel("Type “Old data” to confirm").fill("Old data");
  await remove.click();
  await expect(page.getByText("“Old data” is deleted", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/data$`));
  await expect(page.getByRole("link", { name: "Old data" })).toHaveCount(0);
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
