import { type Change, changesIn } from "@/components/prose/changes";

/** Longer texts are shown whole, one after the other: comparing them would be felt at every key. */
const LONGEST = 2000;

/** With less than this share of the letters in common, marking words helps nobody: it is another text. */
const LEAST_IN_COMMON = 0.3;

/** The words of a text with everything between them; of scripts without spaces, its characters. */
const piecesOf = (text: string) =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+|\s+|./gsu,
  ) ?? [];

/** A stretch of a text, and whether the other text has it too. */
export interface Stretch {
  text: string;
  isCommon: boolean;
}

/**
 * What a revision has that the draft has not, and the other way round, by words. Null where the two have too little in
 * common, or are too long, for that to be of use.
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
