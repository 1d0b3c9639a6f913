import { SYSTEM } from "@/lib/drafting/rules/methods/llmbar/paper";
import { type Template, template } from "@/lib/drafting/rules/prompt-template";
import type { OutputProfile } from "@/lib/drafting/schema";
import type { ChatMessage } from "@/lib/llm/schema";

/** The question about one pair of outputs, around the texts to be judged. */
const asked = (
  texts: string,
) => `Two chatbots were given the instruction below. Which of their outputs, Output (a) or
Output (b), is the better one for it?

{{rules}}

{{form}}

${texts}

Which is better, Output (a) or Output (b)? {{form}}`;

interface Shot {
  instruction: string;
  a: string;
  b: string;
  /** The slot of the right label. */
  label: string;
}

/** Our own examples. The better outputs are (b) and (a), in this order. */
const SHOTS: readonly Shot[] = [
  {
    instruction: "In one word, what is the capital of Australia?",
    a: `Many people think of Sydney, the largest city of Australia. In fact the capital is Canberra, which was founded in 1913 as a
compromise between Sydney and Melbourne and lies about halfway between them.`,
    b: "Canberra.",
    label: "{{labelB}}",
  },
  {
    instruction: "Put this sentence into the past tense: “She walks to school every day.”",
    a: "She walked to school every day.",
    b: `Walking to school every day is good for your health! It wakes you up, saves money and is kind to the environment. Here
is how to make it a habit: leave ten minutes early, and find a friend who goes the same way.`,
    label: "{{labelA}}",
  },
];

/** The texts of an example, between marks like those of the texts to be judged. */
function example({ instruction, a, b }: Shot): string {
  const parts = { INSTRUCTION: instruction, "OUTPUT (a)": a, "OUTPUT (b)": b };
  return Object.entries(parts)
    .map(([label, text]) => `<<<BEGIN ${label} example>>>\n${text}\n<<<END ${label} example>>>`)
    .join("\n\n");
}

function compareTemplate(shots: number): Template {
  const turns = SHOTS.slice(0, shots).flatMap((shot): ChatMessage[] => [
    { role: "user", content: asked(example(shot)) },
    { role: "assistant", content: shot.label },
  ]);
  return template(shots === 0 ? "llmbar.compare" : `llmbar.compare+${shots}shot`, "1", [
    { role: "system", content: SYSTEM },
    ...turns,
    { role: "user", content: asked("{{instruction}}\n\n{{a}}\n\n{{b}}\n\n{{questions}}\n\n{{reference}}") },
  ]);
}

/** The prompt of a comparison, by the number of examples before it as turns of the conversation. */
export const compareTemplates = {
  0: compareTemplate(0),
  1: compareTemplate(1),
  2: compareTemplate(2),
} as const;

/** The right labels of the examples, in the required form of an answer. */
export function shotLabels(shots: number, profile: OutputProfile): Record<string, string> {
  const label = (letter: "a" | "b") =>
    profile === "faithful" ? `Output (${letter})` : JSON.stringify({ choice: letter });
  return { ...(shots > 0 && { labelB: label("b") }), ...(shots > 1 && { labelA: label("a") }) };
}
