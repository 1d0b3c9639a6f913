import type { Check } from "../types";
import {
  asksToWrite,
  isAdding,
  isAnswering,
  isCreating,
  isNegative,
  isPlain,
  isReported,
  isSpeaking,
} from "./clause-context";
import { counted } from "./clauses/count";
import { Cursor, words } from "./cursor";
import { readItem } from "./item";
import { NEGATIONS, predicate } from "./predicate";
import type { ParsedQuestion } from "./reading";
import { ARTEFACTS, subject, withinClause } from "./subject";
import { type Token, textOf } from "./tokens";

/** A requirement in a sentence of an instruction, at its words. */
interface Phrase {
  check: Check;
  flags: string[];
  /** Its position in the sentence, in UTF-16 units. */
  start: number;
  end: number;
}

/** Longest part of a sentence that is searched, in words and signs. */
const MOST_TOKENS = 300;

/**
 * The requirements that a sentence surely states about the response. A reading counts only if nothing before it
 * denies, allows or merely reports it, and nothing behind it limits it; in doubt there is none.
 */
export function constraintPhrases(sentence: string): Phrase[] {
  if (!isPlain(sentence)) return [];
  const whole = readItem(sentence);
  if (whole)
    return whole.scoped === undefined && countsText(whole.check, sentence)
      ? [{ check: whole.check, flags: whole.flags, start: 0, end: sentence.length }]
      : [];
  return PARTIAL.test(sentence) ? [] : new Search(sentence).run();
}

/** Sentences about a part of the response: their requirements do not apply to all of it. */
const PARTIAL =
  /\b(?:at least (?:one|1|two|2) (?:sentence|paragraph|line|stanza|verse|section|word)s?|each|every|per|introduction|conclusion|first|second|third|another|respectively|title|heading|headline|for example|e\.g\.)\b/i;

/** True unless the characters to be counted may be people: "a story with at least 3 characters". */
function countsText(check: Check, sentence: string): boolean {
  if (check.kind === "and" || check.kind === "or") return check.of.every((one) => countsText(one, sentence));
  return !(
    check.kind === "count" &&
    check.unit === "character" &&
    check.n < 50 &&
    !/\b(?:characters? (?:long|in length)|password|username|code|string|title|tweet)\b/i.test(sentence)
  );
}

/** Openings of a clause that speaks to the writer, whatever was said before it. */
const ADDRESS = [
  ...words(`
    i want you to | i would like you to | i need you to | please | be careful | take care | make sure |
    make sure that | make sure to | be sure to | be sure that | ensure | ensure that | remember to | you must |
    you should | you need to | you have to | you are to | it must | it should | there must be |
    there should be | the response must | the response should | your response must | your response should |
    your answer must | your answer should | the output must | the output should
  `),
];
/** Verbs of a requirement at the start of a clause. */
const DEMANDS = new Set(
  "use include contain mention incorporate write keep stay remain start begin open end finish conclude close avoid avoiding refrain exclude omit do limit answer respond reply arrange sort order format wrap aim output highlight no without".split(
    " ",
  ),
);
const OBLIGES = [
  ...words(
    "must | should | shall | will | has to | have to | needs to | need to | cannot | can't | mustn't | shouldn't | are to",
  ),
];
/** Numbers that open a clause without a verb: "… and at least 3 paragraphs". */
const NUMERAL = [
  ...words(
    "exactly | at least | at most | no more than | no fewer than | no less than | fewer than | between",
  ),
];
/** Words that open a requirement on how something is written: "in under 15 words", "without …". */
const ADVERBIAL = [
  ...words("in | within | under | using | without | avoiding | limited to | while avoiding | to"),
];
/** Words that open a requirement on the noun before them: on the response only if that noun is what is written. */
const ADNOMINAL = [
  ...words(`
    with | that | which | containing | consisting of | no | including | of | comprising | starting with |
    beginning with | ending with
  `),
];
const RELATIVE = new Set(["that", "which"]);
/** Singular verbs after "that", as for a response. */
const SINGULAR = new Set(
  "contains does doesn't is isn't has hasn't starts begins opens ends finishes concludes closes includes uses mentions avoids consists comprises excludes omits must should never not can will repeats stays exceeds lacks features refrains".split(
    " ",
  ),
);
/** Things that may contain words themselves. */
const TEXTS = new Set(
  "book novel film movie play sign name word language title company country city poem song letter story text sentence phrase chapter page website article number password".split(
    " ",
  ),
);
/** Nouns of people and of many things, who may use words themselves: "a man using the word 'x'". */
const AGENT =
  /(?:^(?:man|woman|person|people|men|women|boy|girl|child|children|king|queen|friend|robot)|(?:er|or|ist|[^s]s))$/;
