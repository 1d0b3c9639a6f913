import { SIDE_ORDERS, type SideOrder } from "@/lib/dataset/schema";
import { call, inBothProfiles, instructionOf, MATERIAL, outcomeOf } from "@/lib/drafting/rules/method";
import {
  ChosenRules,
  type CompareParams,
  comparisonCalls,
  outputsOf,
} from "@/lib/drafting/rules/methods/llmbar/compare";
import { onlyLabel, reasonsAndLabel } from "@/lib/drafting/rules/methods/llmbar/formats";
import { labelsOf, orderKey, sideOf } from "@/lib/drafting/rules/methods/llmbar/orders";
import { PAPER, RULES, samplingFor } from "@/lib/drafting/rules/methods/llmbar/paper";
import { compareTemplates } from "@/lib/drafting/rules/methods/llmbar/shots";
import { type Choice, exchangeLabels } from "@/lib/drafting/rules/parse/chosen-output";
import { normalise } from "@/lib/drafting/rules/parse/normalise";
import { template } from "@/lib/drafting/rules/prompt-template";
import type {
  CallPlan,
  DraftInput,
  DraftMethod,
  OutputProfile,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";

const debateTemplate = template("llmbar.debate", "1", [
  {
    role: "system",
    content: `You review a debate about which of two outputs follows an instruction better, and decide it.\n\n${MATERIAL}`,
  },
  {
    role: "user",
    content: `Two assistants evaluated two outputs for the instruction below, and came to opposite verdicts: Assistant (a)
prefers Output (a), Assistant (b) prefers Output (b). Review what they say, and decide for yourself which output is the
better one.

{{rules}}

{{form}}

{{instruction}}

{{a}}

{{b}}

{{evaluationA}}

{{evaluationB}}

Which is better, Output (a) or Output (b)? {{form}}`,
  },
]);

/** An evaluation of the first stage: its order, the response it prefers, and its text. */
interface Evaluation {
  order: SideOrder;
  side: "A" | "B";
  text: string;
}

const REASONS = "reasons";

/** The evaluations of the first stage, if they contradict each other. */
function conflictIn(calls: readonly ParsedCall[], profile: OutputProfile): Evaluation[] | null {
  const evaluations = SIDE_ORDERS.flatMap((order): Evaluation[] => {
    const made = calls.find(({ plan }) => plan.key === orderKey(REASONS, order));
    const parsed = outcomeOf<Choice>(calls, orderKey(REASONS, order));
    if (!made || !parsed?.ok) return [];
    const text =
      profile === "faithful"
        ? normalise(made.text).text
        : `${parsed.rationale}\n\nOutput (${parsed.value}) is better.`;
    return [{ order, side: sideOf(parsed.value, order), text }];
  });
  const [first, second] = evaluations;
  return first && second && first.side !== second.side ? evaluations : null;
}

/** The second stage, in both orders: each evaluation under the name of the output that it prefers there. */
function debateCalls(
  evaluations: readonly Evaluation[],
  hasReasons: boolean,
  profile: OutputProfile,
  input: DraftInput,
  params: CompareParams,
  fence: TextFence,
): CallPlan[] {
  return SIDE_ORDERS.map((order) => {
    const by = (choice: Choice) => {
      const evaluation = evaluations.find(({ side }) => side === sideOf(choice, order)) as Evaluation;
      const { text } = evaluation;
      return {
        label: `EVALUATION BY ASSISTANT (${choice})`,
        text: evaluation.order === order ? text : exchangeLabels(text),
      };
    };
    return call({
      key: orderKey("debate", order),
      template: debateTemplate,
      slots: {
        instruction: instructionOf(input),
        ...outputsOf(input, order),
        evaluationA: by("a"),
        evaluationB: by("b"),
        rules: params.rules === false ? "" : RULES,
      },
      fence,
      form: (hasReasons ? reasonsAndLabel : onlyLabel)(params.reader)[profile],
      sampling: samplingFor(hasReasons ? "reasons" : "label", params),
      order,
    });
  });
}

/** Evaluates with reasons in both orders, and where the verdicts contradict, decides the debate between them. */
export function swapMethods(about: Pick<DraftMethod, "id" | "title" | "description">, hasReasons: boolean) {
  return inBothProfiles(
    (profile): Omit<DraftMethod<CompareParams>, "profile"> => ({
      ...about,
      version: "2",
      paper: PAPER,
      produces: "preference",
      subject: "pair",
      needs: ["pair"],
      templates: [compareTemplates[0].ref, debateTemplate.ref],
      params: ChosenRules,
      retries: 2,
      most: () => 2 * SIDE_ORDERS.length,
      plan: (input, params, fence) =>
        comparisonCalls(
          REASONS,
          {
            hasReasons: true,
            hasRules: params.rules !== false,
            shots: 0,
            given: { questions: "", reference: "" },
          },
          profile,
          input,
          params,
          fence,
        ),
      reduce: (calls, input, params, fence) => {
        if (calls.length > SIDE_ORDERS.length) return { drafted: { values: labelsOf(calls, "debate") } };
        const evaluations = conflictIn(calls, profile);
        return evaluations
          ? { calls: debateCalls(evaluations, hasReasons, profile, input, params, fence) }
          : { drafted: { values: labelsOf(calls, REASONS) } };
      },
    }),
  );
}
