import { Panel } from "@/components/ui/panel";
import { answerAgreementTable, answersTable } from "@/lib/report/rules/tables/answers";
import type { Report } from "@/lib/report/schema";
import { ReportTable } from "./report-table";

/** Answers to the questions of a batch; nothing where none was asked. */
export function Answers({ report }: { report: Report }) {
  if (report.answers.length === 0) return null;
  return (
    <Panel
      id="answers"
      title="Answers to questions"
      description="What people answered in all arms and in each, and how far those agree who were asked about the same"
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        <ReportTable table={answersTable(report)} />
        <ReportTable table={answerAgreementTable(report)} />
      </div>
    </Panel>
  );
}
