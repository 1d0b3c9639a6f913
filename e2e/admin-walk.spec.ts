import type { BrowserContext, Page } from "@playwright/test";
import { expect, patient, test } from "@/e2e/fixtures";
import { makeMember } from "@/testing/builders/people";

const SHORTER = "Is it a single sentence?";

const file = {
  name: "fragen.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    [
      "nr;frage;antwort;liste",
      'q1;Why is the sky blue?;Light scatters.;"- Does it name the cause?\n- Is it short?"',
      'q2;Why is bread brown?;The crust is toasted.;"- Does it name the cause?\n- Is it short?"',
    ].join("\r\n"),
  ),
};

/**
 * Submits one assignment: the checklist is reviewed in one arm, and answered in both. The server assigns the
 * arm.
 */
async function work(page: Page, short: "Yes" | "No") {
  const answers = page.getByRole("group", { name: /^Your answer for / });
  await expect(answers).toHaveCount(2);
  if (await page.getByRole("heading", { name: "Review the checklist" }).isVisible()) {
    const reviewed = page.getByRole("region", { name: /^Question \d$/ });
    const accept = reviewed.getByRole("button", { name: "Accept" });
    await accept.nth(0).click();
    await reviewed.getByRole("button", { name: "Revise" }).nth(1).click();
    await page.getByRole("textbox", { name: "New wording" }).fill(SHORTER);
    await page.keyboard.press("Escape");
  }
  await answers.nth(0).getByRole("button", { name: "Yes" }).click();
  await answers.nth(1).getByRole("button", { name: short }).click();
  await submit(page);
}

async function submit(page: Page) {
  const address = page.url();
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).not.toHaveURL(address);
}

async function confirm(page: Page, verb: string) {
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: verb }).click();
  await expect(question).toBeHidden();
}

async function choose(page: Page, item: string, verb: string) {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: item }).click();
  await confirm(page, verb);
}

test("an admin invites, imports, runs two arms, and ends with version 2 of the rubric in a batch of its own", async ({
  page,
  signIn,
  browser,
  browserOf,
  troubles,
}) => {
  test.slow();
  const admin = await signIn("admin");
  const project = { id: admin.projectId };
  const home = `/projects/${project.id}`;

  // Two are invited, three are members already.
  const contexts = [await browser.newContext(), await browser.newContext()];
  for (const context of contexts) await troubles.watch(context);
  const invited = await invite(page, project.id, contexts);
  const [third, fourth, late] = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ];
  const annotatorPages = [...invited, await browserOf(third), await browserOf(fourth)];

  await importTable(page, home);
  await openBatch(page, home, late.name);
  const batch = new URL(page.url()).pathname;
  for (const [at, annotatorPage] of annotatorPages.entries()) {
    const short = at === 0 ? "No" : "Yes";
    await start(annotatorPage);
    // Their accounts are new.
    if (at < invited.length) await annotatorPage.getByRole("button", { name: "Skip the tour" }).click();
    await work(annotatorPage, short);
    if (at < 3) await work(annotatorPage, short);
  }
  await replaceAnnotator(page, {
    batch,
    from: fourth.name,
    to: late.name,
    annotatorPage: await browserOf(late),
  });
  await adjudicate(page, batch.replace("/batches/", "/adjudication/"));
  await makeVersions(page, batch);

  const [ada] = annotatorPages;
  if (!ada) throw new Error("no annotator was invited");
  await ada.goto("/annotate");
  await ada.getByRole("button", { name: /^Start: / }).click();
  await expect(ada.getByText(SHORTER)).toBeVisible();

  await page.goto(batch);
  await choose(page, "Close…", "Close batch");
  await choose(page, "Archive…", "Archive batch");
  await expect(page.getByRole("heading", { level: 1 }).locator("..")).toContainText("Archived");
  for (const context of contexts) await context.close();
});

/** Invites Ada and Bo, who accept in the two contexts; returns their pages. */
async function invite(page: Page, project: string, contexts: readonly BrowserContext[]): Promise<Page[]> {
  await page.goto(`/projects/${project}/people/invite`);
  await page
    .getByLabel("E-mail addresses")
    .fill(`Ada Invited <ada.${project}@example.org>\nBo Invited <bo.${project}@example.org>`);
  await page.getByRole("button", { name: /^Make 2/ }).click();
  await expect(page.getByText("Copy or download the links now", { exact: true })).toBeVisible();
  const annotatorPages: Page[] = [];
  for (const [at, context] of contexts.entries()) {
    const name = at === 0 ? "ada" : "bo";
    const link = page.getByRole("row", { name: `${name}.${project}` }).getByText(/\/invitation\//);
    const annotatorPage = patient(await context.newPage());
    await annotatorPage.goto((await link.textContent()) ?? "");
    await annotatorPage.getByLabel("Password", { exact: true }).fill("a password long enough");
    await annotatorPage.getByRole("button", { name: "Accept the invitation" }).click();
    await expect(annotatorPage.getByRole("heading", { level: 1, name: "Your work" })).toBeVisible();
    annotatorPages.push(annotatorPage);
  }
  return annotatorPages;
}

/** Imports the table with its columns assigned by hand. */
async function importTable(page: Page, home: string) {
  await page.goto(`${home}/data/import`);
  await page.getByLabel("Drop a study file here").setInputFiles(file);
  const preview = page.getByRole("region", { name: "What the file is read as" });
  await preview.getByLabel("Instruction").selectOption("frage");
  await preview.getByLabel("Id", { exact: true }).selectOption("nr");
  await preview.getByLabel("Checklist").selectOption("liste");
  await preview.getByRole("button", { name: "Add a response column" }).click();
  await expect(preview.getByLabel("Text of response 1")).toHaveValue("antwort");
  await preview.getByLabel("or a name").fill("model-a");
  await preview.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText(/records were imported/)).toBeVisible({ timeout: 60_000 });
}

