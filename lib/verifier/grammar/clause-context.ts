import { ARTEFACTS } from "./subject";
import { type Token, textOf, tokenise } from "./tokens";

/*
 * Words before a phrase that turn it into its opposite, into a choice, or into something that is only spoken of.
 */

const set = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Words that deny or exclude what follows them. */
const NEGATIVE = set(
  "not never no none nobody nothing nowhere neither nor without avoid avoids avoiding avoided refrain refraining abstain abstaining exclude excludes excluding omit omits omitting cannot unable skip skipping stop stopping cease quit prevent prevents ban bans banned forbid forbids forbidden prohibit prohibits prohibited disallow disallowed instead rather hardly barely scarcely rarely seldom lack lacks lacking fail fails forget hesitate against eliminate eliminating remove removing delete drop dispense resist resisting eschew opposed ignore ignoring disregard minus minimize limit sans free beware ditch unless except besides off away",
);
/** Words that only speak of what follows: it happens in the world, or is a condition. */
const REPORTED = set(
  "how why when whenever whether if while where wherever because although though since until before after which who whom whose that what people person persons someone somebody anyone anybody everyone everybody he she they we them him us others writers authors speakers students kids children companies users",
);

export const isNegative = (token: Token | undefined): boolean =>
  NEGATIVE.has(textOf(token)) || /n't$/.test(textOf(token));

export const isReported = (token: Token | undefined): boolean => REPORTED.has(textOf(token));

/** Choices, wishes and limits: a sentence with one of them states no sure requirement of the whole response. */
const UNSURE =
  /\b(?:feel free|optional(?:ly)?|(?<!\bnot )(?<!n't )(?:allowed|permitted) to|welcome to|free to|no need|need(?: not|n't)|unnecessary|consider|perhaps|maybe|possibly|ideally|preferabl[ey]|if|unless|whenever|wherever|(?:when|where|as|than) (?:possible|appropriate|needed|necessary|applicable|relevant|required|suitable|you)|except(?:ing|ion)?|excluding|other than|apart from|aside from|not counting|otherwise|sparingly|instead|rather than|or else|depending|alternatively)\b|(?:\bnot|n't|\bnever|\bhardly) (?:have to|need|be required|necessary|required|obliged|just|only|merely|necessarily|forget|hesitate|fail)\b|\b(?:you|it|response|answer|output|reply|text) (?:may|can|could|might)\b(?! ?not|['’]t| be (?:up to|at most|no more than))/i;
const POLITE = /^(?:please,? )?(?:can|could|would|will) you\b/i;
const OBLIGATION =
  /\b(?:must|should|ha(?:s|ve) to|needs? to|is to|are to|can ?not|can't|mustn't|shouldn't|may not|not allowed|not permitted|forbidden|prohibited)\b/i;
/** Openings of a sentence that says how something is, not how it should be. */
const STATEMENT =
  /^(?:it|this|that|these|those|there|they|he|she|we|i|you|here|below|above|the (?:text|message|content|author|writer|model)|(?!make|ensure|be |please|explain|describe|say|tell|write)(?:\w+ ){1,3}(?:is|are|was|were))\b/i;
const ORDER = /^(?:you (?:will|shall|won't|do not|don't|never)|i (?:want|need|would like))\b/i;
const USED_WELL =
  /\b(?:use|using)\b.*\b(?:correctly|properly|appropriately|accurately|effectively|carefully|consistently|wisely)\b/i;

/** True if a sentence orders something: it is no question, statement, permission or condition. */
export function isPlain(sentence: string): boolean {
  if (UNSURE.test(sentence) || USED_WELL.test(sentence)) return false;
  if (/\?["”')]*$/.test(sentence) && !POLITE.test(sentence)) return false;
  return !STATEMENT.test(sentence) || OBLIGATION.test(sentence) || ORDER.test(sentence);
}

const MAKING = "write compose create generate draft produce give make output provide craft tell";
const SAYING = "describe explain summarize summarise answer respond reply express paraphrase";
/** Verbs of writing and speaking: what follows "how to write" is about what is written so. */
const WRITING = set(
  `${MAKING} ${SAYING} say speak introduce talk read phrase spell translate type print communicate greet ask count use`,
);
const CREATING = set(`${MAKING} design prepare develop`);
/** Verbs of a task that only describes or answers: what language is asked for is that of the response. */
const ANSWERING = set(`${SAYING} rewrite`);
/** Verbs that ask for a part of the response: what follows is about that part. */
const ADDING = set(
  "include add insert append attach start begin open end close conclude finish mention use put incorporate have keep",
);
const LEADS = set(
  "please kindly can could would will you i want need like to me us for now then also and make sure must should so a an the one",
);

/** The first word of a clause that is no polite opening. */
const headOf = (tokens: readonly Token[]): string =>
  tokens.map(textOf).find((word) => /\w/.test(word) && !LEADS.has(word)) ?? "";

/** True if a sentence asks for a text: "please write …", "I want a poem …". */
export const isCreating = (tokens: readonly Token[]): boolean =>
  CREATING.has(headOf(tokens)) || ARTEFACTS.has(headOf(tokens));

export const isAnswering = (tokens: readonly Token[]): boolean => ANSWERING.has(headOf(tokens));

export const isAdding = (clause: readonly Token[]): boolean => ADDING.has(headOf(clause));

/** True if words are only a request to write: "please write me". */
export function asksToWrite(tokens: readonly Token[]): boolean {
  const [verb, ...others] = tokens.map(textOf).filter((word) => !LEADS.has(word) && /\w/.test(word));
  return others.length === 0 && (verb === undefined || CREATING.has(verb));
}

/** True if words speak of writing or of a text: "how to write an essay". */
export const isSpeaking = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => {
    const word = textOf(token);
    return [word, word.replace(/s$/, "")].some((form) => WRITING.has(form) || ARTEFACTS.has(form));
  });

/** True if a heading denies, allows or only reports what is listed below it. */
export const isTurning = (heading: string): boolean =>
  UNSURE.test(heading) ||
  tokenise(heading).some(
    (token) => isNegative(token) || isReported(token) || /^examples?$/.test(textOf(token)),
  );