/** Words that may follow a number of units without changing it. */
const COMPLEMENTS = new Set(
  "about on describing explaining discussing regarding to that which summarizing with using from why how what based".split(
    " ",
  ),
);

const GOVERNING = new Set(
  "or nor / of from to by about on for at than as in into is are be was were".split(" "),
);

/** True if the phrase behind a word belongs to that word: "keep from using commas", "anything but using commas", "ending with". */
const isGoverning = (word: string, opener: string) =>
  GOVERNING.has(word) ||
  (word === "but" && /ing/.test(opener)) ||
  (opener === "with" && /^(?:start|begin|open|end|finish|clos|conclud)/.test(word));

const isJoint = (token: Token | undefined): boolean =>
  [",", ";", "(", "-", "and", "but", "then"].includes(textOf(token));

/** The search of one sentence, from left to right. */
class Search {
  private readonly cursor: Cursor;
  private readonly found: Phrase[] = [];
  private readonly written: boolean;
  /** Words that belong to a requirement already read: their negations reach no further. */
  private readonly read = new Set<number>();
  /** The answers of `opensAnother` by place, because long chains of phrases ask it again at each of them. */
  private readonly opening = new Map<number, boolean>();

  constructor(private readonly sentence: string) {
    this.cursor = Cursor.over(sentence);
    this.written = isCreating(this.cursor.tokens) && writes(this.cursor);
  }

  run(): Phrase[] {
    const { cursor } = this;
    if (writesTwice(cursor)) return [];
    const limit = Math.min(cursor.end, MOST_TOKENS);
    for (cursor.at = 0; cursor.at < limit; ) {
      const start = cursor.at;
      const parsed = cursor.try(
        () => this.clause() ?? this.adjective() ?? this.adverbial() ?? this.adnominal(),
      );
      const [first, last] = [cursor.tokens[start], cursor.tokens[cursor.at - 1]];
      if (!parsed || !first || !last || cursor.at === start || !countsText(parsed.check, this.sentence)) {
        cursor.at = start + 1;
        continue;
      }
      if (cursor.done || isJoint(cursor.peek())) for (let at = start; at < cursor.at; at++) this.read.add(at);
      this.found.push({ check: parsed.check, flags: parsed.flags, start: first.start, end: last.end });
    }
    return this.found;
  }

  /** The words before a place that nothing has separated from it. */
  private before(at: number): Token[] {
    const from = this.cursor.tokens.slice(0, at).findLastIndex((token) => textOf(token) === ";") + 1;
    return this.cursor.tokens.slice(from, at).filter((_, i) => !this.read.has(from + i));
  }

  /** A clause that is understood from its first word: "…, but you must not use commas". */
  private clause(): ParsedQuestion | null {
    const { cursor } = this;
    const start = cursor.at;
    if (start > 0 && !isJoint(cursor.tokens[start - 1])) return null;
    if (isJoint(cursor.peek())) return null;
    const before = this.before(start);
    const lead = cursor.take(...ADDRESS);
    const addressed = lead !== null && ["", "and", "but", ";"].includes(textOf(cursor.tokens[start - 1]));
    if (addressed) cursor.skip("also", "always", "please", "to");
    else if (before.some(isReported) || (before.some(isNegative) && !this.forbids())) return null;
    const whom = cursor.try(() => (subject(cursor)?.of === "whole" && this.obliges() ? true : null));
    const isNumeral = this.isNext(...NUMERAL);
    // "more than 50 but fewer than 80 words" is one amount.
    if (isNumeral && cursor.tokens[start - 2]?.type === "number") return null;
    const isDemand = whom || lead || DEMANDS.has(cursor.word()) || this.forbids();
    if (!isNumeral && !isDemand) return null;
    const parsed = this.bounded(predicate(cursor), isNumeral);
    // "Write three sentences about dogs and two about cats": a number alone may be one of several.
    return parsed?.flags.includes("bare_number") && COMPLEMENTS.has(textOf(cursor.peek())) ? null : parsed;
  }

