import { bounded } from "@/lib/drafting/rules/bounds";
import { messagesWithoutHiddenTags } from "@/lib/drafting/rules/hidden-tags";
import type {
  CallPlan,
  DraftedUnit,
  DraftInput,
  DraftMethod,
  ModelAnswer,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";
import type { ChatMessage, CompletionRecord, CompletionRequest } from "@/lib/llm/schema";

/** Answers one planned call, with as many attempts as needed. */
type AnswerCall = (plan: CallPlan) => Promise<ParsedCall>;
/** Vectors of texts, or null without an embedding model. */
export type Embed = (texts: readonly string[]) => Promise<number[][] | null>;

const CALLS_AT_ONCE = 4;

/** Runs all stages of a method on one subject. */
export async function runStages(
  method: DraftMethod,
  input: DraftInput,
  params: unknown,
  fence: TextFence,
  { ask: call, embed }: { ask: AnswerCall; embed: Embed },
): Promise<DraftedUnit> {
  const made: ParsedCall[] = [];
  let planned = method.plan(input, params, fence);
  for (;;) {
    made.push(...(await inParallel(planned, CALLS_AT_ONCE, call)));
    const reduced = method.reduce(made, input, params, fence);
    if ("drafted" in reduced) return bounded(reduced.drafted);
    if ("embed" in reduced) return bounded(reduced.finish(await embed(reduced.embed)));
    planned = reduced.calls;
  }
}

async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  return results;
}

/**
 * The request for an attempt at a planned call, without characters that only models read. At temperature 0, where
 * the same answer would be returned, a repeated question gets a reminder of the format.
 */
export function requestOf(plan: CallPlan, attempt: number): CompletionRequest & { repaired: boolean } {
  const repaired = attempt > 0 && plan.sampling.temperature === 0;
  return {
    messages: messagesWithoutHiddenTags(repaired ? withReminder(plan) : plan.messages),
    sampling: plan.sampling,
    sampleIndex: plan.sampleIndex,
    attempt,
    ...(plan.schema && { schema: plan.schema }),
    repaired,
  };
}

function withReminder({ messages, reminder }: CallPlan): ChatMessage[] {
  const last = messages.length - 1;
  return messages.map((message, i) =>
    i === last ? { ...message, content: `${message.content}\n\n${reminder}` } : message,
  );
}

/** True if nothing is gained by asking again: the answer could be read, or the model would not give one. */
export function isFinal(outcome: ParsedCall["outcome"]): boolean {
  return outcome.ok || outcome.code === "refusal";
}

/** Gets a call and its answer, also one that could not be read. */
export type CallNote = (plan: CallPlan, record: CompletionRecord) => void;

/** Runs a method on one subject without storing anything: used by the command line. */
export function draftOnce(
  method: DraftMethod,
  input: DraftInput,
  params: unknown,
  fence: TextFence,
  client: {
    complete: (request: CompletionRequest) => Promise<CompletionRecord>;
    embed: Embed;
    noted?: CallNote | undefined;
  },
): Promise<DraftedUnit> {
  const call: AnswerCall = async (plan) => {
    for (let attempt = 0; ; attempt++) {
      const { repaired: _, ...request } = requestOf(plan, attempt);
      const record = await client.complete(request);
      client.noted?.(plan, record);
      const { text, finishReason, refusal } = record;
      const answer: ModelAnswer = { text, finishReason, ...(refusal && { refusal }) };
      const outcome = plan.read(answer);
      if (isFinal(outcome) || attempt >= method.retries) return { plan, text, outcome };
    }
  };
  return runStages(method, input, params, fence, { ask: call, embed: client.embed });
}
