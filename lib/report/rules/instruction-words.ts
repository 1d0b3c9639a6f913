import { TASK_VERBS } from "@/lib/drafting/rules/task-verbs";
import type { WordRow } from "@/lib/report/schema/decisions";
import type { StudyData } from "@/lib/report/schema/study";
import { compare } from "./text-order";

const MOST_WORDS = 20;
const MOST_CRITERIA = 3;
/** Only this much of an instruction is read; its subject is stated at the beginning. */
const LOOKED_AT = 2_000;

/** Words before a task's verb: "Please", "Can you", "I want you to", "1." */
const LEAD =
  /^(?:\W|\d)*(?:(?:please|kindly|now|then|first|next|finally|also|and|so|you (?:should|must|need to|have to|are (?:asked|required) to)|(?:can|could|would|will) you|i (?:want|need|would like|'d like) you to|your (?:task|job|goal) is to)[\s,]+)*/i;
/** Words between a verb and its noun. */
const FILLER = new Set(
  `a an the this that these those my your our his her their its some any each every all both one two three four five
  six seven eight nine ten several many more most following given me us him them up out down off`.split(
    /\s+/,
  ),
);
/** Words that end a noun phrase. */
const STOP = new Set(
  `about above after against among and around as at because before behind below beneath between but by down during
  explaining for from how if in including inside into is are like near of off on onto or out over regarding should
  so than that then through to toward under until upon using what when where whether which while who whose why with
  within without you`.split(/\s+/),
);
/** Not nouns: "write it shorter", "list things". */
const EMPTY = new Set(
  `it them this that these those one ones something anything what how why whether if`.split(/\s+/),
);

/** The verbs of an instruction, and their nouns. */
export function requestedActions(instruction: string): { verbs: string[]; nouns: string[] } {
  const verbs = new Set<string>();
  const nouns = new Set<string>();
  for (const sentence of instruction.slice(0, LOOKED_AT).split(/[.!?;:\n]+/)) {
    const words =
      sentence
        .replace(LEAD, "")
        .toLowerCase()
        .match(/[\p{L}\p{N}'’-]+|[,()"“”]/gu) ?? [];
    const [verb] = words;
    if (verb === undefined || !TASK_VERBS.has(verb)) continue;
    verbs.add(verb);
    const noun = objectOf(words.slice(1));
    if (noun !== null) nouns.add(noun);
  }
  return { verbs: [...verbs], nouns: [...nouns] };
}

/** The last word before a preposition or punctuation: "story" of "a short story about …". */
function objectOf(words: readonly string[]): string | null {
  let last: string | null = null;
  for (const word of words) {
    const isSign = /^[,()"“”]$/.test(word);
    if (FILLER.has(word) && last === null) continue;
    if (isSign || STOP.has(word)) break;
    last = word;
  }
  return last === null || last.length < 2 || /^\d/.test(last) || EMPTY.has(last) ? null : singular(last);
}

/** "stories" and "story" are one word; so are "lists" and "list", but "class" is not "clas". */
function singular(noun: string): string {
  if (/[^aeiou]ies$/.test(noun)) return `${noun.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss)es$/.test(noun)) return noun.slice(0, -2);
  return /[^s]s$/.test(noun) && !/(?:us|is)$/.test(noun) ? noun.slice(0, -1) : noun;
}

/**
 * The most frequent verbs and nouns of instructions, with the criteria of the tasks that use them: each
 * rubric's items by their category, otherwise their name. Found without a parser: a task's verb opens a
 * sentence, and its object is the noun phrase that follows. English only.
 */
export function wordsOf(study: StudyData): WordRow[] {
  const criteria = new Map<string, Set<string>>();
  const everywhere = new Set<string>();
  for (const { task, category, name } of study.items) {
    const criterion = category ?? name;
    if (criterion === null) continue;
    if (task === null) everywhere.add(criterion);
    else criteria.set(task, (criteria.get(task) ?? new Set()).add(criterion));
  }
  const found = { verb: new Map<string, string[]>(), noun: new Map<string, string[]>() };
  for (const { id, instruction } of study.tasks) {
    const { verbs, nouns } = requestedActions(instruction);
    for (const [kind, words] of [
      ["verb", verbs],
      ["noun", nouns],
    ] as const)
      for (const word of words) append(found[kind], word, id);
  }
  return (["verb", "noun"] as const).flatMap((kind) =>
    [...found[kind]]
      .sort(([a, one], [b, other]) => other.length - one.length || compare(a, b))
      .slice(0, MOST_WORDS)
      .map(([word, tasks]): WordRow => {
        const counts = new Map<string, number>();
        for (const task of tasks)
          for (const criterion of [...everywhere, ...(criteria.get(task) ?? [])])
            counts.set(criterion, (counts.get(criterion) ?? 0) + 1);
        return {
          kind,
          word,
          tasks: tasks.length,
          criteria: [...counts]
            .map(([name, tasks]) => ({ name, tasks }))
            .sort((a, b) => b.tasks - a.tasks || compare(a.name, b.name))
            .slice(0, MOST_CRITERIA),
        };
      }),
  );
}

function append(lists: Map<string, string[]>, key: string, item: string): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
