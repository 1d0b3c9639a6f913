/** A range of words that is in both texts, only in the old one, or only in the new one. */
interface DiffPart {
  kind: "same" | "removed" | "added";
  text: string;
}

/**
 * With more comparisons the texts are shown as completely replaced: a word-by-word difference would be too
 * long to read.
 */
const MOST_COMPARISONS = 1_000_000;

/**
 * A word-by-word difference of two texts with as many common words as possible. Unchanged and removed parts
 * together are the old text; unchanged and added parts the new one.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  const old = wordsOf(before);
  const young = wordsOf(after);
  if (old.length * young.length > MOST_COMPARISONS)
    return merged([
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ]);
  // common[i][j]: the number of words that old[i…] and young[j…] have in common, in order.
  const width = young.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = young.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));

  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < young.length) {
    const [was, is] = [old[i], young[j]];
    if (was !== undefined && was === is) {
      parts.push({ kind: "same", text: was });
      i++;
      j++;
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: "removed", text: was });
      i++;
    } else if (is !== undefined) {
      parts.push({ kind: "added", text: is });
      j++;
    }
  }
  return together(merged(parts));
}

/** Words and the spaces between them, each separately. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** Merges adjacent changed words into one change, including the spaces between them. */
function together(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    if (removed) result.push({ kind: "removed", text: removed });
    if (added) result.push({ kind: "added", text: added });
    removed = added = "";
  };
  for (const [at, { kind, text }] of parts.entries()) {
    const isGap = /^\s+$/u.test(text) && at < parts.length - 1 && (removed !== "" || added !== "");
    if (kind === "same" && !isGap) {
      flush();
      result.push({ kind, text });
    } else {
      if (kind !== "added") removed += text;
      if (kind !== "removed") added += text;
    }
  }
  flush();
  return result;
}

function merged(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else if (part.text !== "") result.push({ ...part });
  }
  return result;
}
