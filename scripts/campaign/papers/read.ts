import { expect, type Page } from "@playwright/test";
import { TrainingPreview } from "@/lib/export/schema/training";
import type { Installation } from "./installation";
import type { StartedRun } from "./runs";

/** Reads the first trace of a run, as a researcher would: `words` are in it. */
export async function readTrace(page: Page, project: string, run: StartedRun, words: string): Promise<void> {
  await page.goto(`/projects/${project}/drafts/${run.id}`);
  const traces = page.getByRole("link", { name: /^Trace of task / });
  await expect(traces.first(), `traces of ${run.method}`).toBeVisible();
  await traces.first().click();
  await page.waitForURL(/\/traces\//);
  await expect(page.getByRole("main"), `trace of ${run.method}`).toContainText(words);
  await lookAt(page, `trace-${run.method}`);
}

/** Reads how a draft of a run came about: the panel shows a call with its raw answer. */
export async function readProvenance(page: Page, project: string, run: StartedRun): Promise<void> {
  await page.goto(`/projects/${project}/drafts/${run.id}`);
  const units = page.getByRole("region", { name: "Results, one by one" });
  await units
    .getByRole("button", { name: /^Provenance of / })
    .first()
    .click();
  const panel = page.getByRole("dialog", { name: "How this was drafted" });
  await expect(panel.getByText(run.method, { exact: true }), run.method).toBeVisible();
  await expect(panel.getByRole("group", { name: "Raw answer" }).first(), run.method).not.toBeEmpty();
}

/** Reads a table of a paper on its page, and its file: as many rows as are wanted, at least. */
export async function readTable(
  { page, project, dataset, problems }: Installation,
  paper: string,
  table: string,
  rows: number,
): Promise<void> {
  await page.goto(`/projects/${project.id}/data/${dataset}/agreement/tables?paper=${paper}`);
  const link = page
    .getByRole("main")
    .locator(`a[href*="/papers/${paper}/${encodeURIComponent(table)}?format=csv"]`);
  // The report may be of an earlier version of the data at first: the page loads again by itself.
  const isThere = await link.waitFor({ timeout: 60_000 }).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    problems.push(`${paper} ${table} is not on its page`);
    return;
  }
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  const lines = (await answer.text()).trim().split("\n").length - 1;
  console.log(`  table ${paper} ${table}: ${lines} rows`);
  if (!answer.ok() || lines < rows) problems.push(`${paper} ${table}: ${answer.status()}, ${lines} rows`);
}

/**
 * Gives each response of a run an external score, as its page says to: its file with a column of numbers more is loaded
 * in the dialog of the dataset. The score is the length of the text.
 */
export async function loadScores(
  { page, project, dataset }: Pick<Installation, "page" | "project" | "dataset">,
  { id, method }: StartedRun,
): Promise<void> {
  await page.goto(`/projects/${project.id}/drafts/${id}`);
  const files = page.getByRole("navigation", { name: "Responses as files" });
  const href = await files.getByRole("link", { name: "JSON lines" }).getAttribute("href");
  const lines = (await (await page.request.get(href ?? "")).text()).trim().split("\n");
  const scored = lines.map((line) => {
    const response = JSON.parse(line) as { text: string };
    return JSON.stringify({ ...response, length: response.text.length });
  });
  await page.goto(`/projects/${project.id}/data/${dataset}`);
  await page.getByRole("button", { name: "Manage this dataset" }).click();
  await page.getByRole("menuitem", { name: /^External scores from a file/ }).click();
  const dialog = page.getByRole("dialog", { name: "External scores from a file" });
  const file = {
    name: "scores.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(scored.join("\n")),
  };
  await dialog.getByLabel("Drop a table here").setInputFiles(file);
  await dialog.getByRole("button", { name: `Load scores of ${lines.length} responses` }).click();
  await expect(dialog, `scores of ${method}`).toBeHidden();
}

/** Reads the comparison of what selects among the candidates of a run, on its page: each row is about all tasks. */
export async function readSelectors(
  { page, project, problems }: Pick<Installation, "page" | "project" | "problems">,
  { id, method, units }: StartedRun,
): Promise<void> {
  await page.goto(`/projects/${project.id}/drafts/${id}`);
  const table = page.getByRole("table", { name: "What selects best" });
  await expect(table, method).toBeVisible();
  const rows = await table.locator("tbody tr").all();
  const tasks = await Promise.all(rows.map((row) => row.getByRole("cell").last().textContent()));
  if (rows.length < 3 || tasks.some((count) => count !== `${units}`))
    problems.push(`${method}: the selectors are about ${tasks.join(", ")} tasks`);
}

/**
 * Reads the training data of the dataset in its dialog and its file: the model's preferences hold a row for each pair, on
 * whatever side of the split. Nobody has confirmed them, so unconfirmed ones are included.
 */
export async function readTrainingData(
  { page, project, problems }: Installation,
  pairs: number,
): Promise<void> {
  await page.goto(`/projects/${project.id}/exports`);
  await page
    .getByRole("button", { name: /Letters/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: /^Training data/ }).click();
  const dialog = page.getByRole("dialog", { name: "Training data" });
  await dialog.getByRole("checkbox", { name: /^Only what people decided/ }).uncheck();
  const link = dialog.locator('a[href*="verified=all"]');
  await expect(dialog.getByRole("table").first()).toBeVisible();
  await lookAt(page, "training");
  const href = (await link.getAttribute("href")) ?? "";
  const file = await page.request.get(href);
  const preview = await page.request.get(href.replace("?format=training&", "/training?"));
  const { sets } = TrainingPreview.parse(await preview.json());
  const found = sets.map(({ set, name, rows: { train, test } }) => `${set} ${name}: ${train + test}`);
  console.log(`  training data: ${found.join(", ")}; ${(await file.body()).length} bytes`);
  const isWhole = sets.some(
    ({ set, origin, rows: { train, test } }) =>
      set === "preferences" && origin === "llm" && train + test === pairs,
  );
  if (!file.ok() || !isWhole) problems.push(`training data: ${file.status()}, ${found.join(", ")}`);
}

/** Keeps pictures of a page: wide and narrow, light and dark. */
export async function lookAt(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of [1440, 390])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: `test-results/papers/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      });
    }
  if (before) await page.setViewportSize(before);
}