/** Opens a batch in which arm A reviews the imported checklist and answers it, and arm B only answers it. */
async function openBatch(page: Page, home: string, without: string) {
  await page.goto(`${home}/batches/new`);
  const parts = page.getByRole("navigation", { name: "Parts of the design" });
  await page.getByLabel("Name").fill("Checklists");
  await parts.getByRole("button", { name: "Protocol" }).click();
  await page.getByRole("radio", { name: "Checklist review" }).check();
  await page.getByLabel("Another step").selectOption("judge:checklist");
  await page.getByRole("button", { name: "Add step" }).click();
  const second = page.getByRole("group", { name: "Step 2: Answer a checklist" });
  await second.getByLabel("Drafts").selectOption("none");
  await parts.getByRole("button", { name: "Arms" }).click();
  await page.getByLabel("People per response").fill("3");
  await page.getByRole("button", { name: "Add arm" }).click();
  const other = page.getByRole("group", { name: "Arm B" });
  await other.getByLabel("People per response").fill("1");
  await other.getByRole("radio", { name: "Steps of its own" }).click();
  await other.getByRole("button", { name: "Remove: step 1, Review a checklist" }).click();
  await parts.getByRole("button", { name: "Annotators" }).click();
  await page.getByRole("checkbox", { name: without }).click();
  await page.getByRole("button", { name: "Open batch" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("8 assignments on 2 responses");
  await confirm(page, "Open batch");
  await expect(page.getByText("0 of 8 assignments submitted")).toBeVisible();
}

async function start(annotatorPage: Page) {
  await annotatorPage.goto("/annotate");
  await annotatorPage.getByRole("button", { name: "Start: Checklists" }).click();
}

interface Replacement {
  batch: string;
  from: string;
  to: string;
  annotatorPage: Page;
}

/** A new annotator takes over what another had begun, and revises it when it is sent back. */
async function replaceAnnotator(page: Page, { batch, from, to, annotatorPage }: Replacement) {
  const dialog = page.getByRole("dialog");
  await choose(page, "Pause…", "Pause batch");
  await page.getByRole("button", { name: `Release the assignment of ${from}` }).click();
  await confirm(page, "Release");
  await page.getByRole("button", { name: "Add annotators" }).click();
  await dialog.getByRole("checkbox", { name: to }).click();
  await dialog.getByRole("button", { name: "Add annotators" }).click();
  await expect(dialog).toBeHidden();
  await annotatorPage.goto("/annotate");
  await expect(annotatorPage.getByRole("heading", { level: 1, name: "Your work" })).toBeVisible();
  await expect(annotatorPage.getByRole("button", { name: "Start: Checklists" })).toHaveCount(0);
  await page.getByRole("button", { name: "Resume" }).click();
  await confirm(page, "Resume batch");
  await annotatorPage.reload();
  await annotatorPage.getByRole("button", { name: "Start: Checklists" }).click();
  await work(annotatorPage, "Yes");
  await page.goto(`${batch}/work`);
  await page.getByRole("button", { name: `Send the submission back to ${to}` }).click();
  await dialog.getByLabel("What to look at again").fill("Is it really short?");
  await dialog.getByRole("button", { name: "Send back" }).click();
  await expect(dialog).toBeHidden();
  await start(annotatorPage);
  await annotatorPage
    .getByRole("group", { name: /^Your answer for / })
    .nth(1)
    .getByRole("button", { name: "No" })
    .click();
  await submit(annotatorPage);
}

/** Decides both contested cases: annotators disagree on "is it short?" about both responses. */
async function adjudicate(page: Page, adjudication: string) {
  await page.goto(adjudication);
  await page.getByRole("button", { name: "Begin adjudication" }).click();
  await confirm(page, "Unblind and begin");
  const contested = page.getByRole("group", { name: "Contested cases" }).getByRole("link");
  await expect(contested).toHaveText(["Is it short?", "Is it short?"]);
  await contested.nth(0).click();
  const value = page.getByRole("group", { name: "The decided value" });
  await value.getByRole("button", { name: "Yes" }).click();
  await page.getByRole("button", { name: "Decide and continue" }).click();
  await expect(page.getByText(/^Unit 2 of 2/)).toBeVisible();
  await value.getByRole("button", { name: "No" }).click();
  await page.getByRole("button", { name: /^Decide/ }).click();
  await expect(page.getByRole("region", { name: "Progress" })).toContainText("2 of 2 decided");
}

/** Makes version 2 of both rubrics by majority, and opens the batch that answers it. */
async function makeVersions(page: Page, batch: string) {
  await page.goto(`${batch}/consensus`);
  await page.getByRole("button", { name: "Make 2 versions by majority" }).click();
  await confirm(page, "Make versions");
  await expect(page.getByText("Version 2 made", { exact: true })).toHaveCount(2);
  await page.getByRole("button", { name: "Draft the answering batch" }).click();
  await expect(page).toHaveURL(/\/edit$/);
  await page.getByRole("button", { name: "Open batch" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("6 assignments");
  await confirm(page, "Open batch");
  await expect(page.getByText("0 of 6 assignments submitted")).toBeVisible();
}
