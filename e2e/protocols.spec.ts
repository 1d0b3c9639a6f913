import type { Page } from "@playwright/test";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset, makePreferenceDraft } from "@/testing/builders/datasets";
import { storedIn } from "@/testing/builders/submissions";
import { expect, expectAccessible, test } from "./fixtures";

type Made = Parameters<typeof makeBatch>[0];

/** Opens the first question of an annotator's batch of one subject, by keyboard. */
async function at(page: Page, batch: { id: string }, first: string) {
  await page.goto("/annotate");
  await page.getByRole("button", { name: /^Start: / }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: first })).toBeFocused();
  return batch;
}

async function submitted(page: Page) {
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();
}

const design = (annotator: { membershipId: string }, made: Made): Made => ({
  annotators: [annotator],
  ...made,
});

test("two responses are compared by keyboard, first alone and then with the draft", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const project = { id: annotator.projectId };
  const text = Array.from({ length: 40 }, (_, n) => `## Part ${n + 1}\n\nSome words about it.`).join("\n\n");
  const dataset = await makeDataset({ project, tasks: 1, responses: 2, wording: { response: text } });
  const pair = await makePreferenceDraft(dataset, { value: "A", lines: ["It is fuller."] });
  const settings = { exposure: "judge-then-reveal" as const };
  const batch = await makeBatch(design(annotator, { dataset, preset: "preference", settings }));
  await at(page, batch, "Your preference");
  await expectAccessible(page);

  // Scrolling one side scrolls the other.
  const [a, b] = ["Response A, scrolls", "Response B, scrolls"].map((name) =>
    page.getByRole("group", { name }),
  );
  await a?.evaluate((side) => side.scrollTo({ top: side.scrollHeight }));
  await expect.poll(() => b?.evaluate((side) => side.scrollTop)).toBeGreaterThan(500);
  await page.keyboard.press("o");
  await expect(page.getByRole("button", { name: "Part 1", exact: true }).first()).toBeFocused();
  await page.getByRole("region", { name: "Your preference" }).focus();

  await page.keyboard.press("4");
  await page.keyboard.press("d");
  await expect(page.getByRole("region", { name: "Line 1 of the preference" })).toBeFocused();
  await expect(page.getByText("Your preference before the draft: B better")).toBeVisible();
  await page.keyboard.press("a");
  await page.keyboard.press("2");
  await submitted(page);

  const { judgements, operations } = await storedIn(batch);
  const [row] = judgements;
  const storedValue = (value: number) => (row?.swapped ? 6 - value : value);
  expect(judgements).toHaveLength(1);
  expect(row).toMatchObject({
    target: "preference",
    ...pair,
    exposure: "judge_then_reveal",
    initial: storedValue(4),
    value: storedValue(2),
    shown: 1,
    lines: [{ action: "accept", line: 0 }],
  });
  expect(row?.draftId).not.toBeNull();
  expect(row?.activeMs).toBeGreaterThan(0);
  expect(operations.map(({ type }) => type).filter((type) => type !== "time")).toEqual([
    "prefer",
    "reveal",
    "decide",
    "prefer",
  ]);
});

test("an annotator labels questions by digit and by search, and accepts drafted labels with one key", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 1, checklist: 2 });
  const batch = await makeBatch(design(annotator, { dataset, preset: "item-labelling" }));
  await at(page, batch, "Your labels for item 1");
  await expectAccessible(page);
  await page.keyboard.press("2");
  await page.keyboard.press("e");
  await expect(page.getByRole("searchbox", { name: "Search the labels" })).toBeFocused();
  await page.keyboard.type("excl key");
  await expect(page.getByText("Enter chooses: Exclusion: Keyword, not chosen")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Your labels for item 1" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "Your labels for item 2" })).toBeFocused();
  await page.keyboard.press("1");
  await page.keyboard.press("1");
  await page.keyboard.press("3");
  await submitted(page);
  const { labellings } = await storedIn(batch);
  expect(
    labellings.map(({ question, labels, exposure, shown }) => [question, labels, exposure, shown]),
  ).toEqual([
    ["capabilities", ["Concision", "Exclusion: Keyword"], "none", 1],
    ["capabilities", ["Data Manipulation"], "none", 2],
  ]);
});

test("a checklist is written from scratch after two questions about the instruction", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 1 });
  const batch = await makeBatch(design(annotator, { dataset, preset: "checklist-writing" }));
  await at(page, batch, "Is the instruction safe to answer?");
  const writing = page.getByRole("heading", { name: "Write a checklist" });
  await page.keyboard.press("1");
  // Without an answer, or with a no, there is nothing to write.
  await expect(writing).toBeHidden();
  await page.keyboard.press("2");
  const sense = page.getByRole("region", { name: "Does the instruction make sense?" });
  await expect(sense.getByRole("button", { name: "No" })).toHaveAttribute("aria-pressed", "true");
  await expect(writing).toBeHidden();
  await expectAccessible(page);
  await sense.focus();
  await page.keyboard.press("1");
  await expect(writing).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("Does it use short sentences?");
  await page.keyboard.press("Escape");
  const own = page.getByRole("region", { name: "Your question 1" });
  await expect(own).toBeVisible();
  await expectAccessible(page);
  // When a focused text is taken back, the element in its place gets the focus.
  await own.focus();
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "the checklist" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(own).toBeFocused();
  await submitted(page);
  const { answers, decisions } = await storedIn(batch);
  expect(answers.toSorted((a, b) => (a.question < b.question ? -1 : 1))).toEqual([
    { question: "safe", value: "yes" },
    { question: "sense", value: "yes" },
  ]);
  expect(decisions.map(({ action, text, exposure, scale }) => [action, text, exposure, scale])).toEqual([
    ["add", "Does it use short sentences?", "none", { type: "yesno" }],
  ]);
});

