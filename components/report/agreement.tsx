"use client";

import { type ReactNode, useMemo } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { InfoTip } from "@/components/ui/info-tip";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSearchState } from "@/components/ui/use-search-state";
import type { ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { TIPS } from "@/lib/report/rules/glossary";
import {
  firstExposure,
  headlineLevel,
  isWithLlm,
  llmMethodCounts,
  occurringExposures,
  type RowChoice,
} from "@/lib/report/rules/headline";
import { onlyTarget, withoutRepeats } from "@/lib/report/rules/repeated-scopes";
import { Labels } from "@/lib/report/rules/scope-labels";
import { EXPOSURE_LABELS, RATER_SET_LABELS } from "@/lib/report/rules/wording";
import type { ItemName, Report, ReportBeginning } from "@/lib/report/schema";
import { RATER_SETS } from "@/lib/report/schema/codes";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { RaterSet } from "@/lib/report/schema/values";
import { AgainstGold } from "./against-gold";
import { AnchoringSection } from "./anchoring";
import { AnnotatorStatistics } from "./annotators";
import { Answers, hasAnswers } from "./answers";
import { Checklist } from "./checklist";
import { Dashboards } from "./contents";
import { DecisionsSection, Instructions, ItemAgreement } from "./decisions";
import { Explanations } from "./explanations";
import { Headline } from "./headline";
import { HumanVsLlm } from "./human-vs-llm";
import { Labellings } from "./labellings";
import { LlmBesidePeople, ValuesByModel } from "./llm-beside-people";
import { Positions } from "./positions";
import { Question } from "./question";
import { Raters } from "./raters";
import { Reliability, ReliabilityWithin } from "./reliability";
import { JudgementsAddress, type JudgementsLink } from "./report-table";

const LEVELS: readonly ReliabilityRow["level"][] = ["nominal", "ordinal", "interval"];

/** Sections with a row for each of more people open on demand. */
const MANY_PEOPLE = 40;

const SHORT_EXPOSURES: Record<ExposureClass, string> = {
  independent: "Independent",
  exposed: "Draft shown",
  unknown: "Unknown",
  any: "Any",
};

interface AgreementProps {
  report: Report;
  items: readonly ItemName[];
  /** Link to the list of judgements behind a number. */
  judgements: JudgementsLink;
  /** The address at which a batch on the same data is designed; null for readers who may not. */
  newBatch: string | null;
}

/** Agreement report: raters, items and exposure. */
export function AgreementReport({ report: whole, items, judgements, newBatch }: AgreementProps) {
  const labels = useMemo(() => new Labels(items, onlyTarget(whole.reliability)), [items, whole]);
  const report = useMemo(() => withoutRepeats(whole), [whole]);
  const chosen = useChoice(report);
  const { choice } = chosen;
  const { study, checklist, decisions } = report;
  const isJudged = study.judgements > 0;
  const isEmpty = !isJudged && study.decisions === 0;
  const isAnswered = study.labellings > 0 || hasAnswers(report);

  return (
    <JudgementsAddress value={judgements}>
      <div className="grid gap-6 print:block print:space-y-6 [&>*]:min-w-0">
        <Basis report={report} />
        {isEmpty && !isAnswered && checklist.byRater.length === 0 ? (
          <div className="rounded-md border bg-surface">
            <EmptyState title="No judgements yet">
              The numbers appear once annotators have submitted, and agreement once two of them have judged
              the same unit.
            </EmptyState>
          </div>
        ) : (
          <>
            {isEmpty && !isAnswered && (
              <p className="text-sm text-muted">
                Nobody has judged or decided anything here yet, so there is no agreement to measure. What LLMs
                and rules said of it is below.
              </p>
            )}
            {!isEmpty && !isJudged && (
              <>
                <ItemAgreement rows={decisions.agreement} isHeadline />
                <p className="text-sm text-muted">
                  Nobody has judged anything, so there is no agreement on values to measure. What people
                  decided on drafted items is below.
                </p>
              </>
            )}
            {isJudged && (
              <>
                <Headline report={report} choice={choice} newBatch={newBatch} />
                <Choices of={chosen} />
              </>
            )}
            {!isEmpty && <Dashboards report={report} />}
            {isJudged && (
              <>
                <Question id="agreement" question="How far do raters agree?">
                  <Reliability report={report} choice={choice} labels={labels} />
                  <ReliabilityWithin report={report} choice={choice} labels={labels} />
                </Question>
                <Question
                  id="pairs"
                  question="Who agrees with whom?"
                  isLong={study.raters.human > MANY_PEOPLE}
                >
                  <Raters report={report} exposure={choice.exposure} labels={labels} />
                </Question>
                {report.againstGold.length + report.againstMajority.length > 0 && (
                  <Question id="right" question="Are the values right?">
                    <AgainstGold report={report} />
                  </Question>
                )}
                <Question id="models" question="Do models judge as people do?">
                  <HumanVsLlm report={report} exposure={choice.exposure} labels={labels} />
                  <LlmBesidePeople report={report} exposure={choice.exposure} labels={labels} />
                  <ValuesByModel report={report} exposure={choice.exposure} labels={labels} />
                </Question>
              </>
            )}
            {!isEmpty && (
              <>
                <Question id="drafts" question="What became of the drafts?">
                  <DecisionsSection report={report} labels={labels} />
                  <Explanations report={report} labels={labels} />
                </Question>
                <Question id="led" question="Did drafts lead people?">
                  <AnchoringSection report={report} labels={labels} />
                </Question>
              </>
            )}
            {report.annotators.length > 0 && (
              <Question
                id="work"
                question="How did people work?"
                isLong={report.annotators.length > MANY_PEOPLE}
              >
                <Positions report={report} />
                <AnnotatorStatistics report={report} />
              </Question>
            )}
            {hasOtherTables(report) && (
              <Question id="answers" question="What was asked, and how was it answered?">
                <Labellings report={report} exposure={choice.exposure} />
                <Answers report={report} />
                <Checklist report={report} />
                <Instructions report={report} />
              </Question>
            )}
          </>
        )}
      </div>
    </JudgementsAddress>
  );
}

/** True if the last section has something to show. */
function hasOtherTables(report: Report): boolean {
  const { labels, overlap, checklist, decisions } = report;
  const { words, lengths } = decisions;
  const rows = labels.length + overlap.length + checklist.byRater.length + words.length + lengths.length;
  return rows > 0 || hasAnswers(report);
}

/** First part of a large study's report: agreement by item. */
export function AgreementBeginning({
  beginning,
  judgements,
}: {
  beginning: ReportBeginning;
  judgements: JudgementsLink;
}) {
  const labels = useMemo(() => new Labels(beginning.items), [beginning]);
  const chosen = useChoice(beginning);
  return (
    <JudgementsAddress value={judgements}>
      <div className="grid gap-6 print:block print:space-y-6 [&>*]:min-w-0">
        <Basis report={beginning} />
        <Headline report={beginning} choice={chosen.choice} newBatch={null} />
        <Choices of={chosen} />
        <Reliability report={beginning} choice={chosen.choice} labels={labels} />
        <p role="status" className="text-sm text-muted">
          Computing the other dashboards… They appear by themselves.
        </p>
      </div>
    </JudgementsAddress>
  );
}

/** Controls for level, exposure class and raters. */
function Choices({ of }: { of: ReturnType<typeof useChoice> }) {
  const { choice, given, hasLlm, levels, setLevel, setExposure, setRaters } = of;
  const offered = EXPOSURE_CLASSES.filter((each) => given.includes(each) || each === choice.exposure);
  const missing = EXPOSURE_CLASSES.filter((each) => each !== "any" && !given.includes(each));
  return (
    <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
      <legend className="sr-only">What to show</legend>
      {levels.length > 1 && (
        <Control label="Level" tip={TIPS.level}>
          <SegmentedControl
            label="Level of measurement"
            size="sm"
            segments={levels.map((level) => ({ value: level, label: capital(level) }))}
            value={choice.level ?? headlineLevel(levels)}
            onValueChange={setLevel}
          />
        </Control>
      )}
      <Control label="Exposure" tip={TIPS.exposure}>
        {offered.length > 1 ? (
          <>
            <SegmentedControl
              label="Exposure"
              size="sm"
              segments={offered.map((value) => ({ value, label: SHORT_EXPOSURES[value] }))}
              value={choice.exposure}
              onValueChange={setExposure}
            />
            {missing.length > 0 && (
              <span className="text-xs text-muted">
                No values: {missing.map((each) => EXPOSURE_LABELS[each]).join(", ")}
              </span>
            )}
          </>
        ) : (
          <span className="text-sm">
            {given.length === 0 ? "No values" : `All values: ${EXPOSURE_LABELS[choice.exposure]}`}
          </span>
        )}
      </Control>
      {hasLlm && (
        <Control label="Raters" tip={TIPS.raters}>
          <SegmentedControl
            label="Raters"
            size="sm"
            segments={RATER_SETS.map((value) => ({
              value,
              label: capital(RATER_SET_LABELS[value]),
            }))}
            value={choice.raters}
            onValueChange={setRaters}
          />
        </Control>
      )}
    </fieldset>
  );
}

/** The current choice, kept in the address so that a view can be shared. */
function useChoice({ reliability }: Pick<Report, "reliability">) {
  const [level, setLevel] = useSearchState("level");
  const [exposure, setExposure] = useSearchState("exposure");
  const [raters, setRaters] = useSearchState("raters");
  const levels = useMemo(() => {
    const found = new Set(reliability.map((row) => row.level));
    return LEVELS.filter((each) => found.has(each));
  }, [reliability]);
  const first = useMemo(() => firstExposure(reliability), [reliability]);
  const given = useMemo(() => occurringExposures(reliability), [reliability]);
  const hasLlm = useMemo(() => reliability.some(isWithLlm(reliability)), [reliability]);
  const choice = useMemo<RowChoice>(
    () => ({
      level: levels.find((each) => each === level) ?? null,
      exposure: EXPOSURE_CLASSES.find((each) => each === exposure) ?? first,
      raters: (hasLlm && RATER_SETS.find((each) => each === raters)) || "human",
    }),
    [levels, first, hasLlm, level, exposure, raters],
  );
  return {
    choice,
    given,
    hasLlm,
    levels,
    setLevel,
    setExposure: (next: ExposureClass) => setExposure(next === first ? "" : next),
    setRaters: (next: RaterSet) => setRaters(next === "human" ? "" : next),
  };
}

function Control({ label, tip, children }: { label: string; tip: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="flex items-center gap-1 text-sm text-muted">
        {label}
        <InfoTip about={label}>{tip}</InfoTip>
      </span>
      {children}
    </div>
  );
}

/**
 * Describes how many LLMs there are. A model with several methods is several raters but one LLM. The first
 * part of a report has no `humanVsLlm`, so that only the number of raters is known.
 */
function llmWords(humanVsLlm: Report["humanVsLlm"] | undefined, raters: number): string {
  if (!humanVsLlm && raters > 1) return `LLMs asked in ${formatCount(raters)} ways`;
  const { models, conditions } = llmMethodCounts(humanVsLlm ?? [], raters);
  const methodsText = conditions > models ? ` asked in ${formatCount(conditions)} ways` : "";
  return `${formatQuantity(models, "LLM")}${methodsText}`;
}

/** The numbers of judgements, raters and units behind the report. */
function Basis({
  report: { study, humanVsLlm },
}: {
  report: Pick<Report, "study"> & Partial<Pick<Report, "humanVsLlm">>;
}) {
  const { human, llm, rules, gold } = study.raters;
  const parts = [
    formatQuantity(human, "person", "people"),
    llm > 0 && llmWords(humanVsLlm, llm),
    rules > 0 && formatQuantity(rules, "rule engine"),
    gold > 0 && `${formatCount(gold)} gold`,
    formatQuantity(study.tasks, "task"),
    formatQuantity(study.responses, "response"),
    formatQuantity(study.drafts, "drafted value"),
    formatQuantity(study.judgements, "judgement"),
    study.decisions > 0 && `${formatQuantity(study.decisions, "decision")} on items`,
    study.adjudicated > 0 && `${formatQuantity(study.adjudicated, "unit")} adjudicated`,
    study.setAside > 0 && `${formatCount(study.setAside)} set aside: gold checks and planted errors`,
    study.skipped > 0 && `${formatCount(study.skipped)} skipped`,
    study.repeated > 0 && `${formatCount(study.repeated)} of units judged before in another arm`,
  ].filter((part) => part !== false);
  return (
    <ul
      aria-label="What was counted"
      className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular-nums"
    >
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
