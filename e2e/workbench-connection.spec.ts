import type { Page } from "@playwright/test";
import { holdRequests } from "@/e2e/hold-requests";
import {
  batchFor,
  claimed,
  nextIsMade,
  noteBars,
  openAgain,
  openNext,
  saved,
  scriptsAreThere,
  storedUnsent,
} from "@/e2e/workbench-steps";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { storedIn } from "@/testing/builders/submissions";
import { expect, expectAccessible, patient, test } from "./fixtures";

test("work done while the server is away survives a closed browser tab and is saved once", async ({
  page,
  context,
  signIn,
  expectError,
}) => {
  expectError(/ERR_FAILED|Failed to load resource/);
  const annotator = await signIn("annotator");
  const batch = await batchFor([annotator], { preset: "checklist-review", items: 2 });
  await openNext(page);
  const address = page.url();
  await page.keyboard.press("a");
  await expect(saved(page)).toBeVisible();

  await context.route("**/ops", (route) => route.abort());
  await page.keyboard.press("x");
  await expect(page.getByText(/^Not saved yet/)).toBeVisible();
  await expect(saved(page)).toBeHidden();
  await storedUnsent(page, "decide", 1);
  await page.close({ runBeforeUnload: false });

  await context.unroute("**/ops");
  const again = patient(await context.newPage());
  await again.goto(address);
  await expect(
    again.getByRole("region", { name: "Question 2" }).getByRole("button", { name: "Remove" }),
  ).toHaveAttribute("aria-pressed", "true");
  await expect(saved(again)).toBeVisible();
  const { operations } = await storedIn(batch);
  expect(operations.filter(({ type }) => type === "decide")).toHaveLength(2);
});

const close = (tab: Page) => tab.close();

test("work in two tabs is merged; for the same item both versions are shown", async ({
  page,
  context,
  signIn,
  expectError,
}) => {
  expectError(/ERR_FAILED|Failed to load resource/);
  const annotator = await signIn("annotator");
  await batchFor([annotator], { preset: "checklist-review", items: 2 });
  await openNext(page);
  const other = patient(await context.newPage());
  await other.goto(page.url());
  await expect(other.getByText("This assignment is open in another window too.")).toBeVisible();

  const question = (tab: Page, n: number, action: string) =>
    tab.getByRole("region", { name: `Question ${n}` }).getByRole("button", { name: action });
  await question(page, 1, "Accept").click();
  await expect(saved(page)).toBeVisible();
  await expect(question(other, 1, "Accept")).toHaveAttribute("aria-pressed", "true");

  await other.route("**/ops", (route) => route.abort());
  await question(other, 2, "Accept").click();
  await expect(other.getByText(/^Not saved yet/)).toBeVisible();
  await question(page, 2, "Remove").click();
  await expect(saved(page)).toBeVisible();

  const conflict = other.getByText("This was changed in another window. Nothing is lost");
  await expect(conflict).toBeVisible();
  // The versions name the question as the annotator reads it.
  await expect(other.getByText("Does the response answer the question?: accepted")).toBeVisible();
  await expect(question(other, 2, "Remove")).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(other);
  await question(other, 1, "Accept").focus();
  await other.unroute("**/ops");
  await other.getByRole("button", { name: "Use mine" }).click();
  await expect(conflict).toBeHidden();
  // The question that was chosen for has the focus, in sight, and the next key acts on it.
  await expect(other.getByRole("region", { name: "Question 2" })).toBeFocused();
  await expect(other.getByRole("region", { name: "Question 2" })).toBeInViewport({ ratio: 1 });
  for (const tab of [other, page])
    await expect(question(tab, 2, "Accept")).toHaveAttribute("aria-pressed", "true");
  await other.keyboard.press("x");
  await expect(question(other, 2, "Remove")).toHaveAttribute("aria-pressed", "true");
});

