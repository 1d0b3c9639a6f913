"use client";

import { type ReactNode, useMemo } from "react";
import { Distributions } from "@/components/charts/distributions";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { type ShareSegment, SharesChart } from "@/components/charts/shares";
import { Panel } from "@/components/ui/panel";
import { useSearchState } from "@/components/ui/use-search-state";
import type { ExposureClass } from "@/lib/judgement/schema";
import { FEW_INTERVALS } from "@/lib/report/rules/render/format-cell";
import type { Labels } from "@/lib/report/rules/scope-labels";
import {
  accuracyTable,
  alternativeTable,
  distributionsTable,
  pairingsTable,
  preferencesTable,
} from "@/lib/report/rules/tables/human-vs-llm";
import { hasComparison, isPaired } from "@/lib/report/rules/visible-rows";
import { comparedRaterWithMethod, EXPOSURE_LABELS } from "@/lib/report/rules/wording";
import type { Report, ReportWith } from "@/lib/report/schema";
import type { DistributionRow } from "@/lib/report/schema/human-vs-llm";
import type { Table } from "@/lib/report/schema/table";
import { ExposureBadge } from "./headline";
import {
  accuracyEstimates,
  alternativeEstimates,
  distanceShares,
  pairingEstimates,
  STRICT_AND_LENIENT,
} from "./llm-estimates";
import { countsInOrder } from "./order";
import { ReportTable } from "./report-table";

const FIGURES_AND_TABLES = "grid gap-8 print:block print:space-y-8 [&>*]:min-w-0";
const WHOLE = [0, 1] as const;
const SIGNED_RANGE = [-1, 1] as const;
const NO_THRESHOLDS = [] as const;
const HALF = [{ value: 0.5, label: "0.5" }] as const;

const DISTANCES: readonly ShareSegment[] = [
  { key: "0", label: "the same", colour: "var(--color-accept)", pattern: "solid" },
  { key: "1", label: "one step apart", colour: "var(--color-revise)", pattern: "slanted" },
  { key: "2", label: "opposite", colour: "var(--color-remove)", pattern: "crossed" },
];

interface BesidePeopleProps {
  report: ReportWith<"accuracy" | "preferences" | "pairings" | "alternative">;
  exposure: ExposureClass;
  labels: Labels;
}

/** Further comparisons of people and LLMs: accuracy, preferences, pairs of raters, and a test. */
export function LlmBesidePeople({ report, exposure, labels }: BesidePeopleProps) {
  const accuracy = report.accuracy.filter((row) => row.exposure === exposure && hasComparison(row));
  const preferences = report.preferences.filter((row) => row.exposure === exposure && row.n > 0);
  const pairings = report.pairings.filter(isPaired);
  const { alternative } = report;
  if (accuracy.length + preferences.length + pairings.length + alternative.length === 0) return null;
  return (
    <Panel
      title="How close LLMs come to people"
      description={`Question by question, in preferences and as one more rater, ${EXPOSURE_LABELS[exposure]}`}
      actions={<ExposureBadge exposure={exposure} />}
    >
      <div className={FIGURES_AND_TABLES}>
        {accuracy.length > 0 && <Accuracy report={report} rows={accuracy} labels={labels} />}
        {preferences.length > 0 && <Preferences report={report} rows={preferences} />}
        {pairings.length > 0 && <Pairings report={report} rows={pairings} labels={labels} />}
        {alternative.length > 0 && <Alternative report={report} labels={labels} />}
      </div>
    </Panel>
  );
}

function Accuracy({
  report,
  rows,
  labels,
}: {
  report: ReportWith<"accuracy">;
  rows: Report["accuracy"];
  labels: Labels;
}) {
  const estimates = useMemo(() => accuracyEstimates(rows, labels), [rows, labels]);
  return (
    <FigureAndTable table={accuracyTable(report, labels, rows)} without={["exposure"]}>
      <DotWhisker
        few={FEW_INTERVALS}
        title="Accuracy question by question"
        description="Answers as the majority of people gives them; without a usable answer: wrong, or left out"
        axis="Share of questions answered like the majority"
        estimates={estimates}
        counted="Questions"
        series={STRICT_AND_LENIENT}
        domain={WHOLE}
        thresholds={NO_THRESHOLDS}
      />
    </FigureAndTable>
  );
}

function Preferences({ report, rows }: { report: ReportWith<"preferences">; rows: Report["preferences"] }) {
  const wholes = useMemo(() => distanceShares(rows), [rows]);
  return (
    <FigureAndTable table={preferencesTable(report, rows)} without={["exposure"]}>
      <SharesChart
        title="How far preferences lie apart"
        description="Comparisons at distance 0, 1 and 2 (PLD)"
        parts={DISTANCES}
        wholes={wholes}
        noun="comparisons"
      />
    </FigureAndTable>
  );
}

