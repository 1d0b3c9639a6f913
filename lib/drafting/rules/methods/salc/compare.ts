import { z } from "zod";
import { call, inBothProfiles, instructionOf, samplingOf, samplingParams } from "@/lib/drafting/rules/method";
import { criteriaOf, given, JUDGE, PAPER } from "@/lib/drafting/rules/methods/salc/paper";
import { verdict } from "@/lib/drafting/rules/output-formats";
import { bothOrders, inBothOrders, ordersOf, sidesOf } from "@/lib/drafting/rules/response-pairs";
import { template } from "@/lib/drafting/rules/template";
import type { DraftMethod } from "@/lib/drafting/schema";

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
type CompareParams = z.infer<typeof CompareParams>;

export function comparing(id: string, title: string, description: string, withFactors: boolean) {
  return inBothProfiles(
    (profile) =>
      ({
        id,
        version: "1",
        title,
        description,
        paper: PAPER,
        produces: "preference",
        subject: "pair",
        needs: withFactors ? ["pair", "criteria"] : ["pair"],
        templates: [compareTemplate.ref],
        params: CompareParams,
        retries: 2,
        most: (_, params) => ordersOf(params).length,
        plan: (input, params, fence) =>
          ordersOf(params).map((order) =>
            call({
              key: order,
              template: compareTemplate,
              slots: {
                instruction: instructionOf(input),
                ...sidesOf(input, order, "RESPONSE OF ASSISTANT"),
                reference: given(input),
                factors: withFactors ? criteriaOf(input) : "",
              },
              fence,
              form: verdict[profile],
              sampling: samplingOf(params, 1),
              order,
            }),
          ),
        reduce: (calls) => ({
          drafted: {
            values: [
              inBothOrders(calls, (said: "A" | "B", order) =>
                order === "AB" ? said : said === "A" ? "B" : "A",
              ),
            ],
          },
        }),
      }) satisfies Omit<DraftMethod<CompareParams>, "profile">,
  );
}
