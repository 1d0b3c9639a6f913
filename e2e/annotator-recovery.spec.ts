import type { Page } from "@playwright/test";
import { holdIdleTime, holdRequests } from "@/e2e/hold-requests";
import { claimed, nextIsMade, noteBars, openNext, saved } from "@/e2e/workbench-steps";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeSession } from "@/testing/builders/people";
import { closeBatch, storedIn } from "@/testing/builders/submissions";
import { expect, patient, test } from "./fixtures";

const place = (page: Page, words: string) => page.getByText(words, { exact: true }).filter({ visible: true });

test("Back and Forward show the current state of assignments, never a submitted one as open", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 2 });
  await makeBatch({ dataset, annotators: [annotator] });
  await openNext(page);
  const first = page.url();
  await page.keyboard.press("4");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(page, "2 of 2")).toBeVisible();
  await expect(page).not.toHaveURL(first);
  const second = page.url();
  await expect(page.getByRole("button", { name: "Undo the last one" })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your work" })).toBeVisible();
  await expect(page.getByText("1 of 2 done")).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(second);
  await expect(place(page, "2 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit", exact: true })).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your work" })).toBeVisible();
  await page.goto(second);
  await expect(page.getByText(/You can reopen and change it until the batch is closed/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit", exact: true })).toBeHidden();
});

