import { MATERIAL } from "@/lib/drafting/rules/method";
import { template, type Untrusted } from "@/lib/drafting/rules/prompt-template";
import type { TextFence } from "@/lib/drafting/schema";
import type { JudgeSpec, JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import { MOST_INSTRUCTIONS } from "@/lib/judge/rules/instructions";
import type { Disagreement } from "@/lib/judge/schema/workshop";
import type { ChatMessage } from "@/lib/llm/schema";

/** Disagreements that are shown to the model, the worst. */
export const MOST_SHOWN = 15;
/** Characters of each text that are shown. */
const EXCERPT = 3000;

const PROMPT = template("judge.instructions", "1", [
  {
    role: "system",
    content: `You improve the instructions of a judge: a language model that judges texts.\n\n${MATERIAL}`,
  },
  {
    role: "user",
    content: `A judge gets this prompt. Names in double braces are replaced by the texts to be judged.

{{prompt}}

On the following texts it differs from people, and people are right.

{{disagreements}}

Write up to {{most}} instructions that would make the judge give what people give, on other texts as well. Each is one general rule in one sentence of its own, without a name or a quotation from these texts. Write one on a line, each line beginning with "- ", and nothing else.`,
  },
]);

const excerpt = (text: string) => (text.length > EXCERPT ? `${text.slice(0, EXCERPT)} …` : text);

function shown(
  { task, responses, item, label, people, judge }: Disagreement,
  n: number,
  subject: JudgeSubject,
) {
  const text = (name: string, content: string): Untrusted => ({ label: name, text: excerpt(content) });
  const kind = subject === "criterion" ? "CRITERION" : "QUESTION";
  return [
    `Case ${n + 1}.`,
    text("INSTRUCTION", task.instruction),
    ...responses.map((one, at) => text(responses.length > 1 ? `RESPONSE ${"AB"[at]}` : "RESPONSE", one.text)),
    ...(item ? [text(kind, item.text)] : []),
    `People: ${label}`,
    ...people.flatMap(({ value, explanation }) =>
      value === label && explanation.trim() !== "" ? [text("EXPLANATION", explanation.trim())] : [],
    ),
    `The judge: ${judge.value}`,
    ...(judge.lines.length > 0 ? [text("REASONS OF THE JUDGE", judge.lines.join("\n"))] : []),
  ];
}

/** The messages that ask a model for instructions. */
export function proposalMessages(
  { subject, system, user }: Pick<JudgeSpec, "subject" | "system" | "user">,
  disagreements: readonly Disagreement[],
  fence: TextFence,
): ChatMessage[] {
  const prompt = [system.trim(), user.trim()].filter((text) => text !== "").join("\n\n");
  return PROMPT.render(
    {
      prompt: { label: "PROMPT", text: prompt },
      disagreements: disagreements.slice(0, MOST_SHOWN).flatMap((one, n) => shown(one, n, subject)),
      most: String(MOST_INSTRUCTIONS),
    },
    fence,
  );
}
