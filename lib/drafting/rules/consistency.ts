import { meanOfKnown } from "@/lib/agreement/arithmetic-mean";

/** The similarity of two texts by any representation of their meaning. */
type Similarity = (a: number, b: number) => number;

/**
 * Consistency of criteria when the same model drafts them again: CC compares each sampled set with the set at
 * temperature 0, ICC the sampled sets with each other. Two ways to match the criteria of two sets: each to its
 * nearest (`greedy`), or one to one for the largest total (`assignment`). Null when no two sets can be compared.
 */
export interface Consistency {
  cc: number | null;
  icc: number | null;
}

export type Match = "greedy" | "assignment";

/** `sets[0]` is the set at temperature 0. Sets contain indices of their texts; empty ones are left out. */
export function consistency(
  sets: readonly (readonly number[])[],
  similar: Similarity,
  match: Match,
): Consistency {
  const sim = match === "greedy" ? greedy : assignment;
  const [origin = [], ...sampled] = sets;
  const filled = sampled.filter((set) => set.length > 0);
  const cc = origin.length === 0 ? null : meanOfKnown(filled.map((set) => sim(set, origin, similar)));
  const pairs = filled.flatMap((a, i) =>
    filled.slice(i + 1).map((b) => (sim(a, b, similar) + sim(b, a, similar)) / 2),
  );
  return { cc, icc: meanOfKnown(pairs) };
}

/** The mean similarity of the first set's criteria to their nearest in the second. */
function greedy(x: readonly number[], y: readonly number[], similar: Similarity): number {
  return meanOfKnown(x.map((a) => Math.max(...y.map((b) => similar(a, b))))) as number;
}

/** One to one with the largest total; an unmatched criterion counts 0. */
function assignment(x: readonly number[], y: readonly number[], similar: Similarity): number {
  const n = Math.max(x.length, y.length);
  const cost = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) =>
      i < x.length && j < y.length ? -similar(x[i] as number, y[j] as number) : 0,
    ),
  );
  return -cheapestAssignment(cost) / n;
}

/** The Hungarian algorithm by shortest augmenting paths. O(n³). Kuhn (1955); Jonker & Volgenant (1987). */
function cheapestAssignment(cost: readonly (readonly number[])[]): number {
  const n = cost.length;
  const at = (i: number, j: number) => cost[i - 1]?.[j - 1] as number;
  const u = new Float64Array(n + 1);
  const v = new Float64Array(n + 1);
  const rowOf = new Int32Array(n + 1);
  const before = new Int32Array(n + 1);
  for (let i = 1; i <= n; i++) {
    rowOf[0] = i;
    let column = 0;
    const least = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(n + 1);
    do {
      used[column] = 1;
      const row = rowOf[column] as number;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= n; j++) {
        if (used[j]) continue;
        const reduced = at(row, j) - (u[row] as number) - (v[j] as number);
        if (reduced < (least[j] as number)) {
          least[j] = reduced;
          before[j] = column;
        }
        if ((least[j] as number) < delta) {
          delta = least[j] as number;
          next = j;
        }
      }
      for (let j = 0; j <= n; j++) {
        if (used[j]) {
          const matched = rowOf[j] as number;
          u[matched] = (u[matched] as number) + delta;
          v[j] = (v[j] as number) - delta;
        } else least[j] = (least[j] as number) - delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const previous = before[column] as number;
      rowOf[column] = rowOf[previous] as number;
      column = previous;
    }
  }
  let total = 0;
  for (let j = 1; j <= n; j++) total += at(rowOf[j] as number, j);
  return total;
}

/** The cosine of two vectors; 0 when one of them is zero. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let ofA = 0;
  let ofB = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number;
    const y = b[i] ?? 0;
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : dot / Math.sqrt(ofA * ofB);
}

/** Word vectors weighted by rarity among the texts themselves; used without an embedding model. */
export function tfIdf(texts: readonly string[]): number[][] {
  const words = texts.map((text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  );
  const holding = new Map<string, number>();
  for (const of of words) for (const word of new Set(of)) holding.set(word, (holding.get(word) ?? 0) + 1);
  const place = new Map([...holding.keys()].map((word, i) => [word, i]));
  return words.map((of) => {
    const vector = new Array<number>(place.size).fill(0);
    for (const word of of) {
      const i = place.get(word) as number;
      vector[i] =
        (vector[i] as number) + Math.log((1 + texts.length) / (1 + (holding.get(word) as number))) + 1;
    }
    return vector;
  });
}
