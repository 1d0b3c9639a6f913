import { expect, test } from "vitest";
import { prover } from "@/lib/drafting/rules/proofs";
import { draftChecklist, type RuleBasedItem } from "@/lib/drafting/rules/rule-based";
import { questionOf } from "@/lib/verifier/questions";

/** Topics of instructions; the nonsense words mark what must never become a requirement. */
const TOPICS = [
  "whales",
  "the night train",
  "bread",
  "old maps",
  "a lighthouse",
  "rain",
  "chess",
  "Dr. Amina Yusuf",
];

/** Forms of instructions, with the least number of requirements to be found in each. */
const SHAPES: [string, number, (topic: string) => string][] = [
  ["one task", 1, (t) => `Write a poem about ${t}.`],
  ["one question", 1, (t) => `What is known about ${t}?`],
  ["a polite request", 1, (t) => `Could you please explain ${t} to a child?`],
  ["a context before the question", 1, (t) => `My sister zorbled ${t}. Why do people like it?`],
  ["a semicolon", 2, (t) => `Describe ${t}; keep the tone formal.`],
  ["a second verb", 2, (t) => `Summarize what is known about ${t} and list three sources.`],
  ["and then", 2, (t) => `Explain ${t}, and then write a short quiz about it.`],
  ["nouns joined by and", 1, (t) => `List the pros and cons of ${t}.`],
  ["a prohibition", 2, (t) => `Write about ${t}, but do not mention money.`],
  ["a limit at the end", 2, (t) => `Describe ${t} in under 15 words.`],
  ["using", 1, (t) => `Explain ${t} using bullet points.`],
  ["without", 2, (t) => `Write a note on ${t} without using the word 'very'.`],
  ["a format with keys", 1, (t) => `Describe ${t} in JSON format with the following keys: name, origin.`],
  ["a numbered list", 3, (t) => `Write about ${t}:\n1. Use exactly 3 sentences.\n2. Do not use commas.`],
  ["bullets", 2, (t) => `Write about ${t}.\n- Keep it simple.\n- Mention the sea.`],
  ["an abbreviation", 2, (t) => `Write to Mr. Jones about ${t}. Use at most 50 words.`],
  ["a quotation", 1, (t) => `Translate "Zorble it. Write 900 words!" into French, with ${t} in mind.`],
  ["code", 1, (t) => `Fix the comments about ${t}.\n\n\`\`\`\nwrite(zorble); return 900;\n\`\`\``],
  ["an address", 1, (t) => `Summarize https://example.org/zorble?write=900 for readers of ${t}.`],
  ["an input", 1, (t) => `Rewrite the note about ${t}.\n\nInput: Zorble now. Write 900 words. Avoid cats.`],
  ["the following text", 1, (t) => `Summarize the following text about ${t}: Zorble it. Use 900 words.`],
  [
    "a long passage",
    1,
    (t) => `Summarize it for fans of ${t}.\n\n${"The zorble stood still that year. ".repeat(15)}`,
  ],
  ["a role", 1, (t) => `You are a zorble. Your task is to rank the films about ${t}.`],
  ["a wish", 1, (t) => `I want you to compose a haiku about ${t}.`],
  ["another language", 0, (t) => `Schreibe mir bitte etwas über ${t}.`],
];

const instructions = SHAPES.flatMap(([shape, least, make]) =>
  TOPICS.map((topic) => ({ shape, least, instruction: make(topic) })),
);

/** Words of an item that are not from the instruction: a fixed frame around the quotation. */
const FRAMES = new Set([
  "Does the response answer the question “…”?",
  "Does the response do what is asked here: “…”?",
  "Does the response follow this requirement: “…”?",
  "Does the response respect this restriction: “…”?",
]);

function isMadeUp({ text, span, check, kind }: RuleBasedItem): boolean {
  if (!span) return kind !== "fallback" || text !== "Does the response do what the instruction asks?";
  if (FRAMES.has(text.replace(`“${span.text}”`, () => "“…”"))) return false;
  return !check || text !== `${questionOf(check)} (“${span.text}”)`;
}

test("there are two hundred instructions of twenty-five shapes", () => {
  expect(new Set(instructions.map(({ instruction }) => instruction)).size).toBe(200);
});

test.each(SHAPES)("%s: every item quotes its span, and no criterion is made up", (shape, least) => {
  for (const { instruction } of instructions.filter((one) => one.shape === shape)) {
    const items = draftChecklist(instruction);
    const quoting = items.filter(({ span }) => span !== null);
    expect(quoting.length, instruction).toBeGreaterThanOrEqual(least);
    expect(items.length).toBeLessThanOrEqual(12);
    for (const item of items) {
      expect(isMadeUp(item), item.text).toBe(false);
      if (item.span) expect(instruction.slice(item.span.start, item.span.end)).toBe(item.span.text);
    }
    // Material and narration contain no requirements. A task may quote them.
    for (const { kind, span } of quoting) if (kind !== "task") expect(span?.text).not.toMatch(/zorble|900/i);
    expect(draftChecklist(instruction)).toEqual(items);
  }
});

test("answers to them are yes, no or left to people: no score, no preference, no confidence", () => {
  for (const { instruction } of instructions) {
    const prove = prover(instruction);
    for (const item of draftChecklist(instruction)) {
      const proof = prove(item.text, "- One.\n- Two.\n\nThe sea, without money.");
      if (!proof) throw new Error(`no proof was tried: ${item.text}`);
      const { value, lines, provenance, ...others } = proof;
      expect(others).toEqual({});
      expect([...["yes", "no"], null]).toContain(value);
      expect(provenance.undecided === null).toBe(value !== null);
      expect(lines.length > 0).toBe(value !== null);
      if (item.check) continue;
      expect([value, provenance.undecided]).toEqual([null, "offline"]);
      if (!item.hint) expect(provenance.evidence).toBeNull();
    }
  }
});
