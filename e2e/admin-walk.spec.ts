import type { BrowserContext, Page } from "@playwright/test";
import { expect, patient, test } from "@/e2e/fixtures";
import { fileOfTutorial } from "@/e2e/tutorials/read-tutorial";
import { openTutorial } from "@/e2e/tutorials/walk";
import { claimed } from "@/e2e/workbench-steps";
import { makeMember } from "@/testing/builders/people";

const SHORTER = "Is it a single sentence?";

type Tutorial = ReturnType<typeof openTutorial>;
/** The file of the tutorial, as a program of Windows would save it. */
const file = {
  name: "questions.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(fileOfTutorial("first-batch").replaceAll("\n", "\r\n")),
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
  const isOpen = claimed(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).not.toHaveURL(address);
  await isOpen;
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
  const tutorial = openTutorial("first-batch", [
    "Invite two people",
    "Import the table",
    "Open the batch",
    "Judge",
  ]);
  await page.goto(`/projects/${project.id}`);

  // Two are invited, three are members already.
  const contexts = [await browser.newContext(), await browser.newContext()];
  for (const context of contexts) await troubles.watch(context);
  const invited = await invite(page, tutorial, project.id, contexts);
  const [third, fourth, late] = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ];
  const annotatorPages = [...invited, await browserOf(third), await browserOf(fourth)];

  await importTable(page, tutorial);
  await openBatch(page, tutorial, late.name);
  const batch = new URL(page.url()).pathname;
  for (const [at, annotatorPage] of annotatorPages.entries()) {
    const short = at === 0 ? "No" : "Yes";
    if (at === 0) await judge(annotatorPage, tutorial);
    else {
      await start(annotatorPage);
      // Their accounts are new.
      if (at < invited.length) await annotatorPage.getByRole("button", { name: "Skip the tour" }).click();
      await work(annotatorPage, short);
    }
    if (at < 3) await work(annotatorPage, short);
  }
  tutorial.end();
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
async function invite(
  page: Page,
  tutorial: Tutorial,
  project: string,
  contexts: readonly BrowserContext[],
): Promise<Page[]> {
  await tutorial.walk(page, "Invite two people", 1, {
    "E-mail addresses": `Ada Invited <ada.${project}@example.org>\nBo Invited <bo.${project}@example.org>`,
  });
  await tutorial.walk(page, "Invite two people", 2);
  const annotatorPages: Page[] = [];
  for (const [at, context] of contexts.entries()) {
    const name = at === 0 ? "ada" : "bo";
    const link = page.getByRole("row", { name: `${name}.${project}` }).getByText(/\/invitation\//);
    const annotatorPage = patient(await context.newPage());
    await annotatorPage.goto((await link.textContent()) ?? "");
    const given = { Password: "a password long enough" };
    if (at === 0) await tutorial.walk(annotatorPage, "Invite two people", 3, given);
    else await tutorial.again(annotatorPage, given);
    await expect(annotatorPage.getByRole("heading", { level: 1, name: "Your work" })).toBeVisible();
    annotatorPages.push(annotatorPage);
  }
  return annotatorPages;
}

/** Imports the table with its columns assigned by hand. */
async function importTable(page: Page, tutorial: Tutorial) {
  await tutorial.walk(page, "Import the table", 1, { "Drop a study file here": file });
  await tutorial.walk(page, "Import the table", 2);
  await tutorial.walk(page, "Import the table", 3, {
    answer: async (_, { text }) => expect(page.getByLabel("Text of response 1")).toHaveValue(text),
  });
  await tutorial.walk(page, "Import the table", 4);
}

/** Opens a batch in which arm A reviews the imported checklist and answers it, and arm B only answers it. */
async function openBatch(page: Page, tutorial: Tutorial, without: string) {
  await tutorial.walk(page, "Open the batch", 1);
  const ofSecond = async () => {
    const second = page.getByRole("group", { name: "Step 2: Answer a checklist" });
    await second.getByLabel("Drafts").selectOption({ label: "Show no draft" });
  };
  await tutorial.walk(page, "Open the batch", 2, { Drafts: ofSecond });
  await tutorial.walk(page, "Open the batch", 3, { "People per response": "3" });
  await page.getByRole("button", { name: "Add arm" }).click();
  const other = page.getByRole("group", { name: "Arm B" });
  await other.getByLabel("People per response").fill("1");
  await other.getByRole("radio", { name: "Steps of its own" }).click();
  await other.getByRole("button", { name: "Remove: step 1, Review a checklist" }).click();
  await tutorial.walk(page, "Open the batch", 4);
  await page.getByRole("checkbox", { name: without }).click();
  await tutorial.walk(page, "Open the batch", 5);
  await expect(page.getByText("0 of 8 assignments submitted")).toBeVisible();
}

/** The first annotator's first task, as the tutorial says. Where the arm reviews nothing, there is nothing to accept or revise. */
async function judge(page: Page, tutorial: Tutorial) {
  await page.reload();
  await tutorial.walk(page, "Judge", 1);
  await page.getByRole("button", { name: "Skip the tour" }).click();
  const answers = page.getByRole("group", { name: /^Your answer for / });
  await expect(answers).toHaveCount(2);
  const items = page.getByRole("region", { name: /^Question \d$/ });
  const reviews = await page.getByRole("heading", { name: "Review the checklist" }).isVisible();
  const accept = async () => {
    if (reviews) await items.getByRole("button", { name: "Accept" }).first().click();
  };
  const revise = async () => {
    if (!reviews) return;
    await items.getByRole("button", { name: "Revise" }).nth(1).click();
    await page.getByRole("textbox", { name: "New wording" }).fill(SHORTER);
    await page.keyboard.press("Escape");
  };
  const yes = () => answers.nth(0).getByRole("button", { name: "Yes" }).click();
  const no = () => answers.nth(1).getByRole("button", { name: "No" }).click();
  await tutorial.walk(page, "Judge", 2, {
    Accept: accept,
    Revise: revise,
    Yes: yes,
    No: no,
    "?": async (_, { text }) => {
      await page.keyboard.press(text);
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
    },
  });
  const submitted = async (usual: () => Promise<void>) => {
    const address = page.url();
    await usual();
    await expect(page).not.toHaveURL(address);
  };
  await tutorial.walk(page, "Judge", 3, { Submit: submitted });
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
