import { median } from "@/lib/agreement/quantile";
import { countWords } from "@/lib/i18n/rules/counts";
import { optionsIn } from "@/lib/protocol/rules/answers";
import type { ReportOptions } from "@/lib/report/schema";
import type {
  AnswerAgreementRow,
  AnswerNumberRow,
  AnswerRow,
  AnswerTextRow,
} from "@/lib/report/schema/answers";
import type { ReportAnswer, ReportQuestion, StudyData } from "@/lib/report/schema/study";
import { byArm, sharesByArm } from "./answer-shares";
import { Tallies } from "./clustered-ratio";
import { labelAgreementOf } from "./labellings";
import { measure, type RatedUnit } from "./measured-agreement";
import { standardDeviation } from "./standard-deviation";
import { compare } from "./text-order";

type Answers = Pick<StudyData, "answers">;

/** The share of each option of a question: in all arms together, then in each, where there are several. */
export function answersOf({ answers }: Answers, options: ReportOptions): AnswerRow[] {
  return questionsOf(answers, [null, "several"]).flatMap((question) => {
    const given = answersTo(answers, question).map((answer) => ({
      ...answer,
      values: optionsIn(question.form ?? undefined, answer.value),
    }));
    return sharesByArm(question, given, options);
  });
}

/** Numbers given as answers, by arm. The interval of the mean resamples tasks. */
export function answerNumbersOf({ answers }: Answers, options: ReportOptions): AnswerNumberRow[] {
  return questionsOf(answers, ["number"]).flatMap((question) =>
    byArm(answersTo(answers, question), (arm, given): AnswerNumberRow[] => {
      const tally = new Tallies(["sum", "answers"]);
      for (const { task, value } of given) {
        tally.add(task, "answers");
        tally.add(task, "sum", Number(value));
      }
      const numbers = given.map(({ value }) => Number(value)).sort((a, b) => a - b);
      const { value: mean, ci, reason } = tally.mean("sum", "answers", options);
      return [
        {
          ...headOf(question, arm, given),
          ...{
            mean,
            ci,
            reason,
            sd: standardDeviation(numbers.map((number) => [number, 1])),
            median: median(numbers),
          },
          ...{ min: numbers[0] as number, max: numbers.at(-1) as number },
        },
      ];
    }),
  );
}

/** Answers in free text: how many there are and how long they are, by arm. */
export function answerTextsOf({ answers }: Answers): AnswerTextRow[] {
  return questionsOf(answers, ["text"]).flatMap((question) =>
    byArm(answersTo(answers, question), (arm, given): AnswerTextRow[] => {
      const words = given.map(({ value }) => countWords(value));
      return [{ ...headOf(question, arm, given), medianWords: median(words) }];
    }),
  );
}

/**
 * Agreement on each question: nominal on options, at the interval level on numbers, none on texts. Of an annotator who
 * answered twice about one unit the first answer counts.
 */
export function answerAgreementOf({ answers }: Answers, options: ReportOptions): AnswerAgreementRow[] {
  return questionsOf(answers, [null, "several", "number"]).flatMap((question) => {
    const given = firstAnswers(answersTo(answers, question));
    if (given.length === 0) return [];
    const { form } = question;
    if (form === "several") return agreementOnSets(question, given, options);
    const units = new Map<string, RatedUnit>();
    for (const { unit, task, rater, value } of given) {
      const rated = units.get(unit) ?? { cluster: task, ratings: [] };
      units.set(unit, rated);
      rated.ratings.push({ rater, value: form === "number" ? Number(value) : value });
    }
    const categories = form === "number" ? null : question.options.map(({ value }) => value);
    const levels = form === "number" ? (["interval"] as const) : (["nominal"] as const);
    return measure(units.values(), { levels, categories, mixed: false }, options).map(
      (row): AnswerAgreementRow => ({ question: question.question, option: null, ...row }),
    );
  });
}

/** Several options are compared as labels are: as whole sets, and option by option. */
function agreementOnSets(
  { question, text, options: offered }: ReportQuestion,
  given: readonly ReportAnswer[],
  options: ReportOptions,
): AnswerAgreementRow[] {
  const nameOf = new Map(offered.map(({ value, label }) => [value, label]));
  const labels = offered.map(({ value }) => value);
  const labellings = given.map((answer) => ({
    ...answer,
    ...{ exposure: "none" as const, initial: undefined, labels: optionsIn("several", answer.value) },
  }));
  return labelAgreementOf({ questions: [{ question, text, labels, several: true }], labellings }, options)
    .filter(({ exposure }) => exposure === "any")
    .map(({ exposure: _, label, ...row }) => ({
      ...row,
      option: label === null ? null : (nameOf.get(label) ?? label),
    }));
}

function questionsOf(
  answers: StudyData["answers"],
  forms: readonly ReportQuestion["form"][],
): ReportQuestion[] {
  return (answers?.questions ?? []).filter(({ form }) => forms.includes(form));
}

function answersTo(answers: StudyData["answers"], { question, form }: ReportQuestion): ReportAnswer[] {
  return (answers?.answers ?? [])
    .filter((answer) => answer.question === question && answer.form === form)
    .sort((a, b) => compare(a.unit, b.unit) || compare(a.rater, b.rater) || compare(a.arm, b.arm));
}

function firstAnswers(given: readonly ReportAnswer[]): ReportAnswer[] {
  const first = new Map<string, ReportAnswer>();
  for (const answer of given) {
    const key = JSON.stringify([answer.unit, answer.rater]);
    if (!first.has(key)) first.set(key, answer);
  }
  return [...first.values()];
}

function headOf({ question, text }: ReportQuestion, arm: string | null, given: readonly ReportAnswer[]) {
  return {
    ...{ question, text, arm, answers: given.length },
    raters: new Set(given.map(({ rater }) => rater)).size,
    tasks: new Set(given.map(({ task }) => task)).size,
  };
}
