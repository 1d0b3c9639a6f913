import { z } from "zod";
import { meanOfKnown } from "@/lib/agreement/arithmetic-mean";
import { call, instructionOf, responseOf } from "@/lib/drafting/rules/method";
import type { Evaluation } from "@/lib/drafting/rules/methods/checklist-study/evaluation";
import { ratingInconsistency } from "@/lib/drafting/rules/methods/checklist-study/inconsistency";
import {
  itemDrafts,
  reasonFor,
  response,
  whyNone,
} from "@/lib/drafting/rules/methods/checklist-study/item-drafts";
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
import { roundHalfUp } from "@/lib/drafting/rules/votes";
import type { DraftedValue } from "@/lib/drafting/schema";

const scoreTemplate = template("clstudy.direct", "1", [
  { role: "system", content: ASSISTANT },
  {
    role: "user",
    content: `Rate the response to the input below from 1 to 5:
1: irrelevant; shows no understanding of the input.
2: hardly relevant; mostly wrong or confusing.
3: related to the input, but lacks details that matter, or is inaccurate.
4: mostly accurate and complete, with slight errors.
5: accurate, detailed, and just what was asked for.

{{instruction}}

{{response}}

{{checklist}}

{{form}}`,
  },
]);

const onScale = pointOf(1, 5);

interface ScoreVote {
  rating: number;
  answers?: Record<string, unknown>;
  reason: string;
}

function scoreForm(items: number) {
  if (items === 0) {
    return jsonForm<ScoreVote>({
      name: "rating",
      demand: `State the reason first, then rate. Write one JSON object: {"reason": "<why>", "rating": <1 to 5>}`,
      asked: z.strictObject({ reason: z.string(), rating: onScale }),
      read: z.object({ reason: z.string(), rating: onScale }),
      rationale: ({ reason }) => reason,
    });
  }
  return jsonForm<ScoreVote>({
    name: "rating",
    demand: `Answer each question of the checklist with "yes", "no" or "n/a", then rate. Write one JSON object:
{"checklist": {"1": "<answer>", "2": "<answer>", …}, "rating": <1 to 5>}`,
    asked: z.strictObject({ checklist: answersOf(items), rating: onScale }),
    read: z
      .object({ checklist: answers, rating: onScale })
      .transform(({ checklist, rating: stated }) => ({ rating: stated, answers: checklist, reason: "" })),
  });
}

/** Rating one response from 1 to 5: the mean of the samples, rounded half up. */
export const directEvaluation: Evaluation = {
  kind: "direct",
  subject: "response",
  need: "response",
  produces: "overall",
  template: scoreTemplate,
  inconsistency: ratingInconsistency,
  plan: (profile, input, params, fence, { isGiven, stage = "" }) => {
    const form = scoreForm(isGiven ? input.items.length : 0)[profile];
    return samples(params, (sampleIndex) =>
      call({
        key: `${stage}${sampleKey(sampleIndex)}`,
        template: scoreTemplate,
        slots: {
          instruction: instructionOf(input),
          response: responseOf(input),
          checklist: checklistSlot(input, isGiven),
        },
        fence,
        form,
        sampling: sent(params, sampleIndex),
        sampleIndex,
      }),
    );
  },
  read: (calls, input, isGiven) => {
    const read = calls.map(({ outcome }) => (outcome.ok ? (outcome.value as ScoreVote) : null));
    const ratings = read.map((one) => one?.rating ?? null);
    const average = meanOfKnown(ratings.filter((one) => one !== null));
    const items = read.map((one) => (one?.answers ? itemAnswers(one.answers, input.items.length) : null));
    const wrong = isGiven && read.some((one, i) => one && !items[i]);
    const value = average === null ? null : roundHalfUp(average);
    const [judged] = input.responses;
    const verdict: DraftedValue = {
      target: "overall",
      ...response(judged?.id),
      value,
      ...(value === null && { undecided: whyNone(calls) }),
      lines: reasonFor(read.find((one) => one?.rating === value)?.reason),
      votes: ratings,
      flags: wrong ? ["wrong_arity"] : [],
    };
    return { verdict, items: isGiven ? itemDrafts(input, calls, items, judged?.id) : [] };
  },
};
