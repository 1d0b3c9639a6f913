import { call, instructionOf, outcomeOf, undecided } from "@/lib/drafting/rules/method";
import { evaluateTemplate } from "@/lib/drafting/rules/methods/tick/evaluate";
import { checklistFrom, checklistSlots, generateTemplate } from "@/lib/drafting/rules/methods/tick/generate";
import { yesNo } from "@/lib/drafting/rules/output-formats";
import { questionLines } from "@/lib/drafting/rules/question-forms";
import type {
  CallPlan,
  DraftedUnit,
  DraftInput,
  GeneratedText,
  OutputProfile,
  ParsedCall,
  ResponseTrace,
  TextFence,
} from "@/lib/drafting/schema";

interface ChecklistParams {
  mostQuestions: number;
  examples: boolean;
  checklistTokens: number;
  judgeTokens: number;
}

/** Settings that the calls of a unit have in common. */
interface Frame {
  profile: OutputProfile;
  input: DraftInput;
  params: ChecklistParams;
  fence: TextFence;
}

const CHECKLIST = "checklist";

/** The call that writes the checklist: TICK's own. */
export function checklistCall({ profile, input, params, fence }: Frame): CallPlan {
  return call({
    key: CHECKLIST,
    template: generateTemplate,
    slots: checklistSlots(input, params),
    fence,
    form: questionLines[profile],
    sampling: { temperature: 0, maxOutputTokens: params.checklistTokens },
  });
}

/** The checklist as a rubric, or the reason why there is none. */
export function checklistOf(
  calls: readonly ParsedCall[],
  input: DraftInput,
  { mostQuestions }: ChecklistParams,
): { rubric: NonNullable<DraftedUnit["rubric"]>; questions: string[] } {
  const drafted = checklistFrom(calls, input, CHECKLIST);
  const items = drafted.items.slice(0, mostQuestions);
  const isCut = items.length < drafted.items.length;
  return {
    rubric: { ...drafted, items, flags: isCut ? [...drafted.flags, "cut_to_limit"] : drafted.flags },
    questions: items.map(({ text }) => text),
  };
}

export function checklistFailure(calls: readonly ParsedCall[]) {
  return undecided(outcomeOf(calls, CHECKLIST));
}

const answerKey = (name: string, question: number) => `${name} question:${question + 1}`;

/** One call for each question about one text, as TICK answers them: once, with the analysis first. */
export function evaluationCalls(
  { profile, input, params, fence }: Frame,
  name: string,
  text: string,
  questions: readonly string[],
): CallPlan[] {
  return questions.map((question, at) =>
    call({
      key: answerKey(name, at),
      template: evaluateTemplate,
      slots: {
        instruction: instructionOf(input),
        response: { label: "RESPONSE", text },
        question: { label: "QUESTION", text: question },
      },
      fence,
      form: yesNo[profile],
      sampling: { temperature: 0, maxOutputTokens: params.judgeTokens },
    }),
  );
}

type Answers = NonNullable<ResponseTrace["answers"]>;

/** The answers about one text; null when they were not requested yet. */
export function answersOf(
  calls: readonly ParsedCall[],
  name: string,
  questions: readonly string[],
): Answers | null {
  if (!outcomeOf(calls, answerKey(name, 0))) return null;
  return questions.map((question, at) => {
    const outcome = outcomeOf<"yes" | "no">(calls, answerKey(name, at));
    if (!outcome?.ok) return { question, answer: null, undecided: undecided(outcome), analysis: "" };
    return { question, answer: outcome.value, analysis: outcome.rationale };
  });
}

/** The pass rate as counts: questions answered yes, answered, and asked. */
export function passedOf(answers: Answers): NonNullable<GeneratedText["passed"]> {
  return {
    yes: answers.filter(({ answer }) => answer === "yes").length,
    answered: answers.filter(({ answer }) => answer !== null).length,
    asked: answers.length,
  };
}

/** The judged response, with its answers and counts. */
export function judged(response: GeneratedText, answers: Answers): GeneratedText {
  return { ...response, passed: passedOf(answers), trace: { ...response.trace, answers } };
}
