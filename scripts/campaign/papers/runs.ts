import { expect, type Page } from "@playwright/test";
import { db } from "@/lib/database/db";
import { methods } from "@/lib/drafting/rules/methods";
import { callsOfPaperModel } from "@/lib/drafting/testing/expected-calls";
import type { Installation } from "./installation";
import { ASKED } from "./study";

/** A run that was started by its form. */
export interface StartedRun {
  id: string;
  method: string;
  units: number;
}

/** Fields that are filled in beside the method. */
export interface Filled {
  /** "Only the first tasks". */
  first?: number;
  maxCalls?: number;
  /** Budget in the currency of the endpoint, in which a call costs a thousandth. */
  budget?: number;
  /** Number parameters by their labels. */
  params?: Record<string, number>;
  /** Every version and candidate becomes a response of the dataset. */
  addsAll?: boolean;
}

/** LLMBar's evaluators in the form of the paper, of pairs and of single outputs. */
export const evaluators = () =>
  methods.flatMap(({ id, subject, profile }) =>
    /^(llmbar|prometheus)\./.test(id) && subject === "pair" && profile === "faithful" ? [id] : [],
  );

/** Fills in the form of a new run on the study of pairs, and starts it. The form says how many units it is about before it starts. */
export async function startRun(
  { page, project, dataset }: Pick<Installation, "page" | "project" | "dataset">,
  id: string,
  units: number,
  { first, maxCalls, budget, params, addsAll }: Filled = {},
): Promise<StartedRun> {
  const method = methods.find((one) => one.id === id);
  if (!method) throw new Error(`there is no method ${id}`);
  await page.goto(`/projects/${project.id}/drafts/new?dataset=${dataset}`);
  await page.getByRole("combobox", { name: "Paper" }).selectOption(method.paper);
  await page.getByRole("radio", { name: method.title, exact: true }).check();
  if (first) await page.getByLabel("Only the first tasks").fill(String(first));
  for (const [label, value] of Object.entries(params ?? {}))
    await page.getByLabel(label, { exact: true }).fill(String(value));
  if (addsAll) await page.getByRole("radio", { name: /^All of them/ }).check();
  if (maxCalls) await page.getByLabel("Max requests").fill(String(maxCalls));
  if (budget) await page.getByLabel(/^Budget/).fill(String(budget));
  await expect(page.getByRole("region", { name: "The prompt" })).toContainText(`1 of ${units}`);
  await page.getByRole("button", { name: "Start run" }).click();
  await page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);
  return { id: page.url().split("/").at(-1) as string, method: id, units };
}

/** Limits of a run by their field, with what its page says when it stops at one. */
const LIMITS = {
  "Max requests": "It has made as many requests as its limit allows.",
  Budget: "It has spent what its limit allows.",
};

/** A run that stopped at a limit in the middle of its calls: its page says so, and it goes on once the limit is raised. */
export async function raiseLimit(
  { page, project, problems }: Pick<Installation, "page" | "project" | "problems">,
  { id, method, units }: StartedRun,
  field: keyof typeof LIMITS,
): Promise<void> {
  await page.goto(`/projects/${project.id}/drafts/${id}`);
  const resume = page.getByRole("button", { name: "Resume" }).first();
  await resume.waitFor({ timeout: 300_000 });
  await expect(page.getByText(LIMITS[field]), method).toBeVisible();
  const { requests, spentMicros, maxCostMicros } = await db.draftRun.findUniqueOrThrow({ where: { id } });
  const all = units * callsOfPaperModel(method, ASKED);
  console.log(`  ${method}: stopped by "${field}" after ${requests} of ${all} calls`);
  if (requests === 0 || requests >= all)
    problems.push(`${method}: stopped after ${requests} of ${all} calls`);
  if (maxCostMicros !== null && spentMicros > maxCostMicros)
    problems.push(`${method}: spent ${spentMicros} of ${maxCostMicros}`);
  await resume.click();
  const dialog = page.getByRole("dialog", { name: "Go on with this run" });
  await dialog.getByLabel(new RegExp(`^${field}`)).fill("");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await expect(dialog).toBeHidden();
}

/** Waits for the end of a run on its page. A run of many calls takes its time on a busy machine. */
export async function whenDone(
  page: Page,
  project: string,
  { id, method, units }: StartedRun,
): Promise<void> {
  await page.goto(`/projects/${project}/drafts/${id}`);
  await expect(page.getByText(`${units} of ${units} done`), method).toBeVisible({ timeout: 600_000 });
}
