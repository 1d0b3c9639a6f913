import type { Page } from "@playwright/test";
import { type Choice, LINES } from "./intended-answers";
import { choose, scoreDraft, submitButton } from "./page";

/** An input method: how the page is opened, and how answers are given and submitted. */
export interface InputMethod {
  name: string;
  phone: boolean;
  /** Answers of the server come late, and the processor is slow in turn. */
  slow?: boolean;
  say(page: Page, intended: readonly Choice[], round: number): Promise<void>;
  submit(page: Page, round: number): Promise<void>;
}

const KEYS: Record<string, string> = { accept: "a", remove: "x", yes: "y", no: "f" };
const keyOf = (choice: Choice) => (typeof choice === "number" ? String(choice) : (KEYS[choice] ?? ""));

/** Repeats of a key held for half a second. */
const REPEATS = 16;

async function hold(page: Page, key: string, modifier?: string): Promise<void> {
  if (modifier) await page.keyboard.down(modifier);
  for (let n = 0; n <= REPEATS; n++) await page.keyboard.down(key);
  await page.keyboard.up(key);
  if (modifier) await page.keyboard.up(modifier);
}

type Point = { x: number; y: number };
type Press = (page: Page, at: Point) => Promise<void>;
const click: Press = (page, { x, y }) => page.mouse.click(x, y);
const doubleClick: Press = (page, { x, y }) => page.mouse.dblclick(x, y);
const tap: Press = (page, { x, y }) => page.touchscreen.tap(x, y);

/** Presses every intended control, one after the other, where it is on screen. */
const pressing = (press: Press) => ({
  say: async (page: Page, intended: readonly Choice[]) => {
    for (const [place, choice] of intended.entries()) await choose(page, place, choice, press);
  },
  submit: async (page: Page) => press(page, await submitButton(page)),
});

/**
 * Presses one key after the other. The last draft comes with the last answer: it cannot be decided on before
 * it is shown.
 */
async function typing(
  page: Page,
  intended: readonly Choice[],
  type: (key: string) => Promise<void>,
): Promise<void> {
  for (const [place, choice] of intended.entries()) {
    if (place === intended.length - 1 - LINES) await scoreDraft(page).waitFor();
    await type(keyOf(choice));
  }
}

const byMouse = pressing(click);
const byDoubleClicks = pressing(doubleClick);
const byKeyboard = {
  say: (page: Page, intended: readonly Choice[]) => typing(page, intended, (key) => page.keyboard.press(key)),
  submit: (page: Page) => page.keyboard.press("Control+Enter"),
};
const byHeldKeys = {
  say: (page: Page, intended: readonly Choice[]) => typing(page, intended, (key) => hold(page, key)),
  submit: (page: Page) => hold(page, "Enter", "Control"),
};
const byTurns = (round: number) => (round % 2 === 0 ? byHeldKeys : byDoubleClicks);

export const INPUT_METHODS: readonly InputMethod[] = [
  { name: "mouse", phone: false, ...byMouse },
  { name: "keyboard", phone: false, ...byKeyboard },
  { name: "keyboard with late answers", phone: false, slow: true, ...byKeyboard },
  { name: "phone", phone: true, ...pressing(tap) },
  {
    name: "held keys and double clicks",
    phone: false,
    say: (page, intended, round) => byTurns(round).say(page, intended),
    submit: (page, round) => byTurns(round).submit(page),
  },
];
