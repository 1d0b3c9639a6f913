import { z } from "zod";
import { instructionOf, numbered, responseOf, samplingParams } from "@/lib/drafting/rules/method";
import { JUDGE, PAPER } from "@/lib/drafting/rules/methods/tick/paper";
import { integer } from "@/lib/drafting/rules/output-formats";
import { template } from "@/lib/drafting/rules/prompt-template";
import { bothOrders, sidesOf } from "@/lib/drafting/rules/response-pairs";
import { asOverallScore, preferenceMethod, singleCallMethod } from "@/lib/drafting/rules/single-call";

export const preferenceTemplate = template("tick.preference", "1", [
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

export const preference = preferenceMethod({
  id: "tick.preference",
  version: "2",
  title: "Direct preference",
  description: "One call says which of two responses is better, or that they are near-identical.",
  paper: PAPER,
  needs: ["pair"],
  params: PreferenceParams,
  ask: {
    template: preferenceTemplate,
    form: integer(1, 3),
    slots: (input, order) => ({ instruction: instructionOf(input), ...sidesOf(input, order) }),
  },
  winner: (verdict: number, order) => THREE[(order === "AB" ? verdict : 4 - verdict) - 1] ?? "tie",
});

const ANCHORS = `1: cannot be understood, or is wrong or unverifiable in what matters most.
2: hard to follow in places, or with small errors of fact or language, or without formatting that was essential.
3: useful and readable, free of errors of fact, with a slip or two of language at most; without insight.
4: the work of an expert: readable and free of errors, though its tone or length could be better.
5: as 4, and of just the right length and tone.`;

export const directTemplate = template("tick.direct", "1", [
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
  return singleCallMethod({
    id,
    version: "2",
    title,
    description,
    paper: PAPER,
    produces: "overall",
    subject: "response",
    needs: withChecklist ? ["response", "checklist"] : ["response"],
    params: DirectParams,
    ask: {
      key: "score",
      template: directTemplate,
      form: integer(1, 5),
      slots: (input) => ({
        instruction: instructionOf(input),
        response: responseOf(input),
        checklist: withChecklist
          ? [
              "These questions should guide your judgement without limiting it; you need not answer them one by one:",
              { label: "CHECKLIST", text: numbered(input.items) },
            ]
          : "",
      }),
    },
    reduce: asOverallScore,
  });
}
