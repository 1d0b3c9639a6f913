import { z } from "zod";
import {
  call,
  inBothProfiles,
  instructionOf,
  MATERIAL,
  numbered,
  outcomeOf,
  undecided,
} from "@/lib/drafting/rules/method";
import { MOST_QUESTIONS, questions, wholeText } from "@/lib/drafting/rules/methods/llmbar/formats";
import {
  type CommonParams,
  common,
  PAPER,
  QUESTION_RULES,
  samplingFor,
} from "@/lib/drafting/rules/methods/llmbar/paper";
import { type Slot, type Template, template } from "@/lib/drafting/rules/prompt-template";
import { lintQuestions } from "@/lib/drafting/rules/question-lints";
import type {
  CallPlan,
  DraftInput,
  DraftMethod,
  NoValueReason,
  OutputProfile,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";

/** Text that a model writes about an instruction before it judges outputs: once, for both orders. */
export type Auxiliary = "metrics" | "reference";

const metricsTemplate = template("llmbar.metrics", "1", [
  {
    role: "system",
    content: `You help to evaluate how well outputs follow an instruction, by naming what to look at.\n\n${MATERIAL}`,
  },
  {
    role: "user",
    content: `Propose at most three short questions by which to find out whether an output is a good answer to the
instruction below. Ask what matters for this very instruction and not for answers in general. The most important question
comes first.

{{rules}}

{{form}}

{{instruction}}

Now write the questions, three at most. {{form}}`,
  },
]);

const referenceTemplate = template("llmbar.reference", "1", [
  { role: "system", content: "You are a helpful assistant who answers concisely." },
  {
    role: "user",
    content:
      "Answer the instruction between the marks, and write nothing but your answer.\n\n{{instruction}}\n\n{{form}}",
  },
]);

export const auxiliaryTemplates: Record<Auxiliary, Template> = {
  metrics: metricsTemplate,
  reference: referenceTemplate,
};

export function auxiliaryCalls(
  parts: readonly Auxiliary[],
  profile: OutputProfile,
  input: DraftInput,
  params: CommonParams & { rules?: boolean | undefined },
  fence: TextFence,
): CallPlan[] {
  const instruction = instructionOf(input);
  return parts.map((part) =>
    part === "metrics"
      ? call({
          key: part,
          template: metricsTemplate,
          slots: { instruction, rules: params.rules === false ? "" : QUESTION_RULES },
          fence,
          form: questions[profile],
          sampling: samplingFor("questions", params),
        })
      : call({
          key: part,
          template: referenceTemplate,
          slots: { instruction },
          fence,
          form: wholeText(params.legacyLimits)[profile],
          sampling: samplingFor("reference", params),
        }),
  );
}

/** The slots of a comparison or rating from what was written before; or why there is none. */
export function auxiliarySlots(
  parts: readonly Auxiliary[],
  calls: readonly ParsedCall[],
): { slots: { questions: Slot; reference: Slot } } | { failed: NoValueReason } {
  const slots: { questions: Slot; reference: Slot } = { questions: "", reference: "" };
  for (const part of parts) {
    const parsed = outcomeOf<string[] | string>(calls, part);
    if (!parsed?.ok) return { failed: undecided(parsed) };
    if (typeof parsed.value === "string")
      slots.reference = [
        "An output that a strong assistant wrote for the instruction, for reference:",
        { label: "REFERENCE OUTPUT", text: parsed.value },
      ];
    else
      slots.questions = [
        "Questions on whether an output is good, the most important one first. Think them through for yourself, without writing answers:",
        { label: "QUESTIONS", text: numbered(parsed.value.map((text) => ({ text }))) },
      ];
  }
  return { slots };
}

const MetricsParams = z.strictObject(common);

/** The questions alone, as a checklist that people can review. */
export const metrics = inBothProfiles(
  (profile) =>
    ({
      id: "llmbar.metrics",
      version: "2",
      title: "LLMBar metrics, as a checklist",
      description: `At most ${MOST_QUESTIONS} questions on whether an output is good for the instruction, the most important one first.`,
      paper: PAPER,
      produces: "checklist",
      subject: "task",
      needs: [],
      templates: [metricsTemplate.ref],
      params: MetricsParams,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => auxiliaryCalls(["metrics"], profile, input, params, fence),
      reduce: (calls, { instruction }) => {
        const parsed = outcomeOf<string[]>(calls, "metrics");
        const texts = parsed?.ok ? parsed.value : [];
        const hints = lintQuestions(texts, instruction);
        const items = texts.map((text, at) => ({ text, flags: hints[at] ?? [] }));
        const flags = parsed?.ok ? parsed.flags : [undecided(parsed)];
        return { drafted: { rubric: { kind: "checklist" as const, items, flags }, values: [] } };
      },
    }) satisfies Omit<DraftMethod<z.infer<typeof MetricsParams>>, "profile">,
);
