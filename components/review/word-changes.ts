import { type Change, changesIn } from "@/components/prose/changes";

/** Longer texts are shown whole, one after the other: comparing them would delay every key press. */
const LONGEST = 2000;

/** Below this share of letters in common, the two texts are shown whole instead of word by word. */
const LEAST_IN_COMMON = 0.3;

/** Words with the characters between them; single characters for scripts without spaces. */
const piecesOf = (text: string) =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+|\s+|./gsu,
  ) ?? [];

/** A piece of a text, and whether it is in the other text too. */
export interface Stretch {
  text: string;
  isCommon: boolean;
}

/**
 * Word diff between a draft and its revision. Null if they have too little in common, or are too long, for it
 * to be useful.
 */
export function wordChanges(
  draft: string,
  revision: string,
): { draft: Stretch[]; revision: Stretch[] } | null {
  if (draft.length > LONGEST || revision.length > LONGEST) return null;
  const changes = changesIn(piecesOf(draft), piecesOf(revision));
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "").length;
  const common = changes
    .filter(({ kind }) => kind === "same")
    .reduce((sum, { lines }) => sum + letters(lines.join("")), 0);
  if (common < LEAST_IN_COMMON * Math.max(letters(draft), letters(revision))) return null;
  return { draft: without(changes, "added"), revision: without(changes, "removed") };
}

function without(changes: readonly Change[], kind: Change["kind"]): Stretch[] {
  return changes
    .filter((change) => change.kind !== kind)
    .map((change) => ({ text: change.lines.join(""), isCommon: change.kind === "same" }));
}
