import type { StubBehaviour, StubRequest } from "@/lib/llm/testing/stub";

const USAGE = { input: 100, output: 20 };

const between = (prompt: string, label: string) =>
  new RegExp(`<<<BEGIN ${label} \\w+>>>\\n([\\s\\S]*?)\\n<<<END ${label}`).exec(prompt)?.[1] ?? "";

/** Answers by their place in this list: the first one whose words are in the prompt. */
const ANSWERS: readonly (readonly [words: string, answer: (prompt: string) => string])[] = [
  // SALC's comparison.
  ["[[A]] if", () => "Feedback: both are read. [[A]]"],
  // The checklist study: checklists, then verdicts as JSON. The kind response is preferred with a checklist in view.
  [
    "Refined Checklist:",
    () => "Feedback:\n- Is it short? - [4]: so.\nRefined Checklist:\n- [[Is it short?]]\n- [[Is it kind?]]",
  ],
  ["[[", () => "[[Is it short?]]\n[[Is it kind?]]"],
  ["Rate the response to the input", rated],
  ["Decide which of two responses", comparison],
  // STICK: an answer that gets longer until both questions are answered yes.
  ["write the checklist", () => "Analysis: a.\nAnswer:\nIs it long enough?\nIs it very long?"],
  ["Improve your previous response", (prompt) => `Plan: longer\nAnswer: ${between(prompt, "RESPONSE")} more`],
  ["Look at the text", looked],
  ["Answer every question of the checklist", (prompt) => JSON.stringify(yesTo(between(prompt, "CHECKLIST")))],
  ["Judge how good", (prompt) => `Analysis: so.\nAnswer: ${prompt.includes("more") ? 4 : 2}`],
  // LLMBar.
  [
    "came to opposite verdicts",
    (prompt) => (prompt.includes("Write only the label") ? "Output (a)" : "So it is. Output (a) is better."),
  ],
  ["Propose at most three", () => "Is it short?\nIs it true?"],
  ["write nothing but your answer", () => "A good answer."],
  ["Rate its output", (prompt) => (prompt.includes("Dear friend") ? "8" : "3")],
  ["by this rubric", (prompt) => `Feedback: well. [RESULT] ${prompt.includes("Dear friend") ? 5 : 2}`],
  ["Your last sentence is the verdict", (prompt) => `So it is. Output (${kindOutput(prompt)}) is better.`],
  ["round of discussion", () => "I listen."],
  ["BEGIN OUTPUT (a)", (prompt) => `Output (${kindOutput(prompt)})`],
  ["Write another instruction", () => "Plan: of another kind\nAnswer:\nWrite a poem."],
  ["how it will differ from what", () => "Plan: it does not add\nAnswer:\nNumbers are old."],
  ["with the sum alone", () => "Answer: 9"],
  // CoEval.
  ["List the criteria", () => "1. Kindness: Is the letter kind?\n2. Length: Is it short?"],
  ["Give a score from", () => "1. It is fine.\n2. Score: 4"],
  ["give one overall score", () => "1. It is fine.\n2. Score: 4"],
  ["one overall score from 1", () => "4"],
  // SALC.
  [
    "one score from 1 to 10",
    (prompt) => `Feedback: read. [RESULT] ${prompt.includes("Dear friend") ? 9 : 3}`,
  ],
  ["one score from 1 to 5", (prompt) => `Feedback: read. [RESULT] ${prompt.includes("Dear friend") ? 5 : 2}`],
  ['"scoreA"', () => weighed({ scoreA: 5, weightA: 60, scoreB: 2, weightB: 40 })],
  ['"weight"', () => weighed({ score: 4, weight: 50 })],
  ["factors", () => "1. Kindness: is it kind?\n2. Length: is it short?"],
  // TICK's categories.
  ["Name every category that applies", () => "Analysis: so.\nAnswer: Length"],
];

/** The last resort: TICK's judgements, and a free text. */
const isScored = (prompt: string) => prompt.includes("one whole number from 1 to");

/** The answer of a model that every method of the papers can read. */
export function paperAnswer({ messages, n }: StubRequest): StubBehaviour {
  const prompt = messages.at(-1)?.content ?? "";
  const [, answer] = ANSWERS.find(([words]) => prompt.includes(words)) ?? [];
  const free = isScored(prompt) ? "Analysis: so.\nAnswer: 3" : `Dear reader, ${n}`;
  return { say: answer?.(prompt) ?? free, usage: USAGE };
}

function kindOutput(prompt: string): "a" | "b" {
  const shown = prompt.slice(
    prompt.lastIndexOf("<<<BEGIN OUTPUT (a)"),
    prompt.lastIndexOf("<<<BEGIN OUTPUT (b)"),
  );
  return shown.includes("Dear friend") ? "a" : "b";
}

/**
 * A comparison's answer: for odd tasks the response shown first, so that samples disagree; with a checklist that asks
 * for it the kind one.
 */
function comparison(prompt: string): string {
  const first = prompt.slice(prompt.indexOf("BEGIN RESPONSE 1"), prompt.indexOf("BEGIN RESPONSE 2"));
  const [, list = ""] = prompt.split("Use this checklist:");
  const isOdd = /number \d*[13579]\b/.test(prompt);
  const verdict = isOdd && !list.includes("kind?") ? 1 : first.includes("Dear friend") ? 1 : 2;
  const answers = yesTo(list);
  if (!answers) return JSON.stringify({ reason: "It is.", judge: verdict });
  return JSON.stringify({ checklist: { response_1: answers, response_2: answers }, judge: verdict });
}

/** Yes to every item of a numbered list; null where there is none. */
function yesTo(list: string): Record<string, string> | null {
  const items = (list.match(/^\d+\. /gm) ?? []).map((_, at) => [at + 1, "yes"]);
  return items.length === 0 ? null : Object.fromEntries(items);
}

/** The same judgement of both factors. */
const weighed = (judged: Record<string, number>) =>
  JSON.stringify({ factors: [1, 2].map((factor) => ({ factor, feedback: "It is.", ...judged })) });

function rated(prompt: string): string {
  const [, list = ""] = prompt.split("Use this checklist:");
  const rating = prompt.includes("Dear friend") ? 5 : 2;
  const checklist = yesTo(list);
  return JSON.stringify(checklist ? { checklist, rating } : { reason: "It is.", rating });
}

function looked(prompt: string): string {
  const wanted = between(prompt, "QUESTION").includes("very") ? 2 : 1;
  const isLong = between(prompt, "RESPONSE").split("more").length > wanted;
  const answer = isLong ? "YES" : "NO";
  return prompt.includes("Write one word") ? answer : `Analysis: counted.\nAnswer: ${answer}`;
}