test("a full review decides on the checklist, answers it and gives a score, on one page", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({
    project: { id: annotator.projectId },
    tasks: 1,
    checklist: 1,
    overallDrafts: true,
  });
  const settings = { exposure: "draft-first" as const };
  const batch = await makeBatch(design(annotator, { dataset, preset: "full-review", settings }));
  await at(page, batch, "Question 1");
  await page.keyboard.press("a");
  await expect(page.getByRole("region", { name: "Line 1 of item 1" })).toBeFocused();
  await page.keyboard.press("a");
  await page.keyboard.press("x");
  await page.keyboard.press("f");
  await expect(page.getByRole("region", { name: "Line 1 of the overall score" })).toBeFocused();
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  await page.keyboard.press("2");
  await submitted(page);
  const { judgements, decisions } = await storedIn(batch);
  expect(decisions.map(({ action, exposure }) => [action, exposure])).toEqual([["accept", "draft_first"]]);
  expect(
    judgements.map(({ target, value, exposure, shown, lines }) => [
      target,
      value,
      exposure,
      shown,
      lines.length,
    ]),
  ).toEqual([
    ["item", "no", "draft_first", 1, 2],
    ["overall", 2, "draft_first", 1, 2],
  ]);
});

test("criteria are reviewed, then a response is scored with the draft's score hidden", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const project = { id: annotator.projectId };
  const dataset = await makeDataset({ project, tasks: 1, criteria: 2, overallDrafts: true });
  const drafted = { exposure: "draft-first" as const };
  const review = await makeBatch(
    design(annotator, { dataset, preset: "criteria-review", settings: drafted }),
  );
  await at(page, review, "Criterion 1");
  await page.keyboard.press("a");
  await expect(page.getByRole("region", { name: "Criterion 2" })).toBeFocused();
  await page.keyboard.press("x");
  await submitted(page);
  const { decisions } = await storedIn(review);
  expect(decisions.map(({ action, exposure }) => [action, exposure])).toEqual([
    ["accept", "draft_first"],
    ["remove", "draft_first"],
  ]);

  const settings = { exposure: "score-hidden" as const };
  const scoring = await makeBatch(design(annotator, { dataset, preset: "direct-scoring", settings }));
  await at(page, scoring, "Your overall score");
  await expect(page.getByText("Its value is not shown")).toBeVisible();
  await expect(page.getByText("So the value is")).toHaveCount(0);
  await page.keyboard.press("2");
  await submitted(page);
  const { judgements } = await storedIn(scoring);
  expect(
    judgements.map(({ target, exposure, draftId, value }) => [target, exposure, draftId !== null, value]),
  ).toEqual([["overall", "score_hidden", true, 2]]);
});

test("a response is labelled and asked about in every form of answer, by keyboard", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 1, drafts: false });
  const labels = ["Safe", "Unsafe", "Refusal"].map((name) => ({ name }));
  const options = ["Rude", "Wrong", "Too long"].map((label) => ({ value: label.toLowerCase(), label }));
  const arm: NonNullable<NonNullable<Made>["arms"]>[number] = {
    ...{ name: "A", k: 1, exposure: null },
    steps: [
      {
        ...{ type: "label", id: "safety", question: "Is it safe?", about: "response", labels },
        ...{ several: false, none: false, exposure: "none" },
      },
      { type: "ask", id: "faults", question: "What is wrong?", form: "several", options },
      { type: "ask", id: "errors", question: "How many errors?", form: "number", options: [], max: 20 },
      { type: "ask", id: "why", question: "Anything else?", form: "text", options: [], optional: true },
    ],
  };
  const batch = await makeBatch(design(annotator, { dataset, arms: [arm] }));
  await at(page, batch, "Your labels for the response");
  await expectAccessible(page);
  await page.keyboard.press("2");
  const faults = page.getByRole("region", { name: "What is wrong?" });
  await expect(faults).toBeFocused();
  await page.keyboard.press("3");
  await page.keyboard.press("1");
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "How many errors?" })).toBeFocused();
  await page.keyboard.press("Enter");
  const errors = page.getByRole("textbox", { name: "How many errors?" });
  await errors.fill("21");
  await page.keyboard.press("Enter");
  await expect(errors).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("A number, 20 or less")).toBeVisible();
  await errors.fill("2,5");
  await page.keyboard.press("Enter");
  await expect(errors).toHaveValue("2.5");
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  const why = page.getByRole("textbox", { name: "Anything else?" });
  await why.fill("It repeats itself.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Anything else?" })).toBeFocused();
  await submitted(page);
  const { answers, labellings } = await storedIn(batch);
  expect(Object.fromEntries(answers.map(({ question, value }) => [question, value]))).toEqual({
    faults: '["rude","too long"]',
    errors: "2.5",
    why: "It repeats itself.",
  });
  expect(labellings).toMatchObject([{ labels: ["Unsafe"], itemId: null, responseId: expect.any(String) }]);
});
