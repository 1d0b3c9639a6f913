import { Panel } from "@/components/ui/panel";
import {
  answerAgreementTable,
  answerNumbersTable,
  answersTable,
  answerTextsTable,
} from "@/lib/report/rules/tables/answers";
import type { ReportWith } from "@/lib/report/schema";
import { ReportTable } from "./report-table";

type AnswerParts = ReportWith<"answers" | "answerNumbers" | "answerTexts" | "answerAgreement">;

/** True if a question of the batch was answered. */
export function hasAnswers({ answers, answerNumbers, answerTexts }: AnswerParts): boolean {
  return answers.length + answerNumbers.length + answerTexts.length > 0;
}

/** Answers to the questions of a batch; nothing where none was asked. */
export function Answers({ report }: { report: AnswerParts }) {
  if (!hasAnswers(report)) return null;
  return (
    <Panel
      id="answers"
      title="Answers to questions"
      description="People’s answers in all arms and in each, and the agreement of people who were asked about the same"
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        {report.answers.length > 0 && <ReportTable table={answersTable(report)} />}
        {report.answerNumbers.length > 0 && <ReportTable table={answerNumbersTable(report)} />}
        {report.answerTexts.length > 0 && <ReportTable table={answerTextsTable(report)} />}
        {report.answerAgreement.length > 0 && <ReportTable table={answerAgreementTable(report)} />}
      </div>
    </Panel>
  );
}
