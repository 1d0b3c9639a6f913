import { randomFrom } from "@/lib/agreement/random";
import type { Instance, Structure } from "@/lib/curation/schema";
import type { ResponseRecord, TaskRecord } from "@/lib/dataset/schema";
import { parseConstraints } from "@/lib/verifier/constraints";
import { runCheck } from "@/lib/verifier/run-check";

/** A demand that one text meets and the other does not. */
interface FoundConstraint {
  structure: Structure;
  sentence: string;
}

/** With more values than this a search gives up on a structure: the texts differ too little. */
const MOST_TRIED = 2000;
const LONGEST_WORD = 20;

type Shuffle = <T>(values: Iterable<T>) => T[];

/**
 * Searches values for a structure that `good` meets and `bad` does not: depth first, in an order drawn from the seed, until
 * our verifier proves one. Null if it proves none. Zeng et al. (2024), appendix F.1.
 */
function constraintOf(structure: Structure, good: string, bad: string, seed: number): FoundConstraint | null {
  let tried = 0;
  for (const sentence of sentencesFor(structure, good, bad, shuffleWith(seed))) {
    if (++tried > MOST_TRIED) return null;
    if (separates(sentence, good, bad)) return { structure, sentence };
  }
  return null;
}

/** True if the verifier reads the sentence as one demand and proves that only the first text meets it. */
function separates(sentence: string, good: string, bad: string): boolean {
  const [constraint, other] = parseConstraints(sentence);
  if (!constraint || other || constraint.flags.length > 0) return false;
  const verdict = (text: string) => runCheck(constraint.check, text, { instruction: sentence }).verdict;
  return verdict(good) === "yes" && verdict(bad) === "no";
}

function* sentencesFor(structure: Structure, good: string, bad: string, shuffle: Shuffle): Generator<string> {
  const words = wordsOf(good);
  const others = wordsOf(bad);
  switch (structure) {
    case "exactly n words":
    case "exactly n sentences": {
      const unit = structure.endsWith("words") ? "words" : "sentences";
      const most = unit === "words" ? words.length + 20 : (good.match(/[.!?]/g) ?? []).length + 2;
      // Counts near the number of words or full stops; the verifier knows which is right.
      for (let n = 1; n <= most; n++)
        yield `Your response must have exactly ${n} ${n === 1 ? unit.slice(0, -1) : unit}.`;
      return;
    }
    case "last word":
      for (const word of words.slice(-1)) yield `The last word of your response must be "${word}".`;
      return;
    case "nth words":
      for (const [at, word] of shuffle(words.slice(0, 20).entries()))
        yield `The ${ordinal(at + 1)} word of your response must be "${word}".`;
      return;
    case "contains a character":
      for (const letter of shuffle(lettersOf(good)))
        yield `Your response must contain the letter "${letter}".`;
      return;
    case "does not contain a character":
      for (const letter of shuffle(lettersOf(bad)))
        yield `Your response must not contain the letter "${letter}".`;
      return;
    case "contains a word":
      for (const word of shuffle(new Set(words))) yield `Your response must contain the word "${word}".`;
      return;
    case "does not contain a word":
      for (const word of shuffle(new Set(others))) yield `Your response must not contain the word "${word}".`;
      return;
    case "contains one character or not another":
      for (const letter of shuffle(ALPHABET))
        for (const other of shuffle(lettersOf(bad)))
          if (letter !== other)
            yield `Your response must contain the letter "${letter}" or must not contain the letter "${other}".`;
  }
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz";
const lettersOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]/g) ?? []);
const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => word.length <= LONGEST_WORD);

function ordinal(n: number): string {
  const ending = n % 100 > 10 && n % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
}

/** Fisher and Yates, from a seed. */
function shuffleWith(seed: number): Shuffle {
  const random = randomFrom(seed);
  return (values) => {
    const all = [...values];
    for (let at = all.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [all[at], all[other]] = [all[other] as never, all[at] as never];
    }
    return all;
  };
}

/**
 * Instances from pairs of outputs: the instruction of each with a demand added that one output meets and the other does
 * not. Which of the two meets it, and the structure, are drawn from the seed; with `all` one instance for each structure.
 */
export function constraintInstances(
  pairs: readonly { task: TaskRecord; outputs: readonly [ResponseRecord, ResponseRecord] }[],
  { seed, all, structures }: { seed: number; all: boolean; structures: readonly Structure[] },
): { instances: (Instance & FoundConstraint)[]; without: string[] } {
  const shuffle = shuffleWith(seed);
  const without: string[] = [];
  const instances = pairs.flatMap(({ task, outputs }, at) => {
    const label = shuffle([1, 2] as const)[0] as 1 | 2;
    const [good, bad] = label === 1 ? outputs : [outputs[1], outputs[0]];
    const found: FoundConstraint[] = [];
    for (const structure of shuffle(structures)) {
      const one = constraintOf(structure, good.text, bad.text, seed + at);
      if (one) found.push(one);
      if (one && !all) break;
    }
    if (found.length === 0) without.push(task.id);
    return found.map((one, n) => constrained({ task, outputs, label }, one, n + 1));
  });
  return { instances, without };
}

function constrained(
  { task, outputs, label }: Instance,
  found: FoundConstraint,
  n: number,
): Instance & FoundConstraint {
  const id = `${task.id}/constraint-${n}`;
  const output = (at: 0 | 1): ResponseRecord => ({ ...outputs[at], id: `${id}/${at + 1}`, task: id });
  return {
    task: {
      ...task,
      id,
      instruction: `${task.instruction.trimEnd()}\n\n${found.sentence}`,
      tags: ["constraint"],
      metadata: { ...task.metadata, structure: found.structure },
    },
    outputs: [output(0), output(1)],
    label,
    ...found,
  };
}
