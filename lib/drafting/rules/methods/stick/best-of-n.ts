import { z } from "zod";
import { call, inBothProfiles, instructionOf, outcomeOf, undecided } from "@/lib/drafting/rules/method";
import {
  answerCall,
  answerTemplateRef,
  generationSampling,
  responseFrom,
} from "@/lib/drafting/rules/methods/answer";
import {
  answersOf,
  checklistCall,
  checklistFailure,
  checklistOf,
  evaluationCalls,
  judged,
} from "@/lib/drafting/rules/methods/stick/checklist";
import { checklistParams, responseParams } from "@/lib/drafting/rules/methods/stick/paper";
import { evaluateTemplate } from "@/lib/drafting/rules/methods/tick/evaluate";
import { generateTemplate } from "@/lib/drafting/rules/methods/tick/generate";
import { directTemplate } from "@/lib/drafting/rules/methods/tick/judge";
import { PAPER } from "@/lib/drafting/rules/methods/tick/paper";
import { integer } from "@/lib/drafting/rules/output-formats";
import { highestPassRate } from "@/lib/drafting/rules/response-selectors";
import type { CallPlan, DraftMethod, GeneratedText, ParsedCall } from "@/lib/drafting/schema";

const BestOfNParams = z.strictObject({
  candidates: z.int().min(2).max(64).default(8).meta({ title: "Candidates per task" }),
  temperature: z.number().min(0).max(2).default(0.7).meta({
    title: "Temperature of candidates",
    description: "Checklists and judgements are always sampled at 0.",
  }),
  greedy: z.boolean().default(true).meta({
    title: "Compare with a greedy response",
    description: "One more response, sampled at temperature 0.",
  }),
  selfScore: z.boolean().default(true).meta({
    title: "Compare with direct self-scores",
    description: "The same model also scores each candidate from 1 to 5 directly.",
  }),
  ...checklistParams,
  ...responseParams,
});
type BestOfNParams = z.infer<typeof BestOfNParams>;

const GREEDY = "greedy";
const candidateKey = (sample: number) => `response sample:${sample}`;
const evaluationName = (sample: number) => `evaluation:${sample}`;
const scoreKey = (sample: number) => `score:${sample}`;

/**
 * STICK's selection: candidates are sampled, all are judged by one checklist, and all of those with the highest pass
 * rate are selected.
 */
export const bestOfN = inBothProfiles(
  (profile) =>
    ({
      id: "stick.best_of_n",
      version: "2",
      title: "STICK best of N",
      description:
        "The model samples several responses, writes one checklist, and answers it on each. All responses with the highest pass rate are selected. A greedy response and direct self-scores stand beside them for comparison.",
      paper: PAPER,
      produces: "responses",
      subject: "task",
      needs: [],
      templates: [answerTemplateRef, generateTemplate.ref, evaluateTemplate.ref, directTemplate.ref],
      params: BestOfNParams,
      retries: 2,
      most: (_, { candidates, mostQuestions, greedy, selfScore }) =>
        1 + candidates * (1 + mostQuestions + (selfScore ? 1 : 0)) + (greedy ? 1 : 0),
      mostResponses: ({ candidates, greedy }) => candidates + (greedy ? 1 : 0),
      later: ({ candidates, mostQuestions, selfScore, maxOutputTokens, judgeTokens }) => [
        {
          calls: candidates * (mostQuestions + (selfScore ? 1 : 0)),
          reads: maxOutputTokens + 100,
          writes: judgeTokens,
        },
      ],
      plan: (input, params, fence) => [
        ...Array.from({ length: params.candidates }, (_, sampleIndex) =>
          answerCall(input, {
            key: candidateKey(sampleIndex),
            system: params.system,
            sampling: generationSampling(params, params.candidates, sampleIndex),
            sampleIndex,
            fence,
          }),
        ),
        ...(params.greedy
          ? [
              answerCall(input, {
                key: GREEDY,
                system: params.system,
                sampling: generationSampling({ ...params, temperature: 0 }, 1),
                sampleIndex: 0,
                fence,
              }),
            ]
          : []),
        checklistCall({ profile, input, params, fence }),
      ],
      reduce: (calls, input, params, fence) => {
        const candidates = candidatesFrom(calls, params);
        if (candidates.length === 0)
          return { drafted: { values: [], undecided: undecided(outcomeOf(calls, candidateKey(0))) } };
        const { rubric, questions } = checklistOf(calls, input, params);
        if (questions.length === 0) return { drafted: { values: [], undecided: checklistFailure(calls) } };
        const judgedOnce = firstOfEachText(candidates);
        if (!answersOf(calls, evaluationName(judgedOnce[0]?.sample ?? 0), questions)) {
          const frame = { profile, input, params, fence };
          return {
            calls: judgedOnce.flatMap(({ sample, text }): CallPlan[] => [
              ...evaluationCalls(frame, evaluationName(sample), text, questions),
              ...(params.selfScore
                ? [
                    call({
                      key: scoreKey(sample),
                      template: directTemplate,
                      slots: {
                        instruction: instructionOf(input),
                        response: { label: "RESPONSE", text },
                        checklist: "",
                      },
                      fence,
                      form: integer(1, 5)[profile],
                      sampling: { temperature: 0, maxOutputTokens: params.judgeTokens },
                    }),
                  ]
                : []),
            ]),
          };
        }
        const all = candidates.map((candidate) => {
          // The same text has one judgement.
          const { sample } = judgedOnce.find(({ text }) => text === candidate.text) ?? candidate;
          const answers = answersOf(calls, evaluationName(sample), questions) ?? [];
          return withSelfScore(judged(candidate, answers), calls, scoreKey(sample), params);
        });
        const selected = highestPassRate(all);
        const greedy = responseFrom(calls, GREEDY, { role: "greedy", sample: 0, isFinal: false });
        return {
          drafted: {
            rubric,
            values: [],
            stopped: selected.length > 0 ? "selected" : "none_selected",
            responses: [
              ...all.map((candidate) => ({ ...candidate, isFinal: selected.includes(candidate) })),
              ...(params.greedy && greedy ? [greedy] : []),
            ],
          },
        };
      },
    }) satisfies Omit<DraftMethod<BestOfNParams>, "profile">,
);

function candidatesFrom(calls: readonly ParsedCall[], params: BestOfNParams): GeneratedText[] {
  return Array.from({ length: params.candidates }, (_, sample) =>
    responseFrom(calls, candidateKey(sample), { role: "candidate", sample, isFinal: false }),
  ).filter((candidate) => candidate !== null);
}

function firstOfEachText(candidates: readonly GeneratedText[]): GeneratedText[] {
  return candidates.filter(({ text }, at) => candidates.findIndex((other) => other.text === text) === at);
}

function withSelfScore(
  candidate: GeneratedText,
  calls: readonly ParsedCall[],
  key: string,
  { selfScore }: BestOfNParams,
): GeneratedText {
  if (!selfScore) return candidate;
  const outcome = outcomeOf<number>(calls, key);
  return { ...candidate, trace: { ...candidate.trace, selfScore: outcome?.ok ? outcome.value : null } };
}
