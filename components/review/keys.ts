/** What a key can do in the workbench. Keys are dead while typing and in dialogs. */
export type Gesture =
  | {
      do:
        | "accept"
        | "revise"
        | "remove"
        | "add"
        | "reveal"
        | "why"
        | "enter"
        | "leave"
        | "next"
        | "previous"
        | "undo"
        | "submit"
        | "outline"
        | "help";
    }
  | { do: "answer"; value: "yes" | "no" | "na" }
  | { do: "digit"; digit: number };

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const plain: Record<string, Gesture> = {
  a: { do: "accept" },
  r: { do: "revise" },
  x: { do: "remove" },
  n: { do: "add" },
  d: { do: "reveal" },
  w: { do: "why" },
  o: { do: "outline" },
  y: { do: "answer", value: "yes" },
  f: { do: "answer", value: "no" },
  "-": { do: "answer", value: "na" },
  arrowdown: { do: "next" },
  j: { do: "next" },
  arrowup: { do: "previous" },
  k: { do: "previous" },
  enter: { do: "enter" },
  e: { do: "enter" },
  escape: { do: "leave" },
  "?": { do: "help" },
};

/** The gesture of a key press, or null when it means nothing here. */
export function gestureOf(press: Press): Gesture | null {
  const key = press.key.toLowerCase();
  const command = press.ctrlKey || press.metaKey;
  if (command && !press.altKey && !press.shiftKey) {
    if (key === "enter") return { do: "submit" };
    if (key === "z") return { do: "undo" };
    return null;
  }
  if (command || press.altKey) return null;
  if (/^[0-9]$/.test(key)) return { do: "digit", digit: Number(key) };
  return plain[key] ?? null;
}

/**
 * The point of a scale that a digit means: the digit itself; 0 stands for 10 where the scale starts above 0.
 * Null when the scale has no such point.
 */
export function pointOf(digit: number, scale: { min: number; max: number }): number | null {
  const point = digit === 0 && scale.min > 0 ? 10 : digit;
  return point >= scale.min && point <= scale.max ? point : null;
}

/** The key printed beside a point of a scale, or null when no single key reaches it. */
export function keyOfPoint(point: number, scale: { min: number; max: number }): string | null {
  if (point >= 1 && point <= 9) return String(point);
  if (point === 10 && scale.min > 0) return "0";
  return point === 0 ? "0" : null;
}

/** The sheet behind "?", in the order of the work. */
export const SHEET: { title: string; rows: { keys: string[]; does: string }[] }[] = [
  {
    title: "Decide on the focused draft",
    rows: [
      { keys: ["A"], does: "Accept" },
      { keys: ["R"], does: "Revise: opens the text" },
      { keys: ["X"], does: "Remove" },
      { keys: ["N"], does: "Add an item or a line" },
      { keys: ["W"], does: "Say why it was overruled" },
      { keys: ["D"], does: "Show the draft, where it waits" },
    ],
  },
  {
    title: "Answer, score and compare",
    rows: [
      { keys: ["Y", "1"], does: "Yes" },
      { keys: ["F", "2"], does: "No" },
      { keys: ["-", "3"], does: "Not applicable" },
      { keys: ["1", "…", "9"], does: "Score; 0 for 10, or for 0 where the scale starts there" },
      { keys: ["1", "…", "5"], does: "Compare: from A much better to B much better; 1 or 2 to choose" },
      { keys: ["1", "…", "9"], does: "Label; 0 for none of them, Enter to search, A for the drafted ones" },
    ],
  },
  {
    title: "Move",
    rows: [
      { keys: ["↓", "J"], does: "Next" },
      { keys: ["↑", "K"], does: "Previous" },
      { keys: ["Enter", "E"], does: "Into a text" },
      { keys: ["Esc"], does: "Out of a text" },
      { keys: ["O"], does: "Outline of what is read" },
    ],
  },
  {
    title: "Finish",
    rows: [
      { keys: ["Ctrl/⌘", "Enter"], does: "Submit, or go to what is missing" },
      { keys: ["Ctrl/⌘", "Z"], does: "Undo, also a submission" },
      { keys: ["?"], does: "These keys" },
    ],
  },
];
