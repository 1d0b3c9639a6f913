import type { ResponseRecord, TaskRecord } from "@/lib/dataset/schema";
import { methodById } from "@/lib/drafting/rules/methods";
import { fenceWith } from "@/lib/drafting/rules/prompt-template";
import type { DraftInput } from "@/lib/drafting/schema";
import type { Criterion } from "@/lib/export/rules/training/reviewed-criteria";
import type { ChatMessage } from "@/lib/llm/schema";

/** Delimiters of exported prompts. They need no secret, since nobody's verdict depends on them. */
const fence = fenceWith("countersign training data");

/** The methods whose prompts a tuned model is asked with, when it is used as a drafter or judge here. */
export type PromptMethod =
  | "salc.criteria_absolute"
  | "salc.criteria_relative"
  | "salc.evaluate_absolute"
  | "judge.plain_absolute";

/** The prompt that a method sends to a model, word for word as in a run. */
export function promptOf(
  method: PromptMethod,
  task: TaskRecord,
  responses: readonly ResponseRecord[],
  { criteria = [], params = {} }: { criteria?: readonly Criterion[]; params?: object } = {},
): { messages: readonly ChatMessage[]; hash: string } {
  const known = methodById(method);
  if (!known) throw new Error(`no method ${method}`);
  const input: DraftInput = {
    instruction: task.instruction,
    ...(task.input !== undefined && { input: task.input }),
    ...(task.messages && { turns: task.messages }),
    ...(task.reference !== undefined && { reference: task.reference }),
    responses: responses.map(({ id, text }) => ({ id, text })),
    items: criteria.map(({ name, text }, at) => ({ id: `${at + 1}`, ...(name !== null && { name }), text })),
  };
  const [plan] = known.plan(input, known.params.parse(params), fence);
  if (!plan) throw new Error(`${method} plans no call`);
  return { messages: plan.messages, hash: plan.template.hash };
}

const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Criteria as the parser of SALC’s criteria reads them: a numbered list with names in bold. */
export function criteriaText(criteria: readonly Criterion[]): string {
  return criteria
    .map(({ name, text }, at) => {
      const plain = onOneLine((name ?? "").replaceAll("*", "")).slice(0, 200);
      return `${at + 1}.) **${plain === "" ? `Factor ${at + 1}` : plain}** - ${onOneLine(text)}`;
    })
    .join("\n");
}

/** Feedback and score as the parser of scores reads them. */
export function feedbackText(feedback: readonly string[], score: number): string {
  return `Feedback: ${feedback.join("\n").trim()} [RESULT] ${score}`;
}
