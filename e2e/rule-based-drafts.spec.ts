import { openBatch } from "@/e2e/open-batch";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { expect, expectAccessible, test } from "./fixtures";

const LABEL = "Rule-based draft: no language model was used";
const INSTRUCTION =
  'Write a note to Dana about the new date. Use exactly two sentences. Mention the word "Friday".';

test("a pasted task gets a checklist without any language model, and an annotator finishes it", async ({
  page,
  signIn,
  browserOf,
}) => {
  test.slow();
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotator = await makeMember("annotator", { project });
  await signIn(admin);
  await page.goto(`/projects/${project.id}/data/import`);
  await page.getByRole("tab", { name: "Type or paste" }).click();
  await page.getByLabel("Name of the new dataset").fill("Notes");
  await page.getByLabel("Instruction").fill(INSTRUCTION);
  await page.getByLabel("Response 1", { exact: true }).fill("Dana, we meet on Friday. See you there!");
  await page.getByRole("button", { name: "Make the dataset" }).click();
  await page.getByRole("link", { name: "Open the dataset" }).click({ timeout: 60_000 });

  await expect(page.getByText("1 task without a checklist.")).toBeVisible();
  await page.getByRole("button", { name: "Draft checklists by rules" }).click();
  await expect(page.getByText("Drafted 1 checklist with 3 questions.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("2 answers proved, 1 left to people.")).toBeVisible();
  await expect(page.getByText(LABEL, { exact: true })).toBeVisible();
  await expect(page.getByText("Every task has a checklist.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Draft checklists by rules" })).toBeDisabled();
  await expectAccessible(page);

  await page.getByRole("link", { name: "New batch with this dataset" }).click();
  await page.getByLabel("Name").fill("Notes to Dana");
  const parts = page.getByRole("navigation", { name: "Parts of the design" });
  await parts.getByRole("button", { name: "Protocol" }).click();
  await page.getByRole("radio", { name: "Checklist answering" }).check();
  await page.getByRole("button", { name: "Next: Arms" }).click();
  await page.getByLabel("People per response").fill("1");
  await parts.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  await openBatch(page);
  await expect(page.getByText("0 of 1 assignment submitted")).toBeVisible();

  const annotatorPage = await browserOf(annotator);
  await annotatorPage.goto("/annotate");
  await annotatorPage.getByRole("button", { name: "Start: Notes to Dana" }).click();
  await expect(annotatorPage.getByText(LABEL, { exact: true })).toHaveCount(3);
  await expect(annotatorPage.getByText("No drafted value: please answer")).toBeVisible();
  await expect(annotatorPage.getByText("No program can check this.")).toBeVisible();
  const sentences = annotatorPage.getByRole("region", { name: "Line 1 of item 2" });
  await expect(sentences).toContainText("2 sentences; asked for exactly 2");
  await sentences.focus();
  const response = annotatorPage.getByRole("region", { name: "Response", exact: true });
  await expect(response.locator("mark").filter({ hasText: "See you there!" })).toBeVisible();
  const instruction = annotatorPage.getByRole("region", { name: "Instruction", exact: true });
  await expect(instruction.locator("mark")).toHaveText("Use exactly two sentences.");
  await expectAccessible(annotatorPage);

  for (const item of ["item 2", "item 3"]) {
    const line = annotatorPage.getByRole("region", { name: `Line 1 of ${item}` });
    await line.getByRole("button", { name: "Accept" }).click();
  }
  for (const item of ["item 1", "item 2", "item 3"])
    await annotatorPage
      .getByRole("group", { name: `Your answer for ${item}` })
      .getByRole("button", { name: "Yes" })
      .click();
  await expect(annotatorPage.getByText("Complete", { exact: true })).toBeVisible();
  await annotatorPage.getByRole("button", { name: "Submit" }).click();
  await expect(annotatorPage.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
});

test("findings of rules are shown beside a model's draft exactly where drafts are shown", async ({
  page,
  signIn,
  browserOf,
}) => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const [shown, blind, reviewer] = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ];
  const dataset = await makeDataset({
    project,
    tasks: 1,
    checklist: 1,
    wording: {
      instruction: INSTRUCTION,
      response: "Only one sentence.",
      question: "Does the response contain exactly two sentences?",
    },
  });
  await signIn(admin);
  await page.goto(`/projects/${project.id}/data/${dataset.id}`);
  await page.getByRole("button", { name: "Check what a program can prove" }).click();
  await expect(page.getByText("1 answer proved, 0 left to people.")).toBeVisible({ timeout: 60_000 });

  const judge = "checklist-answering";
  const open = { dataset, k: 1 };
  await makeBatch({ ...open, preset: judge, annotators: [shown], settings: { exposure: "draft-first" } });
  await makeBatch({ ...open, preset: judge, annotators: [blind], settings: { exposure: "none" } });
  await makeBatch({
    ...open,
    preset: "checklist-review",
    annotators: [reviewer],
    settings: { exposure: "draft-first" },
  });

  const seeing = await browserOf(shown);
  await seeing.goto("/annotate");
  await seeing.getByRole("button", { name: /^Start: / }).click();
  const found = seeing.getByRole("region", { name: "What rules found on item 1" });
  await expect(found).toContainText("Not what the draft says");
  await expect(found).toContainText("1 sentence; asked for exactly 2");
  await expectAccessible(seeing);

  const unseeing = await browserOf(blind);
  await unseeing.goto("/annotate");
  await unseeing.getByRole("button", { name: /^Start: / }).click();
  await expect(unseeing.getByRole("button", { name: "Submit" })).toBeVisible();
  // The page contains the generic text of such findings, but nothing of this one.
  expect(await unseeing.content()).not.toContain("asked for exactly 2");

  const reviewing = await browserOf(reviewer);
  await reviewing.goto("/annotate");
  await reviewing.getByRole("button", { name: /^Start: / }).click();
  const offered = reviewing.getByRole("region", { name: "Requirements without a question" });
  await expect(offered).toBeVisible();
  await expectAccessible(reviewing);
  const add = offered.getByRole("button", { name: /^Add the question: .*Friday/ });
  await add.focus();
  await reviewing.keyboard.press("Enter");
  await expect(reviewing.getByRole("region", { name: "Your question 1" })).toContainText(
    "From the instruction, found by rules",
  );
  await expect(offered).toHaveCount(0);
});
