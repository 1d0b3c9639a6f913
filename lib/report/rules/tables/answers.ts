import { TIPS } from "@/lib/report/rules/glossary";
import type { ReportWith } from "@/lib/report/schema";
import type {
  AnswerAgreementRow,
  AnswerNumberRow,
  AnswerRow,
  AnswerTextRow,
} from "@/lib/report/schema/answers";
import type { Table } from "@/lib/report/schema/table";
import { type Spec, tableOf } from "./build";
import { coefficient, countColumn, intervalOf, setAlphaColumns, share, textColumn } from "./columns";

const QUESTION = "The name of the step that asked";

/** The columns that say which question, and in which arm. */
export function questionColumns<Row extends { question: string; arm: string | null }>(): Spec<Row>[] {
  return [
    textColumn("question", "Question", QUESTION, (row) => row.question),
    textColumn("arm", "Arm", "Empty for all arms together", (row) => row.arm),
  ];
}

/** Answers to questions, by arm. */
export function answersTable(report: ReportWith<"answers" | "answerAgreement">): Table {
  const rows = report.answers;
  return tableOf<AnswerRow>(report, rows, {
    name: "answers",
    title: "Answers to questions",
    description: "How often each answer was given: in all arms together, and in each",
    columns: [
      ...questionColumns<AnswerRow>(),
      textColumn("answer", "Answer", "As it was offered to annotators", (row) => row.label),
      share("share", "Share", "answers", TIPS.answerShare, (row) => [row.share, row.reason]),
      intervalOf("share", ({ ci }) => ci),
      countColumn("count", "Given", "answers", TIPS.answerShare, (row) => row.count),
      countColumn(
        "answers",
        "Answers",
        "answers",
        "All answers to the question in this arm",
        (row) => row.answers,
      ),
      countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
    ],
    kinds: ["human"],
    notes: notesOn(report),
    n: { of: "answers", count: listQuestionAnswers(rows) },
    excluded: [],
    intervals: true,
  });
}

/** Where several options may be chosen, an answer counts once for each of them. */
function notesOn({ answers, answerAgreement }: ReportWith<"answers" | "answerAgreement">): string[] {
  const questions = answers.map(({ question }) => question);
  const several = new Set(answerAgreement.flatMap(({ question, setAlpha }) => (setAlpha ? [question] : [])));
  return questions.some((question) => several.has(question))
    ? ["Where several answers may be chosen, shares add up to more than 100 %."]
    : [];
}

/** Numbers given as answers, by arm. */
export function answerNumbersTable(report: ReportWith<"answerNumbers">): Table {
  const rows = report.answerNumbers;
  return tableOf<AnswerNumberRow>(report, rows, {
    name: "answer-numbers",
    title: "Numbers as answers",
    description: "Mean, spread and range of the numbers that were given: in all arms together, and in each",
    columns: [
      ...questionColumns<AnswerNumberRow>(),
      coefficient("mean", "Mean", "The mean of all answers", (row) => [row.mean, row.reason]),
      intervalOf("mean", ({ ci }) => ci),
      coefficient("sd", "SD", "Standard deviation of the answers, of a population", (row) => [
        row.sd,
        "none-qualify",
      ]),
      coefficient("median", "Median", "The middle answer", (row) => [row.median, "none-qualify"]),
      coefficient("min", "Least", "The least answer", (row) => [row.min, null]),
      coefficient("max", "Greatest", "The greatest answer", (row) => [row.max, null]),
      ...countColumns<AnswerNumberRow>(),
    ],
    kinds: ["human"],
    n: { of: "answers", count: ofAllArms(rows) },
    excluded: [],
    intervals: true,
  });
}

/** Answers in free text, counted. */
export function answerTextsTable(report: ReportWith<"answerTexts">): Table {
  const rows = report.answerTexts;
  return tableOf<AnswerTextRow>(report, rows, {
    name: "answer-texts",
    title: "Answers in free text",
    description: "How many texts were written, and how long they are. The texts are in the ratings table",
    columns: [
      ...questionColumns<AnswerTextRow>(),
      coefficient("medianWords", "Words", "Words of the middle answer", (row) => [
        row.medianWords,
        "none-qualify",
      ]),
      ...countColumns<AnswerTextRow>(),
    ],
    kinds: ["human"],
    n: { of: "answers", count: ofAllArms(rows) },
    excluded: [],
    intervals: false,
  });
}

function countColumns<Row extends { answers: number; raters: number; tasks: number }>(): Spec<Row>[] {
  return [
    countColumn(
      "answers",
      "Answers",
      "answers",
      "All answers to the question in this arm",
      (row) => row.answers,
    ),
    countColumn("raters", "Raters", "raters", "People who answered", (row) => row.raters),
    countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
  ];
}

/** Agreement on the answers to questions. */
export function answerAgreementTable(
  report: ReportWith<"answers" | "answerNumbers" | "answerAgreement">,
): Table {
  const rows = report.answerAgreement;
  return tableOf<AnswerAgreementRow>(report, rows, {
    name: "answer-agreement",
    title: "Agreement on answers",
    description:
      "Krippendorff’s α of people who were asked about the same response, pair or task: nominal, of numbers at the interval level",
    columns: [
      textColumn("question", "Question", QUESTION, (row) => row.question),
      ...(rows.some(({ option }) => option !== null)
        ? [
            textColumn<AnswerAgreementRow>(
              "option",
              "Option",
              "One option, chosen or not; without one, the answer as a whole",
              (row) => row.option,
            ),
          ]
        : []),
      ...(rows.some(({ level }) => level !== "nominal")
        ? [textColumn<AnswerAgreementRow>("level", "Level", TIPS.level, (row) => row.level)]
        : []),
      coefficient("alpha", "α", TIPS.alpha, (row) => [row.value, row.reason]),
      intervalOf("alpha", (row) => row.ci),
      ...setAlphaColumns(rows),
      share("percentAgreement", "Agreement", "pairs", TIPS.percent, (row) => [
        row.percentAgreement,
        row.reason ?? "no-pairable-values",
      ]),
      coefficient("ac1", "AC1", TIPS.ac1, (row) => [row.ac1, row.ac1Reason]),
      countColumn("units", "Units", "units", TIPS.units, (row) => row.units),
      countColumn("raters", "Raters", "raters", TIPS.raterCount, (row) => row.raterCount),
      countColumn("pairable", "Ratings", "ratings", TIPS.pairable, (row) => row.pairable),
      countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.clusters),
    ],
    kinds: ["human"],
    n: { of: "answers", count: listQuestionAnswers(report.answers) + ofAllArms(report.answerNumbers) },
    excluded: [],
    intervals: true,
  });
}

/** The number of answers; where several options may be chosen, each answer has as many as were chosen. */
function listQuestionAnswers(rows: readonly AnswerRow[]): number {
  const answers = new Map(
    rows.flatMap((row) => (row.arm === null ? [[row.question, row.answers] as const] : [])),
  );
  return [...answers.values()].reduce((sum, count) => sum + count, 0);
}

function ofAllArms(rows: readonly { arm: string | null; answers: number }[]): number {
  return rows.reduce((sum, { arm, answers }) => sum + (arm === null ? answers : 0), 0);
}
