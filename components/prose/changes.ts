/** Successive lines that both texts have, or only one of them. */
export type Change = { kind: "same" | "added" | "removed"; lines: string[] };

/** Above this many pairs of lines the texts are shown one after the other instead of compared. */
const MOST_PAIRS = 4_000_000;

/**
 * Line diff of two texts: the fewest removals and additions (longest common subsequence). Texts too long to
 * compare are one removal and one addition.
 */
export function changesBetween(before: string, after: string): Change[] {
  return changesIn(before.split("\n"), after.split("\n"));
}

/** Diff of two texts already split into pieces, such as words; `lines` are then these pieces. */
export function changesIn(a: string[], b: string[]): Change[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const changes: Change[] = [];
  const emit = (kind: Change["kind"], lines: string[]) => {
    if (lines.length === 0) return;
    const last = changes.at(-1);
    if (last?.kind === kind) last.lines.push(...lines);
    else changes.push({ kind, lines: [...lines] });
  };
  emit("same", a.slice(0, start));
  compare(a.slice(start, a.length - end), b.slice(start, b.length - end), emit);
  emit("same", a.slice(a.length - end));
  return changes;
}

function compare(a: string[], b: string[], emit: (kind: Change["kind"], lines: string[]) => void) {
  if (a.length * b.length > MOST_PAIRS) {
    emit("removed", a);
    emit("added", b);
    return;
  }
  const width = b.length + 1;
  // longest[i * width + j]: how many lines a from i and b from j have in common.
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      emit("same", a.slice(i, i + 1));
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      emit("removed", a.slice(i, i + 1));
      i += 1;
    } else {
      emit("added", b.slice(j, j + 1));
      j += 1;
    }
  }
}
