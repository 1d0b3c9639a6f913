import { responseOf } from "@/lib/drafting/rules/method";
import { PAPER, Params, SYSTEM, taskAndInputOf } from "@/lib/drafting/rules/methods/coeval/paper";
import { bareScore } from "@/lib/drafting/rules/output-formats";
import { asOverallScore, singleCallMethod } from "@/lib/drafting/rules/single-call";
import { template } from "@/lib/drafting/rules/template";

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

export const direct = singleCallMethod({
  id: "coeval.direct",
  version: "3",
  title: "CoEval direct score",
  description: "One overall score from 1 to 5, without criteria and without an explanation.",
  paper: PAPER,
  produces: "overall",
  subject: "response",
  needs: ["response"],
  params: Params,
  ask: {
    key: "score",
    template: directTemplate,
    form: bareScore(1, 5),
    slots: (input) => ({ ...taskAndInputOf(input), output: responseOf(input, 0, "OUTPUT") }),
  },
  reduce: asOverallScore,
});
