import type { Page } from "@playwright/test";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { storedIn } from "@/testing/builders/submissions";
import { expect, expectAccessible, test } from "./fixtures";

type Steps = ReturnType<typeof stepsOf>;

/** The same steps, with agreement to whole drafts allowed in the given types of step. */
const allowing = (steps: Steps, types: readonly Steps[number]["type"][]): Steps =>
  steps.map((step) =>
    types.includes(step.type) && "exposure" in step && step.type !== "label"
      ? { ...step, agree: "allowed" as const }
      : step,
  );

const arm = (steps: Steps) => [{ name: "A", k: 1, exposure: null, steps }];
const hint = (page: Page) => page.getByText("in one step");
const left = (page: Page, n: number) => page.getByText(n === 0 ? "Complete" : `${n} left`, { exact: true });

test("an annotator who has had time to read a drafted checklist accepts all of it by one key, which one undo reverts", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  // Forty words, which take ten seconds to read.
  const question =
    "Does the answer say what the topic is, in words of everyday use, and why it matters to anybody at all?";
  const dataset = await makeDataset({
    project: { id: annotator.projectId },
    tasks: 1,
    checklist: 2,
    wording: { question },
  });
  const steps = stepsOf("checklist-review", { exposure: "draft-first" });
  const arms = arm(allowing(steps, ["rubric"]));
  const batch = await makeBatch({ dataset, annotators: [annotator], preset: "checklist-review", arms });
  await page.goto("/annotate");
  await page.getByRole("button", { name: /^Start: / }).press("Enter");
  await expect(page.getByRole("region", { name: "Question 1" })).toBeFocused();
  await page.keyboard.press("t");
  await expect(page.getByText(/in \d+ seconds?: the time it takes to read it/).first()).toBeVisible();
  await expect(left(page, 2)).toBeVisible();
  await expectAccessible(page);
  await expect(hint(page)).toBeVisible();

  await page.keyboard.press("t");
  await expect(left(page, 0)).toBeVisible();
  await expect(hint(page)).toBeHidden();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(left(page, 2)).toBeVisible();
  await expect(page.getByText("Undone: Agree with the whole draft, where that is allowed")).toBeAttached();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(left(page, 0)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();

  const { decisions, operations } = await storedIn(batch);
  expect(decisions.map(({ action, bulk }) => [action, bulk])).toEqual([
    ["accept", true],
    ["accept", true],
  ]);
  expect(operations.map(({ type }) => type).filter((type) => type !== "time")).toEqual([
    "agree",
    "undo",
    "undo",
  ]);
});

test("a drafted score is taken over with its lines by pointer, only where the step allows it", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({
    project: { id: annotator.projectId },
    tasks: 1,
    criteria: 1,
    overallDrafts: true,
  });
  const steps = stepsOf("criterion-scoring", { exposure: "draft-first", overallScore: true });
  const arms = arm(allowing(steps, ["judge"]));
  const batch = await makeBatch({ dataset, annotators: [annotator], preset: "criterion-scoring", arms });
  await page.goto("/annotate");
  await page.getByRole("button", { name: /^Start: / }).click();
  await expect(page.getByRole("region", { name: "Line 1 of Criterion 1" })).toBeFocused();
  await expect(hint(page)).toBeVisible();
  await page.getByRole("button", { name: "Agree with the whole draft: Criterion 1" }).click();
  const score = page.getByRole("region", { name: "Your score for Criterion 1" });
  await expect(score.getByRole("button", { name: /^4/, pressed: true })).toBeVisible();

  // The overall score's draft is decided line by line.
  await expect(page.getByRole("region", { name: "Line 1 of the overall score" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Agree with the whole draft/ })).toHaveCount(0);
  await page.getByRole("region", { name: "Line 1 of the overall score" }).focus();
  await page.keyboard.press("t");
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  await page.keyboard.press("3");
  await expect(left(page, 0)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();

  const { judgements } = await storedIn(batch);
  expect(judgements.map(({ value, bulk, lines }) => [value, bulk, lines.map((line) => line.bulk)])).toEqual([
    [4, true, [true, true]],
    [3, false, [false, false]],
  ]);
});
