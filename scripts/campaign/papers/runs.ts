import { expect, type Page } from "@playwright/test";
import { methods } from "@/lib/drafting/rules/methods";

/** LLMBar's evaluators of pairs in the form of the paper. */
export const evaluators = () =>
  methods.flatMap(({ id, subject, profile }) =>
    /^(llmbar|prometheus)\./.test(id) && subject === "pair" && profile === "faithful" ? [id] : [],
  );

/** Starts a run by its form; returns its id. */
export async function startRun(
  page: Page,
  project: string,
  id: string,
  units: number,
  { first, maxCalls }: { first?: number; maxCalls?: number },
): Promise<string> {
  const method = methods.find((one) => one.id === id);
  if (!method) throw new Error(`there is no method ${id}`);
  await page.goto(`/projects/${project}/drafts/new`);
  await page.getByRole("radio", { name: method.title, exact: true }).check();
  if (first) await page.getByLabel("Only the first tasks").fill(String(first));
  if (maxCalls) await page.getByLabel("Max requests").fill(String(maxCalls));
  await expect(page.getByRole("region", { name: "The prompt" })).toContainText(`1 of ${units}`);
  await page.getByRole("button", { name: "Start run" }).click();
  await page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);
  return page.url().split("/").at(-1) as string;
}

/** Waits for the end of a run on its page. A run of many calls takes its time on a busy machine. */
export async function whenDone(
  page: Page,
  project: string,
  { id, method, units }: { id: string; method: string; units: number },
): Promise<void> {
  await page.goto(`/projects/${project}/drafts/${id}`);
  await expect(page.getByText(`${units} of ${units} done`), method).toBeVisible({ timeout: 600_000 });
}

interface Results {
  project: string;
  dataset: string;
  refined: string;
  selected: string;
}

/** Reads traces, tables and training data as a researcher would; returns what was not there. */
export async function readResults(page: Page, { project, dataset, refined, selected }: Results) {
  const problems: string[] = [];
  for (const run of [refined, selected]) {
    await page.goto(`/projects/${project}/drafts/${run}`);
    await page
      .getByRole("link", { name: /^Trace of task / })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const words = (await page.getByRole("main").textContent()) ?? "";
    if (!words.includes("Is it very long?")) problems.push(`the trace of run ${run} shows no checklist`);
  }
  for (const [paper, table] of [
    ["llmbar", "T2"],
    ["llmbar", "T10"],
    ["llmbar", "labels"],
    ["checklists", "F6"],
    ["stick", "F3"],
  ]) {
    const answer = await page.request.get(
      `/api/v1/reports/datasets/${dataset}/papers/${paper}/${table}?format=csv`,
    );
    const rows = (await answer.text()).trim().split("\n").length;
    console.log(`  ${paper} ${table}: ${answer.status()}, ${rows} lines`);
    await page.goto(`/projects/${project}/data/${dataset}/agreement/tables?paper=${paper}&table=${table}`);
    if (answer.ok() && (await page.getByRole("table").count()) === 0)
      problems.push(`${paper} ${table} is not on its page`);
    if (answer.status() >= 500) problems.push(`${paper} ${table}: ${answer.status()}`);
    if (paper === "llmbar" && (!answer.ok() || rows < 3)) problems.push(`${paper} ${table} has no rows`);
  }
  await page.goto(`/projects/${project}/exports`);
  await page
    .getByRole("button", { name: /Letters|Export|Download/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: /^Training data/ }).click();
  const dialog = page.getByRole("dialog", { name: "Training data" });
  const waiting = page.waitForEvent("download");
  await dialog
    .getByRole("link", { name: "Download ZIP" })
    .or(dialog.getByRole("button", { name: "Download ZIP" }))
    .click();
  if (await (await waiting).failure()) problems.push("the training data could not be downloaded");
  return problems;
}
