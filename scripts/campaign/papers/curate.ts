import { expect, type Page } from "@playwright/test";
import { db } from "@/lib/database/db";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";
import type { Installation } from "./installation";
import { lookAt } from "./read";

const NAME = "Candidates";

/** Makes candidates from the pairs by the form; two people decide on every part of all of them; their file is read. */
export async function curate({ page, pageOf, project, dataset, problems }: Installation, instances: number) {
  await page.goto(`/projects/${project.id}/data/${dataset}/curation`);
  await page.getByLabel("Name of the new dataset").fill(NAME);
  const filter = page.getByLabel("Leave out what most labels of the panel get right");
  if (await filter.isVisible()) await filter.uncheck();
  await page.getByRole("button", { name: "Make a dataset" }).click();
  const made = { projectId: project.id, name: NAME };
  const ready = { ...made, state: "ready" as const };
  await expect.poll(() => db.dataset.count({ where: ready }), { timeout: 60_000 }).toBe(1);
  const candidates = await db.dataset.findFirstOrThrow({ where: ready });
  expect(await db.task.count({ where: { datasetId: candidates.id } })).toBe(instances);

  const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const batch = await makeBatch({
    ...{ dataset: { id: candidates.id, projectId: project.id }, annotators: people, preset: "curation" },
    ...{ name: "Curation", arms: [{ name: "A", k: 2, steps: stepsOf("curation"), exposure: null }] },
  });
  await Promise.all(
    people.map(async (person) => {
      const own = await pageOf(person);
      await own.goto("/annotate");
      await own.getByRole("button", { name: /^Start: / }).click();
      for (let n = 0; n < instances; n++) {
        await decide(own, n === 0 && person === people[0]);
        const before = own.url();
        await own.getByRole("button", { name: "Submit" }).click();
        await expect(own).not.toHaveURL(before);
      }
      if (person === people[0]) await lookAt(own, "curating-done");
      await own.context().close();
    }),
  );

  const decisions = await db.decision.groupBy({
    by: ["raterId", "itemId"],
    where: { batchId: batch.id },
    _count: true,
  });
  if (decisions.some(({ _count }) => _count !== 1))
    problems.push("a part was decided on twice by one person");
  const wanted = 2 * 4 * instances;
  if (decisions.length !== wanted) problems.push(`${decisions.length} of ${wanted} decisions on parts`);
  const submitted = await db.assignment.count({ where: { batchId: batch.id, state: "submitted" } });
  if (submitted !== 2 * instances) problems.push(`${submitted} of ${2 * instances} curations are submitted`);

  await page.goto(`/projects/${project.id}/data/${candidates.id}/curation`);
  await expect(page.getByRole("table", { name: "Decisions in Curation" })).toBeVisible();
  await lookAt(page, "curated");
  const link = page.getByRole("link", { name: "LLMBar’s JSON" });
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  const exported = file.ok() ? ((await file.json()) as unknown[]).length : 0;
  console.log(
    `  curation: ${submitted} submitted, ${decisions.length} decisions, ${exported} instances in LLMBar's file`,
  );
  if (exported !== instances)
    problems.push(`the file of the curated set: ${file.status()}, ${exported} instances`);
}

/** Prefers a side, and accepts every part; of each third instance everybody modifies the instruction in the same way. */
async function decide(page: Page, isFirst: boolean): Promise<void> {
  const parts = page.getByRole("region", { name: /^Part \d$/ });
  await parts.first().waitFor();
  await page.getByRole("button", { name: "A is better" }).click();
  if (isFirst) await lookAt(page, "curating");
  for (const part of await parts.all()) {
    const number = Number(/Write letter number (\d+)/.exec((await part.textContent()) ?? "")?.[1] ?? 1);
    if (number % 3 > 0) {
      await part.getByRole("button", { name: "Accept" }).click();
      continue;
    }
    await part.getByRole("button", { name: "Revise" }).click();
    await part.getByRole("textbox").first().fill(`Write a letter on subject ${number}.`);
    await part.getByRole("button", { name: "Done" }).click();
    await part.getByRole("combobox", { name: /^Reason/ }).selectOption("ambiguous");
  }
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
}
