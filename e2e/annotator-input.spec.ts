import type { Locator, Page } from "@playwright/test";
import { holdRequests } from "@/e2e/hold-requests";
import { openNext } from "@/e2e/workbench-steps";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { storedIn } from "@/testing/builders/submissions";
import { expect, test } from "./fixtures";

type Made = NonNullable<Parameters<typeof makeBatch>[0]>;
type Shape = Pick<NonNullable<Parameters<typeof makeDataset>[0]>, "tasks" | "checklist" | "criteria">;

/** A batch for one annotator, with drafts on every item unless the design says otherwise. */
async function batchFor(
  annotator: { membershipId: string; projectId: string },
  { tasks = 1, checklist, criteria, ...design }: Shape & Omit<Made, "dataset" | "annotators">,
) {
  const project = { id: annotator.projectId };
  const dataset = await makeDataset({ project, tasks, checklist, criteria, overallDrafts: true });
  return makeBatch({ dataset, annotators: [annotator], ...design });
}

/** Clicks the middle of an element with the real pointer, hitting whatever covers it. */
async function point(page: Page, at: Locator, clickCount = 1) {
  const box = await at.boundingBox();
  if (!box) throw new Error("there is nothing to point at");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let click = 1; click <= clickCount; click++) {
    await page.mouse.down({ clickCount: click });
    await page.mouse.up({ clickCount: click });
  }
}

/** Holds a key for a number of repeats, as a keyboard sends them. */
async function hold(page: Page, key: string, repeats = 15) {
  for (let n = 0; n <= repeats; n++) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

const submit = (page: Page) => page.getByRole("button", { name: "Submit", exact: true });
const complete = (page: Page) => page.getByText("Complete", { exact: true });
const undoLast = (page: Page) => page.getByRole("button", { name: "Undo the last one" });
const pressed = (page: Page, name: string) =>
  page.locator("button[aria-pressed=true]").filter({ hasText: name });

test("six rounds of score and submit by mouse are six submissions; a double click submits one", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const batch = await batchFor(annotator, { tasks: 6 });
  await openNext(page);
  const values = [4, 2, 5, 1, 3, 4];
  for (const [round, value] of values.entries()) {
    const place = page.getByText(`${round + 1} of 6`, { exact: true }).filter({ visible: true });
    await expect(place).toBeVisible();
    await point(
      page,
      page.getByRole("group", { name: "Your overall score" }).getByRole("button", { name: String(value) }),
    );
    await expect(complete(page)).toBeVisible();
    await point(page, submit(page), round % 2 === 0 ? 2 : 1);
  }
  await expect(page.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();
  // Undo is on every annotator page, and does not depend on the pointer's position.
  await expect(undoLast(page)).toBeVisible();
  const { judgements } = await storedIn(batch);
  expect(judgements.map(({ value }) => value).toSorted()).toEqual(values.toSorted());
});

test("a notification covers no control, and Undo never appears where Submit was", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  await batchFor(annotator, { tasks: 3 });
  const fetched: string[] = [];
  page.on("requestfinished", (request) => fetched.push(new URL(request.url()).pathname));
  await openNext(page);
  // The next ones are prefetched.
  await expect.poll(() => fetched.filter((path) => /\/assignments\/[\w-]+$/.test(path)).length).toBe(2);
  const first = page.url();
  await page.keyboard.press("4");
  const place = await submit(page).boundingBox();
  await point(page, submit(page));
  const undo = undoLast(page);
  await expect(undo).toBeVisible();
  const over = await undo.boundingBox();
  if (!place || !over) throw new Error("a button has no place");
  const apart =
    over.y + over.height <= place.y ||
    over.y >= place.y + place.height ||
    over.x >= place.x + place.width ||
    over.x + over.width <= place.x;
  expect(apart).toBe(true);
  // It stays where it is while the status beside it changes.
  await expect(page.getByRole("main").getByRole("region").and(page.locator(":focus"))).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByText("Nothing to save yet", { exact: true })).toBeHidden();
  expect(await undo.boundingBox()).toEqual(over);
  await point(page, undo);
  await expect(page).toHaveURL(first);
  await expect(pressed(page, "4")).toBeVisible();

  // It does not stay for ever.
  await point(page, submit(page));
  await expect(undo).toBeVisible();
  // No button of the page is covered in its middle.
  await expect.poll(() => page.evaluate(coveredControls)).toEqual([]);
  await page.mouse.move(over.x + over.width / 2, over.y + over.height / 2);
  await expect(undo).toBeHidden();
});

/** Names of visible buttons, links and fields that something else covers. */
function coveredControls(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>("button, a[href], input, select, textarea")];
  return controls.flatMap((control) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    const isCovered = hit !== null && hit !== control && !control.contains(hit) && !hit.contains(control);
    return isCovered && width > 1 ? [control.getAttribute("aria-label") ?? control.textContent] : [];
  });
}

