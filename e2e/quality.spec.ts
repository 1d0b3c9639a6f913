import type { Locator, Page } from "@playwright/test";
import { makeBatch, makeGold, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { storedIn } from "@/testing/builders/submissions";
import { expect, expectAccessible, test } from "./fixtures";
import { holdIdleTime, holdRequests } from "./hold-requests";
import { nextIsMade, noteBars, openNext } from "./workbench-steps";

/**
 * Accepts the first line, removes the second with the first reason on W, and answers yes: by keyboard alone.
 */
async function judge(page: Page, region: (name: string) => Locator) {
  await expect(region("Line 1 of item 1")).toBeFocused();
  await page.keyboard.press("a");
  await expect(region("Line 2 of item 1")).toBeFocused();
  await page.keyboard.press("x");
  const why = page.getByRole("combobox", { name: "Reason for the decision on Line 2 of item 1" });
  await expect(why).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(region("Line 2 of item 1")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(region("Your answer for item 1")).toBeFocused();
  await page.keyboard.press("y");
  // Without the reason, submitting is refused and the focus moves to the reason.
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(why).toBeFocused();
  await page.keyboard.press("w");
  await expect(why).toHaveValue("wrong-fact");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+Enter");
}

test("by keyboard: a check with feedback, then a planted error that is noticed, with a reason for each", async ({
  page,
  signIn,
  browserOf,
}) => {
  const annotator = await signIn("annotator");
  const project = { id: annotator.projectId };
  const admin = await makeMember("admin", { project });
  const wording = { response: "Roses are red,\nviolets are blue." };
  const dataset = await makeDataset({ project, tasks: 2, checklist: 1, wording });
  const adminPage = await browserOf(admin);
  await adminPage.goto(`/projects/${project.id}/data/${dataset.id}`);
  await adminPage.getByRole("link", { name: /Explain topic 1/ }).click();
  await adminPage.getByText("Gold values", { exact: true }).click();
  const unit = adminPage.getByRole("group", { name: "Does the response answer the question?", exact: true });
  await unit.getByLabel("Gold value", { exact: true }).selectOption("no");
  await unit.getByLabel("Why", { exact: true }).fill("It names no cause.");
  await adminPage.getByRole("button", { name: /^Save 1.gold value/ }).click();
  await expect(adminPage.getByText("Gold values (1)")).toBeVisible();
  await expectAccessible(adminPage);

  const steps = stepsOf("checklist-answering", { exposure: "draft-first" });
  const batch = await makeBatch({
    dataset,
    annotators: [annotator],
    arms: [
      { name: "A", k: 1, exposure: null, steps: steps.map((step) => ({ ...step, reasons: "required" })) },
    ],
    seed: 1,
    subjectOrder: "fixed",
    quality: {
      gold: { share: 0.5, feedback: true },
      planted: { share: 0.5, debrief: true },
    },
  });

  const region = (name: string) => page.getByRole("region", { name, exact: true });
  await page.goto("/annotate");
  await page.getByRole("button", { name: /^Start: / }).focus();
  await page.keyboard.press("Enter");
  // A poem keeps its line breaks.
  const verse = page.getByRole("region", { name: "Response", exact: true }).getByText("Roses are red");
  await expect(verse).toHaveCSS("white-space-collapse", "preserve-breaks");
  await judge(page, region);

  await expect(page.getByText("This one had known answers: 0 of 1 as expected")).toBeVisible();
  await expect(page.getByRole("list", { name: "How it compares" })).toContainText("It names no cause.");
  await expect(page.getByRole("button", { name: /^Continue: / })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");

  // All drafts say yes; this planted one says no.
  await expect(page.getByText("So the value is no.")).toBeVisible();
  await judge(page, region);
  await expect(async () => {
    const { judgements } = await storedIn(batch);
    expect(judgements.map(({ value, lines }) => [value, lines.map(({ reasonCode }) => reasonCode)])).toEqual([
      ["yes", [null, "wrong-fact"]],
      ["yes", [null, "wrong-fact"]],
    ]);
  }).toPass();

  await adminPage.goto(`/projects/${project.id}/batches/${batch.id}/quality`);
  const byArm = adminPage.getByRole("table", { name: "Detection and false alarms, by arm" });
  await expect(byArm.getByRole("row").nth(1)).toContainText("100");
  await expect(adminPage.getByRole("table", { name: "Agreement with gold, by annotator" })).toContainText(
    "0",
  );
  await expectAccessible(adminPage);
});

test("feedback opens before a slow browser has changed the address to that of the next assignment", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({
    project: { id: annotator.projectId },
    tasks: 2,
    checklist: 1,
    drafts: false,
  });
  await makeGold(dataset, { responses: 1 });
  await makeBatch({
    dataset,
    annotators: [annotator],
    preset: "checklist-answering",
    settings: { exposure: "none" },
    seed: 1,
    subjectOrder: "fixed",
    quality: { gold: { share: 0.5, feedback: true } },
  });
  const prefetched = page.waitForResponse(/\/api\/v1\/assignments\/[\w-]+$/);
  await noteBars(page);
  await openNext(page);
  await (await prefetched).finished();
  await nextIsMade(page);
  const isIdle = await holdIdleTime(page);
  const answerPages = await holdRequests(page, /_rsc=/);
  const opening = page.waitForRequest(/_rsc=/);
  await page.keyboard.press("y");
  await page.keyboard.press("ControlOrMeta+Enter");
  await opening;
  await isIdle();
  answerPages();
  await expect(page.getByText("This one had known answers: 0 of 1 as expected")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Continue: / })).toBeFocused();
});

