import { EyeOff, FileQuestion, Layers, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Sparkbar } from "@/components/charts/sparkbar";
import { Badge, type Tone } from "@/components/ui/badge";
import {
  DASH,
  formatCount,
  formatInterval,
  formatPercent,
  formatPercentInterval,
  formatQuantity,
  formatStatistic,
  noValue,
} from "@/components/ui/format";
import { InfoTip } from "@/components/ui/info-tip";
import { Link } from "@/components/ui/link";
import { Stat } from "@/components/ui/stat";
import type { ExposureClass } from "@/lib/judgement/schema";
import { TIPS } from "@/lib/report/rules/glossary";
import {
  headlineNumber,
  headlineRow,
  isJudged,
  isWithLlm,
  mostCommon,
  type RowChoice,
} from "@/lib/report/rules/headline";
import {
  confidenceText,
  decimalsFor,
  FEW_MARK,
  FEW_TASKS,
  isOfFew,
} from "@/lib/report/rules/render/format-cell";
import {
  EXCEEDS,
  EXPOSURE_LABELS,
  MISSING_VALUE_REASONS,
  RATER_SET_LABELS,
} from "@/lib/report/rules/wording";
import type { Report, ReportWith } from "@/lib/report/schema";
import type { RaterRow } from "@/lib/report/schema/raters";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { IntervalCell } from "@/lib/report/schema/table";
import type { ReportReason } from "@/lib/report/schema/values";
import { AgreementVerdict } from "./agreement-verdict";
import { alphaThresholdSentence } from "./alpha-thresholds";
import { countsInOrder } from "./order";

const looks: Record<ExposureClass, { tone: Tone; icon: ReactNode }> = {
  independent: { tone: "positive", icon: <EyeOff aria-hidden="true" /> },
  exposed: { tone: "warning", icon: <TriangleAlert aria-hidden="true" /> },
  unknown: { tone: "neutral", icon: <FileQuestion aria-hidden="true" /> },
  any: { tone: "neutral", icon: <Layers aria-hidden="true" /> },
};

/** Badge beside every number that depends on whether a draft was in view. */
export function ExposureBadge({ exposure }: { exposure: ExposureClass }) {
  const { tone, icon } = looks[exposure];
  const label = EXPOSURE_LABELS[exposure];
  return (
    <Badge tone={tone} icon={icon}>
      {label.charAt(0).toUpperCase() + label.slice(1)}
    </Badge>
  );
}

/** The numbers beside α come with sections that are fetched later. */
type HeadlineReport = ReportWith<"reliability"> & Partial<Pick<Report, "anchoring" | "raters">>;

export interface HeadlineProps {
  report: HeadlineReport;
  choice: RowChoice;
  newBatch: string | null;
}

/**
 * Overall agreement: independent judgements first, even if there are none, with judgements that had a draft
 * in view beside it, never instead.
 */
export function Headline({ report, choice, newBatch }: HeadlineProps) {
  const { reliability } = report;
  const shown = (["independent", "exposed", "unknown"] as const).filter(
    (exposure) => exposure === "independent" || isJudged(reliability, exposure),
  );
  return (
    <section
      aria-label="Agreement overall"
      className="grid min-w-0 gap-px overflow-hidden rounded-md border bg-line"
    >
      <AgreementVerdict reliability={reliability} choice={choice} newBatch={newBatch} />
      <div className="grid min-w-0 gap-px md:auto-cols-fr md:grid-flow-col">
        {shown.map((exposure) => (
          <Overall
            key={exposure}
            row={headlineRow(reliability, "all", { ...choice, exposure })}
            exposure={exposure}
            others={shown.length > 1}
            report={report}
          />
        ))}
      </div>
    </section>
  );
}

interface OverallProps {
  row: ReliabilityRow | null;
  exposure: ExposureClass;
  /** True if other exposure classes have judgements. */
  others: boolean;
  report: HeadlineReport;
}

