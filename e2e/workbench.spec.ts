import type { Page } from "@playwright/test";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { storedIn } from "@/testing/builders/submissions";

type PresetId = NonNullable<Parameters<typeof makeBatch>[0]>["preset"];

import { expect, expectAccessible, patient, test } from "./fixtures";

/** A batch of one subject for these people, with two drafted lines per item. */
async function batchFor(
  people: { membershipId: string; projectId: string }[],
  { preset, k = 1, tasks = 1, items = 2 }: { preset: PresetId; k?: number; tasks?: number; items?: number },
) {
  const project = { id: people[0]?.projectId ?? "" };
  const dataset = await makeDataset({
    project,
    tasks,
    checklist: items,
    criteria: items,
    overallDrafts: true,
  });
  return makeBatch({ dataset, preset, k, annotators: people, settings: { exposure: "draft-first" } });
}

async function openNext(page: Page) {
  await page.goto("/annotate");
  await page.getByRole("button", { name: /^(Start|Continue): / }).click();
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  // Keys work once the first target has the focus.
  await expect(page.getByRole("main").getByRole("region").and(page.locator(":focus"))).toBeVisible();
}

/** Waits until all requested scripts have arrived. */
async function scriptsAreThere(page: Page) {
  const left = () =>
    page.locator("script[src]:not([nomodule])").evaluateAll((scripts) => {
      const come = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
      return scripts.filter((script) => !come.has((script as HTMLScriptElement).src)).length;
    });
  await expect.poll(left).toBe(0);
}

const saved = (page: Page) => page.getByText(/^Saved · \d\d:\d\d:\d\d$/);

test("an annotator finishes an assignment with the keyboard alone, and what is stored is what they did", async ({
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
  await expect(page.getByText("Submitted", { exact: true })).toBeVisible();
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

test("what is clicked right after typing comes after what was typed", async ({ page, signIn }) => {
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
  await expect(page.getByText("Submitted", { exact: true })).toBeVisible();
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
  await expect(page.getByText("Submitted", { exact: true })).toBeVisible();

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
  await expect(page.getByText("Submitted", { exact: true })).toBeVisible();
  expect((await storedIn(batch)).answers).toEqual([{ question: "ease", value: "easier" }]);
});

test("undo takes back gestures one by one, and a submission within ten seconds", async ({ page, signIn }) => {
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
  await expect(page.getByText("Submitted", { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page).toHaveURL(first);
  await expect(accept).toHaveAttribute("aria-pressed", "true");
});

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

test("two tabs: other items merge, the same item shows both versions", async ({
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

  const conflict = other.getByText("Changed in another window meanwhile");
  await expect(conflict).toBeVisible();
  await expect(question(other, 2, "Remove")).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(other);
  await other.unroute("**/ops");
  await other.getByRole("button", { name: "Use mine" }).click();
  await expect(conflict).toBeHidden();
  for (const tab of [other, page])
    await expect(question(tab, 2, "Accept")).toHaveAttribute("aria-pressed", "true");
});

test("nothing that one annotator writes reaches another", async ({
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
  await page.getByLabel("Note to whoever runs the batch").fill(canary);
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

test("submitting shows the next assignment at once, says so only once it is true, and a refusal comes back", async ({
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
  await openNext(page);
  const first = page.url();
  const place = (n: number) => page.getByText(`${n} of 4`, { exact: true }).filter({ visible: true });
  await expect(place(1)).toBeVisible();
  const ahead = () => fetched.filter((path) => /^\/api\/v1\/assignments\/[\w-]+$/.test(path));
  await expect.poll(() => ahead().length).toBe(2);
  await page.waitForLoadState("networkidle");

  let answerSubmit = () => {};
  const blocked = new Promise<void>((resolve) => {
    answerSubmit = resolve;
  });
  await page.route("**/submit", async (route) => {
    await blocked;
    await route.continue();
  });
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
  await expect(page.getByText("Submitted", { exact: true })).toBeHidden();
  answerSubmit();
  await expect(page.getByText("Submitted", { exact: true })).toBeVisible();
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
  await expect(page.getByRole("button", { name: "Go on", exact: true })).toBeVisible();
  await expect(page).toHaveURL(first);
  const { judgements } = await storedIn(batch);
  expect(judgements).toEqual([]);
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
  await expect(page.getByText("Submitted", { exact: true })).toBeVisible();
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
