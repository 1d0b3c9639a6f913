"use client";

import { Scale } from "lucide-react";
import { useMemo } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { useSearchState } from "@/components/ui/use-search-state";
import type { Labels } from "@/lib/report/rules/scope-labels";
import type { ReportWith } from "@/lib/report/schema";
import type { ModelEstimateRow } from "@/lib/report/schema/inference";
import type { SECTIONS } from "@/lib/report/schema/sections";
import { JudgeCards, judgeName } from "./judge-cards";
import { ModelEstimates } from "./model-estimates";
import { ModelRanking } from "./model-ranking";

interface JudgeReportProps {
  report: ReportWith<(typeof SECTIONS)["judges"][number]>;
  labels: Labels;
}

type Judge = Pick<ModelEstimateRow, "rater" | "method" | "condition">;
const keyOf = ({ rater, method, condition }: Judge) => JSON.stringify([rater, method, condition]);

/** Cards of all judges, and the estimates for models by one of them, corrected by people. */
export function JudgeReport({ report, labels }: JudgeReportProps) {
  const judges = useMemo(() => {
    const all: Judge[] = [...report.judgeCards, ...report.modelEstimates];
    return [...new Map(all.map((judge) => [keyOf(judge), judge])).entries()];
  }, [report]);
  const [wanted, setWanted] = useSearchState("judge");
  const chosen = judges.find(([key]) => key === wanted)?.[0] ?? judges[0]?.[0] ?? "";
  const isOfJudge = useMemo(() => (judge: Judge) => keyOf(judge) === chosen, [chosen]);
  const cards = useMemo(() => report.judgeCards.filter(isOfJudge), [report, isOfJudge]);
  if (judges.length + report.rankings.length === 0)
    return (
      <EmptyState icon={<Scale />} title="No judge and no ranking yet">
        Let a model judge the responses under Drafts, or import its values: with some judgements by people,
        made without a draft in view, its card and the corrected scores of the models are here.
      </EmptyState>
    );
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      {judges.length > 1 && (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <span className="text-sm text-muted">Judge</span>
          <Select
            aria-label="Judge"
            size="sm"
            choices={judges.map(([value, judge]) => ({ value, label: judgeName(judge) }))}
            value={chosen}
            onValueChange={setWanted}
          />
        </div>
      )}
      {report.judgeCards.length > 0 && <JudgeCards report={report} chosen={cards} />}
      <ModelEstimates report={report} labels={labels} isOfJudge={isOfJudge} />
      <ModelRanking report={report} isOfJudge={isOfJudge} />
    </div>
  );
}
