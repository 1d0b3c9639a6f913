import { z } from "zod";
import {
  answerTokens,
  call,
  drafted,
  inBothProfiles,
  instructionOf,
  laterAs,
  MATERIAL,
  outcomeOf,
  responseOf,
} from "@/lib/drafting/rules/method";
import {
  type Auxiliary,
  auxiliaryCalls,
  auxiliarySlots,
  auxiliaryTemplates,
} from "@/lib/drafting/rules/methods/llmbar/auxiliary";
import { onlyScore } from "@/lib/drafting/rules/methods/llmbar/formats";
import {
  type CommonParams,
  common,
  PAPER,
  RATING_RULES,
  rulesBlock,
  samplingFor,
} from "@/lib/drafting/rules/methods/llmbar/paper";
import { FIXED_RUBRIC } from "@/lib/drafting/rules/methods/salc/score";
import { result } from "@/lib/drafting/rules/output-formats";
import { type Slot, type Template, template } from "@/lib/drafting/rules/prompt-template";
import type {
  CallPlan,
  DraftedValue,
  DraftInput,
  DraftMethod,
  MethodNeed,
  NoValueReason,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";

const LOWEST = 0;
const HIGHEST = 9;

const ratingTemplate = template("llmbar.rating", "1", [
  { role: "system", content: `You help to rate how well an output follows an instruction.\n\n${MATERIAL}` },
  {
    role: "user",
    content: `A chatbot was given the instruction below. Rate its output for it with one whole number from ${LOWEST} to
${HIGHEST}, where a higher number is better. Give no reasons.

{{rules}}

{{form}}

{{instruction}}

{{output}}

{{questions}}

{{reference}}

What is your rating of the output? {{form}}`,
  },
]);

const prometheusTemplate = template("prometheus.rate", "1", [
  {
    role: "system",
    content: `You are a fair judge of how well a response follows an instruction.\n\n${MATERIAL}${FIXED_RUBRIC}`,
  },
  {
    role: "user",
    content: `Judge the response to the instruction below by this rubric and nothing else. Write feedback along the rubric
first, and then one whole number from 1 to 5.

{{instruction}}

{{output}}

{{reference}}

{{form}}`,
  },
]);

const scoreKey = (response: number) => `score:${response}`;

/** One call for each output, which sees nothing of the other. */
function ratingCalls(
  make: (response: number) => Pick<Parameters<typeof call>[0], "template" | "slots" | "form" | "sampling">,
  fence: TextFence,
): CallPlan[] {
  return [0, 1].map((response) => call({ key: scoreKey(response), ...make(response), fence }));
}

/** Both scores, and the preference that follows from them: the larger one, or a tie. */
function rated(calls: readonly ParsedCall[], input: DraftInput): DraftedValue[] {
  const parsed = [0, 1].map((response) => outcomeOf<number>(calls, scoreKey(response)));
  const scores = parsed.map((one, at) => drafted("overall", one, input.responses[at]?.id));
  const [a, b] = scores;
  const preference = { target: "preference" as const, lines: [] };
  if (typeof a?.value === "number" && typeof b?.value === "number") {
    const value = a.value === b.value ? "tie" : a.value > b.value ? "A" : "B";
    return [...scores, { ...preference, value, flags: [] }];
  }
  const why = scores.find(({ value }) => value === null)?.undecided ?? "not_run";
  return [...scores, { ...preference, value: null, undecided: why, flags: [] }];
}

/** No score of either output, because an earlier stage failed. */
function unrated({ responses }: DraftInput, undecided: NoValueReason): DraftedValue[] {
  const none = { value: null, undecided, lines: [], flags: [] };
  const scores = responses.map(({ id }) => ({ ...none, target: "overall" as const, response: id }));
  return [...scores, { ...none, target: "preference" }];
}

interface RatingParams extends CommonParams {
  rules?: boolean | undefined;
}
const FixedRules: z.ZodType<RatingParams> = z.strictObject(common);
const ChosenRules: z.ZodType<RatingParams> = z.strictObject({ ...common, ...rulesBlock });

interface RatingEvaluator {
  id: string;
  title: string;
  description: string;
  rules: "always" | "never" | "chosen";
  auxiliary?: readonly Auxiliary[];
}

/** An evaluator that rates one output at a time, after what it writes once about the instruction. */
export function rating({ rules, auxiliary = [], ...about }: RatingEvaluator): DraftMethod<RatingParams>[] {
  return inBothProfiles((profile): Omit<DraftMethod<RatingParams>, "profile"> => {
    const rate = (
      given: { questions: Slot; reference: Slot },
      input: DraftInput,
      params: RatingParams,
      fence: TextFence,
    ) => {
      const hasRules = rules === "chosen" ? params.rules !== false : rules === "always";
      return ratingCalls(
        (response) => ({
          template: ratingTemplate,
          slots: {
            instruction: instructionOf(input),
            output: responseOf(input, response, "OUTPUT"),
            rules: hasRules ? RATING_RULES : "",
            ...given,
          },
          form: onlyScore(LOWEST, HIGHEST)[profile],
          sampling: samplingFor("label", params),
        }),
        fence,
      );
    };
    return {
      ...about,
      ...shape([ratingTemplate, ...auxiliary.map((part) => auxiliaryTemplates[part])], ["pair"]),
      params: rules === "chosen" ? ChosenRules : FixedRules,
      most: () => auxiliary.length + 2,
      ...(auxiliary.length > 0 && {
        later: (params: RatingParams, input: DraftInput) =>
          laterAs(
            (fence) => rate({ questions: "", reference: "" }, input, params, fence),
            answerTokens((fence) => auxiliaryCalls(auxiliary, profile, input, params, fence)),
          ),
      }),
      plan: (input, params, fence) =>
        auxiliary.length === 0
          ? rate({ questions: "", reference: "" }, input, params, fence)
          : auxiliaryCalls(auxiliary, profile, input, params, fence),
      reduce: (calls, input, params, fence) => {
        if (calls.length > auxiliary.length) return { drafted: { values: rated(calls, input) } };
        const written = auxiliarySlots(auxiliary, calls);
        return "failed" in written
          ? { drafted: { values: unrated(input, written.failed) } }
          : { calls: rate(written.slots, input, params, fence) };
      },
    };
  });
}

const shape = (templates: readonly Template[], needs: MethodNeed[]) => ({
  version: "2",
  paper: PAPER,
  produces: "preference" as const,
  subject: "pair" as const,
  needs,
  templates: templates.map(({ ref }) => ref),
  retries: 2,
});

/** Rates one output at a time by the five levels of a rubric, with or without the reference answer of the task. */
export function prometheus(
  about: Pick<DraftMethod, "id" | "title" | "description">,
  hasReference: boolean,
): DraftMethod<CommonParams>[] {
  return inBothProfiles((profile) => ({
    ...about,
    ...shape([prometheusTemplate], hasReference ? ["pair", "reference"] : ["pair"]),
    params: FixedRules,
    most: () => 2,
    plan: (input, params, fence) =>
      ratingCalls(
        (response) => ({
          template: prometheusTemplate,
          slots: {
            instruction: instructionOf(input),
            output: responseOf(input, response),
            reference: hasReference
              ? ["A reference answer that deserves a 5:", { label: "REFERENCE", text: input.reference ?? "" }]
              : "",
          },
          form: result(1, 5)[profile],
          sampling: samplingFor("turn", params),
        }),
        fence,
      ),
    reduce: (calls, input) => ({ drafted: { values: rated(calls, input) } }),
  }));
}