function Pairings({
  report,
  rows,
  labels,
}: {
  report: ReportWith<"pairings">;
  rows: Report["pairings"];
  labels: Labels;
}) {
  const estimates = useMemo(() => pairingEstimates(rows, labels), [rows, labels]);
  return (
    <FigureAndTable table={pairingsTable(report, labels, rows)}>
      <DotWhisker
        few={FEW_INTERVALS}
        title="Correlation of pairs of raters"
        description="The mean over pairs; people by values given without a draft in view unless assisted"
        axis="Mean of Pearson’s r"
        estimates={estimates}
        domain={SIGNED_RANGE}
        thresholds={NO_THRESHOLDS}
      />
    </FigureAndTable>
  );
}

function Alternative({ report, labels }: { report: ReportWith<"alternative">; labels: Labels }) {
  const estimates = useMemo(() => alternativeEstimates(report.alternative, labels), [report, labels]);
  return (
    <FigureAndTable table={alternativeTable(report, labels)}>
      <DotWhisker
        few={FEW_INTERVALS}
        title="Can an LLM stand in for a person?"
        description="The share of people it may replace, on values given without a draft in view; 0.5 is the usual bar"
        axis="Share of people (winning rate)"
        estimates={estimates}
        domain={WHOLE}
        thresholds={HALF}
      />
    </FigureAndTable>
  );
}

/** A figure with the table of its numbers below. */
function FigureAndTable({
  table,
  without,
  children,
}: {
  table: Table;
  without?: string[];
  children: ReactNode;
}) {
  return (
    <div className={FIGURES_AND_TABLES}>
      {children}
      <ReportTable table={table} without={without} />
    </div>
  );
}

/** Use of the scale by people and each LLM, by the model that wrote the responses. */
export function ValuesByModel({
  report,
  exposure,
  labels,
}: Omit<BesidePeopleProps, "report"> & { report: ReportWith<"distributions"> }) {
  const [chosen] = useSearchState("item");
  const [llm] = useSearchState("llm");
  const rows = report.distributions.filter((row) => row.exposure === null || row.exposure === exposure);
  const scopes = labels.sort(
    [...new Set(rows.filter(({ machine }) => machine === null).map(({ scope }) => scope))],
    (scope) => scope,
  );
  const scope = scopes.find((each) => each === chosen) ?? scopes[0];
  const own = rows.filter((row) => row.scope === scope);
  const people = own.filter(({ machine }) => machine === null);
  const machines = new Map(
    own.flatMap(({ machine }) => (machine ? [[comparedRaterWithMethod(machine), machine]] : [])),
  );
  const shownLlm = machines.has(llm) ? llm : [...machines.keys()][0];
  const values = countsInOrder(Object.assign({}, ...own.map((row) => row.values))).map(({ name }) => name);
  const distributions = people.map((row) => countsOf(row, own, values, shownLlm));
  if (scope === undefined || values.length > 30) return null;
  return (
    <Panel
      title="Values by response model"
      description={`${labels.of(scope)}: how people${shownLlm ? ` and ${shownLlm}` : ""} use the scale, ${EXPOSURE_LABELS[exposure]}`}
      actions={<ExposureBadge exposure={exposure} />}
    >
      <div className={FIGURES_AND_TABLES}>
        <Distributions
          title="Values by the model that wrote the response"
          description={`${labels.of(scope)}; n/a is counted as a value${shownLlm ? `; of ${shownLlm} everything it gave` : ""}`}
          values={values}
          axis="Value"
          series={shownLlm ? ["People", shownLlm] : ["People"]}
          distributions={distributions}
        />
        <ReportTable table={distributionsTable(report, labels, rows)} without={["exposure"]} />
      </div>
    </Panel>
  );
}

/** The values of people about the responses of one model, and beside them those of a model as rater. */
function countsOf(
  row: DistributionRow,
  all: readonly DistributionRow[],
  values: readonly string[],
  llm: string | undefined,
) {
  const theirs = all.find(
    ({ machine, responseModel }) =>
      machine !== null && comparedRaterWithMethod(machine) === llm && responseModel === row.responseModel,
  );
  const label = row.responseModel === "all" ? "All responses" : row.responseModel;
  const counts = (of: DistributionRow | undefined) => values.map((value) => of?.values[value] ?? 0);
  return { id: row.responseModel, label, counts: llm ? [counts(row), counts(theirs)] : [counts(row)] };
}
