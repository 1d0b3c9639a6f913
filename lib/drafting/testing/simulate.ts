import { fenceWith } from "@/lib/drafting/rules/prompt-template";
import type {
  CallPlan,
  DraftedUnit,
  DraftInput,
  DraftMethod,
  ModelAnswer,
  ParsedCall,
} from "@/lib/drafting/schema";

export const fence = fenceWith("a key for tests");

/**
 * Runs a method against a function as the model, stage by stage, each call once. `embeddings` counts the requests
 * for vectors.
 */
export function simulate<P>(
  method: DraftMethod<P>,
  input: DraftInput,
  params: unknown,
  model: (plan: CallPlan) => string | ModelAnswer,
  vectors: readonly (readonly number[])[] | null = null,
): { drafted: DraftedUnit; calls: ParsedCall[]; embeddings: number } {
  const known = method.params.parse(params);
  const calls: ParsedCall[] = [];
  let planned = method.plan(input, known, fence);
  for (;;) {
    for (const plan of planned) {
      const reply = model(plan);
      const answer: ModelAnswer = typeof reply === "string" ? { text: reply, finishReason: "stop" } : reply;
      calls.push({ plan, text: answer.text, outcome: plan.read(answer) });
    }
    const reduced = method.reduce(calls, input, known, fence);
    if ("drafted" in reduced) return { drafted: reduced.drafted, calls, embeddings: 0 };
    if ("embed" in reduced) return { drafted: reduced.finish(vectors), calls, embeddings: 1 };
    planned = reduced.calls;
  }
}
