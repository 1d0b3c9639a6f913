import { instructionOf } from "@/lib/drafting/rules/method";
import type { DraftInput, DraftMethod, LaterCalls, TextFence } from "@/lib/drafting/schema";
import { estimateTokens } from "@/lib/llm/price";

/** The most that something takes: calls, and the tokens of their prompts and answers. */
export interface Estimate {
  calls: number;
  input: number;
  output: number;
}

/** The most that a method takes on one subject, answers that cannot be read aside: computed without any call. */
export function estimateUnit(
  method: DraftMethod,
  input: DraftInput,
  params: unknown,
  fence: TextFence,
): Estimate {
  const planned = method.plan(input, params, fence);
  const calls = Math.max(planned.length, method.most(input, params));
  const tokens = planned.reduce((sum, plan) => sum + promptTokens(plan), 0);
  const output = planned.reduce((sum, { sampling }) => sum + sampling.maxOutputTokens, 0);
  const later = method.later
    ? laterTokens(input, method.later(params, input))
    : estimatedLater({ tokens, output, planned: planned.length, most: calls });
  return { calls, input: tokens + later.input, output: output + later.output };
}

/** Without bounds of its own: as long as the first calls plus their answers. */
function estimatedLater({
  tokens,
  output,
  planned,
  most,
}: Record<"tokens" | "output" | "planned" | "most", number>) {
  const share = planned === 0 ? 0 : (most - planned) / planned;
  return { input: share * (tokens + output), output: share * output };
}

/** The longest prompt of a method with bounds, without the texts it is filled with: tokens, rounded up. */
const LONGEST_PROMPT = 700;

/** Tokens of the marks around a text, rounded up. */
const MARKS = 30;

/** The most tokens of later stages: every earlier answer as long as it may be. */
function laterTokens(input: DraftInput, stages: readonly LaterCalls[]) {
  const instruction = estimateTokens(instructionOf(input).text) + LONGEST_PROMPT;
  const sums = { input: 0, output: 0 };
  for (const { calls, reads, shows = [], isWhole, writes } of stages) {
    const shown = shows.reduce((sum, text) => sum + estimateTokens(text) + MARKS, 0);
    sums.input += calls * ((isWhole ? 0 : instruction) + reads + shown);
    sums.output += calls * writes;
  }
  return sums;
}

/** The tokens of a planned prompt with its schema, estimated from its characters. */
export function promptTokens({
  messages,
  schema,
}: {
  messages: readonly { content: string }[];
  schema?: unknown;
}) {
  const messageTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content) + 4, 0);
  return messageTokens + (schema ? estimateTokens(JSON.stringify(schema)) : 0);
}
