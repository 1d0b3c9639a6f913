import { actionOf, type Keys, namesOf, type Press, USUAL_KEYS } from "@/lib/shortcuts/rules";
import type { KeyAction } from "@/lib/shortcuts/schema";

/** A command that a key can trigger in the workbench. Inactive while typing and in dialogs. */
type KeyCommand =
  | {
      do:
        | "accept"
        | "revise"
        | "remove"
        | "agree"
        | "add"
        | "reveal"
        | "why"
        | "enter"
        | "leave"
        | "next"
        | "previous"
        | "undecided"
        | "undo"
        | "redo"
        | "submit"
        | "outline"
        | "invisible"
        | "guidelines"
        | "note"
        | "flag"
        | "skip"
        | "help";
    }
  | { do: "answer"; value: "yes" | "no" | "na" }
  | { do: "digit"; digit: number };

/** Commands that repeat while the key is held: none that decides, answers, undoes or submits. */
const REPEATED: ReadonlySet<string> = new Set(["next", "previous"]);

/** The command that a key press triggers, or null. */
export function commandOf(
  press: Press & Partial<Pick<KeyboardEvent, "repeat">>,
  keys: Keys = USUAL_KEYS,
): KeyCommand | null {
  const command = freshCommandOf(press, keys);
  return command && press.repeat && !REPEATED.has(command.do) ? null : command;
}

function freshCommandOf(press: Press, keys: Keys): KeyCommand | null {
  const isCommand = press.ctrlKey || press.metaKey;
  const digit = isCommand || press.altKey ? undefined : namesOf(press).find((name) => /^[0-9]$/.test(name));
  if (digit !== undefined) return { do: "digit", digit: Number(digit) };
  if (press.key === "Escape" && !isCommand && !press.altKey) return { do: "leave" };
  const action = actionOf(press, keys);
  if (action === "yes" || action === "no" || action === "na") return { do: "answer", value: action };
  return action && { do: action };
}

/**
 * The scale point of a digit: the digit itself; 0 stands for 10 where the scale starts above 0. Null if the
 * scale has no such point.
 */
export function pointOf(digit: number, scale: { min: number; max: number }): number | null {
  const point = digit === 0 && scale.min > 0 ? 10 : digit;
  return point >= scale.min && point <= scale.max ? point : null;
}

/** The key for a scale point, or null if no single key reaches it. */
export function keyOfPoint(point: number, scale: { min: number; max: number }): string | null {
  if (point >= 1 && point <= 9) return String(point);
  if (point === 10 && scale.min > 0) return "0";
  return point === 0 ? "0" : null;
}

/** A line of the dialog: an action with changeable keys, or fixed keys. */
export type ShortcutRow =
  | KeyAction
  | { fixed: "digits" | "prefer" | "label" | "leave"; caps: readonly string[] };

/** Contents of the "?" dialog, in the order of work. */
export const KEY_GROUPS: readonly {
  title: "decide" | "answer" | "move" | "finish";
  rows: readonly ShortcutRow[];
}[] = [
  { title: "decide", rows: ["accept", "revise", "remove", "agree", "add", "why", "reveal"] },
  {
    title: "answer",
    rows: [
      "yes",
      "no",
      "na",
      { fixed: "digits", caps: ["1", "…", "9"] },
      { fixed: "prefer", caps: ["1", "…", "5"] },
      { fixed: "label", caps: ["1", "…", "9"] },
    ],
  },
  {
    title: "move",
    rows: [
      "undecided",
      "next",
      "previous",
      "enter",
      { fixed: "leave", caps: ["Esc"] },
      "outline",
      "guidelines",
      "invisible",
    ],
  },
  { title: "finish", rows: ["note", "flag", "skip", "submit", "undo", "redo", "help"] },
];
