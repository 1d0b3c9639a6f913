import { type Locator, type Page, test } from "@playwright/test";
import { expect, expectInteractive } from "@/e2e/fixtures";
import { type Mark, readTutorial, type Step } from "@/e2e/tutorials/read-tutorial";

type Role = Parameters<Page["getByRole"]>[0];
type File = { name: string; mimeType: string; buffer: Buffer };
/** Does what a step says about a mark in another way; `usual` is what its words say. */
type Way = (usual: () => Promise<void>, mark: Mark) => Promise<void>;
/** By the text of a mark: a value for a field that a step leaves to its reader, or another way to do it. */
type Given = Record<string, string | File | Way>;

/** Actions of a reader with a name, by the verb before it. */
const VERBS = {
  open: "press",
  press: "press",
  go: "press",
  choose: "choose",
  set: "set",
  give: "fill",
  fill: "fill",
  write: "fill",
  tick: "tick",
  switch: "switch",
} as const;
type Action = (typeof VERBS)[keyof typeof VERBS] | "see";

const VERB = new RegExp(`\\b(${Object.keys(VERBS).join("|")})(?:e?s)?\\b(?! back)`, "gi");
/** Words between names of a list, which all go with the verb of the first: "a, b and c". */
const IS_LIST = /^(?:[,;]|and|or|then|the|its|a|an|\s)*$/;
const FIELD = ["textbox", "spinbutton", "combobox", "searchbox"] as const;

/**
 * Walks sections of a tutorial, all of its numbered steps in their order. What a step says is done on the page: pages in
 * italics are opened, names in bold pressed, chosen, filled in or looked for by the verb before them, commands run. So a
 * changed line of the text or of the product ends the test that walks it.
 */
export function openTutorial(name: string, sections: readonly string[]) {
  const left = readTutorial(name).filter(({ section }) => sections.includes(section));
  for (const section of sections)
    expect(
      left.map((step) => step.section),
      `a section of the tutorial ${name}`,
    ).toContain(section);
  let current: Step | undefined;
  const again = (page: Page, given: Given = {}) =>
    test.step(`${current?.section}, ${current?.number}`, () => current && walkStep(page, current, given));
  return {
    /** Does the next step. */
    walk: async (page: Page, section: string, number: number, given: Given = {}) => {
      current = left.shift();
      expect([current?.section, current?.number], "the next step of the tutorial").toEqual([section, number]);
      await again(page, given);
    },
    /** Does the same step once more, as another person or with other things. */
    again,
    /** Fails if a step has not been walked. */
    end: () => expect(left.map(({ section, number }) => `${section}, ${number}`)).toEqual([]),
  };
}

async function walkStep(page: Page, step: Step, given: Given) {
  const unused = new Set(Object.keys(given));
  let action: Action = "see";
  for (const [at, mark] of step.marks.entries()) {
    // A value belongs to the name before it.
    if (mark.kind !== "value") action = actionOf(mark, action);
    const value = step.marks[at + 1]?.kind === "value" ? step.marks[at + 1]?.text : undefined;
    // Commands go by their last line.
    const key = mark.text.split("\n").at(-1) ?? "";
    const answer = given[key];
    unused.delete(key);
    const usual = () => act(page, mark, action, typeof answer === "function" ? value : (answer ?? value));
    await (typeof answer === "function" ? answer(usual, mark) : usual());
  }
  expect([...unused], "given for something that the step does not name").toEqual([]);
}

/** The action that the words before a mark ask for: in a list, that of the mark before. */
function actionOf({ before }: Mark, last: Action): Action {
  const verb = [...before.matchAll(VERB)].at(-1)?.[1]?.toLowerCase() as keyof typeof VERBS | undefined;
  if (verb) return VERBS[verb];
  return IS_LIST.test(before) ? last : "see";
}

async function act(page: Page, mark: Mark, action: Action, value: string | File | undefined) {
  if (mark.kind === "command") throw new Error(`Nobody runs the command: ${mark.text}`);
  if (mark.kind === "value") return;
  if (mark.kind === "pages" && action === "press") {
    for (const link of mark.text.split(" → ")) await (await control(page, page, ["link"], link)).click();
    return;
  }
  const scope = /\bdialog\b/.test(mark.before)
    ? page.getByRole("dialog").or(page.getByRole("alertdialog"))
    : page;
  await ACTIONS[mark.kind === "pages" ? "see" : action](scope, mark.text, value, page);
}

const ACTIONS: Record<
  Action,
  (scope: Page | Locator, name: string, value: string | File | undefined, page: Page) => Promise<void>
> = {
  see: async (scope, name) => {
    const words = [scope.getByText(name), scope.getByLabel(name), scope.getByRole("table", { name })];
    await expect(
      first([...words, named(scope, ["button", "link", "columnheader"], startsWith(name))]),
    ).toBeVisible({ timeout: 60_000 });
  },
  press: async (scope, name, _value, page) => {
    await (await control(page, scope, ["button", "link", "menuitem", "switch"], name)).click();
  },
  choose: async (scope, name, value, page) => {
    if (typeof value === "object") return fill(page, scope, name, value);
    const chosen = await control(page, scope, ["radio", "checkbox", "menuitem", "tab", "button"], name);
    await chosen.click();
  },
  tick: async (scope, name, _value, page) => (await control(page, scope, ["checkbox"], name)).check(),
  switch: async (scope, name, _value, page) => (await control(page, scope, ["switch"], name)).click(),
  set: async (scope, name, value, page) => fill(page, scope, name, value),
  fill: async (scope, name, value, page) => fill(page, scope, name, value),
};

async function fill(page: Page, scope: Page | Locator, name: string, value: string | File | undefined) {
  if (value === undefined) throw new Error(`Nothing is given for “${name}”.`);
  if (typeof value === "object") return scope.getByLabel(name).setInputFiles(value);
  const field = await control(page, scope, FIELD, name);
  const option = field.locator("option").filter({ hasText: startsWith(value) });
  const isList = await field.evaluate((element) => element.tagName === "SELECT");
  if (isList) await field.selectOption({ label: (await option.first().textContent()) ?? "" });
  else await field.fill(value);
}

/** Begins with a name, as its own words: "Start: Checklists", but not "Exports" for "Export". */
const startsWith = (name: string) =>
  new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "u");

const named = (scope: Page | Locator, roles: readonly Role[], name: string | RegExp) => {
  const found = roles.map((role) => scope.getByRole(role, { name, exact: true }));
  // Fields for secrets have no role.
  const secret = scope.locator("input[type=password]").and(scope.getByLabel(name, { exact: true }));
  return [...found, secret].reduce((all, one) => all.or(one));
};

const first = (locators: readonly Locator[]) =>
  locators
    .reduce((all, one) => all.or(one))
    .filter({ visible: true })
    .first();

/** The control of exactly this name, or else the first whose name begins with it, such as “Start: Checklists”. */
async function control(
  page: Page,
  scope: Page | Locator,
  roles: readonly Role[],
  name: string,
): Promise<Locator> {
  const longer = first([named(scope, roles, startsWith(name))]);
  await expect(longer, `“${name}” on the page`).toBeVisible();
  await expectInteractive(page);
  const exact = named(scope, roles, name).filter({ visible: true });
  return (await exact.count()) > 0 ? exact.first() : longer;
}
