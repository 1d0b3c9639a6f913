import { z } from "zod";
import { inBothProfiles, outcomeOf, undecided } from "@/lib/drafting/rules/method";
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
  passedOf,
} from "@/lib/drafting/rules/methods/stick/checklist";
import { checklistParams, responseParams } from "@/lib/drafting/rules/methods/stick/paper";
import { reviseTemplate, revisionCall } from "@/lib/drafting/rules/methods/stick/revise";
import { evaluateTemplate } from "@/lib/drafting/rules/methods/tick/evaluate";
import { generateTemplate } from "@/lib/drafting/rules/methods/tick/generate";
import { PAPER } from "@/lib/drafting/rules/methods/tick/paper";
import type { DraftMethod, GeneratedText, ResponseTrace, StopReason } from "@/lib/drafting/schema";

export const iterations = z.int().min(1).max(10).default(4).meta({
  title: "Max revisions",
  description: "The paper makes 4, or 1 on benchmarks with short answers.",
});

export const generationTemperature = z.number().min(0).max(2).default(0).meta({
  title: "Temperature of responses",
  description: "Checklists and judgements are always sampled at 0.",
});

const RefineParams = z.strictObject({
  iterations,
  withAnalysis: z.boolean().default(false).meta({
    title: "Feedback with the analyses",
    description: "Off, as in the paper: the feedback lists questions and answers alone.",
  }),
  evaluateLast: z.boolean().default(true).meta({
    title: "Judge the last response too",
    description: "For its pass rate. Not needed for the refinement itself: one more call per question.",
  }),
  temperature: generationTemperature,
  ...checklistParams,
  ...responseParams,
});
type RefineParams = z.infer<typeof RefineParams>;

const FIRST = "response sample:0";
const evaluationName = (iteration: number) => `evaluation:${iteration}`;
const revisionKey = (iteration: number) => `revision:${iteration}`;

/**
 * STICK's refinement: the model answers the instruction, writes a checklist once, answers it about its own response,
 * and revises the response by the questions answered no.
 */
export const refine = inBothProfiles(
  (profile) =>
    ({
      id: "stick.refine",
      version: "1",
      title: "STICK self-refinement",
      description:
        "The model answers the task, writes a checklist, and revises its own response until every question is answered yes. Every version is kept with its checklist answers, feedback and plan.",
      paper: PAPER,
      produces: "responses",
      subject: "task",
      needs: [],
      templates: [answerTemplateRef, generateTemplate.ref, evaluateTemplate.ref, reviseTemplate.ref],
      params: RefineParams,
      retries: 2,
      most: (_, { iterations, mostQuestions, evaluateLast }) =>
        2 + iterations * (mostQuestions + 1) + (evaluateLast ? mostQuestions : 0),
      mostResponses: ({ iterations }) => 1 + iterations,
      later: (params) => {
        const { iterations, mostQuestions, evaluateLast, maxOutputTokens, judgeTokens } = params;
        const perQuestion = params.withAnalysis ? judgeTokens + 100 : 100;
        return [
          {
            calls: mostQuestions * (iterations + (evaluateLast ? 1 : 0)),
            reads: maxOutputTokens + 100,
            writes: judgeTokens,
          },
          {
            calls: iterations,
            reads: maxOutputTokens + mostQuestions * perQuestion,
            writes: maxOutputTokens,
          },
        ];
      },
      plan: (input, params, fence) => [
        answerCall(input, {
          key: FIRST,
          system: params.system,
          sampling: generationSampling(params, 1),
          sampleIndex: 0,
          fence,
        }),
        checklistCall({ profile, input, params, fence }),
      ],
      reduce: (calls, input, params, fence) => {
        const first = responseFrom(calls, FIRST, { role: "initial", sample: 0, isFinal: false });
        if (!first) return { drafted: { values: [], undecided: undecided(outcomeOf(calls, FIRST)) } };
        const { rubric, questions } = checklistOf(calls, input, params);
        if (questions.length === 0) return { drafted: { values: [], undecided: checklistFailure(calls) } };
        const frame = { profile, input, params, fence };
        const versions: GeneratedText[] = [];
        let current = first;
        for (let iteration = 0; ; iteration++) {
          const done = (stopped: StopReason, last = current, flags: string[] = []) => ({
            drafted: {
              rubric,
              values: [],
              stopped,
              responses: [
                ...versions,
                { ...last, isFinal: true, flags: [...last.flags, ...flags] },
              ] satisfies GeneratedText[],
            },
          });
          const isLast = iteration === params.iterations;
          if (isLast && !params.evaluateLast) return done("iterations");
          const answers = answersOf(calls, evaluationName(iteration), questions);
          if (!answers)
            return {
              calls: evaluationCalls(frame, evaluationName(iteration), current.text, questions),
            };
          const version = judged(current, answers);
          const ended = stopAfter(answers, isLast);
          if (ended) return done(ended, version);
          const feedback = feedbackFrom(answers, params.withAnalysis);
          const withFeedback = { ...version, trace: { ...version.trace, feedback } };
          const revised = outcomeOf<string>(calls, revisionKey(iteration));
          if (!revised) {
            const sampling = generationSampling(params, 1);
            const key = revisionKey(iteration);
            return {
              calls: [revisionCall("checklist", { ...frame, key, text: current.text, feedback, sampling })],
            };
          }
          if (!revised.ok)
            return done("revision_unreadable", withFeedback, [`revision_${undecided(revised)}`]);
          versions.push(withFeedback);
          current = revisedFrom(current, revised);
        }
      },
    }) satisfies Omit<DraftMethod<RefineParams>, "profile">,
);

/** The next version, with the plan it was written by. */
export function revisedFrom(
  before: GeneratedText,
  revised: { value: string; rationale: string; flags: string[] },
): GeneratedText {
  const isSame = revised.value === before.text;
  return {
    ...before,
    role: "revised",
    iteration: before.iteration + 1,
    text: revised.value,
    passed: null,
    trace: { plan: revised.rationale },
    flags: [...revised.flags, ...(isSame ? ["unchanged"] : [])],
  };
}

type Answers = NonNullable<ResponseTrace["answers"]>;

/** Why the refinement ends with these answers; null when the response is to be revised. */
function stopAfter(answers: Answers, isLast: boolean): StopReason | null {
  const { yes, answered, asked } = passedOf(answers);
  if (yes === asked) return "all_yes";
  if (isLast) return "iterations";
  if (answered === 0) return "not_evaluated";
  return yes === answered ? "nothing_to_improve" : null;
}

/** Each decided question with its answer. Undecided ones are left out: they are no answer of No. */
function feedbackFrom(answers: Answers, withAnalysis: boolean): string {
  return answers
    .flatMap(({ question, answer, analysis }) => {
      if (answer === null) return [];
      const line = `${question} ${answer === "yes" ? "Yes" : "No"}`;
      return [withAnalysis && analysis !== "" ? `${line}\n${analysis}\n` : line];
    })
    .join("\n")
    .trim();
}