test("a window says that another one has its assignment open for as long as that is true", async ({
  page,
  context,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  await makeBatch({
    dataset: await makeDataset({ project: { id: annotator.projectId } }),
    annotators: [annotator],
  });
  await openNext(page);
  const notice = page.getByText("This assignment is open in another window too.");
  for (const end of [close, crash]) {
    const other = await openAgain(page);
    await expect(notice).toBeVisible();
    await end(other);
    await expect(notice).toBeHidden();
  }

  /** The browser ends the page's process, so that the page can say nothing. */
  async function crash(tab: Page) {
    const over = tab.waitForEvent("crash");
    const session = await context.newCDPSession(tab);
    session.send("Page.crash").catch(() => {});
    await over;
  }
});

test("submitting shows the next assignment at once and confirms only when saved; a refused submission reopens", async ({
  page,
  signIn,
  expectError,
}) => {
  expectError(/status of 409/);
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 4 });
  const batch = await makeBatch({ dataset, annotators: [annotator] });
  const fetched: string[] = [];
  page.on("requestfinished", (request) => fetched.push(new URL(request.url()).pathname));
  await noteBars(page);
  await openNext(page);
  const first = page.url();
  const place = (n: number) => page.getByText(`${n} of 4`, { exact: true }).filter({ visible: true });
  await expect(place(1)).toBeVisible();
  const ahead = () => fetched.filter((path) => /^\/api\/v1\/assignments\/[\w-]+$/.test(path));
  await expect.poll(() => ahead().length).toBe(2);
  await nextIsMade(page);

  const answerSubmit = await holdRequests(page, "**/submit");
  await page.keyboard.press("4");
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  // The next one is rendered but detached; the key press only attaches it.
  await expect(page.getByRole("button", { name: "Submit", includeHidden: true })).toHaveCount(1);
  await countMade(page);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(2)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset.made)).toBe("0");
  await page.keyboard.press("5");
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await expect(page.getByText("Submitting…", { exact: true })).toBeVisible();
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeHidden();
  answerSubmit();
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await expect(page).not.toHaveURL(first);

  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("1 left", { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("Submission taken back", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(first);
  await expect(place(1)).toBeVisible();

  await page.unroute("**/submit");
  await page.route("**/submit", (route) =>
    route.fulfill({
      status: 409,
      json: { error: { code: "batch-paused", message: "This batch is paused." } },
    }),
  );
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("button", { name: "Continue", exact: true })).toBeVisible();
  await expect(page.getByText("This batch is paused.")).toHaveCount(1);
  await expect(page).toHaveURL(first);
  const { judgements } = await storedIn(batch);
  expect(judgements).toEqual([]);
});

test("a submission that is refused before its page was removed comes back with the reason", async ({
  page,
  context,
  signIn,
  expectError,
}) => {
  expectError(/status of 409/);
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 4 });
  await makeBatch({ dataset, annotators: [annotator] });
  const place = (n: number) => page.getByText(`${n} of 4`, { exact: true }).filter({ visible: true });
  await noteBars(page);
  await openNext(page);
  const first = page.url();
  await nextIsMade(page);
  // What was rendered ahead is kept for a moment after its submission: the second one.
  const isOpen = claimed(page);
  await page.keyboard.press("4");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(2)).toBeVisible();
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
  await isOpen;
  await expect(page).not.toHaveURL(first);
  const other = patient(await context.newPage());
  await other.goto(page.url());
  await expect(other.getByText("This assignment is open in another window too.")).toBeVisible();
  // The browser is never idle.
  await page.evaluate(() => {
    window.requestIdleCallback = () => 0;
  });
  const submit = await holdRequests(page, "**/submit");
  await page.keyboard.press("5");
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(3)).toBeVisible();
  // A score given before the other window's has arrived would be a conflict.
  await expect(other.getByRole("button", { name: /^5(:|$)/ })).toHaveAttribute("aria-pressed", "true");
  await other.keyboard.press("1");
  await expect(saved(other)).toBeVisible();
  submit();
  await expect(place(2)).toBeVisible();
  await expect(page.getByText("This was changed in another window.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(place(3)).toBeVisible();
});

