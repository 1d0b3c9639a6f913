import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { expect, patient, test } from "@/e2e/fixtures";
import {
  ANSWERS,
  COLUMNS,
  type Decision,
  type Question,
  REVIEW,
  ratingsOf,
  studyFile,
  TASKS,
  type Task,
  type Who,
} from "@/e2e/main-job-study";
import { saved, storedUnsent } from "@/e2e/workbench-steps";
import { makeMember, makeUser } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

async function importStudy(page: Page, project: string, name: string, text: string) {
  await page.goto(`/projects/${project}/data/import`);
  await page.getByLabel("Name of the dataset").fill(name);
  const file = { name: "study.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(text) };
  await page.getByLabel("Drop a study file here").setInputFiles(file);
  const records = text.trimEnd().split("\n").length;
  await expect(page.getByText(`${records} records were imported`)).toBeVisible({ timeout: 60_000 });
}

/** Designs a batch with drafts shown first, opens it, and returns its id. */
async function openBatch(
  page: Page,
  project: string,
  { name, preset, k, without }: { name: string; preset: string; k: number; without?: string },
) {
  await page.goto(`/projects/${project}/batches`);
  await page.getByRole("link", { name: "New batch" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Next: Protocol" }).click();
  await page.getByRole("radio", { name: preset }).check();
  await page.getByRole("radio", { name: "Show the draft first" }).check();
  await page.getByRole("button", { name: "Next: Arms" }).click();
  await page.getByLabel(/^People per (task|response)$/).fill(String(k));
  await page.getByRole("button", { name: "Next: Annotators" }).click();
  if (without) await page.getByRole("checkbox", { name: without }).click();
  await page.getByRole("button", { name: "Open batch" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(new RegExp(`${2 * k}\\sassignments on 2\\s(tasks|responses)`));
  await dialog.getByRole("button", { name: "Open batch" }).click();
  await expect(page.getByText(`0 of ${2 * k} assignments submitted`)).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

async function begin(page: Page, batch: string) {
  await page.goto("/annotate");
  await page.getByRole("button", { name: `Start: ${batch}` }).click();
}

/** The task on screen; each person gets them in a different order. */
async function taskOn(page: Page): Promise<Task> {
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  for (const task of TASKS) if (await page.getByText(task.instruction).isVisible()) return task;
  throw new Error("none of the tasks is on the screen");
}

async function submit(page: Page) {
  const address = page.url();
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).not.toHaveURL(address);
}

/** Works through the rest of a batch. */
async function finish(page: Page, tasks: number, work: (task: Task) => Promise<void>) {
  for (let n = 0; n < tasks; n += 1) {
    await work(await taskOn(page));
    await submit(page);
  }
  await expect(page.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();
}

/** Decides on a drafted line or question. */
async function decide(page: Page, card: ReturnType<Page["getByRole"]>, decision: Decision) {
  if (decision === "accept") return card.getByRole("button", { name: "Accept" }).click();
  if (decision === "remove") return card.getByRole("button", { name: "Remove" }).click();
  await card.getByRole("button", { name: "Revise" }).click();
  await card.getByRole("textbox", { name: "New wording" }).fill(decision.revise);
  await page.keyboard.press("Escape");
}

const answerButton = (page: Page, name: string, answer: "yes" | "no") =>
  page
    .getByRole("group", { name: `Your answer for ${name}` })
    .getByRole("button", { name: answer === "yes" ? "Yes" : "No" });

const expectAnswered = (page: Page, who: Who, { name, work }: Question) =>
  expect(answerButton(page, name, work[who].answer)).toHaveAttribute("aria-pressed", "true");

async function answer(page: Page, who: Who, { name, work }: Question) {
  const { answer, lines = ["accept", "accept"], add } = work[who];
  for (const [index, decision] of lines.entries()) {
    await decide(page, page.getByRole("region", { name: `Line ${index + 1} of ${name}` }), decision);
  }
  if (add !== undefined) {
    await page.keyboard.press("n");
    await page.getByRole("textbox", { name: "Add a line" }).fill(add);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("region", { name: `Your line 1 on ${name}` })).toContainText(add);
  }
  // Each decision moves on to the next; the answer comes last.
  await answerButton(page, name, answer).click();
}

async function answerAll(page: Page, who: Who, questions: Question[]) {
  for (const question of questions) await answer(page, who, question);
}

async function reviewAll(page: Page, who: "ada" | "bo", { questions, added }: Task) {
  for (const { text, review } of questions) {
    const item = page.getByRole("region", { name: /^Question \d$/ }).filter({ hasText: text });
    await decide(page, item, review[who]);
  }
  await page.getByRole("button", { name: "Add a question" }).click();
  await page.getByRole("textbox", { name: "Add a question" }).fill(added);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Your question 1" })).toContainText(added);
}

/** Answers all questions of the batch. */
async function answerBatch(page: Page, who: Who) {
  await begin(page, "Answering");
  await finish(page, 2, ({ questions }) => answerAll(page, who, questions));
}

/**
 * The same, but the server becomes unreachable after the first question, and the browser crashes after the
 * second. Returns the page where the work continued.
 */
async function answerBatchThroughCrash(page: Page, who: Who): Promise<Page> {
  await begin(page, "Answering");
  const { questions } = await taskOn(page);
  const address = page.url();
  await answerAll(page, who, questions.slice(0, 1));
  await expect(saved(page)).toBeVisible();
  const context = page.context();
  await context.route("**/ops", (route) => route.abort());
  await answerAll(page, who, questions.slice(1, 2));
  await expect(page.getByText(/^Not saved yet/)).toBeVisible();
  await storedUnsent(page, "answer", 1);
  await page.close({ runBeforeUnload: false });

  await context.unroute("**/ops");
  const again = patient(await context.newPage());
  await again.goto(address);
  for (const question of questions.slice(0, 2)) await expectAnswered(again, who, question);
  await expect(again.getByText("3 left")).toBeVisible();
  await expect(saved(again)).toBeVisible();
  await answerAll(again, who, questions.slice(2));
  await submit(again);
  await finish(again, 1, (task) => answerAll(again, who, task.questions));
  return again;
}

async function reviewBatch(page: Page, who: "ada" | "bo") {
  await begin(page, "Review");
  await finish(page, 2, (task) => reviewAll(page, who, task));
}

/** Opens the agreement page of a study, once the list shows its α. */
async function openAgreement(page: Page, project: string, study: string, alpha?: string) {
  await page.goto(`/projects/${project}/agreement`);
  const link = page.getByRole("link", { name: study, exact: true });
  if (alpha) {
    const row = page.getByRole("row").filter({ has: link });
    await expect(row).toContainText(alpha, { timeout: 60_000 });
  }
  await link.click();
  await expect(page.getByRole("heading", { name: `Agreement: ${study}` })).toBeVisible();
}

/** Cells of a table row on the agreement page, without the row's name. */
const cells = (page: Page, table: string, row: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row", { name: row }).getByRole("cell");

async function expectAgreement(page: Page) {
  const overall = page.getByRole("region", { name: "Agreement overall" });
  await expect(overall).toContainText("No independent judgements");
  await expect(overall).toContainText("may be shared anchoring on the draft");
  await expect(overall).toContainText(ANSWERS.alpha);
  await expect(overall).toContainText("3 raters · 6 units · 18 pairable ratings · draft shown");
  const byItem = "Agreement by item";
  await expect(cells(page, byItem, "All items").first()).toHaveText(ANSWERS.alpha);
  await expect(cells(page, byItem, "Category Content").first()).toHaveText(ANSWERS.content);
  await expect(cells(page, byItem, "Category Form").first()).toHaveText(ANSWERS.form);
  // With so few tasks there is no interval, and no column for it.
  await page.getByRole("link", { name: "People and LLMs", exact: true }).click();
  const llm = cells(page, "LLMs against people", "All items");
  await expect(llm.nth(0)).toHaveText(ANSWERS.correlation);
  await expect(llm.nth(3)).toHaveText(ANSWERS.difference);
  await expect(llm.nth(4)).toHaveText("6");
}

async function expectReview(page: Page) {
  const alike = page.getByRole("region", { name: "Agreement on decisions" });
  await expect(alike).toContainText(REVIEW.alpha, { timeout: 60_000 });
  await expect(alike).toContainText("2 raters · 6 drafted items · 12 decisions · draft shown");
  await expect(alike.getByRole("heading", { level: 2 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Agreement overall" })).toHaveCount(0);
  await expect(cells(page, "What became of drafts", "Rubric items")).toHaveText(REVIEW.items);
}

async function expectDecisions(page: Page) {
  await page.getByText("What became of the drafts?").scrollIntoViewIfNeeded();
  const table = "What became of drafts";
  await expect(cells(page, table, "Explanation lines")).toHaveText(ANSWERS.lines);
  await expect(cells(page, table, "Score lines")).toHaveText(ANSWERS.scoreLines);
  await expect(cells(page, table, "Evidence lines")).toHaveText(ANSWERS.evidenceLines);
}

async function download(page: Page, project: string, study: string, format: string) {
  await page.goto(`/projects/${project}/exports`);
  await page.getByRole("button", { name: `Export ${study}`, exact: true }).click();
  const file = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: format }).click();
  return readFileSync(await (await file).path(), "utf8");
}

const readLines = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** A CSV cell: null is empty, and a line that would be a formula begins with an apostrophe. */
const asCell = (value: unknown) => (value === null ? "" : String(value).replaceAll(/^=/gm, "'="));

test("the main job: an admin imports a study, three annotators review its drafts, and a researcher exports the numbers", async ({
  browserOf,
  expectError,
}) => {
  // Five browsers, two batches, and three computations of agreement.
  test.slow();
  const project = await makeProject();
  const person = async <R extends Parameters<typeof makeMember>[0]>(role: R, name: string) => {
    const member = await makeMember(role, { project, user: await makeUser({ name }) });
    return { ...member, page: await browserOf(member) };
  };
  const people = {
    ada: await person("annotator", "Ada Abercrombie"),
    bo: await person("annotator", "Bo Bergström"),
    chidi: await person("annotator", "Chidi Castellanos"),
  };
  const { ada, bo, chidi } = people;
  const admin = (await person("admin", "Dilek Demirci")).page;

  await importStudy(admin, project.id, "Tides and plants", studyFile());
  const batch = await openBatch(admin, project.id, {
    name: "Answering",
    preset: "Checklist answering",
    k: 3,
  });

  // Bo's requests fail on purpose.
  expectError(/ERR_FAILED|Failed to load resource/);
  const [, bosPage] = await Promise.all([
    answerBatch(ada.page, "ada"),
    answerBatchThroughCrash(bo.page, "bo"),
    answerBatch(chidi.page, "chidi"),
  ]);

  const review = { name: "Review", preset: "Checklist review", k: 2, without: "Chidi Castellanos" };
  await openBatch(admin, project.id, review);
  await Promise.all([reviewBatch(ada.page, "ada"), reviewBatch(bosPage, "bo")]);

  const researcher = (await person("researcher", "Edda Eklund")).page;
  await openAgreement(researcher, project.id, "Answering", ANSWERS.alpha);
  await expectAgreement(researcher);
  await expectDecisions(researcher);
  await openAgreement(researcher, project.id, "Review");
  await expectReview(researcher);

  const jsonl = await download(researcher, project.id, "Answering", "Ratings, JSONL");
  const ratings = readLines(jsonl);
  expect(ratings).toHaveLength(18);
  for (const row of ratings) expect(Object.keys(row)).toEqual(COLUMNS);
  for (const expected of ratingsOf(people)) expect(ratings).toContainEqual(expect.objectContaining(expected));

  const csv = await download(researcher, project.id, "Answering", "Ratings, CSV");
  const table = ratings.map((row) => COLUMNS.map((column) => asCell(row[column])));
  expect(parse(csv)).toEqual([COLUMNS, ...table]);
  expect(csv).toContain(`\n'=HYPERLINK`);

  const study = await download(researcher, project.id, "Answering", "Study file");
  const count = (type: string) => readLines(study).filter((record) => record.type === type).length;
  const types = ["study", "task", "response", "rubric", "draft", "judgement", "decision"];
  expect(types.map(count)).toEqual([1, 2, 2, 2, 6, 18, 0]);

  const reviewed = await download(researcher, project.id, "Review", "Ratings, JSONL");
  const actions = readLines(reviewed).map(({ action }) => action);
  const times = (action: string) => actions.filter((each) => each === action).length;
  expect(["accept", "revise", "remove", "add"].map(times)).toEqual([7, 2, 3, 4]);
  const own = { action: "revise", rater: bo.pseudonym, explanation: "Are its words simple?" };
  expect(readLines(reviewed)).toContainEqual(expect.objectContaining({ item_text: "Is it simple?", ...own }));

  const identities = Object.values(people).flatMap(({ name, email }) => [...name.split(" "), email]);
  for (const text of [jsonl, csv, study, reviewed]) {
    expect(identities.filter((identity) => text.includes(identity))).toEqual([]);
  }

  for (const format of ["csv", "jsonl", "study", "agreement"]) {
    const refused = await ada.page.request.get(`/api/v1/exports/${batch}?format=${format}`);
    expect(refused.status()).toBe(404);
  }

  // The exported study gives the same numbers when imported.
  await importStudy(researcher, project.id, "Read back", study);
  await openAgreement(researcher, project.id, "Read back", ANSWERS.alpha);
  await expectDecisions(researcher);
});
