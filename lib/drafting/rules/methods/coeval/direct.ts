import {
  call,
  drafted,
  inBothProfiles,
  outcomeOf,
  responseOf,
  samplingOf,
} from "@/lib/drafting/rules/method";
import { PAPER, Params, SYSTEM, taskAndInputOf } from "@/lib/drafting/rules/methods/coeval/paper";
import { bareScore } from "@/lib/drafting/rules/output-formats";
import { template } from "@/lib/drafting/rules/template";
import type { DraftMethod } from "@/lib/drafting/schema";

const directTemplate = template("coeval.direct", "2", [
  SYSTEM,
  {
    role: "user",
    content: `{{task}}

{{input}}

{{output}}

Give the output one overall score from 1 (the worst) to 5 (the best), without an explanation.

{{form}}`,
  },
]);

export const direct = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.direct",
      version: "2",
      title: "CoEval direct score",
      description: "One overall score from 1 to 5, without criteria and without an explanation.",
      paper: PAPER,
      produces: "overall",
      subject: "response",
      needs: ["response"],
      templates: [directTemplate.ref],
      params: Params,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => [
        call({
          key: "score",
          template: directTemplate,
          slots: { ...taskAndInputOf(input), output: responseOf(input, 0, "OUTPUT") },
          fence,
          form: bareScore(1, 5)[profile],
          sampling: samplingOf(params, 1),
        }),
      ],
      reduce: (calls, input) => ({
        drafted: { values: [drafted("overall", outcomeOf<number>(calls, "score"), input.responses[0]?.id)] },
      }),
    }) satisfies Omit<DraftMethod<Params>, "profile">,
);
