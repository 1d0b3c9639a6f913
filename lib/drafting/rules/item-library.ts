/*
 * Items that people wrote for any task. They are offered to reviewers of a rubric and never part of one by
 * themselves. The texts are recorded in studies: changing, adding or removing one makes a new library.
 */

/** Words about the same as an item; if one of them occurs, the item is not offered. */
interface LibraryItem {
  text: string;
  about: string;
}

const CHECKLIST: readonly LibraryItem[] = [
  {
    text: "Are all factual statements in the response correct?",
    about: "fact facts factual factually correct correctness accurate accurately accuracy true truthful",
  },
  {
    text: "Does the response deal with every part of the instruction?",
    about: "complete completely completeness fully thorough thoroughly exhaustive comprehensive",
  },
  {
    text: "Is everything in the response relevant to the instruction?",
    about: "relevant relevance irrelevant unrelated topic digress digression digressions",
  },
  {
    text: "Is the response free of statements that contradict each other?",
    about:
      "contradict contradicts contradiction contradictions contradictory consistent consistency inconsistent",
  },
  {
    text: "Is the response free of invented sources, names and figures?",
    about: "invent invented fabricate fabricated fabrication hallucinate hallucinated hallucination",
  },
  {
    text: "Is the response in the language of the instruction?",
    about: "language languages translate translated translation",
  },
  {
    text: "Is the response free of spelling and grammar mistakes?",
    about: "spelling grammar grammatical grammatically typo typos proofread",
  },
  {
    text: "Do the parts of the response stand in an order that is easy to follow?",
    about:
      "order ordered structure structured organize organized organise organised coherent coherence clear clearly clarity",
  },
  {
    text: "Is the response free of needless repetition?",
    about: "repeat repeats repeated repetition repetitions repetitive redundant redundancy concise concisely",
  },
  {
    text: "Does the response come to the point without announcing what it is going to say?",
    about: "preamble introduction announce announcing concise concisely direct directly",
  },
  {
    text: "Is the response free of content that insults or demeans people?",
    about: "insult insults insulting offend offensive demean demeaning toxic harmful respectful respectfully",
  },
];

const CRITERIA: readonly LibraryItem[] = [
  {
    text: "Correctness: whether what the response states is true.",
    about: "fact facts factual factually correct correctness accurate accuracy factuality true truthful",
  },
  {
    text: "Completeness: whether the response deals with everything the instruction asks for.",
    about: "complete completely completeness coverage fully thorough thoroughness comprehensive",
  },
  {
    text: "Relevance: whether everything in the response serves what the instruction asks for.",
    about: "relevant relevance irrelevant unrelated topic digress digression",
  },
  {
    text: "Clarity: whether the response is understood on first reading.",
    about: "clear clearly clarity readable readability understandable comprehensible",
  },
  {
    text: "Coherence: whether each part of the response fits those before it.",
    about: "coherent coherence consistent consistency structure structured organized organised flow",
  },
  {
    text: "Language: whether grammar, spelling and choice of words are sound.",
    about: "language grammar grammatical spelling fluent fluency style wording",
  },
];

export const LIBRARY = { checklist: CHECKLIST, criteria: CRITERIA } as const;
const TEXTS = new Set([...CHECKLIST, ...CRITERIA].map(({ text }) => text));

/** True if a wording is an item of the library. */
export function isOfLibrary(text: string): boolean {
  return TEXTS.has(text);
}