test("the next assignment is shown without a network, also where it has other steps than the one before", async ({
  page,
  signIn,
  expectError,
}) => {
  expectError(/ERR_INTERNET_DISCONNECTED/);
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 2 });
  const labelling: ReturnType<typeof stepsOf>[number] = {
    type: "label",
    id: "use",
    question: "What is it for?",
    about: "task",
    labels: [{ name: "Work" }, { name: "Play" }],
    several: false,
    none: false,
    exposure: "none",
  };
  // The annotator gets one of each.
  await makeBatch({
    dataset,
    annotators: [annotator],
    arms: [
      { name: "scored", k: 1, exposure: null, steps: stepsOf("direct-scoring") },
      { name: "labelled", k: 1, exposure: null, steps: [labelling] },
    ],
  });
  const fetched: string[] = [];
  page.on("requestfinished", (request) => fetched.push(new URL(request.url()).pathname));
  await openNext(page);
  const score = page.getByRole("heading", { name: "Overall score", exact: true });
  const label = page.getByText("What is it for?", { exact: true });
  await expect(score.or(label)).toBeVisible();
  const [first, next] = (await score.isVisible()) ? [score, label] : [label, score];
  const ahead = () => fetched.filter((path) => /^\/api\/v1\/assignments\/[\w-]+$/.test(path));
  await expect.poll(() => ahead().length).toBe(1);

  await page.keyboard.press("1");
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await scriptsAreThere(page);
  await page.context().setOffline(true);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(next).toBeVisible();
  await expect(first).toBeHidden();
  await page.keyboard.press("1");
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
  await expect(saved(page)).toBeVisible();
});

/** Counts the groups and texts created between a key press and the paint, as an attribute of the page. */
function countMade(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    const create = document.createElement;
    addEventListener(
      "keydown",
      ({ key }) => {
        if (key !== "Enter") return;
        root.dataset.made = "0";
        document.createElement = (name: string, ...rest: [ElementCreationOptions?]) => {
          if (name === "fieldset" || name === "section")
            root.dataset.made = String(Number(root.dataset.made) + 1);
          return create.call(document, name, ...rest);
        };
        requestAnimationFrame(() => {
          document.createElement = create;
        });
      },
      { capture: true },
    );
  });
}

test("a late request from a page that was left takes no prefetched assignment from the next page", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 5 });
  const batch = await makeBatch({ dataset, annotators: [annotator] });
  const fetched: string[] = [];
  page.on("requestfinished", (request) => fetched.push(new URL(request.url()).pathname));
  const ahead = () => fetched.filter((path) => /^\/api\/v1\/assignments\/[\w-]+$/.test(path)).length;
  const submit = page.getByRole("button", { name: "Submit", exact: true });
  const place = (n: number) => page.getByText(`${n} of 5`, { exact: true }).filter({ visible: true });
  await openNext(page);
  await expect.poll(ahead).toBe(2);

  const release = await holdRequests(page, "**/ahead*", "DELETE");
  await page.getByRole("link", { name: /^Countersign/ }).click();
  await page.getByRole("button", { name: /^Continue: / }).click();
  await expect.poll(ahead).toBe(4);
  const released = page.waitForResponse((response) => response.request().method() === "DELETE");
  release();
  await released;

  // The claim is slower than the annotator's next answer.
  const claim = await holdRequests(page, "**/claim");
  for (const [round, value] of ["4", "2"].entries()) {
    await expect(place(round + 1)).toBeVisible();
    await page
      .getByRole("group", { name: "Your overall score" })
      .getByRole("button", { name: value })
      .click();
    await submit.click();
  }
  claim();
  await expect(place(3)).toBeVisible();
  await expect.poll(async () => (await storedIn(batch)).judgements.map(({ value }) => value)).toEqual([4, 2]);
});
