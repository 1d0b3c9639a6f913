"use client";

import { useMemo } from "react";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { ReliabilityDiagram } from "@/components/charts/reliability-diagram";
import { ReportTable } from "@/components/report/report-table";
import { Panel } from "@/components/ui/panel";
import {
  judgeCalibrationTable,
  judgeCardsTable,
  judgeTagsTable,
} from "@/lib/report/rules/tables/judge-cards";
import { madeBy, missingReason } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { JudgeCard } from "@/lib/report/schema/judge-cards";

const WHOLE = [0, 1] as const;
/** With more lines than this the figure would be unreadable; the table has all rows. */
const MOST_LINES = 40;

/** The name of a judge with its method and condition. */
export function judgeName({ rater, method, condition }: Pick<JudgeCard, "rater" | "method" | "condition">) {
  return `${rater}${madeBy(method, condition ?? undefined)}`;
}

/** A judge and the reference it is compared with, as one key. */
const cardKey = (card: JudgeCard) =>
  JSON.stringify([card.rater, card.method, card.condition, card.reference]);

interface JudgeCardsProps {
  report: ReportWith<"judgeCards">;
  chosen: readonly JudgeCard[];
}

/** The worth of each judge's values: all cards, and the details of those that are chosen. */
export function JudgeCards({ report, chosen }: JudgeCardsProps) {
  const estimates = useMemo(
    () =>
      report.judgeCards.slice(0, MOST_LINES).map((card) => ({
        id: cardKey(card),
        label: judgeName(card),
        value: card.kappa.value,
        interval: card.kappa.ci,
        n: card.kappa.n,
        reason: missingReason(card.kappa.reason),
        series: card.reference === "gold" ? "Against gold" : "Against people",
      })),
    [report],
  );
  const own = useMemo(() => ({ ...report, judgeCards: [...chosen] }), [report, chosen]);
  const [people] = chosen.map(({ humanKappa }) => humanKappa.value).filter((value) => value !== null);
  return (
    <Panel
      id="cards"
      title="Judge cards"
      description="How often each judge gives the right value, or the one that most people give, and what biases it"
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        <DotWhisker
          title="κ of each judge"
          description="Agreement beyond chance with the right values"
          axis="Cohen’s κ"
          estimates={estimates}
          series={["Against gold", "Against people"]}
          domain={WHOLE}
          thresholds={people === undefined ? [] : [{ value: people, label: "people" }]}
        />
        <ReportTable table={judgeCardsTable(report)} />
        {chosen.map((card) => (
          <Calibration key={cardKey(card)} card={card} />
        ))}
        {chosen.some(({ tags }) => tags.length > 0) && <ReportTable table={judgeTagsTable(own)} />}
        {chosen.some(({ confidence, samples }) => confidence.n + samples.n > 0) && (
          <ReportTable table={judgeCalibrationTable(own)} />
        )}
      </div>
    </Panel>
  );
}

/** The reliability diagrams of one judge; nothing where it stated no confidence and was asked once. */
function Calibration({ card }: { card: JudgeCard }) {
  const { confidence, samples } = card;
  if (confidence.n + samples.n === 0) return null;
  const name = judgeName(card);
  return (
    <div className="grid gap-8 md:grid-cols-2">
      {confidence.n > 0 && (
        <ReliabilityDiagram
          title={`Stated confidence: ${name}`}
          description="Points below the diagonal: more confident than right"
          bins={confidence.bins}
        />
      )}
      {samples.n > 0 && (
        <ReliabilityDiagram
          title={`Share of samples: ${name}`}
          description="The share of samples with the same value, as confidence"
          bins={samples.bins}
        />
      )}
    </div>
  );
}
