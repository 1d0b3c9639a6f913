import { batchFor, openNext, saved } from "@/e2e/workbench-steps";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { storedIn } from "@/testing/builders/submissions";
import { expect, expectAccessible, test } from "./fixtures";

test("an annotator finishes an assignment with the keyboard alone, and their decisions are stored", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const batch = await batchFor([annotator], { preset: "checklist-review", items: 3 });
  await page.goto("/annotate");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Start: / }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Question 1" })).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.press("a");
  await expect(page.getByRole("region", { name: "Question 2" })).toBeFocused();
  await page.keyboard.press("r");
  await page.keyboard.type(" And does it say why?");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Question 3" })).toBeFocused();
  await page.keyboard.press("x");
  await page.getByLabel("Reason for the decision on Question 3").selectOption("duplicate");
  await page.getByRole("region", { name: "Question 3" }).focus();
  await page.keyboard.press("n");
  await page.keyboard.type("Does it name a source?");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Your question 1" })).toContainText("Does it name a source?");
  await expect(page.getByText("Complete", { exact: true })).toBeVisible();
  await expect(saved(page)).toBeVisible();

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing left in this batch" })).toBeVisible();

  const { decisions } = await storedIn(batch);
  expect(
    decisions.map(({ action, text, reasonCode, exposure }) => [action, text, reasonCode, exposure]),
  ).toEqual([
    ["accept", null, null, "draft_first"],
    ["revise", "Does the response answer the question? And does it say why?", null, "draft_first"],
    ["remove", null, "duplicate", "draft_first"],
    ["add", "Does it name a source?", null, "draft_first"],
  ]);
});

test("a click right after typing is recorded after the typed text", async ({ page, signIn }) => {
  const annotator = await signIn("annotator");
  const batch = await batchFor([annotator], { preset: "checklist-review", items: 1 });
  await openNext(page);
  await page.keyboard.press("r");
  await page.keyboard.type(" No.");
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByRole("button", { name: "Accept" })).toHaveAttribute("aria-pressed", "true");

  await page.keyboard.press("n");
  await page.keyboard.type("Is it short?");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Is it short?" }).click();
  await page.keyboard.type(" No.");
  await page.getByRole("button", { name: "Take back: Your question 1" }).click();
  await expect(page.getByRole("region", { name: "Your question 1" })).toBeHidden();
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
  expect((await storedIn(batch)).decisions.map(({ action }) => action)).toEqual(["accept"]);
});

test("lines, scores and the overall score are decided one by one; submitting early leads to what is missing", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const batch = await batchFor([annotator], { preset: "criterion-scoring", items: 1 });
  await openNext(page);
  await expect(page.getByRole("region", { name: "Line 1 of Criterion 1" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("region", { name: "Line 1 of Criterion 1" })).toBeFocused();
  await page.keyboard.press("a");
  await page.keyboard.press("x");
  await page.keyboard.press("2");
  await expect(page.getByRole("region", { name: "Line 1 of the overall score" })).toBeFocused();
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  await page.keyboard.press("5");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();

  const { judgements } = await storedIn(batch);
  expect(
    judgements.map(({ target, value, lines }) => [target, value, lines.map(({ action }) => action)]),
  ).toEqual([
    ["item", 2, ["accept", "remove"]],
    ["overall", 5, ["accept", "accept"]],
  ]);
});

test("check, then score: the score stays closed until the checklist is answered", async ({
  page,
  signIn,
}) => {
  const annotator = await signIn("annotator");
  const batch = await batchFor([annotator], { preset: "check-then-score", items: 1 });
  await openNext(page);
  await expect(page.getByText("Opens when every item is answered.")).toBeVisible();
  await expectAccessible(page);
  for (const key of ["a", "a", "f"]) await page.keyboard.press(key);
  await expect(page.getByRole("region", { name: "Line 1 of the overall score" })).toBeFocused();
  for (const key of ["a", "a", "3", "1"]) await page.keyboard.press(key);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
  expect((await storedIn(batch)).answers).toEqual([{ question: "ease", value: "easier" }]);
});

test("undo reverts operations one by one, and a submission within ten seconds", async ({ page, signIn }) => {
  const annotator = await signIn("annotator");
  await batchFor([annotator], { preset: "checklist-review", items: 1, tasks: 2 });
  await openNext(page);
  const first = page.url();
  const accept = page.getByRole("button", { name: "Accept" });
  await page.keyboard.press("a");
  await expect(accept).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(accept).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("a");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("status").getByText("Submitted", { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page).toHaveURL(first);
  await expect(accept).toHaveAttribute("aria-pressed", "true");
});

test("a text typed with pauses is undone in one step, and comes back whole", async ({ page, signIn }) => {
  const annotator = await signIn("annotator");
  const batch = await batchFor([annotator], { preset: "checklist-review", items: 1 });
  await openNext(page);
  const stored = async () => (await storedIn(batch)).operations.filter(({ type }) => type === "add").length;
  await page.keyboard.press("n");
  const field = page.getByRole("textbox");
  for (const [pause, words] of ["Is it", " kind", " and short?"].entries()) {
    await expect(field).toBeFocused();
    // At once: between keys, a busy browser may pause too.
    await page.keyboard.insertText(words);
    await expect.poll(stored).toBe(pause + 1);
  }
  await page.keyboard.press("Escape");
  const own = page.getByRole("region", { name: "Your question 1" });
  await expect(own).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(own).toBeHidden();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(own.getByText("Is it kind and short?", { exact: true })).toBeVisible();
});

test("an annotator never receives what another annotator wrote", async ({
  page,
  signIn,
  browserOf,
  expectError,
}) => {
  expectError(/status of 404/);
  const project = await makeProject();
  const [ada, bo] = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  await batchFor([ada, bo], { preset: "checklist-review", items: 1, k: 2 });
  const canary = `canary-${crypto.randomUUID()}`;

  await signIn(ada);
  await openNext(page);
  await page.keyboard.press("r");
  await page.keyboard.type(canary);
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.keyboard.type(canary);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Note" }).click();
  await page.getByLabel("Note to the project admins").fill(canary);
  await page.keyboard.press("Escape");
  await expect(saved(page)).toBeVisible();
  const adas = page.url();

  const other = await browserOf(bo);
  const received: string[] = [];
  other.on("response", async (response) => {
    const body = await response.text().catch(() => "");
    received.push(`${response.url()}\n${JSON.stringify(response.headers())}\n${body}`);
  });
  await openNext(other);
  await other.goto(adas);
  await expect(other.getByRole("heading", { name: "There is nothing here for you" })).toBeVisible();
  await other.goto("/annotate");
  await expect(other.getByRole("heading", { name: "Your work" })).toBeVisible();
  expect(received.length).toBeGreaterThan(5);
  expect(received.filter((text) => text.includes(canary) || text.includes(ada.pseudonym))).toEqual([]);
});
