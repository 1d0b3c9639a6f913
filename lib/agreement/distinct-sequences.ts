/** The distinct sequences among many sequences, and where each occurs. */
export interface PooledSequences {
  /** For each distinct sequence, the first position that has it. */
  readonly example: number[];
  /** For each distinct sequence, how many positions have it. */
  readonly times: number[];
  /** For each position, the number of its distinct sequence; -1 for an empty one. */
  readonly kind: Int32Array;
}

/**
 * Finds the distinct sequences among `items[start[p] .. start[p + 1]]`, p = 0, 1, … Empty ones are skipped.
 * One pass with a hash table (open addressing); equal hashes are compared item by item.
 */
export function poolSequences(start: Int32Array, items: Int32Array): PooledSequences {
  const places = start.length - 1;
  const example: number[] = [];
  const times: number[] = [];
  const kind = new Int32Array(places).fill(-1);
  const slots = 2 ** Math.ceil(Math.log2(2 * places + 2));
  const slot = new Int32Array(slots).fill(-1);
  for (let p = 0; p < places; p++) {
    const begin = start[p] as number;
    const end = start[p + 1] as number;
    if (begin === end) continue;
    let at = hash(items, begin, end) & (slots - 1);
    let k = slot[at] as number;
    while (k !== -1 && !sameSequence(start, items, p, example[k] as number)) {
      at = (at + 1) & (slots - 1);
      k = slot[at] as number;
    }
    if (k === -1) {
      k = example.push(p) - 1;
      times.push(0);
      slot[at] = k;
    }
    times[k] = (times[k] as number) + 1;
    kind[p] = k;
  }
  return { example, times, kind };
}

/** Lexicographic order of two sequences; a prefix comes first. */
export function compareSequences(start: Int32Array, items: Int32Array, a: number, b: number): number {
  const endA = start[a + 1] as number;
  const endB = start[b + 1] as number;
  let i = start[a] as number;
  let j = start[b] as number;
  for (; i < endA && j < endB; i++, j++) {
    if (items[i] !== items[j]) return (items[i] as number) - (items[j] as number);
  }
  return endA - i - (endB - j);
}

function sameSequence(start: Int32Array, items: Int32Array, a: number, b: number): boolean {
  return compareSequences(start, items, a, b) === 0;
}

/** A 32-bit mix of all items (the finaliser of MurmurHash3 after each). */
function hash(items: Int32Array, begin: number, end: number): number {
  let h = end - begin;
  for (let i = begin; i < end; i++) {
    h = Math.imul(h ^ (items[i] as number), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h;
}