test("keys work on a submission that was undone, and in an empty checklist", async ({ page, signIn }) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 2 });
  const batch = await makeBatch({ dataset, annotators: [annotator] });
  // The next one is prefetched.
  const ahead = page.waitForResponse((response) =>
    /\/api\/v1\/assignments\/[0-9a-f-]+$/.test(response.url()),
  );
  await openNext(page);
  const first = page.url();
  await (await ahead).finished();
  await page.keyboard.press("4");
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(page, "2 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo the last one" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  // It is back, and editable again.
  await expect(place(page, "1 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit", exact: true })).toBeEnabled();
  await expect(page.getByRole("region", { name: "Your overall score" })).toBeFocused();
  await page.keyboard.press("2");
  await expect(page.locator("button[aria-pressed=true]").filter({ hasText: "2" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("3");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.locator("button[aria-pressed=true]").filter({ hasText: "2" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(page.locator("button[aria-pressed=true]").filter({ hasText: "3" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(page, "2 of 2")).toBeVisible();
  await expect(async () =>
    expect((await storedIn(batch)).judgements.map(({ value }) => value)).toEqual([3]),
  ).toPass();

  // A skip is undone like a submission, with what was done before it.
  await expect(page).not.toHaveURL(first);
  const second = page.url();
  await page.keyboard.press("5");
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press("s");
  const skip = page.getByRole("dialog", { name: "Skip this assignment" });
  await skip.getByRole("textbox").fill("I know the author.");
  await skip.getByRole("button", { name: "Skip assignment" }).click();
  await expect(page.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();
  await page.getByRole("button", { name: "Undo the last one" }).click();
  await expect(page).toHaveURL(second);
  await expect(page.locator("button[aria-pressed=true]").filter({ hasText: "5" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(async () =>
    expect((await storedIn(batch)).judgements.map(({ value }) => value)).toEqual([3, 5]),
  ).toPass();
});

test("a submission recalled while the next assignment opens is shown again, and no key acts on the wrong one", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 2 });
  const batch = await makeBatch({ dataset, annotators: [annotator] });
  await openNext(page);
  const first = page.url();
  // Before anything is prefetched.
  await page.keyboard.press("4");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("button", { name: "Undo the last one" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  // Checked at one moment, because the next assignment may appear in between.
  await page.waitForFunction((address) => {
    const submit = [...document.querySelectorAll("button")].find((one) => /^Submit/.test(one.textContent));
    const isOpen = submit !== undefined && submit.ariaDisabled !== "true";
    const isFirst = [...document.querySelectorAll("span")].some(
      (one) => one.textContent === "1 of 2" && one.checkVisibility(),
    );
    return isOpen && window.location.href === address && isFirst;
  }, first);
  await page.keyboard.press("2");
  await expect(page.locator("button[aria-pressed=true]").filter({ hasText: "2" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(page, "2 of 2")).toBeVisible();
  await expect(async () =>
    expect((await storedIn(batch)).judgements.map(({ value }) => value)).toEqual([2]),
  ).toPass();
});

test("two versions of an answer are chosen from before it is submitted", async ({
  page,
  context,
  signIn,
  expectError,
}) => {
  expectError(/ERR_FAILED|status of 409/);
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 1 });
  const batch = await makeBatch({ dataset, annotators: [annotator] });
  await openNext(page);
  const other = patient(await context.newPage());
  await other.goto(page.url());
  await expect(other.getByText("This assignment is open in another window too.")).toBeVisible();
  // The list of conflicts is loaded late, on a slow connection.
  const load = await holdRequests(other, "**/_next/static/**");
  await other.route("**/ops", (route) => route.abort());
  await other.getByRole("region", { name: "Your overall score" }).getByRole("button", { name: "5" }).click();
  await expect(other.getByText(/^Not saved yet/)).toBeVisible();
  await page.keyboard.press("2");
  await expect(saved(page)).toBeVisible();
  await other.unroute("**/ops");

  await expect(other.getByRole("button", { name: "1 conflict: choose" })).toBeVisible();
  await expect(saved(other)).toBeHidden();
  await other.getByRole("button", { name: "Submit", exact: true }).click();
  await expect(other.getByRole("button", { name: "Keep the saved one" })).toHaveCount(0);
  load();
  await expect(other.getByRole("button", { name: "Keep the saved one" })).toBeFocused();
  expect((await storedIn(batch)).judgements).toEqual([]);
  await other.getByRole("button", { name: "Use mine" }).click();
  await expect(saved(other)).toBeVisible();
  await other.getByRole("button", { name: "Submit", exact: true }).click();
  await expect.poll(async () => (await storedIn(batch)).judgements.map(({ value }) => value)).toEqual([5]);
});

test("work on a prefetched assignment outlasts its release, and a batch that closes leaves it to be copied", async ({
  page,
  signIn,
  expectError,
}) => {
  expectError(/status of (404|409)/);
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 5 });
  const batch = await makeBatch({ dataset, annotators: [annotator] });
  let fetched = 0;
  page.on("requestfinished", (request) => {
    if (/\/api\/v1\/assignments\/[\w-]+$/.test(request.url())) fetched += 1;
  });
  await openNext(page);
  await expect.poll(() => fetched).toBe(2);

  // The annotator leaves while the first submission is on its way: what was prefetched is released.
  const arrive = await holdRequests(page, "**/submit");
  await page.keyboard.press("4");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(page, "2 of 5")).toBeVisible();
  await page.keyboard.press("5");
  const released = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("link", { name: /^Countersign/ }).click();
  await released;
  const submitted = page.waitForResponse(/\/submit$/);
  arrive();
  await submitted;
  await page.unroute("**/submit");
  await page.getByRole("button", { name: /^Continue: / }).click();
  await expect(place(page, "2 of 5")).toBeVisible();
  await expect(page.locator("button[aria-pressed=true]").filter({ hasText: "5" })).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await expect.poll(() => fetched).toBeGreaterThan(3);

  // The batch closes while the next assignment opens.
  const open = await holdRequests(page, "**/claim*");
  const second = page.waitForResponse(/\/submit$/);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(page, "3 of 5")).toBeVisible();
  // A batch that closed before would refuse it too.
  await second;
  await page.keyboard.press("1");
  await page.getByRole("button", { name: "Note", exact: true }).filter({ visible: true }).click();
  await page.getByLabel("Note to the project admins").fill("Neither source is named.");
  await page.keyboard.press("Escape");
  await closeBatch(batch);
  open();
  await expect(page.getByText("This batch is closed.", { exact: true })).toBeVisible();
  await expect(saved(page)).toBeHidden();
  await page.getByRole("main").getByRole("link", { name: "Your work" }).click();
  const unsent = page.getByRole("region", { name: "Work that was not sent" });
  await expect(unsent.getByText("Neither source is named.")).toBeVisible();
  await expect(unsent.getByText("1 choice without text")).toBeVisible();
  await unsent.getByRole("button", { name: "Delete from this browser" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete from this browser" }).click();
  await expect(unsent).toBeHidden();
  expect((await storedIn(batch)).judgements.map(({ value }) => value)).toEqual([4, 5]);
});

test("a session that ends in the middle of a sentence loses no text, and the annotator is notified once", async ({
  page,
  context,
  signIn,
  expectError,
}) => {
  expectError(/status of 401/);
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 1, checklist: 1 });
  const batch = await makeBatch({
    dataset,
    annotators: [annotator],
    preset: "checklist-review",
    settings: { exposure: "draft-first" },
  });
  await openNext(page);
  await page.keyboard.press("r");
  await page.keyboard.type(" One");
  await context.clearCookies();
  await page.keyboard.type(" two");
  const notice = page.getByText("You have been signed out", { exact: true });
  await expect(notice).toBeVisible();
  await page.keyboard.type(" three.");
  const field = page.getByLabel("New wording, Question 1");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Does the response answer the question? One two three.");
  await expect(page.getByText("You are signed out.")).toBeHidden();

  await context.addCookies([(await makeSession(annotator)).cookie]);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(notice).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect
    .poll(async () => (await storedIn(batch)).decisions.map(({ text }) => text))
    .toEqual(["Does the response answer the question? One two three."]);
});

test("the assignment that a page was loaded with opens there again when it is sent back", async ({
  page,
  signIn,
  browserOf,
}) => {
  const annotator = await signIn("annotator");
  const project = { id: annotator.projectId };
  const dataset = await makeDataset({ project, tasks: 4 });
  const batch = await makeBatch({ dataset, annotators: [annotator] });
  await noteBars(page);
  await openNext(page);
  const first = page.url();
  await nextIsMade(page);
  const isOpen = claimed(page);
  await page.keyboard.press("4");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(page, "2 of 4")).toBeVisible();
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(first);
  await isOpen;

  const admin = await browserOf(await makeMember("admin", { project }));
  const id = first.split("/").at(-1) ?? "";
  const sentBack = await admin.request.post(`/api/v1/assignments/${id}/reopen`, {
    data: { note: "Look at it once more." },
    headers: { "x-countersign": "1", origin: new URL(first).origin },
  });
  expect(sentBack.status()).toBe(200);

  await page.keyboard.press("5");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Look at it once more.")).toBeVisible();
  await expect(place(page, "1 of 4")).toBeVisible();
  await expect(page).toHaveURL(first);
  await page.keyboard.press("2");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(page, "3 of 4")).toBeVisible();
  const valuesBySize = async () =>
    (await storedIn(batch)).judgements.map(({ value }) => Number(value)).sort();
  await expect.poll(valuesBySize).toEqual([2, 5]);
});

test("an assignment that was not prefetched opens before a slow browser has changed the address to the one before", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 3 });
  await makeBatch({ dataset, annotators: [annotator], subjectOrder: "fixed" });
  const prefetched = page.waitForResponse(/\/api\/v1\/assignments\/[\w-]+$/);
  // Only the second is there early.
  await page.route("**/ahead*", async (route) => {
    const response = await route.fetch();
    const { assignments } = await response.json();
    await route.fulfill({ response, json: { assignments: assignments.slice(0, 1) } });
  });
  await noteBars(page);
  await openNext(page);
  await (await prefetched).finished();
  await nextIsMade(page);
  await page.unroute("**/ahead*");
  await holdRequests(page, "**/ahead*");

  const isIdle = await holdIdleTime(page);
  const answerPages = await holdRequests(page, /_rsc=/);
  const opening = page.waitForRequest(/_rsc=/);
  await page.keyboard.press("4");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(page, "2 of 3")).toBeVisible();
  await page.keyboard.press("5");
  await page.keyboard.press("ControlOrMeta+Enter");
  await opening;
  await isIdle();
  answerPages();
  await expect(place(page, "3 of 3")).toBeVisible();
  await expect(page.getByRole("main").getByRole("region").and(page.locator(":focus"))).toBeVisible();
});
