import { z } from "zod";
import { responseOf, samplingParams } from "@/lib/drafting/rules/method";
import {
  highestOf,
  overallScale,
  PAPER,
  SYSTEM,
  taskAndInputOf,
} from "@/lib/drafting/rules/methods/coeval/paper";
import { bareScore } from "@/lib/drafting/rules/output-formats";
import { template } from "@/lib/drafting/rules/prompt-template";
import { asOverallScore, singleCallMethod } from "@/lib/drafting/rules/single-call";

const directTemplate = template("coeval.direct", "3", [
  SYSTEM,
  {
    role: "user",
    content: `{{task}}

{{input}}

{{output}}

Give the output one overall score from 1 (the worst) to {{highest}} (the best), without an explanation.

{{form}}`,
  },
]);

export const direct = singleCallMethod({
  id: "coeval.direct",
  version: "4",
  title: "CoEval direct score",
  description:
    "One overall score, from 1 to 5 or on another scale, without criteria and without an explanation.",
  paper: PAPER,
  produces: "overall",
  subject: "response",
  needs: ["response"],
  params: z.strictObject({ ...overallScale, ...samplingParams(2048) }),
  ask: {
    key: "score",
    template: directTemplate,
    form: (params) => bareScore(1, highestOf(params)),
    slots: (input, params) => ({
      ...taskAndInputOf(input),
      output: responseOf(input, 0, "OUTPUT"),
      highest: `${highestOf(params)}`,
    }),
  },
  reduce: asOverallScore,
});
