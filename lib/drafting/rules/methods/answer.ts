import { z } from "zod";
import { outcomeOf, samplingOf, samplingParams, undecided } from "@/lib/drafting/rules/method";
import { wholeResponse } from "@/lib/drafting/rules/output-formats";
import { template } from "@/lib/drafting/rules/prompt-template";
import type {
  CallPlan,
  DraftInput,
  DraftMethod,
  GeneratedText,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";
import type { ChatMessage, Sampling } from "@/lib/llm/schema";

/** The instruction alone: it is addressed to the model, so nothing is said about it and nothing delimits it. */
const answerTemplate = template("answer", "1", [
  { role: "system", content: "{{system}}" },
  { role: "user", content: "{{instruction}}" },
]);
export const answerTemplateRef = answerTemplate.ref;

export const generationParams = {
  topP: z.number().gt(0).max(1).optional().meta({ title: "Top p", description: "Empty: left to the model." }),
  system: z.string().max(4000).default("").meta({
    title: "System prompt",
    description: "Empty: none, the model reads the instruction alone.",
  }),
};

const AnswerParams = z.strictObject({
  samples: z
    .int()
    .min(1)
    .max(64)
    .default(1)
    .meta({ title: "Responses per task", description: "Each is a sample of its own." }),
  ...generationParams,
  ...samplingParams(4096),
});
type AnswerParams = z.infer<typeof AnswerParams>;

interface Generation {
  system: string;
  topP?: number;
  temperature?: number;
  maxOutputTokens: number;
  seed?: number;
}

/** The sampling of one response among several. */
export function generationSampling(
  params: Generation,
  samples: number,
  sampleIndex = 0,
): Sampling & { temperature: number } {
  const { temperature = 0, ...sampling } = samplingOf(params, samples, sampleIndex);
  return {
    ...sampling,
    temperature,
    ...(params.topP !== undefined && { topP: params.topP }),
  };
}

interface AnswerCall {
  key: string;
  system: string;
  sampling: Sampling;
  sampleIndex: number;
  fence: TextFence;
}

const REMINDER = "Your last answer was empty or cut off. Answer in full, within the space there is.";

/** A call that answers the instruction as a user would send it: earlier turns as such, then the instruction. */
export function answerCall(
  input: DraftInput,
  { key, system, sampling, sampleIndex, fence }: AnswerCall,
): CallPlan {
  const instruction = input.input ? `${input.instruction}\n\n${input.input}` : input.instruction;
  const [first, last] = answerTemplate.render({ system, instruction }, fence);
  const turns = (input.turns ?? []).map(
    ({ role, content }): ChatMessage => ({ role: role === "assistant" ? "assistant" : "user", content }),
  );
  const messages = [...(first?.content ? [first] : []), ...turns, ...(last ? [last] : [])];
  return {
    key,
    template: answerTemplate.promptRef({ system, instruction: { label: "INSTRUCTION", text: "" } }, [
      REMINDER,
    ]),
    messages: inTurns(messages),
    sampling,
    sampleIndex,
    reminder: REMINDER,
    read: wholeResponse.read,
  };
}

/** Several turns of one role in a row as one, because some providers refuse them. */
function inTurns(messages: readonly ChatMessage[]): ChatMessage[] {
  const turns: ChatMessage[] = [];
  for (const { role, content } of messages) {
    const before = turns.at(-1);
    if (before?.role === role) before.content += `\n\n${content}`;
    else turns.push({ role, content });
  }
  return turns;
}

const sampleKey = (sample: number) => `response sample:${sample}`;

/** Plain responses to the task. */
export const answer: DraftMethod<AnswerParams> = {
  id: "answer",
  version: "1",
  profile: "faithful",
  title: "Answer the instruction",
  description:
    "The model answers each task, once or several times. The responses stay with the run, or are added to the dataset to be judged like any others.",
  paper: "Responses by a model",
  produces: "responses",
  subject: "task",
  needs: [],
  templates: [answerTemplate.ref],
  params: AnswerParams,
  retries: 2,
  most: (_, { samples }) => samples,
  mostResponses: ({ samples }) => samples,
  plan: (input, params, fence) =>
    Array.from({ length: params.samples }, (_, sampleIndex) =>
      answerCall(input, {
        key: sampleKey(sampleIndex),
        system: params.system,
        sampling: generationSampling(params, params.samples, sampleIndex),
        sampleIndex,
        fence,
      }),
    ),
  reduce: (calls, _, params) => {
    const responses = Array.from({ length: params.samples }, (_, sample) =>
      responseFrom(calls, sampleKey(sample), { role: "answer", sample, isFinal: true }),
    ).filter((response) => response !== null);
    const failed = outcomeOf(calls, sampleKey(0));
    return {
      drafted: {
        values: [],
        responses,
        ...(responses.length === 0 && { undecided: undecided(failed) }),
      },
    };
  },
};

/** The response of a call, not judged yet; null when it could not be parsed. */
export function responseFrom(
  calls: readonly ParsedCall[],
  key: string,
  about: Pick<GeneratedText, "role" | "sample" | "isFinal"> & { iteration?: number },
): GeneratedText | null {
  const outcome = outcomeOf<string>(calls, key);
  if (!outcome?.ok) return null;
  const plan = calls.find((made) => made.plan.key === key)?.plan;
  return {
    iteration: 0,
    ...about,
    text: outcome.value,
    temperature: plan?.sampling.temperature ?? null,
    passed: null,
    trace: {},
    flags: outcome.flags,
  };
}
