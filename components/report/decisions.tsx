"use client";

import clsx from "clsx";
import { type ComponentProps, useId, useMemo } from "react";
import { type ShareSegment, SharesChart as SharesFigure } from "@/components/charts/shares";
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatQuantity,
  formatStatistic,
} from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { Stat } from "@/components/ui/stat";
import { useSearchState } from "@/components/ui/use-search-state";
import { TIPS } from "@/lib/report/rules/glossary";
import { FEWEST_READABLE, groupsInOrder } from "@/lib/report/rules/group-order";
import { decimalsFor } from "@/lib/report/rules/render/format-cell";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { decisionAgreementTable } from "@/lib/report/rules/tables/agreement";
import {
  DRAFTED,
  decisionsByItemTable,
  decisionsTable,
  editedTable,
  groupsTable,
  lengthsTable,
  reasonsTable,
  survivalTable,
  wordsTable,
} from "@/lib/report/rules/tables/decisions";
import { isRated } from "@/lib/report/rules/visible-rows";
import { EXPOSURE_LABELS, GROUPING_LABELS, MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import { GROUPINGS } from "@/lib/report/schema/codes";
import type { Grouping, ItemDecisions } from "@/lib/report/schema/decisions";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import { REASON_LABELS as REASON_WORDS } from "@/lib/review/rules/refusal-messages";
import { isReasonCode } from "@/lib/review/schema/codes";
import { ReportTable } from "./report-table";

const PARTS: readonly ShareSegment[] = [
  { key: "accept", label: "accepted", sign: "✓", colour: "var(--color-accept)", pattern: "solid" },
  { key: "revise", label: "revised", sign: "✎", colour: "var(--color-revise)", pattern: "slanted" },
  { key: "remove", label: "removed", sign: "✕", colour: "var(--color-remove)", pattern: "crossed" },
  { key: "add", label: "added", sign: "+", colour: "var(--color-add)", pattern: "dotted" },
];

/** Direction of a final value relative to the draft. */
const MOVES: readonly ShareSegment[] = [
  { key: "lowered", label: "lowered", sign: "↓", colour: "var(--color-revise)", pattern: "slanted" },
  { key: "unchanged", label: "unchanged", sign: "=", colour: "var(--color-accept)", pattern: "solid" },
  { key: "raised", label: "raised", sign: "↑", colour: "var(--color-add)", pattern: "dotted" },
];

const MOST_BARS = 40;

/** Decisions on drafts: accepted, revised, removed, added. */
export function DecisionsSection({ report, labels }: { report: ReportWith<"decisions">; labels: Labels }) {
  const { decisions } = report;
  const kinds = DRAFTED.filter(({ key }) => decisions[key].n > 0);
  const items = useMemo(
    () =>
      labels.sort(
        Object.entries(decisions.byItem).filter(
          ([, { lines, values }]) => lines.n > 0 || values.raised + values.lowered + values.unchanged > 0,
        ),
        ([item]) => item,
      ),
    [decisions, labels],
  );
  const wholes = useMemo(
    () =>
      DRAFTED.filter(({ key }) => decisions[key].n > 0).map(({ key, label }) => ({
        id: key,
        label,
        counts: decisions[key].counts,
      })),
    [decisions],
  );
  // If drafts are grouped by criterion, that figure shows the same, so this one is left out.
  const isGrouped = decisions.groups.some(({ by }) => by === "criterion");
  const bars = useMemo(
    () =>
      isGrouped
        ? []
        : items
            .filter(([, { lines }]) => lines.n > 0)
            .slice(0, MOST_BARS)
            .map(([item, { lines }]) => ({ id: item, label: labels.of(item), counts: lines.counts })),
    [items, labels, isGrouped],
  );

  return (
    <Panel
      id="decisions"
      title="Decisions on drafts"
      description="What people did with drafted lines and items, and whether their final value moved away from the drafted one"
    >
      {kinds.length === 0 && items.length === 0 ? (
        <p className="text-sm text-muted">No person has decided on a draft.</p>
      ) : (
        <div className="grid gap-8 print:block print:space-y-8">
          {kinds.length > 0 && <DraftShares wholes={wholes} report={report} />}
          {decisions.groups.length > 0 && <ByGroup report={report} labels={labels} />}
          {items.length > 0 && <ByItem report={report} items={items} bars={bars} labels={labels} />}
          {decisions.edited.length > 0 && <ReportTable table={editedTable(report, labels)} />}
          {decisions.reasons.length > 0 && <Reasons report={report} />}
          {decisions.survival.length > 0 && <ReportTable table={survivalTable(report, labels)} />}
          {report.study.judgements > 0 && <ItemAgreement rows={decisions.agreement} />}
          {decisions.agreement.some(isRated) && (
            <ReportTable table={decisionAgreementTable(report, decisions.agreement.filter(isRated))} />
          )}
        </div>
      )}
    </Panel>
  );
}

/** Shares of decisions about drafts, by the kind of draft. */
function DraftShares({
  wholes,
  report,
}: {
  wholes: ComponentProps<typeof SharesFigure>["wholes"];
  report: ReportWith<"decisions">;
}) {
  return (
    <div className="grid gap-8 print:block print:space-y-8 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <SharesFigure
        title="What became of drafts"
        description="Shares of what was decided or added, by people"
        parts={PARTS}
        wholes={wholes}
        noun="decisions"
      />
      <ReportTable table={decisionsTable(report)} />
    </div>
  );
}

/** Reasons in words; downloaded files contain their codes. */
function Reasons({ report }: { report: ReportWith<"decisions"> }) {
  const drawn = useMemo(
    () => ({
      code: (at: number) => {
        const code = report.decisions.reasons[at]?.code ?? null;
        if (code === null) return "None given";
        return isReasonCode(code) ? REASON_WORDS[code] : code;
      },
    }),
    [report],
  );
  return <ReportTable table={reasonsTable(report)} drawn={drawn} />;
}

interface ByItemProps {
  report: ReportWith<"decisions">;
  items: readonly (readonly [string, ItemDecisions])[];
  bars: Parameters<typeof SharesFigure>[0]["wholes"];
  labels: Labels;
}

function ByItem({ report, items, bars, labels }: ByItemProps) {
  const moves = useMemo(
    () =>
      items
        .filter(([, { values }]) => values.raised + values.lowered + values.unchanged > 0)
        .slice(0, MOST_BARS)
        .map(([item, { values }]) => ({ id: item, label: labels.of(item), counts: { ...values } })),
    [items, labels],
  );
  return (
    <div className="grid min-w-0 gap-8">
      {bars.length > 0 && (
        <SharesFigure
          title="What became of drafted lines, by item"
          description={
            items.length > MOST_BARS
              ? `The first ${MOST_BARS} of ${formatCount(items.length)} items`
              : "Shares of the explanation lines of each item"
          }
          parts={PARTS}
          wholes={bars}
          noun="lines"
        />
      )}
      {moves.length > 0 && (
        <SharesFigure
          title="Values against the draft, by item"
          description="Final values above, below and equal to the drafted one, among people who saw it or may have"
          parts={MOVES}
          wholes={moves}
          noun="values"
        />
      )}
      <ReportTable table={decisionsByItemTable(report, labels, items)} />
    </div>
  );
}

/** Shares by family, criterion, method, policy or model: one grouping at a time, chosen in the address. */
function ByGroup({ report, labels }: { report: ReportWith<"decisions">; labels: Labels }) {
  const [chosen, choose] = useSearchState("by");
  const id = useId();
  const groups = useMemo(() => groupsInOrder(report.decisions.groups), [report]);
  const known = GROUPINGS.filter((by) => groups.some((row) => row.by === by));
  const by = known.find((each) => each === chosen) ?? known[0];
  const wholes = useMemo(
    () =>
      groups
        .filter((row) => row.by === by)
        .slice(0, MOST_BARS)
        .map(({ of, group, shares }) => ({
          id: `${of} ${group}`,
          label: `${by === "criterion" ? labels.of(group) : group}${of === "items" ? " (items)" : ""}`,
          counts: shares.counts,
        })),
    [groups, by, labels],
  );
  return (
    <div className="grid min-w-0 gap-4">
      <GroupingSelect id={id} known={known} by={by} choose={choose} />
      <SharesFigure
        title={`What became of drafts, by ${by ? GROUPING_LABELS[by].toLowerCase() : "group"}`}
        description="Explanation lines, and rubric items where it says so"
        parts={PARTS}
        wholes={wholes}
        noun="decisions"
      />
      <ReportTable
        table={groupsTable(
          report,
          labels,
          groups.filter((row) => row.by === by),
        )}
        without={["by"]}
      />
      {groups.some((row) => row.by === by && row.shares.n < FEWEST_READABLE) && (
        <p className="text-xs text-muted">
          What people changed most comes first. Groups with fewer than {FEWEST_READABLE} decisions come last:
          their shares may be off by more than 20 points.
        </p>
      )}
    </div>
  );
}

interface GroupingSelectProps {
  id: string;
  known: readonly (typeof GROUPINGS)[number][];
  by: Grouping | undefined;
  choose: (value: string) => void;
}

/** The choice of the grouping of decisions. */
function GroupingSelect({ id, known, by, choose }: GroupingSelectProps) {
  return (
    <label htmlFor={id} className="flex flex-wrap items-center gap-2 text-sm text-muted print:hidden">
      Decisions by
      <Select
        id={id}
        size="sm"
        choices={known.map((value) => ({ value, label: GROUPING_LABELS[value] }))}
        value={by ?? ""}
        onValueChange={choose}
      />
    </label>
  );
}

/** Statistics of instructions, and the lengths of their checklists. */
export function Instructions({ report }: { report: ReportWith<"decisions"> }) {
  const { words, lengths } = report.decisions;
  if (words.length === 0 && lengths.length === 0) return null;
  return (
    <Panel
      id="instructions"
      title="Instructions and checklists"
      description="The requests of tasks, with the criteria they are judged by, and the length of drafted checklists"
    >
      <div className="grid gap-8 print:block print:space-y-8 [&>*]:min-w-0">
        {lengths.length > 0 && <ReportTable table={lengthsTable(report)} />}
        {words.length > 0 && <ReportTable table={wordsTable(report)} />}
      </div>
    </Panel>
  );
}

/**
 * Agreement of people's decisions on the same drafted items. It is the headline of a report without other
 * judgements.
 */
export function ItemAgreement({
  rows,
  isHeadline = false,
}: {
  rows: readonly ReliabilityRow[];
  isHeadline?: boolean;
}) {
  const shown = rows.filter((row) => row.exposure !== "any" && isRated(row));
  const Heading = isHeadline ? "h2" : "h3";
  if (shown.length === 0) return null;
  return (
    <section
      aria-label="Agreement on decisions"
      className={clsx("grid gap-3", isHeadline && "rounded-md border bg-surface p-4")}
    >
      <Heading className="text-base">Did people decide alike?</Heading>
      <div className="flex flex-wrap gap-x-12 gap-y-4">
        {shown.map((row) => {
          const basis = `${formatQuantity(row.raterCount, "rater")} · ${formatQuantity(row.units, "drafted item")} · ${formatQuantity(row.pairable, "decision")} · ${EXPOSURE_LABELS[row.exposure]}${row.percentAgreement === null ? "" : ` · agreement ${formatPercent(row.percentAgreement)}`}`;
          const shared = {
            label: "Krippendorff’s α, nominal: accept, revise or remove",
            tip: TIPS.alpha,
            basis,
            size: isHeadline ? "lg" : "md",
          } as const;
          return row.value === null ? (
            <Stat
              key={row.exposure}
              {...shared}
              value={null}
              reason={MISSING_VALUE_REASONS[row.reason ?? "no-pairable-values"]}
            />
          ) : (
            <Stat
              key={row.exposure}
              {...shared}
              value={formatStatistic(row.value, row.ci ? decimalsFor(row.ci) : 2)}
              interval={row.ci ? formatInterval(row.ci) : "no interval: a single task"}
            />
          );
        })}
      </div>
    </section>
  );
}
