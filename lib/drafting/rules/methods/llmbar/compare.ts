import { z } from "zod";
import { SIDE_ORDERS, type SideOrder } from "@/lib/dataset/schema";
import { answerTokens, call, inBothProfiles, instructionOf, laterAs } from "@/lib/drafting/rules/method";
import {
  type Auxiliary,
  auxiliaryCalls,
  auxiliarySlots,
  auxiliaryTemplates,
} from "@/lib/drafting/rules/methods/llmbar/auxiliary";
import { onlyLabel, reasonsAndLabel } from "@/lib/drafting/rules/methods/llmbar/formats";
import { labelsOf, noLabels, orderKey } from "@/lib/drafting/rules/methods/llmbar/orders";
import {
  type CommonParams,
  common,
  type LabelReader,
  PAPER,
  RULES,
  reading,
  rulesBlock,
  samplingFor,
} from "@/lib/drafting/rules/methods/llmbar/paper";
import { compareTemplates, shotLabels } from "@/lib/drafting/rules/methods/llmbar/shots";
import type { Slot } from "@/lib/drafting/rules/prompt-template";
import { sidesOf } from "@/lib/drafting/rules/response-pairs";
import type { CallPlan, DraftInput, DraftMethod, OutputProfile, TextFence } from "@/lib/drafting/schema";

export interface CompareParams extends CommonParams {
  reader: LabelReader;
  rules?: boolean | undefined;
}

/** Parameters of evaluators whose id says if they have rules, and of those whose run says so. */
const FixedRules: z.ZodType<CompareParams> = z.strictObject({ ...common, ...reading });
export const ChosenRules: z.ZodType<CompareParams> = z.strictObject({ ...common, ...reading, ...rulesBlock });

interface Comparison {
  hasReasons: boolean;
  hasRules: boolean;
  shots: 0 | 1 | 2;
  given: { questions: Slot; reference: Slot };
}

/** The two calls that compare a pair, one in each order. */
export function comparisonCalls(
  stage: string,
  { hasReasons, hasRules, shots, given }: Comparison,
  profile: OutputProfile,
  input: DraftInput,
  params: CompareParams,
  fence: TextFence,
): CallPlan[] {
  return SIDE_ORDERS.map((order) =>
    call({
      key: orderKey(stage, order),
      template: compareTemplates[shots],
      slots: {
        instruction: instructionOf(input),
        ...outputsOf(input, order),
        ...given,
        rules: hasRules ? RULES : "",
        ...shotLabels(shots, profile),
      },
      fence,
      form: (hasReasons ? reasonsAndLabel : onlyLabel)(params.reader)[profile],
      sampling: samplingFor(hasReasons ? "reasons" : "label", params),
      order,
    }),
  );
}

/** The two outputs under the labels of the prompts: the one shown first is (a). */
export function outputsOf(input: DraftInput, order: SideOrder) {
  const { a, b } = sidesOf(input, order);
  return { a: { ...a, label: "OUTPUT (a)" }, b: { ...b, label: "OUTPUT (b)" } };
}

interface Evaluator {
  id: string;
  title: string;
  description: string;
  /** Always, never, or as the run's parameter says. */
  rules: "always" | "never" | "chosen";
  hasReasons?: boolean;
  auxiliary?: readonly Auxiliary[];
  shots?: 0 | 1 | 2;
}

const NOTHING = { questions: "", reference: "" };

/** An evaluator that compares two outputs in both orders, after what it writes once about the instruction. */
export function compareMethods({
  rules,
  hasReasons = false,
  auxiliary = [],
  shots = 0,
  ...about
}: Evaluator) {
  const params = rules === "chosen" ? ChosenRules : FixedRules;
  return inBothProfiles((profile): Omit<DraftMethod<CompareParams>, "profile"> => {
    const compare = (
      given: Comparison["given"],
      input: DraftInput,
      chosen: CompareParams,
      fence: TextFence,
    ) => {
      const hasRules = rules === "chosen" ? chosen.rules !== false : rules === "always";
      return comparisonCalls("label", { hasReasons, hasRules, shots, given }, profile, input, chosen, fence);
    };
    return {
      ...about,
      version: "2",
      paper: PAPER,
      produces: "preference",
      subject: "pair",
      needs: ["pair"],
      templates: [compareTemplates[shots].ref, ...auxiliary.map((part) => auxiliaryTemplates[part].ref)],
      params,
      retries: 2,
      most: () => auxiliary.length + SIDE_ORDERS.length,
      ...(auxiliary.length > 0 && {
        later: (chosen: CompareParams, input: DraftInput) =>
          laterAs(
            (fence) => compare(NOTHING, input, chosen, fence),
            answerTokens((fence) => auxiliaryCalls(auxiliary, profile, input, chosen, fence)),
          ),
      }),
      plan: (input, chosen, fence) =>
        auxiliary.length === 0
          ? compare(NOTHING, input, chosen, fence)
          : auxiliaryCalls(auxiliary, profile, input, chosen, fence),
      reduce: (calls, input, chosen, fence) => {
        if (calls.length > auxiliary.length) return { drafted: { values: labelsOf(calls, "label") } };
        const written = auxiliarySlots(auxiliary, calls);
        return "failed" in written
          ? { drafted: { values: noLabels(written.failed) } }
          : { calls: compare(written.slots, input, chosen, fence) };
      },
    };
  });
}
