import type { Labels } from "@/lib/report/rules/labels";
import { MOST_RATERS } from "@/lib/report/rules/raters";
import { TIPS } from "@/lib/report/rules/tips";
import { EXPOSURE_LABELS } from "@/lib/report/rules/wording";
import type { RaterName, RaterPairRow, RaterRow, Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { numberOr, type Spec, tableOf } from "./build";

/** What a rater is called: a model with its method, everybody else by name. */
export function raterName({ rater, method }: RaterName): string {
  return method === null ? rater : `${rater} (${method})`;
}

function about<Row extends RaterPairRow | RaterRow>(labels: Labels): Spec<Row>[] {
  return [
    {
      id: "scope",
      header: "Of",
      type: "text",
      unit: null,
      key: true,
      description: TIPS.scope,
      of: (row) => row.scope,
    },
    {
      id: "scopeName",
      header: "Of",
      type: "text",
      unit: null,
      description: TIPS.scope,
      of: (row) => labels.of(row.scope),
    },
    {
      id: "exposureId",
      header: "Exposure",
      type: "text",
      unit: null,
      key: true,
      description: TIPS.exposure,
      of: (row) => row.exposure,
    },
    {
      id: "exposure",
      header: "Exposure",
      type: "text",
      unit: null,
      description: TIPS.exposure,
      of: (row) => EXPOSURE_LABELS[row.exposure],
    },
    {
      id: "level",
      header: "Level",
      type: "text",
      unit: null,
      description: TIPS.level,
      of: (row) => row.level,
    },
  ];
}

/** Every rater against every other, models and rules included. */
export function raterPairsTable(
  report: Report,
  labels: Labels,
  rows: readonly RaterPairRow[] = report.raters.pairs,
): Table {
  return tableOf(report, rows, {
    name: "rater-pairs",
    title: "Every rater against every other",
    description: "Krippendorff’s α of two raters on the units both rated",
    columns: [
      ...about<RaterPairRow>(labels),
      {
        id: "first",
        header: "Rater",
        type: "text",
        unit: null,
        description: TIPS.rater,
        of: (row) => raterName(row.first),
      },
      {
        id: "firstKind",
        header: "Kind",
        type: "text",
        unit: null,
        description: TIPS.kind,
        of: (row) => row.first.kind,
      },
      {
        id: "second",
        header: "and",
        type: "text",
        unit: null,
        description: TIPS.rater,
        of: (row) => raterName(row.second),
      },
      {
        id: "secondKind",
        header: "Kind",
        type: "text",
        unit: null,
        description: TIPS.kind,
        of: (row) => row.second.kind,
      },
      {
        id: "alpha",
        header: "α",
        type: "number",
        unit: null,
        description: TIPS.alpha,
        of: (row) => numberOr(row.value, row.reason),
      },
      {
        id: "percentAgreement",
        header: "Agreement",
        type: "share",
        unit: "share of units",
        description: TIPS.percent,
        of: (row) => numberOr(row.percentAgreement, row.reason ?? "no-pairable-values"),
      },
      {
        id: "units",
        header: "Units",
        type: "count",
        unit: "units",
        description: TIPS.shared,
        of: (row) => row.units,
      },
    ],
    notes:
      report.study.raters.human > MOST_RATERS
        ? [`Models, rules and the people with most ratings: ${MOST_RATERS} raters at most.`]
        : [],
    kinds: ["human", "llm", "rules"],
    intervals: false,
  });
}

/** Each rater against the rest of the people: what people reach, and what models reach beside them. */
export function ratersTable(
  report: Report,
  labels: Labels,
  rows: readonly RaterRow[] = report.raters.each,
): Table {
  return tableOf(report, rows, {
    name: "raters",
    title: "Each rater against the rest",
    description: "How far people agree with the other people, and models and rules with the same others",
    columns: [
      ...about<RaterRow>(labels),
      {
        id: "rater",
        header: "Rater",
        type: "text",
        unit: null,
        description: TIPS.rater,
        of: ({ rater }) => (rater === null ? "People, on average" : raterName(rater)),
      },
      {
        id: "kind",
        header: "Kind",
        type: "text",
        unit: null,
        description: TIPS.kind,
        of: ({ rater }) => rater?.kind ?? "human",
      },
      {
        id: "correlation",
        header: "r with the rest",
        type: "number",
        unit: null,
        description: TIPS.rest,
        of: (row) => numberOr(row.correlation, row.correlationReason),
      },
      {
        id: "agreement",
        header: "Agreement with the rest",
        type: "share",
        unit: "share of the others",
        description: TIPS.restAgreement,
        of: (row) => numberOr(row.agreement, row.agreementReason),
      },
      {
        id: "alphaWithout",
        header: "α without",
        type: "number",
        unit: null,
        description: TIPS.without,
        of: (row) => numberOr(row.alpha, row.alphaReason),
      },
      {
        id: "units",
        header: "Units",
        type: "count",
        unit: "units",
        description: TIPS.restUnits,
        of: (row) => row.units,
      },
    ],
    kinds: ["human", "llm", "rules"],
    intervals: false,
  });
}