  /** True if the clause asks for a part only: "include a joke in under 20 words". */
  private adds(at: number): boolean {
    const { tokens } = this.cursor;
    return isAdding(tokens.slice(tokens.slice(0, at).findLastIndex(isJoint) + 1, at));
  }

  /** True at a negation of its own, which no word before it can turn. */
  private forbids(): boolean {
    return this.isNext(...NEGATIONS, "do not", "please do not", "please don't");
  }

  /** True at an obligation or prohibition behind its subject: "you must", "it is not". */
  private obliges(): boolean {
    return this.isNext(...OBLIGES) || isNegative(this.cursor.peek()) || isNegative(this.cursor.peek(1));
  }

  private isNext(...phrases: string[]): boolean {
    const { at } = this.cursor;
    const found = this.cursor.take(...phrases) !== null;
    this.cursor.at = at;
    return found;
  }

  /** "a 500-word essay": a number and a unit before the artefact that is to be written. */
  private adjective(): ParsedQuestion | null {
    const { cursor } = this;
    if (cursor.at > 3 || !asksToWrite(cursor.tokens.slice(0, cursor.at))) return null;
    if (!cursor.take("a", "an")) return null;
    const found = counted(cursor);
    if (found?.check.kind !== "count") return null;
    if (!["word", "sentence", "paragraph", "line", "character"].includes(found.check.unit)) return null;
    if (!isWritten(cursor.word())) return null;
    cursor.at++;
    return { check: found.check, flags: found.flags };
  }

  /** "in under 50 words", "without using commas", behind the task. */
  private adverbial(): ParsedQuestion | null {
    const { cursor } = this;
    const start = cursor.at;
    const opener = cursor.take(...ADVERBIAL);
    const previous = textOf(cursor.tokens[start - 1]);
    if (!opener || start === 0 || isGoverning(previous, opener)) return null;
    if (opener === "to" && !this.isNext(...NUMERAL)) return null;
    // What is required begins behind "to" and "while", and with the other words.
    if (opener !== "to") cursor.at = opener === "while avoiding" ? start + 1 : start;
    if (/ing$/.test(previous) || (opener === "using" && AGENT.test(previous))) return null;
    if (this.adds(start)) return null;
    const before = this.before(start);
    if (before.some(isNegative)) return null;
    const isBare = opener === "without" && !this.written && !/ing$/.test(cursor.word(1));
    const parsed = this.bounded(predicate(cursor), false);
    if (!parsed) return null;
    // "List cities without digits" and "describe a language without the letter 'r'" are about the things.
    if (isBare && (parsed.check.kind === "not_contains" || /s$/.test(previous))) return null;
    const isMeasure = parsed.check.kind === "count" && opener !== "using";
    const reported = before.findIndex(isReported);
    if (reported >= 0 && (!(isMeasure || opener === "without") || isSpeaking(before.slice(reported))))
      return null;
    if (parsed.check.kind !== "language" || this.written || previous === "it") return parsed;
    // "Explain the tenses in English" is about English.
    return isAnswering(cursor.tokens) && start < 5 && !/s$/.test(previous) ? parsed : null;
  }