function Overall({ row, exposure, others, report }: OverallProps) {
  const most = mostCommon(row?.values ?? {});
  const together = row?.raters === "human" ? peopleTogether(row, report) : null;
  return (
    <div className="grid content-start gap-4 bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <ExposureBadge exposure={exposure} />
        <span className="text-xs text-muted">
          {row ? ratersOf(row, report) : ""}
          {exposure === "exposed" && " · may be shared anchoring on the draft"}
        </span>
      </div>
      {row?.value == null ? (
        <Stat
          size="lg"
          label={`Krippendorff’s α${row ? `, ${row.level}` : ""}`}
          tip={TIPS.alpha}
          value={null}
          reason={reasonFor(row, exposure, others, report)}
          basis={basisOf(row, exposure)}
        />
      ) : (
        <Stat
          size="lg"
          label={
            row.items
              ? `Median α of ${row.items.count} items, ${row.level}`
              : `Krippendorff’s α, ${row.level}`
          }
          tip={row.items ? TIPS.medianAlpha : TIPS.alpha}
          value={formatStatistic(headlineNumber(row).value, row.ci && !row.items ? decimalsFor(row.ci) : 2)}
          interval={
            row.items
              ? `from ${formatStatistic(row.items.lowest)} to ${formatStatistic(row.items.highest)}`
              : row.ci
                ? `${confidenceText(report.made.confidence)} ${markedInterval(row.ci)}`
                : "no interval: fewer than five tasks"
          }
          basis={basisOf(row, exposure)}
        />
      )}
      {row && row.value !== null && exposure !== "independent" && (
        <p className="text-sm">
          {verdictOf(row, exposure)} <InfoTip about="the usual bars">{TIPS.alpha}</InfoTip>
        </p>
      )}
      {row?.items?.exceedsEvery && (
        <p className="flex items-start gap-2 text-sm">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span>Careful: {EXCEEDS}</span>
        </p>
      )}
      {row && row.pairable > 0 && (
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          {row.items && (
            <>
              <Small term="α within items" tip={TIPS.stratified}>
                <Undefinable value={row.items.stratified} reason={row.items.stratifiedReason}>
                  {formatStatistic(row.items.stratified)}{" "}
                  {row.items.stratifiedCi && markedInterval(row.items.stratifiedCi)}
                </Undefinable>
              </Small>
              <Small term="Plain pool" tip={TIPS.alpha}>
                <Undefinable value={row.value} reason={row.reason}>
                  {formatStatistic(row.value)} {row.ci && markedInterval(row.ci)}
                </Undefinable>
              </Small>
            </>
          )}
          {together && <OverRaters row={together} />}
          <BesideAlpha row={row} />
          {most && (
            <Small term="Prevalence" tip={TIPS.prevalence}>
              <span className="flex items-center gap-2">
                <Sparkbar label="How often each value was given" values={countsInOrder(row.values)} />
                <span>
                  {formatPercent(most.share, 0)} “{most.value}”
                </span>
              </span>
            </Small>
          )}
          {row.adjudicated > 0 && (
            <Small
              term="Adjudicated"
              tip="Units that an adjudicator decided after seeing the votes. These decisions are in no statistic."
            >
              {formatCount(row.adjudicated)}
            </Small>
          )}
          {row.na > 0 && (
            <Small term="n/a" tip="Ratings with the value n/a. Every statistic treats them as missing.">
              {formatCount(row.na)}
            </Small>
          )}
        </dl>
      )}
      {exposure === "exposed" && <OnDraft report={report} />}
      {row?.ci && isOfFew(row.ci) && <p className="text-xs text-muted">{FEW_TASKS}</p>}
    </div>
  );
}

/** Percent agreement and Gwet’s coefficient at the level of the row. */
function BesideAlpha({ row }: { row: ReliabilityRow }) {
  const percent = (
    <Small term="Percent agreement" tip={TIPS.percent}>
      <Undefinable value={row.percentAgreement} reason={row.reason}>
        {formatPercent(row.percentAgreement)}{" "}
        {row.level === "nominal" && row.percentCi && markedInterval(row.percentCi, formatPercentInterval)}
      </Undefinable>
    </Small>
  );
  if (row.level === "nominal")
    return (
      <>
        {percent}
        <Small term="Gwet’s AC1" tip={TIPS.ac1}>
          <Undefinable value={row.ac1} reason={row.ac1Reason}>
            {formatStatistic(row.ac1)} {row.ac1Ci && markedInterval(row.ac1Ci)}
          </Undefinable>
        </Small>
      </>
    );
  return (
    <>
      {percent}
      <Small term="With near misses" tip={TIPS.weightedPercent}>
        <Undefinable value={row.weightedPercent} reason={row.ac2Reason}>
          {formatPercent(row.weightedPercent)}{" "}
          {row.weightedPercentCi && markedInterval(row.weightedPercentCi, formatPercentInterval)}
        </Undefinable>
      </Small>
      <Small term="Gwet’s AC2" tip={TIPS.ac2}>
        <Undefinable value={row.ac2} reason={row.ac2Reason}>
          {formatStatistic(row.ac2)} {row.ac2Ci && markedInterval(row.ac2Ci)}
        </Undefinable>
      </Small>
    </>
  );
}

/** An interval, marked with † where the note on few tasks applies. */
const markedInterval = (
  ci: IntervalCell,
  format: (ci: IntervalCell) => string = (ends) => formatInterval(ends, decimalsFor(ends)),
) => `${format(ci)}${isOfFew(ci) ? ` ${FEW_MARK}` : ""}`;

