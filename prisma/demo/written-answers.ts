import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { ChatMessage } from "@/lib/llm/schema";

/** The label of recorded answers, which their calls, judges and runs bear. */
export const RECORDED = "Recorded for the demo: written by hand, no model was asked.";

/** A refinement as it was written down: the checklist, and each version with its answers and what was planned. */
const Refinement = z.strictObject({
  about: z.string(),
  task: z.string(),
  checklist: z.array(z.string()),
  versions: z.array(
    z.strictObject({
      plan: z.string().optional(),
      text: z.string(),
      answers: z.array(z.strictObject({ analysis: z.string(), answer: z.enum(["YES", "NO"]) })),
    }),
  ),
});

export const refinement = Refinement.parse(
  JSON.parse(readFileSync(fileURLToPath(new URL("./refinement.json", import.meta.url)), "utf8")),
);

/**
 * The answer that was written for a prompt of STICK or TICK: the checklist, the answer to one of its questions about one
 * version, the next version after one, or the first version.
 */
export function writtenAnswer({ messages }: { messages: readonly ChatMessage[] }): string {
  const { checklist, versions } = refinement;
  const prompt = messages.at(-1)?.content ?? "";
  const [about, next] = [0, 1].map((ahead) => {
    const at = versions.findIndex(({ text }) => prompt.includes(text));
    return at < 0 ? undefined : versions[at + ahead];
  });
  if (!about)
    return prompt.includes("write the checklist")
      ? `Analysis: ${RECORDED}\nAnswer:\n${checklist.join("\n")}`
      : (versions[0]?.text ?? "");
  if (prompt.includes("Improve your previous response")) return `Plan: ${next?.plan}\nAnswer: ${next?.text}`;
  const answer = about.answers[checklist.findIndex((question) => prompt.includes(question))];
  return `Analysis: ${answer?.analysis}\nAnswer: ${answer?.answer}`;
}
