"use client";

import { useMemo } from "react";
import { Select } from "@/components/ui/select";
import { useSearchState } from "@/components/ui/use-search-state";
import type { ItemName, Report } from "@/lib/report/schema";
import type { ModelEstimateRow } from "@/lib/report/schema/inference";
import { JudgeCards, judgeName } from "./judge-cards";
import { ModelEstimates } from "./model-estimates";
import { ModelRanking } from "./model-ranking";

interface JudgeReportProps {
  report: Report;
  items: readonly ItemName[];
}

type Judge = Pick<ModelEstimateRow, "rater" | "method" | "condition">;
const keyOf = ({ rater, method, condition }: Judge) => JSON.stringify([rater, method, condition]);

/** Cards of all judges, and what one of them, corrected by people, says about the models. */
export function JudgeReport({ report, items }: JudgeReportProps) {
  const judges = useMemo(() => {
    const all: Judge[] = [...report.judgeCards, ...report.modelEstimates];
    return [...new Map(all.map((judge) => [keyOf(judge), judge])).entries()];
  }, [report]);
  const [wanted, setWanted] = useSearchState("judge");
  const chosen = judges.find(([key]) => key === wanted)?.[0] ?? judges[0]?.[0] ?? "";
  const isOfJudge = useMemo(() => (judge: Judge) => keyOf(judge) === chosen, [chosen]);
  const cards = useMemo(() => report.judgeCards.filter(isOfJudge), [report, isOfJudge]);
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
      <ModelEstimates report={report} items={items} isOfJudge={isOfJudge} />
      <ModelRanking report={report} isOfJudge={isOfJudge} />
    </div>
  );
}