/** The verdict on an estimate, or the reason why there is none. */
function verdictOf(row: ReliabilityRow, exposure: ExposureClass): string {
  const { value, ci } = headlineNumber(row);
  if (value === null) return "Every item is rated alike throughout, so agreement cannot be assessed.";
  const { items } = row;
  const reason = items
    ? `The item in the middle of ${items.count - items.without} has α ${formatStatistic(value)}. `
    : "";
  return `${reason}${alphaThresholdSentence(value, ci, exposure === "independent")}`;
}

/** The report's numbers for people together; null where it has none, or not at this level. */
function peopleTogether({ scope, level, exposure }: ReliabilityRow, { raters }: HeadlineReport) {
  const own = raters?.each.find(
    (each) =>
      each.rater === null && each.scope === scope && each.level === level && each.exposure === exposure,
  );
  return own?.alphaRatersCi ? own : null;
}

/** Intervals of α that take the raters as drawn, too; the one beside α takes them as fixed. */
function OverRaters({ row: { alphaRatersCi, alphaBothCi } }: { row: RaterRow }) {
  return (
    <>
      {alphaRatersCi && (
        <Small term="Other raters" tip={TIPS.otherRaters}>
          {formatInterval(alphaRatersCi)}
        </Small>
      )}
      {alphaBothCi && (
        <Small term="Other raters and tasks" tip={TIPS.otherRatersAndTasks}>
          {markedInterval(alphaBothCi)}
        </Small>
      )}
    </>
  );
}

/** The share of agreement that is on the drafted value, which α alone does not show. */
function OnDraft({ report: { anchoring } }: { report: HeadlineReport }) {
  const all = anchoring?.onDraft.find(({ scope, exposure }) => scope === "all" && exposure === "exposed");
  if (!all || all.agreeingShare === null) return null;
  return (
    <p className="text-sm">
      <span className="font-medium tabular-nums">{formatPercent(all.agreeingShare, 0)}</span> of the{" "}
      {formatQuantity(all.agreeing, "pair")} of people who agree say what was drafted
      {all.expectedShare !== null && (
        <>
          ; {formatPercent(all.expectedShare, 0)} would, if each followed drafts as often without regard to
          the others
        </>
      )}
      .{" "}
      <Link href="#anchoring" prefetch={false} className="text-accent underline print:no-underline">
        Anchoring
      </Link>
    </p>
  );
}

/** The raters compared: LLMs only where one of them has a value. */
function ratersOf(row: ReliabilityRow, { reliability }: HeadlineReport): string {
  const isAlone = row.raters === "human+llm" && !isWithLlm(reliability)(row);
  return isAlone ? `${RATER_SET_LABELS.human}; no LLM has a value here` : RATER_SET_LABELS[row.raters];
}

function Small({ term, tip, children }: { term: string; tip: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="flex items-center gap-1 text-xs text-muted">
        {term}
        <InfoTip about={term}>{tip}</InfoTip>
      </dt>
      <dd className="text-sm font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function Undefinable({
  value,
  reason,
  children,
}: {
  value: number | null;
  reason: ReportReason | null;
  children: ReactNode;
}) {
  if (value !== null) return children;
  return (
    <span className="flex items-center gap-1 font-normal text-muted">
      {DASH}
      {reason && <InfoTip about="why there is no value">{noValue(MISSING_VALUE_REASONS[reason])}</InfoTip>}
    </span>
  );
}

function basisOf(row: ReliabilityRow | null, exposure: ExposureClass): string {
  return [
    formatQuantity(row?.raterCount ?? 0, "rater"),
    formatQuantity(row?.units ?? 0, "unit"),
    formatQuantity(row?.pairable ?? 0, "pairable rating"),
    EXPOSURE_LABELS[exposure],
  ].join(" · ");
}

/** The reason why there is no headline number. */
function reasonFor(
  row: ReliabilityRow | null,
  exposure: ExposureClass,
  others: boolean,
  { study }: HeadlineReport,
): string {
  if (row && row.pairable === 0) {
    if (study.judgements === 0) return "Nobody has judged anything yet.";
    if (study.raters.human === 0 && row.raters === "human" && study.raters.gold > 0)
      return "No person has judged anything. There are only gold values; models are compared with them below.";
    if (study.raters.human < 2 && row.raters === "human")
      return "Only one person has judged so far; agreement needs two on the same unit.";
    if (exposure === "independent" && others)
      return row.raterCount === 0
        ? "No independent judgements: none was given without a draft in view, or before it was shown."
        : "No unit has two independent judgements.";
  }
  const reason = MISSING_VALUE_REASONS[row?.reason ?? "no-pairable-values"];
  const more = row?.reason === "mixed-scales" ? "; each item has its own below" : "";
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${more}.`;
}
