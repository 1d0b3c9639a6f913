import type { KeyAction, OwnKeys } from "@/lib/shortcuts/schema";

/** The default keys. The first of several is shown on buttons. */
const USUAL: Record<KeyAction, readonly string[]> = {
  accept: ["a"],
  revise: ["r"],
  remove: ["x"],
  agree: ["t"],
  add: ["n"],
  why: ["w"],
  reveal: ["d"],
  yes: ["y"],
  no: ["f"],
  na: ["-"],
  undecided: ["u"],
  next: ["arrowdown", "j"],
  previous: ["arrowup", "k"],
  enter: ["enter", "e"],
  outline: ["o"],
  invisible: ["i"],
  guidelines: ["h"],
  note: ["m"],
  flag: ["p"],
  skip: ["s"],
  submit: ["mod+enter"],
  undo: ["mod+z"],
  redo: ["mod+shift+z", "mod+y"],
  help: ["?"],
};

const ACTIONS = Object.keys(USUAL) as KeyAction[];

export type Keys = Readonly<Record<KeyAction, readonly string[]>>;

export const USUAL_KEYS: Keys = USUAL;

/**
 * Actions that got a key after users could customise keys: a key customised before keeps its earlier action.
 */
const LATER: readonly KeyAction[] = ["undecided", "guidelines", "note", "flag", "skip", "redo", "agree"];

/** The effective keys of a user: custom ones, otherwise the defaults. */
export function keysWith(own: OwnKeys): Keys {
  const keys = { ...USUAL };
  for (const action of ACTIONS) {
    const key = own[action];
    if (key !== undefined) keys[action] = [key];
  }
  const chosen = Object.values(own);
  for (const action of LATER) {
    if (own[action] === undefined) keys[action] = keys[action].filter((key) => !chosen.includes(key));
  }
  return keys;
}

export type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey"> &
  Partial<Pick<KeyboardEvent, "shiftKey">>;

/**
 * The names of a key press: the character it types; then, on keyboards of other scripts, the Latin one
 * printed there.
 */
export function namesOf(press: Press): string[] {
  const shift = press.shiftKey ? "shift+" : "";
  const modifier = press.ctrlKey || press.metaKey ? `mod+${shift}` : "";
  const typed = press.key.toLowerCase();
  const printed = /^(?:Key|Digit)(.)$/.exec(press.code)?.[1]?.toLowerCase();
  const isForeign =
    typed === "process" || typed === "unidentified" || /^[^\p{ASCII}\p{Script=Latin}]$/u.test(typed);
  return isForeign && printed ? [modifier + typed, modifier + printed] : [modifier + typed];
}

/** The action of a key press, or null if it has none. */
export function actionOf(press: Press, keys: Keys): KeyAction | null {
  if (press.altKey) return null;
  for (const name of namesOf(press)) {
    const action = ACTIONS.find((one) => keys[one].includes(name));
    if (action) return action;
  }
  return null;
}

/** Why a key cannot be customised: the browser uses it, it answers on a scale, or the page uses it. */
type KeyRefusal = "of-browser" | "of-digits" | "of-page";

/** With Ctrl or ⌘ nearly all keys belong to the browser; these do not. */
const FREE_WITH_MOD = ["enter", "z", "shift+z", "y", ".", ";", "'"];
const NAMED = ["enter", "arrowup", "arrowdown", "arrowleft", "arrowright", "home", "end"];
const OF_PAGE = [" ", "tab", "escape", "pageup", "pagedown", "backspace", "delete"];

export function keyRefusal(name: string, isAltHeld = false): KeyRefusal | null {
  if (isAltHeld) return "of-browser";
  const key = name.replace(/^mod\+/, "");
  if (name.startsWith("mod+")) return FREE_WITH_MOD.includes(key) ? null : "of-browser";
  if (/^\p{Nd}$/u.test(key)) return "of-digits";
  if (OF_PAGE.includes(key)) return "of-page";
  return [...key].length === 1 || NAMED.includes(key) ? null : "of-browser";
}

/** The other action that uses a key already. */
export function conflictingAction(name: string, action: KeyAction, keys: Keys): KeyAction | null {
  return ACTIONS.find((other) => other !== action && keys[other].includes(name)) ?? null;
}

/** True if all custom keys are available, and each has only one action. */
export function areDistinct(own: OwnKeys): boolean {
  const keys = keysWith(own);
  return Object.values(own).every(
    (key) =>
      keyRefusal(key) === null && Object.values(keys).filter((those) => those.includes(key)).length === 1,
  );
}

const SIGNS: Readonly<Record<string, string>> = {
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  enter: "Enter",
  home: "Home",
  end: "End",
};

/** The key caps of a key in order: ["Ctrl/⌘", "Enter"]. */
export function capsOf(name: string): string[] {
  const key = name.replace(/^mod\+(?:shift\+)?/, "");
  const cap = SIGNS[key] ?? key.toLocaleUpperCase("en");
  if (name.startsWith("mod+shift+")) return ["Ctrl/⌘", "⇧", cap];
  return name.startsWith("mod+") ? ["Ctrl/⌘", cap] : [cap];
}

/** The key shown on a button: the first one of the action. */
export function badgeOf(action: KeyAction, keys: Keys): string {
  const [name = ""] = keys[action];
  const cap = capsOf(name.replace(/^mod\+(?:shift\+)?/, "")).join("");
  const shift = name.startsWith("mod+shift+") ? "⇧ " : "";
  return name.startsWith("mod+") ? `Ctrl ${shift}${cap === "Enter" ? "↵" : cap}` : cap;
}
