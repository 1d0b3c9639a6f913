import { createHash } from "node:crypto";
import { formOf } from "@/lib/drafting/rules/judge/form";
import { ORIGINAL_PROMPT_DIGESTS } from "@/lib/drafting/rules/judge/original-prompt-digests";
import { slotsOf } from "@/lib/drafting/rules/judge/slot-texts";
import { SLOTS } from "@/lib/drafting/rules/judge/slots";
import { call } from "@/lib/drafting/rules/method";
import { template } from "@/lib/drafting/rules/prompt-template";
import type { DraftInput } from "@/lib/drafting/schema";
import { type JudgeExample, JudgeSpec, type JudgeSubject, OUTPUTS } from "@/lib/drafting/schema/judge-spec";

/*
 * The words that Countersign itself writes into judges' prompts: marks around texts, their labels, scales, the headings of
 * examples and their answers. They are read from prompts for a made-up subject.
 */

type Words = Pick<JudgeSpec, "subject" | "output" | "profile">;

const ITEM = { id: "item", name: "Name", text: "Text" };
const POINTS = { min: 1, max: 3 };
const LABELS = { 1: "low", 3: "high" };
const SUBJECT: DraftInput = {
  ...{ instruction: "Instruction", input: "Input", reference: "Reference" },
  turns: [
    { role: "user", content: "Question" },
    { role: "assistant", content: "Answer" },
  ],
  responses: [
    { id: "a", text: "First" },
    { id: "b", text: "Second" },
  ],
  items: [],
};

const VALUES = { response: 2, label: "one", pair: "A", item: "yes", criterion: 2 } as const;

const exampleOf = (subject: JudgeSubject, instruction: string): JudgeExample => ({
  instruction,
  responses: subject === "pair" ? ["One", "Other"] : ["One"],
  ...((subject === "item" || subject === "criterion") && { question: "Text" }),
  ...(subject === "criterion" && { range: POINTS }),
  ...{ value: VALUES[subject], explanation: "Reasons", source: null },
});

/** The messages of a judge of this kind with every placeholder, or with its examples alone, and what follows an unreadable answer. */
function promptOf(
  { subject, output, profile }: Words,
  of: "texts" | "examples",
  labels: Record<string, string>,
) {
  const names = SLOTS[subject]
    .map(({ name }) => name)
    .filter((name) => name !== "form" && (name === "examples") === (of === "examples"));
  const spec = JudgeSpec.parse({
    ...{ subject, output, profile },
    user: "{{form}}",
    ...(subject === "response" && { scale: { ...POINTS, labels } }),
    ...(subject === "label" && {
      labels: { question: "q", options: [{ name: "one", hint: "Hint" }, { name: "other" }] },
    }),
    examples: of === "examples" ? ["First", "Second"].map((text) => exampleOf(subject, text)) : [],
  });
  const slots = slotsOf(spec, SUBJECT, "BA", { ...ITEM, points: { ...POINTS, labels } });
  const { messages, reminder } = call({
    key: "words",
    template: template("words", "1", [
      { role: "user", content: [...names, "form"].map((name) => `{{${name}}}`).join("\n\n") },
    ]),
    slots: Object.fromEntries(Object.entries(slots).filter(([name]) => names.includes(name))),
    fence: () => "0".repeat(64),
    // The form itself is in the hash of a version already.
    form: { ...formOf(spec), demand: "" },
    sampling: { temperature: 0, maxOutputTokens: 1 },
  });
  return [messages, reminder];
}

const digest = (content: unknown) =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);

const digestOf = (words: Words, of: "texts" | "examples") =>
  digest([promptOf(words, of, {}), promptOf(words, of, LABELS)]);

/** The words in texts depend on the subject alone, those of examples also on the form of the answer. */
function ownWords({ subject, output, profile }: Words, hasExamples: boolean): { key: string; own: string }[] {
  const texts: Words = { subject, output: OUTPUTS[subject][0], profile: "faithful" };
  const inTexts = { key: subject, own: digestOf(texts, "texts") };
  if (!hasExamples) return [inTexts];
  const inExamples = digestOf({ subject, output, profile }, "examples");
  return [inTexts, { key: `${subject} ${output} ${profile}`, own: inExamples }];
}

/** Digests of the words in a version's prompts that are no longer the first ones. */
export function changedPromptDigests(
  spec: JudgeSpec,
  first: Readonly<Record<string, string>> = ORIGINAL_PROMPT_DIGESTS,
): string[] {
  return ownWords(spec, spec.examples.length > 0).flatMap(({ key, own }) =>
    own === first[key] ? [] : [own],
  );
}
