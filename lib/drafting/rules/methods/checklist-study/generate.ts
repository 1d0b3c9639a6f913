import { z } from "zod";
import { MOST_ITEMS } from "@/lib/drafting/rules/bounds";
import {
  call,
  inBothProfiles,
  instructionOf,
  numbered,
  outcomeOf,
  undecided,
} from "@/lib/drafting/rules/method";
import { ASSISTANT, PAPER, sampling } from "@/lib/drafting/rules/methods/checklist-study/paper";
import {
  checklistFrom,
  checklistRequest,
  THREE_PROPERTIES,
} from "@/lib/drafting/rules/methods/tick/generate";
import { itemRatings } from "@/lib/drafting/rules/parse/item-ratings";
import { template } from "@/lib/drafting/rules/prompt-template";
import { bracketedQuestions, refinedQuestions } from "@/lib/drafting/rules/question-forms";
import { bankersRound } from "@/lib/drafting/rules/votes";
import type { DraftInput, DraftMethod, TextFence } from "@/lib/drafting/schema";

const writeTemplate = template("clstudy.generate", "1", [
  { role: "system", content: ASSISTANT },
  {
    role: "user",
    content: `Write a checklist by which an assistant's response to the input below can be evaluated. Each entry is a
question with these properties:
${THREE_PROPERTIES}
{{further}}

Analyse the input first, then write the checklist.

{{instruction}}

Now write the checklist for this input.

{{form}}`,
  },
]);

const tickingTemplate = template("clstudy.ticking", "1", [
  { role: "system", content: ASSISTANT },
  { role: "user", content: checklistRequest("") },
]);

const refineTemplate = template("clstudy.self_refine", "1", [
  { role: "system", content: ASSISTANT },
  {
    role: "user",
    content: `Below are an input and a checklist by which responses to it are to be evaluated. Improve the checklist.

Each question should have these properties:
${THREE_PROPERTIES}

First judge every question of the checklist by these properties: rate it from 1 to 5 and say why. Then write the refined
checklist: keep what is good, mend what is not, drop what is superfluous and add what is missing.

{{instruction}}

{{checklist}}

{{form}}`,
  },
]);

export const Policy = z.enum(["baseline", "specify", "length_0.5", "length_1.5", "self_refine", "ticking"]);
export type Policy = z.infer<typeof Policy>;

const POLICY_WORDS: Record<Policy, string> = {
  baseline: "the three properties of TICK's questions",
  specify: "and each question considers what good answers could look like",
  "length_0.5": "half as many questions as the baseline",
  "length_1.5": "half as many again as the baseline",
  self_refine: "the baseline, rated question by question and rewritten",
  ticking: "the prompt of TICK, without examples and in the study's format",
};

const POLICY_TITLES: Record<Policy, string> = {
  baseline: "Baseline checklist",
  specify: "Specified checklist",
  "length_0.5": "Half-length checklist",
  "length_1.5": "One-and-a-half-length checklist",
  self_refine: "Self-refined checklist",
  ticking: "TICK-style checklist",
};

const WriteParams = z.strictObject(sampling);
type WriteParams = z.infer<typeof WriteParams>;

const SPECIFY =
  "- It considers the answers that are possible or to be expected for this input, and asks for what they must hold.";

export function policyMethods(policy: Policy) {
  const twoStages = policy === "length_0.5" || policy === "length_1.5" || policy === "self_refine";
  return inBothProfiles((profile) => {
    const write = (key: string, input: DraftInput, params: WriteParams, fence: TextFence, further = "") =>
      call({
        key,
        template: writeTemplate,
        slots: { instruction: instructionOf(input), further },
        fence,
        form: bracketedQuestions[profile],
        sampling: params,
      });
    const ticking = (input: DraftInput, params: WriteParams, fence: TextFence) =>
      call({
        key: "checklist",
        template: tickingTemplate,
        slots: { instruction: instructionOf(input) },
        fence,
        form: bracketedQuestions[profile],
        sampling: params,
      });
    const second = (
      input: DraftInput,
      params: WriteParams,
      fence: TextFence,
      baseline: readonly string[],
    ) => {
      if (policy === "self_refine") {
        return call({
          key: "checklist",
          template: refineTemplate,
          slots: {
            instruction: instructionOf(input),
            checklist: { label: "CHECKLIST", text: numbered(baseline.map((text) => ({ text }))) },
          },
          fence,
          form: refinedQuestions[profile],
          sampling: params,
        });
      }
      const n = lengthOf(policy, baseline.length);
      const exactly = `- The checklist has exactly ${n} ${n === 1 ? "question" : "questions"}.`;
      return write("checklist", input, params, fence, exactly);
    };
    return {
      id: `clstudy.generate.${policy}`,
      version: policy === "ticking" ? "3" : "2",
      title: `${POLICY_TITLES[policy]} (policy ${policy})`,
      description: `Writes a checklist: ${POLICY_WORDS[policy]}.`,
      paper: PAPER,
      produces: "checklist",
      subject: "task",
      needs: [],
      templates: templatesOf(policy).map(({ ref }) => ref),
      params: WriteParams,
      retries: 3,
      most: () => (twoStages ? 2 : 1),
      plan: (input, params, fence) => {
        if (twoStages) return [write("baseline", input, params, fence)];
        if (policy === "ticking") return [ticking(input, params, fence)];
        return [write("checklist", input, params, fence, policy === "specify" ? SPECIFY : "")];
      },
      reduce: (calls, input, params, fence) => {
        const baseline = outcomeOf<string[]>(calls, "baseline");
        if (twoStages && !baseline?.ok) {
          const rubric = { kind: "checklist" as const, items: [], flags: [undecided(baseline)] };
          return { drafted: { rubric, values: [] } };
        }
        const questions = baseline?.ok ? baseline.value : [];
        if (twoStages && calls.length === 1) return { calls: [second(input, params, fence, questions)] };
        const rubric = checklistFrom(calls, input);
        const ratings = policy === "self_refine" ? itemRatings(rubric.rationale ?? "") : [];
        if (ratings.length > 0) rubric.ratings = ratings;
        const wanted = twoStages && policy !== "self_refine" ? lengthOf(policy, questions.length) : undefined;
        if (wanted !== undefined && rubric.items.length > 0 && rubric.items.length !== wanted) {
          rubric.flags.push("length_mismatch");
        }
        return { drafted: { rubric, values: [] } };
      },
    } satisfies Omit<DraftMethod<WriteParams>, "profile">;
  });
}

function templatesOf(policy: Policy) {
  if (policy === "ticking") return [tickingTemplate];
  return policy === "self_refine" ? [writeTemplate, refineTemplate] : [writeTemplate];
}

/** The number of questions to ask for: no more than a drafted rubric keeps. */
function lengthOf(policy: Policy, baseline: number): number {
  const wanted = bankersRound(baseline * (policy === "length_0.5" ? 0.5 : 1.5));
  return Math.min(MOST_ITEMS, Math.max(1, wanted));
}
