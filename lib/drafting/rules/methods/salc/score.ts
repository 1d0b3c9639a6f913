import { z } from "zod";
import { instructionOf, responseOf, samplingParams } from "@/lib/drafting/rules/method";
import { JUDGE, PAPER, Params } from "@/lib/drafting/rules/methods/salc/paper";
import { result } from "@/lib/drafting/rules/output-formats";
import { type Slot, template } from "@/lib/drafting/rules/prompt-template";
import { asOverallScore, singleCallMethod } from "@/lib/drafting/rules/single-call";
import type { DraftInput, MethodNeed } from "@/lib/drafting/schema";

const scoreTemplate = template("salc.evaluate_absolute", "1", [
  { role: "system", content: `${JUDGE}\n\nYou judge one response to an instruction.{{basis}}` },
  {
    role: "user",
    content: `{{instruction}}

{{response}}

{{reference}}

{{factors}}

Write detailed feedback on the response{{along}}, then one score from 1 to {{highest}}.

{{form}}`,
  },
]);

export const FIXED_RUBRIC = `

Judge how faithfully the response does what the instruction asks:
1: it does not do it at all.
2: it tries, and misses much of it.
3: it does most of it, with mistakes.
4: it does almost all of it, with a tiny mistake.
5: it does all of it.`;

/**
 * Parameters of a longer scale, which the margins of preference data need: 5 points of difference do not exist on 1
 * to 5.
 */
const ScaledParams = z.strictObject({
  scale: z.enum(["1-10"]).optional().meta({ title: "Scale", description: "Empty: 1 to 5, as in the paper." }),
  ...samplingParams(2048),
});

interface Scoring {
  id: string;
  title: string;
  description: string;
  needs: MethodNeed[];
  /** The meaning of the best score on a scale that ends with `highest`. */
  basis: (input: DraftInput, highest: number) => string;
  along: string;
  slots: (input: DraftInput) => { reference: Slot; factors: Slot };
  /** False: its rubric describes the points from 1 to 5. */
  isScalable: boolean;
}

export function scoring({ id, title, description, needs, basis, along, slots, isScalable }: Scoring) {
  return singleCallMethod({
    id,
    version: "2",
    title,
    description,
    paper: PAPER,
    produces: "overall",
    subject: "response",
    needs,
    params: (isScalable ? ScaledParams : Params) as typeof ScaledParams,
    ask: {
      key: "score",
      template: scoreTemplate,
      form: (params) => result(1, highestOf(params)),
      slots: (input, params) => ({
        instruction: instructionOf(input),
        response: responseOf(input),
        basis: basis(input, highestOf(params)),
        highest: `${highestOf(params)}`,
        along,
        ...slots(input),
      }),
    },
    reduce: asOverallScore,
  });
}

const highestOf = ({ scale }: z.infer<typeof ScaledParams>) => (scale === "1-10" ? 10 : 5);

export const withReference = (highest: number) => ` The reference answer deserves a ${highest}.`;
