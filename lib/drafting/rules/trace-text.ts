import { stopWords } from "@/lib/drafting/rules/wording";
import type { GeneratedResponseView, GeneratedUnit } from "@/lib/drafting/schema/generated";

const RULE = "=".repeat(72);

/** A unit's trace as text to read: the instruction, then each response with its answers, feedback and plan. */
export function traceAsText({ task, stopped, responses }: GeneratedUnit): string {
  const parts = [`\n${RULE}\nTask ${task.key}`, block("Instruction", task.instruction)];
  for (const response of responses) parts.push(responseAsText(response));
  if (stopped) parts.push(`Ended: ${stopWords(stopped)}.`);
  return `${parts.join("\n\n")}\n`;
}

function responseAsText(response: GeneratedResponseView): string {
  const { text, passed, trace, scores } = response;
  const heading = [
    responseName(response),
    passed && `${passed.yes} of ${passed.answered} answered yes`,
    trace.selfScore !== undefined && `own score ${ownScore(trace.selfScore)}`,
    ...Object.entries(scores).map(([name, value]) => `${name} ${value}`),
  ];
  const answers = trace.answers?.map(
    ({ question, answer }) => `[${answer === null ? "?" : answer === "yes" ? "Yes" : "No"}] ${question}`,
  );
  return [
    `--- ${heading.filter(Boolean).join(", ")}`,
    trace.plan && block("Plan", trace.plan),
    block("Response", text),
    answers && block("Checklist", answers.join("\n")),
    trace.feedback && block("Feedback", trace.feedback),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The score from 1 to 5 that the model gave its own response. */
export const ownScore = (score: number | null) => (score === null ? "not readable" : `${score} of 5`);

const block = (name: string, text: string) => `${name}:\n${text}`;

/** A response's part in its run: "Revision 2", "Candidate 3, selected". */
export function responseName({
  role,
  iteration,
  sample,
  isFinal,
}: Pick<GeneratedResponseView, "role" | "iteration" | "sample" | "isFinal">): string {
  switch (role) {
    case "answer":
      return `Response ${sample + 1}`;
    case "initial":
      return isFinal ? "First response, kept" : "First response";
    case "revised":
      return isFinal ? `Revision ${iteration}, final` : `Revision ${iteration}`;
    case "candidate":
      return isFinal ? `Candidate ${sample + 1}, selected` : `Candidate ${sample + 1}`;
    case "greedy":
      return "Greedy response";
  }
}
