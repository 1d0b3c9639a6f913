import { z } from "zod";
import { call, inBothProfiles, instructionOf, responseOf } from "@/lib/drafting/rules/method";
import { ASSISTANT } from "@/lib/drafting/rules/methods/checklist-study/paper";
import {
  answers,
  answersOf,
  checklistSlot,
  common,
  itemDrafts,
  type JudgeParams,
  reasonFor,
  response,
  sampleKey,
  samples,
  sent,
  whyNone,
} from "@/lib/drafting/rules/methods/checklist-study/samples";
import { jsonForm } from "@/lib/drafting/rules/output-formats";
import { itemAnswers } from "@/lib/drafting/rules/parse/item-answers";
import { template } from "@/lib/drafting/rules/template";
import { meanOrNull, roundHalfUp } from "@/lib/drafting/rules/votes";
import type { DraftedValue, DraftMethod } from "@/lib/drafting/schema";

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

const rating = z.int().min(1).max(5);

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
      asked: z.strictObject({ reason: z.string(), rating }),
      read: z.object({ reason: z.string(), rating }),
      rationale: ({ reason }) => reason,
    });
  }
  return jsonForm<ScoreVote>({
    name: "rating",
    demand: `Answer each question of the checklist with "yes", "no" or "n/a", then rate. Write one JSON object:
{"checklist": {"1": "<answer>", "2": "<answer>", …}, "rating": <1 to 5>}`,
    asked: z.strictObject({ checklist: answersOf(items), rating }),
    read: z
      .object({ checklist: answers, rating })
      .transform(({ checklist, rating: stated }) => ({ rating: stated, answers: checklist, reason: "" })),
  });
}

export function direct(given: boolean) {
  return inBothProfiles(
    (profile) =>
      ({
        ...common(given, "direct"),
        title: given ? "Rating with the checklist" : "Rating without a checklist",
        description: `Ten samples, ${given ? "each answering the checklist" : "each with a reason"}; the mean rating, rounded half up.`,
        produces: "overall",
        subject: "response",
        needs: given ? ["response", "checklist"] : ["response"],
        templates: [scoreTemplate.ref],
        plan: (input, params, fence) =>
          samples(params, (sampleIndex) =>
            call({
              key: sampleKey(sampleIndex),
              template: scoreTemplate,
              slots: {
                instruction: instructionOf(input),
                response: responseOf(input),
                checklist: checklistSlot(input, given),
              },
              fence,
              form: scoreForm(given ? input.items.length : 0)[profile],
              sampling: sent(params),
              sampleIndex,
            }),
          ),
        reduce: (calls, input) => {
          const read = calls.map(({ outcome }) => (outcome.ok ? (outcome.value as ScoreVote) : null));
          const ratings = read.map((one) => one?.rating ?? null);
          const average = meanOrNull(ratings.filter((one) => one !== null));
          const items = read.map((one) =>
            one?.answers ? itemAnswers(one.answers, input.items.length) : null,
          );
          const wrong = given && read.some((one, i) => one && !items[i]);
          const value = average === null ? null : roundHalfUp(average);
          const overall: DraftedValue = {
            target: "overall",
            ...response(input.responses[0]?.id),
            value,
            ...(value === null && { undecided: whyNone(calls) }),
            lines: reasonFor(read.find((one) => one?.rating === value)?.reason),
            votes: ratings,
            flags: wrong ? ["wrong_arity"] : [],
          };
          const values = given ? [...itemDrafts(input, items, input.responses[0]?.id), overall] : [overall];
          return { drafted: { values } };
        },
      }) satisfies Omit<DraftMethod<JudgeParams>, "profile">,
  );
}