test("by keyboard: training with feedback, an exam that is failed and then passed, and the work", async ({
  page,
  signIn,
  browserOf,
}) => {
  const annotator = await signIn("annotator");
  const project = { id: annotator.projectId };
  const dataset = await makeDataset({ project, tasks: 4, checklist: 1 });
  await makeGold(dataset, { responses: 2, explanation: "It names no cause." });
  const batch = await makeBatch({
    dataset,
    annotators: [annotator],
    preset: "checklist-answering",
    quality: {
      training: { subjects: 1 },
      exam: { subjects: 1, pass: 100, within: 0, attempts: 2, reveal: false },
    },
  });
  const continueButton = page.getByRole("button", { name: /^Continue: / });
  const heading = (name: string) => page.getByRole("heading", { name, level: 1, exact: true });
  const reply = async (place: string, key: "y" | "f") => {
    await expect(page.getByText(place, { exact: true }).filter({ visible: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Your answer for item 1", exact: true })).toBeFocused();
    await page.keyboard.press(key);
    await page.keyboard.press("ControlOrMeta+Enter");
  };

  await page.goto("/annotate");
  await page.getByRole("button", { name: /^Start: / }).focus();
  await page.keyboard.press("Enter");
  await reply("Training 1 of 1", "y");
  await expect(page.getByText("This one had known answers: 0 of 1 as expected")).toBeVisible();
  await expect(page.getByRole("list", { name: "How it compares" })).toContainText("It names no cause.");
  await expect(continueButton).toBeFocused();
  await page.keyboard.press("Enter");

  await reply("Exam 1 of 1, attempt 1 of 2", "y");
  await expect(heading("Exam not passed yet")).toBeVisible();
  await expect(page.getByRole("list", { name: "Your results" })).toContainText("0 of 1 right, 1 needed");
  await expect(continueButton).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await reply("Exam 1 of 1, attempt 2 of 2", "f");
  await expect(heading("Exam passed")).toBeVisible();
  await expect(continueButton).toBeFocused();
  await page.keyboard.press("Enter");
  await reply("1 of 2", "y");
  await expect(async () => {
    expect((await storedIn(batch)).judgements.map(({ value }) => value)).toEqual(["yes"]);
  }).toPass();

  const adminPage = await browserOf(await makeMember("admin", { project }));
  await adminPage.goto(`/projects/${project.id}/batches/${batch.id}`);
  const row = adminPage.getByRole("region", { name: "Training and exam" }).getByRole("row").nth(1);
  await expect(row).toContainText("Attempt 2: 1 of 1 right");
  await expect(row).toContainText("Passed");
  await expectAccessible(adminPage);
});