  /** "a story that ends with …", "with at least 3 paragraphs": about the noun before it. */
  private adnominal(): ParsedQuestion | null {
    const { cursor } = this;
    const start = cursor.at;
    const previous = textOf(cursor.tokens[start - 1]);
    const opener = cursor.take(...ADNOMINAL);
    if (!opener || start === 0 || !this.written) return null;
    if (isGoverning(previous, opener) || ["it", "them", "this"].includes(previous) || this.adds(start))
      return null;
    const before = this.before(start);
    if (before.some((token) => isNegative(token) || isReported(token))) return null;
    if (opener === "of" && !isWritten(previous)) return null;
    const relative = RELATIVE.has(opener);
    if (relative && !SINGULAR.has(cursor.word())) return null;
    // "a poem about words with 5 letters": a plural is rarely the response.
    if (!isWritten(previous) && /[^s]s$/.test(previous) && !relative) return null;
    // "a review of a book that ends with …": another text than the one that is written.
    if (isText(previous) && before.findIndex((token) => isText(textOf(token))) < before.length - 1)
      return null;
    if (!relative) cursor.at = start;
    return this.bounded(predicate(cursor), false);
  }

  /** A reading that is not limited by what follows it. */
  private bounded(parsed: ParsedQuestion | null, strict: boolean): ParsedQuestion | null {
    if (!parsed) return null;
    const { cursor } = this;
    cursor.take("at all", "anywhere", "whatsoever", "please", ", please");
    withinClause(cursor);
    // A list of things is counted only as a measurement.
    if (parsed.check.kind === "count" && parsed.check.unit === "item") return null;
    if (cursor.done) return parsed;
    const next = textOf(cursor.peek());
    if ([".", ";", "!", "?", ")"].includes(next)) return parsed;
    if (next === ",") return ["or", "nor"].includes(cursor.word(1)) ? null : parsed;
    if (strict) return null;
    if (["and", "but", "then"].includes(next)) return parsed;
    const { kind } = parsed.check;
    const ofAll = kind === "count" || kind === "language" || kind === "case";
    if (kind === "count" && this.countsMore()) return null;
    if (ofAll ? COMPLEMENTS.has(next) : kind === "contains" && next === "to") return parsed;
    return this.opensAnother() ? parsed : null;
  }

  /** "… about dogs and two about cats". */
  private countsMore(): boolean {
    const rest = this.cursor.tokens.slice(this.cursor.at);
    return rest.some((token, at) => token.type === "number" && isJoint(rest[at - 1]));
  }

  /** True if another requirement on all of the response follows: "in 3 sentences without commas". */
  private opensAnother(): boolean {
    const { at } = this.cursor;
    const known = this.opening.get(at);
    if (known !== undefined) return known;
    const opens = this.cursor.try(() => this.adverbial() ?? this.adnominal()) !== null;
    this.cursor.at = at;
    this.opening.set(at, opens);
    return opens;
  }
}

/** True if the first object of a sentence is what is to be written: "Tell me a short joke …". */
function writes(cursor: Cursor): boolean {
  for (let ahead = 0; ahead < 8; ahead++) {
    const word = cursor.word(ahead);
    if (["of", "for", "about", "in", "with", "without", "that", "using", "on"].includes(word)) return false;
    if (!["a", "an", "one", "the", "your", "my"].includes(word) && ahead < 7) continue;
    for (let i = ahead + 1; i < ahead + 5; i++) {
      if (isWritten(cursor.word(i))) return true;
      if (["of", "for", "about", "to", "in", "with", "that", ""].includes(cursor.word(i))) return false;
    }
    return false;
  }
  return false;
}

const isWritten = (noun: string) =>
  ARTEFACTS.has(noun) || ["response", "answer", "output", "reply", "text", "piece", "message"].includes(noun);

const isText = (noun: string) => isWritten(noun) || TEXTS.has(noun);

/** True if a second artefact is asked for beside the first: "a poem with 4 lines and a story with 3 paragraphs". */
function writesTwice({ tokens }: Cursor): boolean {
  return tokens.some((token, at) => {
    if (!["and", "then", "or"].includes(textOf(token)) || textOf(tokens[at + 1]) === "") return false;
    const [, determiner, ...next] = tokens.slice(at, at + 5).map(textOf);
    return (
      ["a", "an", "the", "one", "another", "two"].includes(determiner ?? "") &&
      next.some((noun) => isWritten(noun))
    );
  });
}
