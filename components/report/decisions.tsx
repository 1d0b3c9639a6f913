"use client";

import { useMemo } from "react";
import { type Part, Shares as SharesFigure } from "@/components/charts/shares";
import type { Column, Row } from "@/components/ui/data-table";
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatQuantity,
  formatStatistic,
} from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { Stat } from "@/components/ui/stat";
import { ACTIONS, type Action } from "@/lib/dataset/schema";
import { isJudged } from "@/lib/report/rules/headline";
import type { Labels } from "@/lib/report/rules/labels";
import {
  DRAFTED,
  decisionsByItemTable,
  decisionsTable,
  reasonsTable,
  survivalTable,
} from "@/lib/report/rules/tables/decisions";
import { TIPS } from "@/lib/report/rules/tips";
import { EXPOSURE_LABELS, REASONS } from "@/lib/report/rules/wording";
import type { ItemDecisions, ReliabilityRow, Report, Shares } from "@/lib/report/schema";
import { numberCell } from "./cells";
import { Numbers } from "./numbers";
import { ReportTable } from "./report-table";

const PARTS: readonly Part[] = [
  { key: "accept", label: "accepted", sign: "✓", colour: "var(--color-accept)", pattern: "solid" },
  { key: "revise", label: "revised", sign: "✎", colour: "var(--color-revise)", pattern: "slanted" },
  { key: "remove", label: "removed", sign: "✕", colour: "var(--color-remove)", pattern: "crossed" },
  { key: "add", label: "added", sign: "＋", colour: "var(--color-add)", pattern: "dotted" },
];

const MOST_BARS = 40;

/** What people did with what was drafted. */
export function Decisions({ report, labels }: { report: Report; labels: Labels }) {
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
  const bars = useMemo(
    () =>
      items
        .filter(([, { lines }]) => lines.n > 0)
        .slice(0, MOST_BARS)
        .map(([item, { lines }]) => ({ id: item, label: labels.of(item), counts: lines.counts })),
    [items, labels],
  );

  return (
    <Panel
      title="Decisions on drafts"
      description="What people did with drafted lines and items, and whether their final value moved away from the drafted one"
    >
      {kinds.length === 0 && items.length === 0 ? (
        <p className="text-sm text-muted">Nobody has decided on anything drafted.</p>
      ) : (
        <div className="grid gap-8">
          {kinds.length > 0 && (
            <div className="grid gap-8 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              <SharesFigure
                title="What became of drafts"
                description="Shares of what was decided or added, by people"
                parts={PARTS}
                wholes={wholes}
                noun="decisions"
              />
              <Numbers
                title="Decisions, in numbers"
                columns={[{ id: "what", header: "Of", minWidth: "10rem", sortable: false }, ...SHARE_COLUMNS]}
                rows={DRAFTED.map(({ key, label }) => ({
                  id: key,
                  what: label,
                  ...shareCells(decisions[key]),
                }))}
                table={decisionsTable(report)}
              />
            </div>
          )}
          {items.length > 0 && <ByItem report={report} items={items} bars={bars} labels={labels} />}
          {decisions.reasons.length > 0 && <ReportTable table={reasonsTable(report)} />}
          {decisions.survival.length > 0 && <ReportTable table={survivalTable(report, labels)} />}
          <ItemAgreement rows={decisions.agreement} />
        </div>
      )}
    </Panel>
  );
}

const SHARE_COLUMNS: Column[] = [
  { id: "n", header: "n", type: "number" },
  ...PARTS.map(
    ({ key, label, sign }): Column => ({
      id: key,
      header: `${sign} ${label.charAt(0).toUpperCase()}${label.slice(1)}`,
      type: "percent",
      decimals: 2,
    }),
  ),
];

/** Each share with the count it stands for. */
function shareCells(shares: Shares): Record<"n" | Action, Row[string]> {
  const cells = ACTIONS.map((action) => {
    const share = shares[action];
    return [
      action,
      share === null
        ? numberCell(null, shares.reason)
        : {
            value: share,
            content: (
              <>
                {formatPercent(share, 2)}{" "}
                <span className="text-xs text-muted">{formatCount(shares.counts[action])}</span>
              </>
            ),
          },
    ] as const;
  });
  return { n: shares.n, ...(Object.fromEntries(cells) as Record<Action, Row[string]>) };
}

interface ByItemProps {
  report: Report;
  items: readonly (readonly [string, ItemDecisions])[];
  bars: Parameters<typeof SharesFigure>[0]["wholes"];
  labels: Labels;
}

function ByItem({ report, items, bars, labels }: ByItemProps) {
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
      <Numbers
        title="Decisions and values by item"
        columns={[
          { id: "item", header: "Item", minWidth: "13rem", sortable: false },
          ...SHARE_COLUMNS.map((column) => (column.id === "n" ? { ...column, header: "Lines" } : column)),
          { id: "raised", header: "Values raised", type: "number", tip: TIPS.values },
          { id: "lowered", header: "Lowered", type: "number" },
          { id: "unchanged", header: "Unchanged", type: "number" },
        ]}
        rows={items.map(([item, { lines, values }]) => ({
          id: item,
          item: labels.of(item),
          ...shareCells(lines),
          ...values,
        }))}
        table={decisionsByItemTable(report, labels, items)}
      />
    </div>
  );
}

/** Whether people decided alike on the same drafted items. */
function ItemAgreement({ rows }: { rows: readonly ReliabilityRow[] }) {
  const shown = rows.filter(({ exposure }) => exposure !== "any" && isJudged(rows, exposure));
  if (shown.length === 0) return null;
  return (
    <section aria-label="Agreement on decisions" className="grid gap-3">
      <h3 className="text-base">Did people decide alike?</h3>
      <div className="flex flex-wrap gap-x-12 gap-y-4">
        {shown.map((row) => {
          const basis = `${formatQuantity(row.raterCount, "rater")} · ${formatQuantity(row.units, "drafted item")} · ${formatQuantity(row.pairable, "decision")} · ${EXPOSURE_LABELS[row.exposure]} · agreement ${formatPercent(row.percentAgreement)}`;
          const label = "Krippendorff’s α, nominal: accept, revise or remove";
          return row.value === null ? (
            <Stat
              key={row.exposure}
              label={label}
              tip={TIPS.alpha}
              value={null}
              reason={REASONS[row.reason ?? "no-pairable-values"]}
              basis={basis}
            />
          ) : (
            <Stat
              key={row.exposure}
              label={label}
              tip={TIPS.alpha}
              value={formatStatistic(row.value, 4)}
              interval={row.ci ? `95 % ${formatInterval(row.ci)}` : "no interval: a single task"}
              basis={basis}
            />
          );
        })}
      </div>
    </section>
  );
}
