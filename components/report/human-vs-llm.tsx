"use client";

import { useId, useMemo } from "react";
import { ConfusionMatrix } from "@/components/charts/confusion-matrix";
import { Distributions } from "@/components/charts/distributions";
import { formatCount } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useSearchState } from "@/components/ui/use-search-state";
import type { ExposureClass } from "@/lib/judgement/schema";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { humanVsLlmTable } from "@/lib/report/rules/tables/human-vs-llm";
import { isCompared } from "@/lib/report/rules/visible-rows";
import { comparedRaterWithMethod, EXPOSURE_LABELS, MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { Confusion, HumanVsLlmRow } from "@/lib/report/schema/human-vs-llm";
import { ExposureBadge } from "./headline";
import { ReportTable } from "./report-table";

/** With more small figures than this the page is unreadable. */
const MOST_FIGURES = 24;

interface HumanVsLlmProps {
  report: ReportWith<"humanVsLlm">;
  exposure: ExposureClass;
  labels: Labels;
}

/** Each LLM, and the rules, compared with people who judged the same units. */
export function HumanVsLlm({ report, exposure, labels }: HumanVsLlmProps) {
  const rows = report.humanVsLlm;
  const [chosenLlm, setLlm] = useSearchState("llm");
  const itemId = useId();
  const [chosenItem, setItem] = useSearchState("item");
  const llms = useMemo(() => [...new Set(rows.map(comparedRaterWithMethod))], [rows]);
  const llm = llms.find((name) => name === chosenLlm) ?? llms[0];
  const shown = useMemo(
    () =>
      labels.sort(
        rows.filter((row) => comparedRaterWithMethod(row) === llm && row.exposure === exposure),
        ({ item }) => item,
      ),
    [rows, llm, exposure, labels],
  );
  const confused = shown.filter(
    (row): row is HumanVsLlmRow & { confusion: Confusion } => total(row.confusion) > 0,
  );
  const matrix = confused.find(({ item }) => item === chosenItem) ?? confused[0];
  const compared = shown.some(isCompared);

  return (
    <Panel
      id="people-and-llms"
      title="People and LLMs"
      description={`Values of an LLM, or proved by rules, against people’s values of the same unit, ${EXPOSURE_LABELS[exposure]}`}
      actions={
        <>
          {llms.length > 1 && llm && (
            <Select
              aria-label="LLM"
              size="sm"
              choices={llms.map((name) => ({ value: name, label: name }))}
              value={llm}
              onValueChange={setLlm}
            />
          )}
          <ExposureBadge exposure={exposure} />
        </>
      }
    >
      {!compared || !llm ? (
        <p className="text-sm text-muted">
          {rows.length === 0
            ? "Neither LLMs nor rules gave values here."
            : `No unit has both a value of ${llm} and one of a person, ${EXPOSURE_LABELS[exposure]}.`}
        </p>
      ) : (
        <div className="grid gap-8 print:block print:space-y-8">
          <ReportTable
            table={humanVsLlmTable(report, labels, shown)}
            without={["llm", "method", "exposure", ...naColumns(shown)]}
          />
          {matrix && (
            <div className="grid gap-8 print:block print:space-y-8 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              <div className="grid content-start gap-3">
                <label
                  htmlFor={itemId}
                  className="flex flex-wrap items-center gap-2 text-sm text-muted print:hidden"
                >
                  Item
                  <Select
                    id={itemId}
                    size="sm"
                    className="max-w-full"
                    choices={confused.map(({ item }) => ({ value: item, label: labels.of(item) }))}
                    value={matrix.item}
                    onValueChange={setItem}
                  />
                </label>
                <ConfusionMatrix
                  title={`People and ${llm}, value by value`}
                  description={`${labels.of(matrix.item)} · ${formatCount(total(matrix.confusion))} judgements by people, ${EXPOSURE_LABELS[exposure]}`}
                  values={matrix.confusion.values}
                  counts={matrix.confusion.counts}
                  rowAxis="People"
                  columnAxis={llm}
                />
              </div>
              <ValueShares rows={confused} llm={llm} exposure={exposure} labels={labels} />
            </div>
          )}
          {shown.some(({ confusion, reason }) => !confusion && reason !== "mixed-scales") && (
            <p className="text-xs text-muted">
              Some items have no table: {MISSING_VALUE_REASONS["too-many-values"]}.
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}

/** Columns for n/a, only if it occurs. */
function naColumns(rows: readonly HumanVsLlmRow[]): string[] {
  return rows.some(({ humanNa, llmNa }) => humanNa + llmNa > 0) ? [] : ["humanNa", "llmNa"];
}

function total(confusion: Confusion | null): number {
  return (confusion?.counts ?? []).flat().reduce((sum, count) => sum + count, 0);
}

interface ValueSharesProps {
  rows: readonly (HumanVsLlmRow & { confusion: Confusion })[];
  llm: string;
  exposure: ExposureClass;
  labels: Labels;
}

/**
 * Value distributions of people and the LLM, one small figure per item; items with the same scale share a
 * figure.
 */
function ValueShares({ rows, llm, exposure, labels }: ValueSharesProps) {
  const groups = useMemo(() => {
    const byValues = new Map<
      string,
      { values: string[]; distributions: Parameters<typeof Distributions>[0]["distributions"][number][] }
    >();
    for (const { item, confusion } of rows.slice(0, MOST_FIGURES)) {
      const key = JSON.stringify(confusion.values);
      const group = byValues.get(key) ?? { values: confusion.values, distributions: [] };
      byValues.set(key, group);
      const people = confusion.counts.map((row) => row.reduce((sum, count) => sum + count, 0));
      const theirs = confusion.values.map((_, column) =>
        confusion.counts.reduce((sum, row) => sum + (row[column] ?? 0), 0),
      );
      group.distributions.push({ id: item, label: labels.of(item), counts: [people, theirs] });
    }
    return [...byValues.values()];
  }, [rows, labels]);
  return (
    <div className="grid content-start gap-8 print:block print:space-y-8">
      {groups.map(({ values, distributions }, index) => (
        <Distributions
          key={values.join(" ")}
          title={
            index === 0 ? "How values are distributed" : `How values are distributed, ${values.join(", ")}`
          }
          description={`Share of judgements by people, ${EXPOSURE_LABELS[exposure]}, and of the values ${llm} gave to what they judged${rows.length > MOST_FIGURES ? `; the first ${MOST_FIGURES} items` : ""}`}
          values={values}
          axis="Value"
          series={["People", llm]}
          distributions={distributions}
        />
      ))}
    </div>
  );
}
