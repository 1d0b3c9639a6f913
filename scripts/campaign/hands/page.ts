import type { Page } from "@playwright/test";
import { type Choice, ITEMS, LINES } from "./intended-answers";

type Point = { x: number; y: number };

/** The topic number on screen; null if there is none. */
export function topicOn(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const texts = [...document.querySelectorAll<HTMLElement>('section[aria-label="Instruction"]')];
    const shown = texts.find((text) => text.checkVisibility());
    const found = /topic (\d+)/.exec(shown?.textContent ?? "");
    return found ? Number(found[1]) : null;
  });
}

/** The first line of the overall score's draft, if visible. */
export const scoreDraft = (page: Page) => page.locator('section[data-target="line:0:overall"]:visible');

/** The kind of target at a position: items, lines and answers of each, then the score. */
function kindAt(place: number): string {
  if (place < ITEMS) return "item:";
  const within = (place - ITEMS) % (LINES + 1);
  if (within < LINES) return "line:";
  return place === ITEMS + (ITEMS + 1) * (LINES + 1) - 1 ? "score" : "answer:";
}

const NAMES: Record<string, RegExp> = {
  accept: /^Accept/,
  remove: /^Remove/,
  yes: /^Yes/,
  no: /^No(?!te|t )/,
};

/** Longest wait for a control that comes with an answer from the server, as the last draft does, in milliseconds. */
const PATIENCE_MS = 30_000;
/** Presses of a control that has no effect. */
const TRIES = 5;

/** Presses an intended control by its position, repeatedly if it has no effect. */
export async function choose(
  page: Page,
  place: number,
  choice: Choice,
  press: (page: Page, at: Point) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < TRIES; n++) {
    const at = await controlAt(page, place, choice);
    if (at === "chosen") return;
    await press(page, at);
    if ((await stateOf(page, place, choice)) === "chosen") return;
  }
  throw new Error(`nothing came of pressing ${choice} in place ${place + 1}`);
}

/** The centre of a visible control that is not chosen yet, scrolled into view as by a wheel. */
async function controlAt(page: Page, place: number, choice: Choice): Promise<Point | "chosen"> {
  const end = Date.now() + PATIENCE_MS;
  do {
    const state = await stateOf(page, place, choice);
    if (state !== null) return state;
  } while (Date.now() < end);
  throw new Error(`${choice} in place ${place + 1} was nowhere to be pressed`);
}

function stateOf(page: Page, place: number, choice: Choice): Promise<Point | "chosen" | null> {
  const name = NAMES[choice] ?? new RegExp(`^${choice}`);
  return page.evaluate(
    ({ place, kind, source }) => {
      const boxes = [...document.querySelectorAll<HTMLElement>("section[data-target]")];
      const box = boxes.filter((one) => one.checkVisibility())[place];
      if (!box?.dataset.target?.startsWith(kind)) return null;
      const wanted = new RegExp(source);
      const buttons = [...box.querySelectorAll<HTMLElement>("button, [role=radio], label")];
      const button = buttons.find((one) => {
        const accessibleName = one.getAttribute("aria-label") ?? one.textContent ?? "";
        return wanted.test(accessibleName.trim()) && one.checkVisibility();
      });
      if (!button) return null;
      const states = [button, ...button.querySelectorAll<HTMLElement>("input")];
      const isChosen = states.some(
        (one) =>
          one.getAttribute("aria-pressed") === "true" ||
          one.getAttribute("aria-checked") === "true" ||
          (one instanceof HTMLInputElement && one.checked),
      );
      if (isChosen) return "chosen" as const;
      button.scrollIntoView({ block: "center" });
      const { left, top, width, height } = button.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    },
    { place, kind: kindAt(place), source: name.source },
  );
}

/** The centre of the submit button. */
export async function submitButton(page: Page): Promise<Point> {
  const point = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>("footer button")];
    const button = buttons.find(
      (one) => one.checkVisibility() && (one.textContent ?? "").trim().startsWith("Submit"),
    );
    if (!button) return null;
    button.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = button.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  if (!point) throw new Error("there was no button to submit");
  return point;
}
