import { categorise } from "@/lib/drafting/rules/methods/tick/categorise";
import { evaluate, evaluateWithEvidence, pairwise } from "@/lib/drafting/rules/methods/tick/evaluate";
import { evaluateBatch } from "@/lib/drafting/rules/methods/tick/evaluate-batch";
import { generate } from "@/lib/drafting/rules/methods/tick/generate";
import { directScoring, preference } from "@/lib/drafting/rules/methods/tick/judge";

/**
 * Cook et al. (2024), TICK: a model writes a checklist for an instruction and answers it; the share of
 * questions answered yes is the score.
 */
export const tickMethods = [
  ...generate,
  ...evaluate,
  ...evaluateWithEvidence,
  ...evaluateBatch,
  ...pairwise,
  ...preference,
  ...directScoring("tick.direct", "Direct score", "One call scores the response from 1 to 5.", false),
  ...directScoring(
    "tick.check_then_score",
    "Score with the checklist in view",
    "As the direct score, with the checklist to guide the judge, who does not answer it.",
    true,
  ),
  ...categorise,
];
