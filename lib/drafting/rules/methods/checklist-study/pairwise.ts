import { z } from "zod";
import { call, instructionOf, responseOf } from "@/lib/drafting/rules/method";
import type { Evaluation } from "@/lib/drafting/rules/methods/checklist-study/evaluation";
import { preferenceInconsistency } from "@/lib/drafting/rules/methods/checklist-study/inconsistency";
import { itemDrafts, reasonFor, whyNone } from "@/lib/drafting/rules/methods/checklist-study/item-drafts";
import { ASSISTANT } from "@/lib/drafting/rules/methods/checklist-study/paper";
import {
  answers,
  answersOf,
  checklistSlot,
  sampleKey,
  samples,
  sent,
} from "@/lib/drafting/rules/methods/checklist-study/samples";
import { jsonForm, pointOf } from "@/lib/drafting/rules/output-formats";
import { itemAnswers } from "@/lib/drafting/rules/parse/item-answers";
import { template } from "@/lib/drafting/rules/prompt-template";
import { majorityVote } from "@/lib/drafting/rules/votes";
import type { DraftedValue } from "@/lib/drafting/schema";

const pairTemplate = template("clstudy.pairwise", "1", [
  { role: "system", content: ASSISTANT },
  {
    role: "user",
    content: `Decide which of two responses to the input below is the better one.

{{instruction}}

{{first}}

{{second}}

{{checklist}}

{{form}}`,
  },
]);

const judge = z.union([z.literal(1), z.literal(2)]);

interface PairVote {
  judge: number;
  answers?: [Record<string, unknown>, Record<string, unknown>];
  reason: string;
}

function pairForm(items: number) {
  if (items === 0) {
    return jsonForm<PairVote>({
      name: "comparison",
      demand: `State the reason first, then decide. Write one JSON object:
{"reason": "<why>", "judge": <1 or 2, the number of the better response>}`,
      asked: z.strictObject({ reason: z.string(), judge }),
      read: z.object({ reason: z.string(), judge: pointOf(1, 2) }),
      rationale: ({ reason }) => reason,
    });
  }
  return jsonForm<PairVote>({
    name: "comparison",
    demand: `Answer each question of the checklist for each response with "yes", "no" or "n/a". Compare the answers, then
decide. Write one JSON object:
{"checklist": {"response_1": {"1": "<answer>", …}, "response_2": {"1": "<answer>", …}}, "judge": <1 or 2, the number of the better response>}`,
    asked: z.strictObject({
      checklist: z.strictObject({ response_1: answersOf(items), response_2: answersOf(items) }),
      judge,
    }),
    read: z
      .object({ checklist: z.object({ response_1: answers, response_2: answers }), judge: pointOf(1, 2) })
      .transform(({ checklist, judge: stated }) => ({
        judge: stated,
        answers: [checklist.response_1, checklist.response_2] as [
          typeof checklist.response_1,
          typeof checklist.response_2,
        ],
        reason: "",
      })),
  });
}

/** The first half of the samples sees A first. */
const orderOf = (sample: number, n: number) =>
  sample < Math.ceil(n / 2) ? ("AB" as const) : ("BA" as const);

/** Comparing two responses: half of the samples in each order, and the majority decides. */
export const pairwiseEvaluation: Evaluation = {
  kind: "pairwise",
  subject: "pair",
  need: "pair",
  produces: "preference",
  template: pairTemplate,
  inconsistency: preferenceInconsistency,
  plan: (profile, input, params, fence, { isGiven, stage = "" }) => {
    const form = pairForm(isGiven ? input.items.length : 0)[profile];
    return samples(params, (sampleIndex) => {
      const order = orderOf(sampleIndex, params.n);
      const [first, second] = order === "AB" ? [0, 1] : [1, 0];
      return call({
        key: `${stage}${sampleKey(sampleIndex)}`,
        template: pairTemplate,
        slots: {
          instruction: instructionOf(input),
          first: responseOf(input, first, "RESPONSE 1"),
          second: responseOf(input, second, "RESPONSE 2"),
          checklist: checklistSlot(input, isGiven),
        },
        fence,
        form,
        sampling: sent(params, sampleIndex),
        sampleIndex,
        order,
      });
    });
  },
  read: (calls, input, isGiven) => {
    const read = calls.map(({ plan, outcome }) => {
      if (!outcome.ok) return null;
      const { value } = outcome as { value: PairVote };
      const turned = plan.order === "BA";
      const shown = value.answers?.map((stated) => itemAnswers(stated, input.items.length));
      const [first, second] = shown ?? [];
      // A sample that lacks answers about one response is compared on neither.
      const both = first && second ? (turned ? [second, first] : [first, second]) : [];
      return {
        vote: (value.judge === 1) !== turned ? ("A" as const) : ("B" as const),
        a: both[0] ?? null,
        b: both[1] ?? null,
        reason: value.reason,
      };
    });
    const votes = read.map((one) => one?.vote ?? null);
    const value = majorityVote(votes.filter((vote) => vote !== null));
    const wrong = isGiven && read.some((one) => one && !one.a);
    const verdict: DraftedValue = {
      target: "preference",
      value,
      ...(value === null && { undecided: whyNone(calls) }),
      lines: reasonFor(read.find((one) => one?.vote === value)?.reason),
      votes,
      flags: wrong ? ["wrong_arity"] : [],
    };
    const [a, b] = input.responses;
    const answersOn = (side: "a" | "b", id: string | undefined) =>
      itemDrafts(
        input,
        calls,
        read.map((one) => one?.[side] ?? null),
        id,
      );
    return { verdict, items: isGiven ? [...answersOn("a", a?.id), ...answersOn("b", b?.id)] : [] };
  },
};
