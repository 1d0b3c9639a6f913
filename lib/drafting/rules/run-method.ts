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

/** Runs `act` on all items. After a failure it begins no further one, and throws the first failure once those under way have ended. */
async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  let failure: { error: unknown } | undefined;
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++)
      try {
        results[at] = await act(items[at] as T);
      } catch (error) {
        failure ??= { error };
        next = items.length;
      }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  if (failure) throw failure.error;
  return results;
}

/** Seeds between two attempts at a call: more than a method has samples, so that none shares its seed with another. */
const SEEDS_APART = 1000;

/**
 * The request for an attempt at a planned call, without characters that only models read. A repeated question differs
 * from the one before, whose answer would be returned: at temperature 0 it has a reminder of the format, above it another
 * seed, where one was given. With `asPlanned` it is sent as planned, without reminder and with the plan's seed: for a
 * question of which the endpoint read only a part.
 */
export function requestOf(
  plan: CallPlan,
  attempt: number,
  { asPlanned = false }: { asPlanned?: boolean } = {},
): CompletionRequest & { repaired: boolean } {
  const { temperature, seed } = plan.sampling;
  const repaired = attempt > 0 && !asPlanned && temperature === 0;
  return {
    messages: messagesWithoutHiddenTags(repaired ? withReminder(plan) : plan.messages),
    sampling:
      repaired || asPlanned || seed === undefined
        ? plan.sampling
        : { ...plan.sampling, seed: seed + attempt * SEEDS_APART },
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

/** True if every part of the answer could be read. */
export const isFullyRead = (outcome: ParsedCall["outcome"]): boolean => outcome.ok && !outcome.lacking;

/**
 * True if nothing is gained by asking again: the answer could be read, the model would not give one, or the endpoint has
 * no room for the prompt.
 */
export function isFinal(outcome: ParsedCall["outcome"]): boolean {
  return (
    isFullyRead(outcome) || (!outcome.ok && (outcome.code === "refusal" || outcome.code === "prompt_cut"))
  );
}

/** The newer of two attempts, unless only the earlier one could be read. */
export function betterOf(kept: ParsedCall | null, made: ParsedCall): ParsedCall {
  return kept?.outcome.ok && !made.outcome.ok ? kept : made;
}

/** The parts of a record that parsers read. */
export const modelAnswerOf = ({
  text,
  finishReason,
  refusal,
  promptCut,
}: Pick<CompletionRecord, "text" | "finishReason" | "refusal" | "promptCut">): ModelAnswer => ({
  ...{ text, finishReason },
  ...(refusal && { refusal }),
  ...(promptCut && { promptCut }),
});

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
    let kept: ParsedCall | null = null;
    for (let attempt = 0; ; attempt++) {
      const { repaired: _, ...request } = requestOf(plan, attempt);
      const record = await client.complete(request);
      client.noted?.(plan, record);
      const outcome = plan.read(modelAnswerOf(record));
      kept = betterOf(kept, { plan, text: record.text, outcome });
      if (isFinal(outcome) || attempt >= method.retries) return kept;
    }
  };
  return runStages(method, input, params, fence, { ask: call, embed: client.embed });
}
