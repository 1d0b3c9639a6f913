import { type Browser, expect, type Page } from "@playwright/test";
import { db } from "@/lib/database/db";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeMember, makeSession } from "@/testing/builders/people";

const INSTANCES = 20;

interface Curated {
  address: string;
  project: { id: string };
  /** A page of the admin's. */
  admin: Page;
}

/** Makes candidates from the pairs by the form, and two people decide on every part of all of them. */
export async function curate(browser: Browser, { address, project, admin }: Curated): Promise<string[]> {
  const problems: string[] = [];
  const [source] = await db.dataset.findMany({ where: { projectId: project.id } });
  await admin.goto(`/projects/${project.id}/data/${source?.id}/curation`);
  await admin.getByLabel("Name of the new dataset").fill("Candidates");
  const filter = admin.getByLabel("Leave out what most labels of the panel get right");
  if (await filter.isChecked()) await filter.uncheck();
  await admin.getByRole("button", { name: "Make a dataset" }).click();
  const made = { projectId: project.id, name: "Candidates" };
  await expect.poll(() => db.task.count({ where: { dataset: made } }), { timeout: 60_000 }).toBe(INSTANCES);
  const dataset = await db.dataset.findFirstOrThrow({ where: made });

  const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const batch = await makeBatch({
    ...{ dataset: { id: dataset.id, projectId: project.id }, annotators: people, preset: "curation" },
    ...{ name: "Curation", arms: [{ name: "A", k: 2, steps: stepsOf("curation"), exposure: null }] },
  });
  for (const person of people) {
    const context = await browser.newContext({ baseURL: address, locale: "en-GB" });
    await context.addCookies([(await makeSession(person)).cookie]);
    const page = await context.newPage();
    page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
    await page.goto("/annotate");
    await page.getByRole("button", { name: /^Start: / }).click();
    for (let n = 0; n < INSTANCES; n++) {
      await decide(page, n);
      const before = page.url();
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(page).not.toHaveURL(before);
    }
    await context.close();
  }
  const decisions = await db.decision.groupBy({
    by: ["raterId", "itemId"],
    where: { batchId: batch.id },
    _count: true,
  });
  if (decisions.some(({ _count }) => _count !== 1))
    problems.push("a part was decided on twice by one person");
  const submitted = await db.assignment.count({ where: { batchId: batch.id, state: "submitted" } });
  if (submitted !== 2 * INSTANCES) problems.push(`${submitted} of ${2 * INSTANCES} curations are submitted`);
  await admin.goto(`/projects/${project.id}/data/${dataset.id}/curation`);
  await expect(admin.getByRole("main")).toContainText("Curation");
  const file = await admin.request.get(`/api/v1/datasets/${dataset.id}/curation/file?batch=${batch.id}`);
  console.log(
    `  curation: ${submitted} submitted, ${decisions.length} decisions, LLMBar file ${file.status()}`,
  );
  if (!file.ok()) problems.push(`the file of the curated set: ${file.status()} ${await file.text()}`);
  return problems;
}

/** Prefers a side, and accepts every part; of each third instance the first part is modified. */
async function decide(page: Page, n: number): Promise<void> {
  const parts = page.getByRole("region", { name: /^Part \d$/ });
  await parts.first().waitFor();
  await page.getByRole("radio").first().check({ force: true });
  const count = await parts.count();
  for (let at = 0; at < count; at++) {
    const part = parts.nth(at);
    if (at > 0 || n % 3 > 0) {
      await part.getByRole("button", { name: "Accept" }).click();
      continue;
    }
    await part.getByRole("button", { name: "Revise" }).click();
    await part.getByRole("textbox").first().fill(`Write on subject ${n}.`);
    await part.getByRole("button", { name: "Done" }).click();
  }
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
}