test("a key that comes before the next step's draft changes nothing", async ({ page, signIn }) => {
  const annotator = await signIn("annotator");
  const settings = { exposure: "draft-first" } as const;
  const batch = await batchFor(annotator, { preset: "criterion-scoring", criteria: 1, settings });
  await openNext(page);
  const answer = await holdRequests(page, "**/ops");
  for (const key of ["a", "a", "2"]) await page.keyboard.press(key);
  await expect(page.getByRole("region", { name: "Your overall score" })).toBeFocused();
  for (const key of ["5", "a", "x"]) await page.keyboard.press(key);
  answer();
  await expect(page.getByRole("region", { name: "Line 1 of the overall score" })).toBeFocused();
  for (const key of ["a", "a", "5"]) await page.keyboard.press(key);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
  const { judgements } = await storedIn(batch);
  expect(judgements.map(({ value, lines }) => [value, lines.map(({ action }) => action)])).toEqual([
    [2, ["accept", "accept"]],
    [5, ["accept", "accept"]],
  ]);
});

/** Holds back what waits for the next frame until `draw`, which returns the number of callbacks. */
function holdFrames() {
  const { requestAnimationFrame, cancelAnimationFrame } = window;
  const held = new Map<number, FrameRequestCallback>();
  let last = 0;
  window.requestAnimationFrame = (callback) => {
    held.set(++last, callback);
    return last;
  };
  window.cancelAnimationFrame = (id) => held.delete(id);
  return {
    draw() {
      Object.assign(window, { requestAnimationFrame, cancelAnimationFrame });
      for (const callback of held.values()) callback(performance.now());
      return held.size;
    },
  };
}

test("a field that is opened before the browser has drawn again keeps the focus", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const settings = { exposure: "draft-first" } as const;
  await batchFor(annotator, { preset: "checklist-review", checklist: 3, settings });
  await openNext(page);
  await page.getByRole("region", { name: "Question 2", exact: true }).focus();
  const frames = await page.evaluateHandle(holdFrames);
  for (const key of ["r", "Escape", "n", "b"]) await page.keyboard.press(key);
  expect(await frames.evaluate(({ draw }) => draw())).toBeGreaterThan(0);
  await page.keyboard.press("c");
  // After a pause, the field is that of the question.
  await expect(page.locator("textarea:focus")).toHaveValue("bc");
});

test("a held key decides, undoes, opens and submits once", async ({ page, signIn }) => {
  const annotator = await signIn("annotator");
  const settings = { exposure: "draft-first" } as const;
  const batch = await batchFor(annotator, { tasks: 2, preset: "checklist-review", checklist: 16, settings });
  await openNext(page);
  const accepted = pressed(page, "Accept");
  await hold(page, "a");
  await expect(accepted).toHaveCount(1);
  for (let n = 0; n < 3; n++) await page.keyboard.press("a");
  await expect(accepted).toHaveCount(4);
  await page.keyboard.down("ControlOrMeta");
  await hold(page, "z");
  await page.keyboard.up("ControlOrMeta");
  await expect(accepted).toHaveCount(3);
  // The native repeat of Enter on a focused button.
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.focus();
  await hold(page, "Enter");
  await expect(accepted).toHaveCount(2);
  // Undo stays where it is: clicks in quick succession are as many.
  await point(page, undo, 2);
  await expect(accepted).toHaveCount(0);

  // A key that opens a text field does not type into it.
  await page.getByRole("region", { name: "Question 5", exact: true }).focus();
  await hold(page, "r");
  await expect(page.getByLabel("New wording, Question 5")).toHaveValue(
    "Does the response answer the question?",
  );
  await page.keyboard.press("Escape");
  await hold(page, "n");
  await expect(page.getByLabel("Add a question")).toHaveValue("");
  await hold(page, "b", 3);
  await expect(page.locator("textarea:focus")).toHaveValue("bbbb");
  await page.keyboard.press("Escape");
  await hold(page, "ArrowDown", 3);

  for (let n = 1; n <= 16; n++) {
    await page.getByRole("region", { name: `Question ${n}`, exact: true }).focus();
    await page.keyboard.press("a");
  }
  await expect(complete(page)).toBeVisible();
  const first = page.url();
  await page.keyboard.down("ControlOrMeta");
  await hold(page, "Enter");
  await page.keyboard.up("ControlOrMeta");
  await expect(page).not.toHaveURL(first);
  await expect(page.getByText("16 left", { exact: true })).toBeVisible();
  const { decisions } = await storedIn(batch);
  expect(decisions.map(({ action, text }) => [action, text])).toEqual([
    ...Array.from({ length: 16 }, () => ["accept", null]),
    ["add", "bbbb"],
  ]);
});
