import { z } from "zod";
import {
  call,
  instructionOf,
  numbered,
  outcomeOf,
  responseOf,
  samplingOf,
} from "@/lib/drafting/rules/method";
import { answering } from "@/lib/drafting/rules/methods/tick/answering";
import { JUDGE, YES_AND_NO } from "@/lib/drafting/rules/methods/tick/paper";
import { type Forms, jsonInBoth } from "@/lib/drafting/rules/output-formats";
import { parseAnswerMap, type ReasonedAnswer } from "@/lib/drafting/rules/parse/answer-map";
import { template } from "@/lib/drafting/rules/prompt-template";

const batchTemplate = template("tick.evaluate_batch", "1", [
  { role: "system", content: JUDGE },
  {
    role: "user",
    content: `A text was written for the instruction below. Answer every question of the checklist about it.

${YES_AND_NO}
Each question stands for itself: the answer to one is no reason for the answer to another.

{{instruction}}

{{response}}

{{checklist}}

Answer the questions about the text in their order.

{{form}}`,
  },
]);

const yesOrNo = z.enum(["yes", "no"]);
const reasoned = z.strictObject({ analysis: z.string(), answer: yesOrNo });

/** A field for each question, named by its number. */
function answerMap(questions: number, isReasoned: boolean): Forms<ReasonedAnswer[]> {
  const field = isReasoned ? `{"analysis": "<your reasoning>", "answer": "<yes or no>"}` : `"<yes or no>"`;
  const numbers = Array.from({ length: questions }, (_, at) => `${at + 1}`);
  return jsonInBoth(
    {
      name: "answers",
      demand: `Write one JSON object and nothing else, with a field for each of the questions 1 to ${questions}, named by its number:
{"1": ${field}, …}`,
      asked: z.strictObject(
        Object.fromEntries(numbers.map((number) => [number, isReasoned ? reasoned : yesOrNo])),
      ),
    },
    parseAnswerMap(questions),
  );
}

const sampleKey = (sample: number) => `sample:${sample}`;

/** All questions of a checklist in one call, where TICK asks each by itself: answers may depend on each other. */
export const evaluateBatch = answering({
  id: "tick.evaluate_batch",
  version: "1",
  title: "Answers in one call",
  description:
    "Answers all questions of the checklist on the response together, one call for each sample. Not the method of the paper: TICK asks each question by itself, and its tables leave these answers out.",
  templates: [batchTemplate.ref],
  tokens: 4096,
  callsOf: (questions) => Math.min(questions, 1),
  plan: (profile, input, params, fence) => {
    const questions = input.items.length;
    return Array.from({ length: questions === 0 ? 0 : params.k }, (_, sampleIndex) =>
      call({
        key: sampleKey(sampleIndex),
        template: batchTemplate,
        slots: {
          instruction: instructionOf(input),
          response: responseOf(input),
          checklist: { label: "CHECKLIST", text: numbered(input.items) },
        },
        fence,
        form: answerMap(questions, params.cot)[profile],
        sampling: samplingOf(params, params.k, sampleIndex),
        sampleIndex,
      }),
    );
  },
  samplesIn:
    (calls, { items }) =>
    ({ id }, sample) => {
      const parsed = outcomeOf<ReasonedAnswer[]>(calls, sampleKey(sample));
      if (!parsed?.ok) return parsed;
      const found = parsed.value[items.findIndex((item) => item.id === id)];
      return found && { ...parsed, value: found.answer, rationale: found.analysis };
    },
});
