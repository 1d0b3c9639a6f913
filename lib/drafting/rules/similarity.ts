/**
 * The lexical similarity of two checklists. All numbers are between 0 and 1, except the difference of
 * lengths.
 */
export interface Similarity {
  /**
   * BLEU with n-grams up to four: how much of the draft's wording is in the other, with shorter drafts
   * penalised.
   */
  bleu4: number;
  /**
   * F1 scores of the words, and of the pairs of adjacent words, that occur in both texts. Null if both texts
   * are empty.
   */
  rouge1: number | null;
  rouge2: number | null;
  /** F1 of the longest common subsequence of words. */
  rougeL: number | null;
  /** The difference in the number of questions, without a sign. */
  countDifference: number;
}

/** Version of the computation; changes with anything that could change the numbers. */
export const SIMILARITY_VERSION = "words-1";

/**
 * A drafted checklist compared with one that people wrote or accepted. Questions are joined by line breaks,
 * lower-cased, and split into words at everything that is neither letter nor digit. Papineni et al. (2002),
 * BLEU-4 with uniform weights, where an order of n-grams without a match counts 0.1 of one; Lin (2004),
 * ROUGE.
 */
export function similarityOf(draft: readonly string[], other: readonly string[]): Similarity {
  const [own, theirs] = [wordsOf(draft), wordsOf(other)];
  return {
    bleu4: bleu4(own, theirs),
    rouge1: rougeN(own, theirs, 1),
    rouge2: rougeN(own, theirs, 2),
    rougeL: f1(longestCommon(own, theirs), own.length, theirs.length),
    countDifference: Math.abs(draft.length - other.length),
  };
}

function wordsOf(questions: readonly string[]): string[] {
  return questions
    .join("\n")
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const SMOOTHING = 0.1;

function bleu4(candidate: readonly string[], reference: readonly string[]): number {
  let logs = 0;
  for (let n = 1; n <= 4; n++) {
    const own = gramsOf(candidate, n);
    const matches = common(own, gramsOf(reference, n));
    if (n === 1 && matches === 0) return 0;
    logs += Math.log((matches || SMOOTHING) / Math.max(1, candidate.length - n + 1)) / 4;
  }
  const brevity = candidate.length > reference.length ? 1 : Math.exp(1 - reference.length / candidate.length);
  return brevity * Math.exp(logs);
}

function rougeN(candidate: readonly string[], reference: readonly string[], n: number): number | null {
  const overlap = common(gramsOf(candidate, n), gramsOf(reference, n));
  return f1(overlap, Math.max(0, candidate.length - n + 1), Math.max(0, reference.length - n + 1));
}

function f1(overlap: number, own: number, theirs: number): number | null {
  return own + theirs === 0 ? null : (2 * overlap) / (own + theirs);
}

function gramsOf(words: readonly string[], n: number): Map<string, number> {
  const grams = new Map<string, number>();
  for (let at = 0; at + n <= words.length; at++) {
    const gram = words.slice(at, at + n).join(" ");
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

/** The number of common n-grams, each counted as often as in the text with fewer of it. */
function common(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let count = 0;
  for (const [gram, times] of a) count += Math.min(times, b.get(gram) ?? 0);
  return count;
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Uint32Array(b.length + 1);
  for (const word of a) {
    const next = new Uint32Array(b.length + 1);
    for (let j = 1; j <= b.length; j++) {
      next[j] =
        word === b[j - 1] ? (row[j - 1] as number) + 1 : Math.max(row[j] as number, next[j - 1] as number);
    }
    row = next;
  }
  return row[b.length] as number;
}
