import { z } from "zod";
import { instructionOf, samplingParams } from "@/lib/drafting/rules/method";
import { criteriaOf, given, JUDGE, PAPER } from "@/lib/drafting/rules/methods/salc/paper";
import { verdict } from "@/lib/drafting/rules/output-formats";
import { template } from "@/lib/drafting/rules/prompt-template";
import { bothOrders, sidesOf } from "@/lib/drafting/rules/response-pairs";
import { preferenceMethod } from "@/lib/drafting/rules/single-call";

const compareTemplate = template("salc.evaluate_relative", "1", [
  {
    role: "system",
    content: `${JUDGE}

You compare the responses of two assistants to an instruction. Neither the order in which they are shown nor what the
assistants are called may influence you.`,
  },
  {
    role: "user",
    content: `{{instruction}}

{{a}}

{{b}}

{{reference}}

{{factors}}

Which assistant's response is better?

{{form}}`,
  },
]);

const CompareParams = z.strictObject({
  ...bothOrders,
  ...samplingParams(2048),
});

export function comparing(id: string, title: string, description: string, withFactors: boolean) {
  return preferenceMethod({
    id,
    version: "2",
    title,
    description,
    paper: PAPER,
    needs: withFactors ? ["pair", "criteria"] : ["pair"],
    params: CompareParams,
    ask: {
      template: compareTemplate,
      form: verdict,
      slots: (input, order) => ({
        instruction: instructionOf(input),
        ...sidesOf(input, order, "RESPONSE OF ASSISTANT"),
        reference: given(input),
        factors: withFactors ? criteriaOf(input) : "",
      }),
    },
    winner: (verdict: "A" | "B", order) => (order === "AB" ? verdict : verdict === "A" ? "B" : "A"),
  });
}
