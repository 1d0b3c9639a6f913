import type { ReportOptions } from "@/lib/report/schema";
import type { AnswerAgreementRow, AnswerRow } from "@/lib/report/schema/answers";
import type { ReportAnswer, ReportQuestion, StudyData } from "@/lib/report/schema/study";
import { Tallies } from "./clustered-ratio";
import { measure, type RatedUnit } from "./reliability";
import { byName } from "./scopes";
import { compare } from "./units";

/** How often each answer to each question was given: in all arms together, then in each, where there are several. */
export function answersOf({ answers }: Pick<StudyData, "answers">, options: ReportOptions): AnswerRow[] {
  return (answers?.questions ?? []).flatMap((question) => {
    const given = answersTo(answers?.answers ?? [], question);
    const arms = [...new Set(given.map(({ arm }) => arm))].sort(byName);
    return [null, ...(arms.length > 1 ? arms : [])].flatMap((arm) =>
      rowsOf(
        question,
        arm,
        given.filter((answer) => arm === null || answer.arm === arm),
        options,
      ),
    );
  });
}

function rowsOf(
  { question, text, options: offered }: ReportQuestion,
  arm: string | null,
  given: readonly ReportAnswer[],
  options: ReportOptions,
): AnswerRow[] {
  if (given.length === 0) return [];
  // Answers that only another arm offers stand after those of the question.
  const labels = new Map(offered.map(({ value, label }) => [value, label]));
  for (const value of [...new Set(given.map(({ value }) => value))].sort(byName))
    if (!labels.has(value)) labels.set(value, value);
  return [...labels].map(([value, label]) => {
    const tally = new Tallies(["answers", "count"]);
    for (const answer of given) {
      tally.add(answer.task, "answers");
      if (answer.value === value) tally.add(answer.task, "count");
    }
    const { value: share, ci, reason } = tally.share("count", "answers", options);
    return { question, text, arm, value, label, ...tally.all(), share, ci, reason, tasks: tally.count };
  });
}

/** Agreement on each question, nominal; of an annotator who answered twice about one unit the first answer counts. */
export function answerAgreementOf(
  { answers }: Pick<StudyData, "answers">,
  options: ReportOptions,
): AnswerAgreementRow[] {
  return (answers?.questions ?? []).flatMap((question) => {
    const units = new Map<string, RatedUnit>();
    for (const { unit, task, rater, value } of answersTo(answers?.answers ?? [], question)) {
      const rated = units.get(unit) ?? { cluster: task, ratings: [] };
      units.set(unit, rated);
      if (!rated.ratings.some((rating) => rating.rater === rater)) rated.ratings.push({ rater, value });
    }
    if (units.size === 0) return [];
    const categories = question.options.map(({ value }) => value);
    return measure(units.values(), { levels: ["nominal"], categories, mixed: false }, options).map(
      (row): AnswerAgreementRow => ({ question: question.question, ...row }),
    );
  });
}

function answersTo(answers: readonly ReportAnswer[], { question }: ReportQuestion): ReportAnswer[] {
  return answers
    .filter((answer) => answer.question === question)
    .sort((a, b) => compare(a.unit, b.unit) || compare(a.rater, b.rater) || compare(a.arm, b.arm));
}
