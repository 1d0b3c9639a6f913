import { z } from "zod";
import {
  call,
  drafted,
  inBothProfiles,
  instructionOf,
  numbered,
  outcomeOf,
  responseOf,
  samplingOf,
  samplingParams,
} from "@/lib/drafting/rules/method";
import { JUDGE, PAPER } from "@/lib/drafting/rules/methods/tick/paper";
import { integer } from "@/lib/drafting/rules/output-formats";
import { bothOrders, inBothOrders, ordersOf, sidesOf } from "@/lib/drafting/rules/response-pairs";
import { template } from "@/lib/drafting/rules/template";
import type { DraftMethod } from "@/lib/drafting/schema";

const preferenceTemplate = template("tick.preference", "1", [
  { role: "system", content: JUDGE },
  {
    role: "user",
    content: `Compare two responses to one instruction.

1: response A is better.
2: the two are near-identical. Only for trivial differences of wording: two equally good responses that say different
things still need a winner.
3: response B is better.

{{instruction}}

{{a}}

{{b}}

Which response is better: 1, 2 or 3?

{{form}}`,
  },
]);

const PreferenceParams = z.strictObject({
  ...bothOrders,
  ...samplingParams(1024),
});

const THREE = ["A", "tie", "B"] as const;

export const preference = inBothProfiles(
  (profile) =>
    ({
      id: "tick.preference",
      version: "1",
      title: "Direct preference",
      description: "One call says which of two responses is better, or that they are near-identical.",
      paper: PAPER,
      produces: "preference",
      subject: "pair",
      needs: ["pair"],
      templates: [preferenceTemplate.ref],
      params: PreferenceParams,
      retries: 2,
      most: (_, params) => ordersOf(params).length,
      plan: (input, params, fence) =>
        ordersOf(params).map((order) =>
          call({
            key: order,
            template: preferenceTemplate,
            slots: { instruction: instructionOf(input), ...sidesOf(input, order) },
            fence,
            form: integer(1, 3)[profile],
            sampling: samplingOf(params, 1),
            order,
          }),
        ),
      reduce: (calls) => ({
        drafted: {
          values: [
            inBothOrders(
              calls,
              (said: number, order) => THREE[(order === "AB" ? said : 4 - said) - 1] ?? "tie",
            ),
          ],
        },
      }),
    }) satisfies Omit<DraftMethod<z.infer<typeof PreferenceParams>>, "profile">,
);

const ANCHORS = `1: cannot be understood, or is wrong or unverifiable in what matters most.
2: hard to follow in places, or with small errors of fact or language, or without formatting that was essential.
3: useful and readable, free of errors of fact, with a slip or two of language at most; without insight.
4: the work of an expert: readable and free of errors, though its tone or length could be better.
5: as 4, and of just the right length and tone.`;

const directTemplate = template("tick.direct", "1", [
  { role: "system", content: JUDGE },
  {
    role: "user",
    content: `Judge how good a response to an instruction is, with one whole number from 1 to 5:
${ANCHORS}

{{instruction}}

{{response}}

{{checklist}}

Give the response one score from 1 to 5.

{{form}}`,
  },
]);

export const DirectParams = z.strictObject(samplingParams(1024));
export type DirectParams = z.infer<typeof DirectParams>;

export function directScoring(id: string, title: string, description: string, withChecklist: boolean) {
  return inBothProfiles(
    (profile) =>
      ({
        id,
        version: "1",
        title,
        description,
        paper: PAPER,
        produces: "overall",
        subject: "response",
        needs: withChecklist ? ["response", "checklist"] : ["response"],
        templates: [directTemplate.ref],
        params: DirectParams,
        retries: 2,
        most: () => 1,
        plan: (input, params, fence) => [
          call({
            key: "score",
            template: directTemplate,
            slots: {
              instruction: instructionOf(input),
              response: responseOf(input),
              checklist: withChecklist
                ? [
                    "These questions should guide your judgement without limiting it; you need not answer them one by one:",
                    { label: "CHECKLIST", text: numbered(input.items) },
                  ]
                : "",
            },
            fence,
            form: integer(1, 5)[profile],
            sampling: samplingOf(params, 1),
          }),
        ],
        reduce: (calls, input) => ({
          drafted: {
            values: [drafted("overall", outcomeOf<number>(calls, "score"), input.responses[0]?.id)],
          },
        }),
      }) satisfies Omit<DraftMethod<DirectParams>, "profile">,
  );
}
