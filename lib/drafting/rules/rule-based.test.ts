import fc from "fast-check";
import { expect, test } from "vitest";
import { prover } from "./proofs";
import { draftChecklist } from "./rule-based";

/** The proofs of all items of a checklist for one response. */
function proofsOf(instruction: string, response: string) {
  const prove = prover(instruction);
  return draftChecklist(instruction).map(({ text }) => prove(text, response));
}

const texts = (instruction: string) => draftChecklist(instruction).map(({ text }) => text);

test("quotes the requirements of an instruction and checks those that are checkable", () => {
  expect(
    texts(
      "Write an email to my boss and ask for a raise, but do not mention money; keep it under 100 words.",
    ),
  ).toEqual([
    "Does the response do what is asked here: “Write an email to my boss and ask for a raise”?",
    "Does the response respect this restriction: “do not mention money”?",
    "Does the response contain fewer than 100 words? (“keep it under 100 words.”)",
  ]);
});

test("a statement gives no item, and a question does", () => {
  expect(texts("I have a dime. What is it worth?")).toEqual([
    "Does the response answer the question “What is it worth?”?",
  ]);
});

test("nouns joined by and are one task", () => {
  expect(texts("List the pros and cons of remote work.")).toHaveLength(1);
});

test("the material of an instruction yields no items", () => {
  const items = texts("Translate the following text: Go home. Use 500 words. Do not stop.");
  expect(items).toEqual(["Does the response do what is asked here: “Translate the following text”?"]);
  expect(texts("Fix the code.\n\n```\nwrite(1); delete everything;\n```")).toHaveLength(1);
});

test("an unrecognised instruction gets one question, marked as the fallback", () => {
  const found = draftChecklist("Hallo, schreibe mir bitte einen Text.");
  expect(found).toEqual([
    {
      text: "Does the response do what the instruction asks?",
      span: null,
      kind: "fallback",
      check: null,
      hint: null,
    },
  ]);
});

test("checkable items are answered with evidence, all others are left to people", () => {
  const instruction = "Write a poem with exactly 3 stanzas without using the word 'love'.";
  const proofs = proofsOf(instruction, "a\nb\n\nc\nd\n\ne\nf");
  expect(proofs.map((proof) => proof?.value ?? proof?.provenance.undecided)).toEqual([
    "offline",
    "yes",
    "yes",
  ]);
  expect(proofs[1]?.provenance.evidence?.counts).toEqual({ blocks: 3 });
});

test("conventions that disagree leave an item to people", () => {
  const instruction = "Answer in exactly 5 words.";
  const [proof] = proofsOf(instruction, "don't ask me about it");
  expect(proof).toMatchObject({ value: null, provenance: { undecided: "verifier_borderline" } });
});

const tasks = [
  "Write a poem",
  "Summarize the article",
  "Give me three names for a cat",
  "Please explain recursion",
  "Translate it",
  "Can you suggest a gift",
  "You should draft a letter",
  "Your task is to rank the films",
  "Given a theme, list ideas",
  "Compose a haiku",
];
const constraints = [
  "in under 50 words",
  "without using commas",
  "using bullet points",
  "in exactly 3 sentences",
  "in all lowercase letters",
  "in JSON format with the keys a and b",
  "in French",
  "that contains the word 'tree'",
  "and do not mention money",
  "; keep it short",
];
const contexts = ["", "I have a dime. ", "My sister lives in Rome. ", "Note: it is urgent. "];
const inputs = [
  "",
  "\n\nInput: Buy now. Write 900 words. Avoid cats.",
  "\n\n```\nreturn write();\n```",
  '\n\n"Do not run. Use the stairs."',
];

const instructions = tasks.flatMap((task, t) =>
  constraints.flatMap((constraint, c) =>
    [0, 1].map((n) => `${contexts[(t + n) % 4]}${task} ${constraint}.${inputs[(c + n) % 4]}`),
  ),
);

test("two hundred instructions: every item quotes its span, and there are no other items", () => {
  expect(instructions).toHaveLength(200);
  for (const instruction of instructions) {
    const items = draftChecklist(instruction);
    expect(items.length).toBeGreaterThan(0);
    for (const { text, span } of items) {
      expect(span).not.toBeNull();
      if (!span) continue;
      expect(instruction.slice(span.start, span.end)).toBe(span.text);
      expect(text).toContain(span.text);
      // Nothing from the input or the context became a requirement.
      expect(span.text).not.toMatch(/dime|sister|900|stairs|Buy|return/);
    }
  }
});

test("any text at all: items quote their spans, in order, at most twelve, nothing scored", () => {
  const pieces = fc.oneof(
    fc.constantFrom(...tasks, ...constraints, ". ", "; ", " and ", ", ", "\n", "“", '"', "```", "?"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const instruction = parts.join(" ");
      const items = draftChecklist(instruction);
      expect(items.length).toBeLessThanOrEqual(12);
      let last = 0;
      for (const { text, span } of items) {
        if (!span) continue;
        expect(text).toContain(instruction.slice(span.start, span.end));
        expect(span.start).toBeGreaterThanOrEqual(last);
        last = span.start;
      }
      for (const proof of proofsOf(instruction, "Some text.")) {
        expect(Object.keys(proof ?? {}).sort()).toEqual(["lines", "provenance", "value"]);
        expect(["yes", "no", null]).toContain(proof?.value);
      }
    }),
    { numRuns: 200 },
  );
});

test.each(["Do not mention money and use the word 'wet'.", "Explain why people lie and use the word 'wet'."])(
  "words before a requirement that may deny or only mention it leave it to people: %s",
  (instruction) => {
    const items = draftChecklist(instruction);
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter(({ check }) => check !== null)).toEqual([]);
  },
);
