import type { Page } from "@playwright/test";
import { holdRequests } from "@/e2e/hold-requests";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { storedIn } from "@/testing/builders/submissions";
import { expect, expectAccessible, test } from "./fixtures";

type Batch = NonNullable<Parameters<typeof makeBatch>[0]>;

/** A batch of one subject with two drafted lines per item and the given exposure. */
async function batchFor(
  person: { membershipId: string; projectId: string },
  preset: Batch["preset"],
  exposure: NonNullable<Batch["settings"]>["exposure"],
) {
  const dataset = await makeDataset({
    project: { id: person.projectId },
    tasks: 1,
    checklist: 2,
    criteria: 1,
    overallDrafts: true,
  });
  return makeBatch({ dataset, preset, annotators: [person], settings: { exposure } });
}

async function openNext(page: Page) {
  await page.goto("/annotate");
  await page.getByRole("button", { name: /^Start: / }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
}

test("by keyboard: an own score, then the draft, then a final score, each stored as it was", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const batch = await batchFor(annotator, "criterion-scoring", "judge-then-reveal");
  await openNext(page);
  const region = (name: string) => page.getByRole("region", { name, exact: true });

  await expect(region("Your score for Criterion 1")).toBeFocused();
  await expect(page.getByRole("button", { name: "Show the draft: Criterion 1" })).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press("2");
  await expect(page.getByRole("button", { name: "Show the draft: Criterion 1" })).toBeEnabled();
  await expect(page.getByText("It names the topic.")).toBeHidden();
  await page.keyboard.press("d");
  await expect(region("Line 1 of Criterion 1")).toBeFocused();
  await expect(page.getByText("Your score before the draft: 2")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("Your score before the draft: 2")).toBeVisible();
  await page.keyboard.press("a");
  await page.keyboard.press("x");
  await expect(region("Your final score for Criterion 1")).toBeFocused();
  await page.keyboard.press("4");

  await expect(region("Your overall score")).toBeFocused();
  await page.keyboard.press("5");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(region("Your overall score")).toBeFocused();
  await page.keyboard.press("d");
  await expect(region("Line 1 of the overall score")).toBeFocused();
  for (const key of ["a", "a", "3"]) await page.keyboard.press(key);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();

  const { judgements, operations } = await storedIn(batch);
  expect(
    judgements.map(({ target, exposure, draftId, initial, value, lines }) => [
      target,
      exposure,
      draftId !== null,
      initial,
      value,
      lines.map(({ action }) => action),
    ]),
  ).toEqual([
    ["item", "judge_then_reveal", true, 2, 4, ["accept", "remove"]],
    ["overall", "judge_then_reveal", true, 5, 3, ["accept", "accept"]],
  ]);
  expect(operations.flatMap(({ type }) => (type === "time" ? [] : [type]))).toEqual([
    ...["answer", "reveal", "decide", "decide", "answer"],
    ...["score", "reveal", "decide", "decide", "score"],
  ]);
});

test("by keyboard: one answer without the draft, one with it on request", async ({ page, signIn }) => {
  const annotator = await signIn("annotator");
  const batch = await batchFor(annotator, "checklist-answering", "on-request");
  await page.clock.install();
  await openNext(page);
  const region = (name: string) => page.getByRole("region", { name, exact: true });

  await expect(region("Your answer for item 1")).toBeFocused();
  await page.keyboard.press("y");
  await expect(region("Your answer for item 2")).toBeFocused();

  // The notice about a draft on its way appears after half a second, and never flashes before.
  const answer = await holdRequests(page, "**/ops");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press("d");
  const coming = page.getByText("Loading the draft.");
  await page.clock.runFor(450);
  await expect(page.getByRole("button", { name: "Show the draft: item 2" })).toHaveCount(0);
  await expect(coming).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(coming).toBeVisible();
  answer();
  await page.clock.resume();
  await expect(coming).toHaveCount(0);
  await expect(region("Line 1 of item 2")).toBeFocused();
  await expect(page.getByText("The draft was shown before there was an answer.")).toBeVisible();
  await expect(page.getByText("It names the topic.")).toHaveCount(1);
  await expectAccessible(page);
  await page.reload();
  await expect(region("Line 1 of item 2")).toBeFocused();
  for (const key of ["a", "a", "f"]) await page.keyboard.press(key);
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();

  const { judgements } = await storedIn(batch);
  expect(
    judgements.map(({ exposure, draftId, initial, value, lines }) => [
      exposure,
      draftId !== null,
      initial,
      value,
      lines.length,
    ]),
  ).toEqual([
    ["on_request", false, null, "yes", 0],
    ["on_request", true, null, "no", 2],
  ]);
});
