import type { Locator, Page } from "@playwright/test";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { storedIn } from "@/testing/builders/submissions";
import { expect, expectAccessible, test } from "./fixtures";

type Settings = NonNullable<Parameters<typeof makeBatch>[0]>;
type Annotator = { membershipId: string; projectId: string };

/** Lower than the box of the text on a phone, and higher than it in a low window. */
const LONG = "Explain the topic to a child.\n\n".repeat(4);

async function opened(
  page: Page,
  annotator: Annotator,
  more: Partial<Settings> & { items?: number; instruction?: string },
) {
  const { items = 3, instruction, ...design } = more;
  const dataset = await makeDataset({
    project: { id: annotator.projectId },
    tasks: 1,
    checklist: items,
    criteria: items,
    overallDrafts: true,
    wording: instruction === undefined ? {} : { instruction },
  });
  const batch = await makeBatch({
    dataset,
    k: 1,
    annotators: [annotator as never],
    settings: { exposure: "draft-first" },
    ...design,
  });
  await page.goto("/annotate");
  await page.getByRole("button", { name: /^(Start|Continue): / }).click();
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  return batch;
}

/** Position of the focused element, and of the bars that could cover it. */
const placed = (page: Page) =>
  page.evaluate(() => {
    const bottom = document.querySelector('[data-bar="bottom"]')?.getBoundingClientRect();
    const top = document.querySelector("[data-overview]")?.getBoundingClientRect();
    const element = document.activeElement as HTMLElement;
    const group = (element.closest("[data-group]") ?? element).getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const from = top ? top.bottom : 48;
    return {
      isCovered: bottom !== undefined && own.bottom > bottom.top + 1 && !element.closest("footer"),
      isWhole: group.top >= from - 1 && group.bottom <= (bottom?.top ?? window.innerHeight) + 1,
      third: (group.top - from) / ((bottom?.top ?? window.innerHeight) - from),
    };
  });

test("the focused item is scrolled whole into the upper third, and no focused control hides under a bar", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  await opened(page, annotator, { preset: "checklist-review", items: 40 });
  const question = (n: number) => page.getByRole("region", { name: `Question ${n}`, exact: true });
  await expect(question(1)).toBeFocused();
  await expectAccessible(page);
  for (let n = 1; n < 20; n++) {
    await page.keyboard.press("a");
    await expect(question(n + 1)).toBeFocused();
    const at = await placed(page);
    expect(at.isWhole, `question ${n + 1}`).toBe(true);
    expect(at.third, `question ${n + 1}`).toBeLessThan(0.36);
  }
  for (let n = 0; n < 25; n++) {
    await page.keyboard.press("Tab");
    expect((await placed(page)).isCovered, `after ${n + 1} tabs`).toBe(false);
  }

  // Overview: each item's decision, and a link to it; decided ones fold, and unfold when focused.
  const overview = page.getByRole("toolbar", { name: "Overview of all items" });
  await expect(overview.locator('[data-tick="accept"]')).toHaveCount(19);
  await expect(overview.locator('[data-tick="todo"]')).toHaveCount(21);

  // Undo goes to what it undoes, wherever the annotator is, and redo to what was scrolled away; both say it.
  await overview.getByRole("button", { name: /^40: / }).click();
  await expect(question(40)).toBeFocused();
  await expect(question(19)).not.toBeInViewport();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("Undone: Question 19", { exact: true })).toBeAttached();
  await expect(question(19)).toBeFocused();
  expect((await placed(page)).isWhole).toBe(true);
  await question(40).evaluate((one) => one.scrollIntoView());
  await expect(question(19)).not.toBeInViewport();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(page.getByText("Redone: Question 19", { exact: true })).toBeAttached();
  await expect(question(19)).toBeFocused();
  expect((await placed(page)).isWhole).toBe(true);
  await page.keyboard.press("u");
  await expect(question(20)).toBeFocused();

  await page.getByRole("button", { name: "Collapse decided items to one line" }).click();
  const folded = page.locator("[data-folded]");
  await expect(folded).toHaveCount(19);
  await overview.getByRole("button", { name: /^25: .*to do$/ }).click();
  await expect(question(25)).toBeFocused();
  expect((await placed(page)).isWhole).toBe(true);
  await folded.nth(4).click();
  await expect(question(5)).toBeFocused();
  await expect(folded).toHaveCount(18);
  await expectAccessible(page);

  // Clicking the chosen decision changes nothing; clicking another does, even while things fold around it.
  const fifth = question(5);
  await fifth.getByRole("button", { name: "Accept" }).click();
  await expect(fifth.getByRole("button", { name: "Accept" })).toHaveAttribute("aria-pressed", "true");
  await question(22).getByRole("button", { name: "Remove" }).click();
  await expect(overview.locator('[data-tick="remove"]')).toHaveCount(1);
  await expect(overview.locator('[data-tick="accept"]')).toHaveCount(19);

  // A decision by pointer leads to the next undecided item, past decided ones and from the last to the first, as U does.
  await expect(question(23)).toBeFocused();
  await question(21).getByRole("button", { name: "Accept" }).click();
  await expect(question(23)).toBeFocused();
  await question(40).getByRole("button", { name: "Accept" }).click();
  await expect(question(20)).toBeFocused();
  await page.keyboard.press("u");
  await expect(question(23)).toBeFocused();

  // At 400 % nothing sticky covers the work; in forced colours pressed and focused states are visible.
  await page.setViewportSize({ width: 320, height: 256 });
  const sticky = await page.evaluate(
    () =>
      [...document.querySelectorAll("header, footer, [data-overview]")].filter(
        (bar) => getComputedStyle(bar).position === "sticky",
      ).length,
  );
  expect(sticky).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ forcedColors: "active" });
  const pressed = page.locator('section [aria-pressed="true"]').first();
  const loose = page.locator('section [aria-pressed="false"]').first();
  const paint = (locator: typeof pressed) => locator.evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(await paint(pressed)).not.toBe(await paint(loose));
  const last = question(39);
  await last.focus();
  const outline = await last.evaluate((one) => getComputedStyle(one).outlineStyle);
  expect(outline).toBe("solid");
  await page.getByRole("button", { name: "Collapse decided items to one line" }).hover();
  const edge = await page.getByRole("tooltip").evaluate((one) => getComputedStyle(one).borderTopWidth);
  expect(edge).toBe("1px");
});

