import { z } from "zod";

/** The actions of the workbench whose keys can be customised. */
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
 * A key as stored: the lower-case character it types, or its name; with `mod+` for Ctrl (⌘ on a Mac), and
 * `mod+shift+` with Shift too: `a`, `?`, `arrowdown`, `mod+enter`, `mod+shift+z`.
 */
const Key = z
  .string()
  .max(20)
  .regex(/^(mod\+(?:shift\+)?)?(\S{1,2}|[a-z]{2,12})$/u, { error: "is no key" });

/** A user's custom keys. Other actions have their default keys. */
export const OwnKeys = z.partialRecord(KeyAction, Key);
export type OwnKeys = z.infer<typeof OwnKeys>;
