import { z } from "zod";
import { MATERIAL, seedOf, seedParam } from "@/lib/drafting/rules/method";
import type { Sampling } from "@/lib/llm/schema";
import { CITATIONS } from "@/lib/protocol/rules/citations";

/*
 * Zeng et al. (2024), LLMBar: evaluators that compare two outputs in both orders, or rate one output at a time. The
 * prompts are in our own words.
 */

export const PAPER = CITATIONS.llmbar;

export const SYSTEM = `You help to evaluate how well outputs follow an instruction. Your goal is to select the best output
for it.\n\n${MATERIAL}`;

const FOLLOWING = `1. Ask first whether an output carries out the instruction: honestly, precisely and closely. Only then do
helpfulness, accuracy, level of detail and harmlessness count.
2. An output that does more or less than the instruction asks for does not carry it out precisely.`;

/** The rules of comparison. Methods with these rules are marked with an asterisk. */
export const RULES = `Rules:
${FOLLOWING}
3. Be free of bias. The order of the outputs means nothing: either of them is equally likely to be the better one.`;

/** The rules for one output at a time. */
export const RATING_RULES = `Rules:\n${FOLLOWING}\n3. Be free of bias.`;

/** The rules as they are for questions about an instruction. */
export const QUESTION_RULES = `Rules:
1. What matters is whether an output carries out the instruction: honestly, precisely and closely.
2. An output that does more or less than the instruction asks for does not carry it out precisely.`;

/** Parsers of labels: our own, or the patterns of the released scripts. */
export const LabelReader = z.enum(["strict", "released"]);
export type LabelReader = z.infer<typeof LabelReader>;

/** The parameters of all LLMBar evaluators. */
export const common = {
  temperature: z
    .number()
    .min(0)
    .max(2)
    .default(0)
    .meta({ title: "Temperature", description: "The paper’s is 0." }),
  maxOutputTokens: z.int().min(1).max(200_000).optional().meta({
    title: "Max tokens",
    description: "For every call. Empty: by stage. Reasoning models need more.",
  }),
  ...seedParam,
  legacyLimits: z.boolean().default(false).meta({
    title: "The paper’s token limits",
    description:
      "50 for a label, 300 with reasons, 150 for questions, 384 for a reference. Off: four times as many.",
  }),
};

export const reading = {
  reader: LabelReader.default("strict").meta({
    title: "Labels are read",
    description:
      "strict: an answer that names both outputs has no label. released: by the patterns of LLMBar’s own scripts, which take Output (a) then.",
  }),
};

export const rulesBlock = {
  rules: z
    .boolean()
    .default(true)
    .meta({ title: "Rules", description: "The three rules of evaluation, for which the asterisk stands." }),
};

/** Limits of the released configurations, by stage; of a turn of a debate those of ChatEval. */
const LEGACY = { label: 50, reasons: 300, questions: 150, reference: 384, turn: 512 };

export interface CommonParams {
  temperature: number;
  maxOutputTokens?: number | undefined;
  seed?: number;
  legacyLimits: boolean;
}

/** Temperature 0, and the token limit of a stage. */
export function samplingFor(stage: keyof typeof LEGACY, params: CommonParams): Sampling {
  const limit = LEGACY[stage] * (params.legacyLimits ? 1 : 4);
  return {
    temperature: params.temperature,
    maxOutputTokens: params.maxOutputTokens ?? limit,
    ...seedOf(params, 0),
  };
}
