import { readFileSync } from "node:fs";
import writeWorkbook from "write-excel-file/node";
import { expect, expectAccessible, test } from "@/e2e/fixtures";
import { studyFile } from "@/prisma/demo/study";

const study = { name: "study.jsonl", mimeType: "application/x-ndjson", buffer: readFileSync(studyFile) };

test("a study with mistakes says where they are; corrected, it becomes a dataset", async ({
  page,
  signIn,
}) => {
  // Includes five accessibility scans.
  test.slow();
  const { projectId } = await signIn("admin");
  await page.goto(`/projects/${projectId}/data`);
  await expect(page.getByText("No data yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Import data" }).click();
  await expect(page.getByRole("heading", { name: "Import data" })).toBeVisible();
  await expectAccessible(page);

  const wrong = study.buffer.toString().replace('"instruction": "', '"instructions": "');
  await page.getByLabel("Drop a study file here").setInputFiles({ ...study, buffer: Buffer.from(wrong) });
  const problems = page.getByRole("region", { name: "Problems" }).getByRole("row");
  await expect(page.getByText("This file was not imported")).toBeVisible({ timeout: 60_000 });
  await expect(problems.filter({ hasText: "is missing" })).toContainText("instructionis missing");
  await expectAccessible(page);

  await page.getByRole("link", { name: "Import another file" }).click();
  await page.getByLabel("Name of the dataset").fill("Everyday instructions, corrected");
  await page.getByLabel("Drop a study file here").setInputFiles(study);
  await expect(page.getByText("618 records were imported")).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);

  await page.getByRole("link", { name: "Open the dataset" }).click();
  await expect(page.getByRole("heading", { name: "Everyday instructions, corrected" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Tasks" }).getByRole("row")).toHaveCount(25);
  await expectAccessible(page);

  await page.getByLabel("Search instructions").fill("Ms Okafor");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("1 task found")).toBeVisible();
  await page.getByRole("link", { name: /Write an email to Ms Okafor/ }).click();
  await expect(page.getByRole("heading", { name: "Task t01" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Response", exact: true })).toHaveCount(2);
  await expect(page.getByText("sample drafter", { exact: false }).first()).toBeVisible();
  await expectAccessible(page);
});

test("exports are recorded in the audit log", async ({ page, signIn }) => {
  const { projectId, name } = await signIn("researcher");
  await page.goto(`/projects/${projectId}/data/import`);
  await page.getByLabel("Drop a study file here").setInputFiles(study);
  await expect(page.getByText("618 records were imported")).toBeVisible({ timeout: 60_000 });
  await page.goto(`/projects/${projectId}/exports`);
  await page.getByRole("button", { name: /Export Everyday/ }).click();
  const preferences = page.getByRole("menuitem", { name: "Preference set" });
  await expect(preferences).toContainText("No pair of responses was decided");
  await expect(preferences).toBeDisabled();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Study file" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^countersign-[0-9a-f]{8}\.study\.jsonl$/);
  expect(
    readFileSync(await file.path(), "utf8")
      .trimEnd()
      .split("\n"),
  ).toHaveLength(618);

  await page.getByRole("button", { name: /Export Everyday/ }).click();
  await page.getByRole("menuitem", { name: /^Training data/ }).click();
  const dialog = page.getByRole("dialog", { name: "Training data" });
  await expect(dialog.getByRole("table", { name: "Rows by source" })).toBeVisible();
  const share = dialog.getByRole("spinbutton", { name: "Test split, in percent of prompts" });
  await share.fill("80");
  await expect(dialog.getByText("must be from 0 to 50")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Download ZIP" })).toHaveCount(0);
  await expectAccessible(page, "[role=dialog]");
  await share.fill("20");
  const archive = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download ZIP" }).click();
  expect((await archive).suggestedFilename()).toMatch(/^countersign-[0-9a-f]{8}.*\.zip$/);
  await expect(dialog).toBeHidden();
  await page.reload();
  const past = page.getByRole("region", { name: "Past exports" }).getByRole("row").nth(2);
  await expect(past).toContainText(name);
  await expect(past).toContainText("618");
  await expectAccessible(page);
});

test("a study of many megabytes arrives whole", async ({ page, signIn }) => {
  const { projectId } = await signIn("researcher");
  const tasks = Array.from({ length: 14 }, (_, n) =>
    JSON.stringify({ type: "task", id: `t${n}`, instruction: "Sum it up.", input: "long ".repeat(180_000) }),
  );
  const lines = ['{"type":"study","version":1,"name":"Long"}', ...tasks];
  await page.goto(`/projects/${projectId}/data/import`);
  const file = {
    name: "long.jsonl",
    mimeType: "application/x-ndjson",
    buffer: Buffer.from(lines.join("\n")),
  };
  await page.getByLabel("Drop a study file here").setInputFiles(file);
  await expect(page.getByText("15 records were imported")).toBeVisible({ timeout: 60_000 });
});

test("a workbook with a large part is shown before it is imported, and arrives whole", async ({
  page,
  signIn,
}) => {
  const { projectId } = await signIn("researcher");
  const rows = Array.from({ length: 300 }, (_, n) => [`Sum up text ${n}. ${"long ".repeat(600)}`, n]);
  const cells = [["instruction", "place"], ...rows].map((row) => row.map((value) => ({ value })));
  await page.goto(`/projects/${projectId}/data/import`);
  await page.getByLabel("Drop a study file here").setInputFiles({
    name: "long.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: await writeWorkbook(cells).toBuffer(),
  });
  await expect(page.getByRole("heading", { name: "The first tasks, as they will be" })).toBeVisible();
  await expect(page.getByRole("cell", { name: /^Sum up text 1\./ }).first()).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("301 records were imported")).toBeVisible({ timeout: 60_000 });
});
