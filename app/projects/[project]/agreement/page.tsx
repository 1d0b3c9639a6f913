import { ChartNoAxesColumn } from "lucide-react";
import type { Metadata } from "next";
import { ByStudy } from "@/app/projects/[project]/agreement/by-study";
import { Refresh } from "@/app/projects/[project]/agreement/refresh";
import { besideAlpha } from "@/components/report/cells";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import type { Column, RichCell, Row } from "@/components/ui/cell";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatInterval, formatPercent, formatStatistic, noValue } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { ExposureClass } from "@/lib/judgement/schema";
import { requireMember } from "@/lib/project/page-access";
import { listReports, type ReportListing } from "@/lib/report/data/list-reports";
import { TIPS } from "@/lib/report/rules/glossary";
import { headlineNumber, headlineRow } from "@/lib/report/rules/headline";
import { decimalsFor, FEW_MARK, isOfFew } from "@/lib/report/rules/render/format-cell";
import { EXPOSURE_LABELS, MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";

export const metadata: Metadata = { title: "Agreement" };

const KINDS = { batch: "Batch", dataset: "Imported dataset" };
/** Only if such values occur. */
const UNKNOWN: Column = {
  id: "unknown",
  header: "α, exposure unknown",
  type: "number",
  decimals: 4,
  tip: "The same for values without a record of whether a draft was shown.",
};

/** Exposure classes in order of preference for percent agreement and AC1: the first with values is shown. */
const MEASURED = ["independent", "exposed", "unknown"] as const;
const COMPUTING = "The numbers are being computed.";
const FOLDERS = { batch: "batches", dataset: "data" };

export default async function AgreementPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "researcher");
  const reports = await listReports(actor, project.id);
  const computing = reports.some(({ status }) => status.state === "computing");
  const hasUnknown = reports.some(({ rows }) =>
    rows.some(({ exposure, pairable }) => exposure === "unknown" && pairable > 0),
  );
  return (
    <Page>
      <PageHeader
        title="Agreement"
        description={
          <>
            How far people agree with each other and with LLMs, for every batch and imported study that was
            judged or drafted.{" "}
            <DocsLink href="/docs/reference/statistics">What each statistic means</DocsLink>
          </>
        }
      />
      <Panel flush>
        <DataTable
          caption="Agreement of batches and imported studies"
          columns={[
            { id: "name", header: "Batch or dataset", minWidth: "min(18rem, 36vw)" },
            {
              id: "independent",
              header: "α, independent",
              type: "number",
              decimals: 4,
              tip: "Krippendorff’s α over all items, among people who were not shown a draft or judged before it, with its 95 % interval.",
            },
            {
              id: "exposed",
              header: "α, draft shown",
              type: "number",
              decimals: 4,
              tip: "The same of values given with a draft in view. Agreement may be shared anchoring.",
            },
            ...(hasUnknown ? [UNKNOWN] : []),
            {
              id: "agreement",
              header: "Agreement",
              type: "percent",
              tip: `${TIPS.percent} Of independent values, or of those with a draft shown where there are none.`,
            },
            {
              id: "gwet",
              header: "AC1, AC2",
              type: "number",
              decimals: 4,
              tip: `${TIPS.ac1} AC2 gives credit for near misses, and is shown where values have an order.`,
            },
            { id: "raters", header: "People", type: "number" },
            { id: "judgements", header: "Judgements", type: "number" },
            { id: "dataAt", header: "As of" },
          ]}
          rows={reports.map((report) => tableRow(report, `/projects/${project.id}`))}
          filterable={reports.length > 10}
          flush
          keepFirst
          empty={
            <EmptyState icon={<ChartNoAxesColumn />} title="Nothing to compare yet">
              Import a dataset with judgements, or open a batch: once two people have judged the same
              response, their agreement is here.
            </EmptyState>
          }
        />
      </Panel>
      <ByStudy reports={reports} />
      {computing && <Refresh />}
    </Page>
  );
}

function tableRow(listing: ReportListing, base: string): Row {
  const { kind, id, name, sample, status, summary, rows } = listing;
  const first = headlineRow(rows, "all", { level: null, raters: "human", exposure: "any" });
  const kindAndLevel = [KINDS[kind], first?.level].filter(Boolean).join(", ");
  const measured = MEASURED.map((exposure) =>
    headlineRow(rows, "all", { level: null, raters: "human", exposure }),
  ).find((row) => row && row.pairable > 0);
  const row = measured ?? first;
  const unknown = { value: null, reason: status.failure ?? COMPUTING };
  const figures = row ? besideAlpha(row) : { agreement: unknown, gwet: unknown };
  return {
    id: `${kind}-${id}`,
    name: {
      value: name,
      content: (
        <span className="grid">
          <span className="flex flex-wrap items-center gap-2">
            <Link href={`${base}/${FOLDERS[kind]}/${id}/agreement`} className="font-medium hover:underline">
              {name}
            </Link>
            {sample && <SampleBadge />}
          </span>
          <span className="text-xs text-muted">{kindAndLevel}</span>
        </span>
      ),
    },
    independent: alphaCell(listing, "independent"),
    exposed: alphaCell(listing, "exposed"),
    unknown: alphaCell(listing, "unknown"),
    agreement: withExposure(figures.agreement, row, formatPercent),
    gwet: withExposure(figures.gwet, row, formatStatistic),
    raters: summary?.raters.human ?? null,
    judgements: summary?.judgements ?? null,
    dataAt: {
      value: status.dataAt,
      content:
        status.state === "computing" ? (
          "Computing…"
        ) : status.state === "failed" ? (
          <span className="text-danger">Not computed</span>
        ) : (
          status.dataAt && <Time at={status.dataAt} />
        ),
    },
  };
}

/** A figure beside α, labelled with its exposure class. */
function withExposure(
  cell: RichCell,
  row: ReliabilityRow | null,
  format: (value: number) => string,
): Row[string] {
  if (!row || typeof cell.value !== "number") return cell;
  return {
    ...cell,
    content: (
      <span className="grid">
        <span>{format(cell.value)}</span>
        <span className="text-xs text-muted">{EXPOSURE_LABELS[row.exposure]}</span>
      </span>
    ),
  };
}

/** α with its interval and units, or why there is none. */
/** The interval of a single item's α; for several items the range of theirs. */
function rangeText({ items }: ReliabilityRow, ci: ReliabilityRow["ci"]): string {
  if (items)
    return `median of ${items.count} items, ${formatInterval([items.lowest ?? Number.NaN, items.highest ?? Number.NaN])}`;
  return ci ? `${formatInterval(ci, decimalsFor(ci))}${isOfFew(ci) ? ` ${FEW_MARK}` : ""}` : "no interval";
}

function alphaCell({ rows, status }: ReportListing, exposure: ExposureClass): Row[string] {
  const row = headlineRow(rows, "all", { level: null, raters: "human", exposure });
  if (!row) return { value: null, reason: status.failure ?? COMPUTING };
  if (row.value === null)
    return {
      value: null,
      reason: noValue(MISSING_VALUE_REASONS[row.reason ?? "no-pairable-values"]),
    };
  const { value, ci } = headlineNumber(row);
  return {
    value,
    content: (
      <span className="grid">
        <span>{formatStatistic(value, ci ? decimalsFor(ci) : 2)}</span>
        <span className="text-xs text-muted">
          {rangeText(row, ci)} · n {row.units.toLocaleString("en")}
        </span>
      </span>
    ),
  };
}
