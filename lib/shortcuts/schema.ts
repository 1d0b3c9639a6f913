import { z } from "zod";

/** What a key of the workbench does, as far as the key can be another one. */
export const KeyAction = z.enum([
  "accept",
  "revise",
  "remove",
  "agree",
  "add",
  "why",
  "reveal",
  "yes",
  "no",
  "na",
  "undecided",
  "next",
  "previous",
  "enter",
  "outline",
  "invisible",
  "guidelines",
  "note",
  "flag",
  "skip",
  "submit",
  "undo",
  "redo",
  "help",
]);
export type KeyAction = z.infer<typeof KeyAction>;

/**
 * A key as it is kept: the character it types in lower case, or its name; `mod+` before it where Ctrl (⌘ on a Mac) is
 * held, and `mod+shift+` where Shift is too: `a`, `?`, `arrowdown`, `mod+enter`, `mod+shift+z`.
 */
export const Key = z
  .string()
  .max(20)
  .regex(/^(mod\+(?:shift\+)?)?(\S{1,2}|[a-z]{2,12})$/u, { error: "is no key" });

/** Somebody's own keys. An action that is not named keeps its usual ones. */
export const OwnKeys = z.partialRecord(KeyAction, Key);
export type OwnKeys = z.infer<typeof OwnKeys>;
