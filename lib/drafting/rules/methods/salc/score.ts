import { instructionOf, responseOf } from "@/lib/drafting/rules/method";
import { JUDGE, PAPER, Params } from "@/lib/drafting/rules/methods/salc/paper";
import { result } from "@/lib/drafting/rules/output-formats";
import { asOverallScore, singleCallMethod } from "@/lib/drafting/rules/single-call";
import { type Slot, template } from "@/lib/drafting/rules/template";
import type { DraftInput, MethodNeed } from "@/lib/drafting/schema";

const scoreTemplate = template("salc.evaluate_absolute", "1", [
  { role: "system", content: `${JUDGE}\n\nYou judge one response to an instruction.{{basis}}` },
  {
    role: "user",
    content: `{{instruction}}

{{response}}

{{reference}}

{{factors}}

Write detailed feedback on the response{{along}}, then one score from 1 to 5.

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

interface Scoring {
  id: string;
  title: string;
  description: string;
  needs: MethodNeed[];
  basis: (input: DraftInput) => string;
  along: string;
  slots: (input: DraftInput) => { reference: Slot; factors: Slot };
}

export function scoring({ id, title, description, needs, basis, along, slots }: Scoring) {
  return singleCallMethod({
    id,
    version: "1",
    title,
    description,
    paper: PAPER,
    produces: "overall",
    subject: "response",
    needs,
    params: Params,
    ask: {
      key: "score",
      template: scoreTemplate,
      form: result(1, 5),
      slots: (input) => ({
        instruction: instructionOf(input),
        response: responseOf(input),
        basis: basis(input),
        along,
        ...slots(input),
      }),
    },
    reduce: asOverallScore,
  });
}

export const WITH_REFERENCE = " The reference answer deserves a 5.";