test("guidelines are pinned and folded as the annotator left them; a quotation, a note, flags and a revision go by keys", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const batch = await opened(page, annotator, {
    preset: "criterion-scoring",
    items: 6,
    instruction: LONG.repeat(5),
    guidelines: "# Scoring\n\n## Criterion 1\nShort sentences.\n\n## Other\nNothing.",
  });
  const guidelines = page.locator("details[data-guidelines]");
  await expect(guidelines).toHaveAttribute("open", "");
  const heading = guidelines.getByRole("heading", { name: "Criterion 1" });
  expect(await heading.evaluate((one) => getComputedStyle(one).fontWeight)).toBe("600");

  // A criterion has its part of the guidelines beside it, and its text is larger than its short name.
  const [first, second] = [page.locator("[data-group]").first(), page.locator("[data-group]").nth(1)];
  const beside = first.locator("details").filter({ hasText: "From the guidelines" });
  await expect(beside.getByText("Short sentences.", { exact: true })).toBeVisible();
  await expect(second.getByText("From the guidelines")).toHaveCount(0);
  const size = (one: Locator) => one.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
  expect(await size(first.getByText("Is easy to follow"))).toBeGreaterThan(
    await size(first.getByRole("heading", { name: "Criterion 1" })),
  );

  // What is pinned, closed or folded stays so.
  const end = page.getByText("said model 1");
  await end.scrollIntoViewIfNeeded();
  await expect(guidelines.locator("summary")).not.toBeInViewport();
  await page.keyboard.press("h");
  await page.getByRole("button", { name: "Keep the guidelines in sight" }).click();
  await page.getByRole("button", { name: "Collapse decided items to one line" }).click();
  await beside.locator("summary").click();
  // The browser reports that it is closed after it has closed it.
  const stored = () => page.evaluate(() => Object.entries(localStorage).join());
  await expect.poll(stored).toMatch(/item-guidelines,\W*closed/);
  await page.reload();
  await expect(page.getByRole("button", { name: "Let the guidelines scroll away" })).toBeVisible();
  await end.scrollIntoViewIfNeeded();
  await expect(heading).toBeInViewport();
  await expect(page.getByRole("button", { name: "Collapse decided items to one line" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(beside).not.toHaveAttribute("open", "");

  await page.keyboard.press("h");
  await expect(guidelines.locator("summary")).toBeFocused();
  await page.keyboard.press("h");
  await expect(guidelines).not.toHaveAttribute("open", "");
  await page.reload();
  await expect(guidelines).not.toHaveAttribute("open", "");

  const line = page.getByRole("region", { name: /^Line 1 of / }).first();
  await line.focus();
  const response = page.locator("[data-quotable] p").first();
  await response.evaluate((paragraph) => {
    const text = paragraph.firstChild as Text;
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, Math.min(8, text.length));
    window.getSelection()?.removeAllRanges();
    window.getSelection()?.addRange(range);
  });
  const words = await page.evaluate(() => window.getSelection()?.toString().trim() ?? "");
  await page.keyboard.press("n");
  const field = page.getByRole("textbox", { name: /^Your line 1 on / });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(`"${words}" `);
  await page.keyboard.type("says it all");
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-quotable] mark").filter({ hasText: words }).first()).toBeVisible();
  await expect(line).toBeFocused();

  // The same by pointer: the button of another criterion quotes what is selected.
  await response.dblclick({ position: { x: 12, y: 8 } });
  await page.getByRole("button", { name: "Add a line" }).nth(1).click();
  const pointed = page.getByRole("textbox", { name: "Your line 1 on Criterion 2" });
  await expect(pointed).toHaveValue('"Topic" ');
  await page.keyboard.press("Escape");

  await line.focus();
  await page.keyboard.press("r");
  await page.keyboard.press("End");
  await page.keyboard.type(" indeed");
  await page.keyboard.press("Escape");
  await expect(page.locator("ins")).toHaveText(/indeed/);

  await line.focus();
  await page.keyboard.press("m");
  const note = page.getByRole("textbox", { name: "Note to the project admins" });
  await expect(note).toBeFocused();
  await page.keyboard.type("A remark");
  await page.keyboard.press("Escape");
  await expect(line).toBeFocused();
  await page.keyboard.press("p");
  await expect(page.getByRole("dialog", { name: "Flag a problem" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(line).toBeFocused();
  await page.keyboard.press("s");
  await expect(page.getByRole("dialog", { name: "Skip this assignment" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(line).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByText("Press a key in this list to choose another one.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(line).toBeFocused();
  await expect(page.getByText(/^Saved · /)).toBeVisible();
  const { operations } = await storedIn(batch);
  const added = operations.filter(({ type }) => type === "add").map(({ payload }) => payload);
  expect(added).toContainEqual(expect.objectContaining({ text: `"${words}" says it all` }));
});

test("writing goes from one question to the next with Enter, and ends with a page about the batch", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const batch = await opened(page, annotator, { preset: "checklist-writing", settings: {} });
  for (const question of ["Is the instruction safe to answer?", "Does the instruction make sense?"]) {
    await page.getByRole("region", { name: question }).focus();
    await page.keyboard.press("1");
  }
  await page.keyboard.press("n");
  await page.keyboard.type("Is it short?");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Is it kind?");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("To everybody?");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Your question 2" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page).toHaveURL(/\/annotate\/done\//);
  await expect(page.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();
  await expectAccessible(page);
  const { decisions } = await storedIn(batch);
  expect(decisions.map(({ text }) => text)).toEqual(["Is it short?", "Is it kind?\nTo everybody?"]);
  await page.getByRole("link", { name: "Your work" }).first().click();
  const day = page.getByRole("region", { name: "Today" });
  await expect(day).toContainText(/Submitted1 assignmentActive work\d minPace.+Left for you0 assignments/);
  await expect(page.getByText("Nothing left for now")).toBeVisible();
  await expect(page.getByText("Next", { exact: true })).toBeHidden();
  await expectAccessible(page);
  // The page arrives without a complaint on a computer whose clock is of another day.
  await page.clock.setSystemTime(Date.now() + 3 * 24 * 60 * 60_000);
  await page.reload();
  await expect(day).toContainText("0 assignments");
});

test("on a phone the text, Undo and the progress stay reachable during work", async ({
  browserOf,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const page = await browserOf(annotator);
  await page.setViewportSize({ width: 390, height: 844 });
  await opened(page, annotator, { preset: "checklist-review", items: 12, instruction: LONG });
  const bar = page.locator("footer[data-bar]");
  await expect(bar.getByText("1 of 1")).toBeVisible();
  await expect(bar.getByRole("button", { name: "Undo" })).toBeVisible();
  const last = page.getByRole("region", { name: "Question 12", exact: true });
  await last.scrollIntoViewIfNeeded();
  const text = page.getByRole("region", { name: "Instruction" });
  await expect(text).not.toBeInViewport();
  await bar.getByRole("button", { name: "Keep the text in sight" }).click();
  await expect(text).toBeInViewport();
  await last.getByRole("button", { name: "Accept" }).click();
  await expect(last.getByRole("button", { name: "Accept" })).toHaveAttribute("aria-pressed", "true");
  const redo = page.getByRole("button", { name: "Redo" });
  await expect(redo).toBeHidden();
  await bar.getByRole("button", { name: "Undo" }).click();
  await expect(last.getByRole("button", { name: "Accept" })).toHaveAttribute("aria-pressed", "false");
  await redo.click();
  await expect(last.getByRole("button", { name: "Accept" })).toHaveAttribute("aria-pressed", "true");
  await bar.getByRole("button", { name: "Undo" }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);

  // "Show all" is there only while the box hides some of the text.
  const all = page.getByRole("button", { name: "Show all", exact: true });
  await bar.getByRole("button", { name: "Keep the text in sight" }).click();
  await expect(all).toBeHidden();
  // A window that is lower than the text.
  await page.setViewportSize({ width: 390, height: 300 });
  await all.click();
  const less = page.getByRole("button", { name: "Show less", exact: true });
  await expect(less).toBeVisible();
  await less.click();
  await expect(all).toBeVisible();
});

test("a batch that opens appears among the annotator's work by itself", async ({ page, signIn }) => {
  const annotator = await signIn("annotator");
  await page.clock.install();
  await page.goto("/annotate");
  await expect(page.getByText("Nothing is waiting for you")).toBeVisible();
  const dataset = await makeDataset({ project: { id: annotator.projectId }, tasks: 1 });
  await makeBatch({ dataset, annotators: [annotator as never] });
  await page.clock.fastForward("01:01");
  await expect(page.getByRole("button", { name: /^Start: / })).toBeVisible();
});
