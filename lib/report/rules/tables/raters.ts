import { TIPS } from "@/lib/report/rules/glossary";
import { MAX_RATERS } from "@/lib/report/rules/raters";
import type { Labels } from "@/lib/report/rules/scope-labels";
import type { ReportWith } from "@/lib/report/schema";
import type { RaterPairRow, RaterRow } from "@/lib/report/schema/raters";
import type { Table } from "@/lib/report/schema/table";
import type { Ends } from "@/lib/report/schema/values";
import { type Spec, tableOf } from "./build";
import {
  behindMachine,
  coefficient,
  countColumn,
  exposureColumns,
  intervalOf,
  raterName,
  scopeColumns,
  share,
  textColumn,
} from "./columns";

function about<Row extends RaterPairRow | RaterRow>(labels: Labels): Spec<Row>[] {
  return [
    ...scopeColumns<Row>(labels, (row) => row.scope, { id: "scope", header: "Of" }),
    ...exposureColumns<Row>(),
    textColumn("level", "Level", TIPS.level, (row) => row.level),
  ];
}

/** Every rater against every other, including models and rules. */
export function raterPairsTable(
  report: ReportWith<"raters">,
  labels: Labels,
  rows: readonly RaterPairRow[] = report.raters.pairs,
): Table {
  return tableOf(report, rows, {
    name: "rater-pairs",
    title: "Every rater against every other",
    description: "Krippendorff’s α of two raters on the units both rated",
    columns: [
      ...about<RaterPairRow>(labels),
      textColumn("first", "Rater", TIPS.rater, (row) => raterName(row.first)),
      textColumn("firstKind", "Rater’s kind", TIPS.kind, (row) => row.first.kind),
      textColumn("second", "Other rater", TIPS.rater, (row) => raterName(row.second)),
      textColumn("secondKind", "Other’s kind", TIPS.kind, (row) => row.second.kind),
      coefficient("alpha", "α", TIPS.alpha, (row) => [row.value, row.reason]),
      intervalOf("alpha", (row) => row.ci),
      share("percentAgreement", "Agreement", "units", TIPS.percent, (row) => [
        row.percentAgreement,
        row.reason ?? "no-pairable-values",
      ]),
      countColumn("units", "Units", "units", TIPS.shared, (row) => row.units),
    ],
    notes:
      report.study.raters.human > MAX_RATERS
        ? [`Models, rules and the people with most ratings: ${MAX_RATERS} raters at most.`]
        : [],
    kinds: ["human", "llm", "rules"],
    intervals: rows.some(({ ci }) => ci !== null),
  });
}

/** An interval of α that takes the raters as drawn. */
function overRaters(
  id: "alphaRatersCi" | "alphaBothCi",
  header: string,
  description: string,
  of: (row: RaterRow) => Ends | null,
): Spec<RaterRow> {
  return { id, header, type: "interval", unit: null, description, tasks: true, of };
}

/** Each rater compared with the other people, with people's own values as the ceiling for models. */
export function ratersTable(
  report: ReportWith<"raters">,
  labels: Labels,
  rows: readonly RaterRow[] = report.raters.each,
): Table {
  return tableOf(report, rows, {
    name: "raters",
    title: "Each rater against the rest",
    description: "How far people agree with the other people, and models and rules with the same others",
    columns: [
      ...about<RaterRow>(labels),
      textColumn("rater", "Rater", TIPS.rater, ({ rater }) =>
        rater === null ? "People, on average" : raterName(rater),
      ),
      textColumn("kind", "Kind", TIPS.kind, ({ rater }) => rater?.kind ?? "human"),
      coefficient("correlation", "r with the rest", TIPS.rest, (row) => [
        row.correlation,
        row.correlationReason,
      ]),
      intervalOf("correlation", (row) => row.correlationCi),
      share("agreement", "Agreement with the rest", "the others", TIPS.restAgreement, (row) => [
        row.agreement,
        row.agreementReason,
      ]),
      intervalOf("agreement", (row) => row.agreementCi, { decimals: 3 }),
      coefficient("alphaWithout", "α without", TIPS.without, (row) => [row.alpha, row.alphaReason]),
      coefficient("alphaError", "± over raters", TIPS.alphaError, (row) => [
        row.alphaError,
        row.alphaErrorReason,
      ]),
      overRaters("alphaRatersCi", "Other raters", TIPS.otherRaters, (row) => row.alphaRatersCi),
      overRaters("alphaBothCi", "Other raters and tasks", TIPS.otherRatersAndTasks, (row) => row.alphaBothCi),
      countColumn("units", "Units", "units", TIPS.restUnits, (row) => row.units),
      countColumn("averaged", "People averaged", "people", TIPS.averaged, (row) => row.averaged),
      countColumn("leftOut", "Left out", "people", TIPS.leftOut, (row) => row.leftOut),
      countColumn("draftSeen", "Own draft seen", "values of people", TIPS.draftSeen, (row) => row.draftSeen),
    ],
    behind: ({ scope, exposure, rater }) => {
      if (rater === null) return null;
      return rater.kind === "human"
        ? { item: scope, exposure, rater: rater.rater }
        : behindMachine(rater, scope);
    },
    notes: ratersNotes(rows),
    kinds: ["human", "llm", "rules"],
    intervals: true,
  });
}

/**
 * The number of people left out of the mean with the reason, and the models whose own drafts people saw.
 * Notes name no person: they outlast an erasure.
 */
function ratersNotes(rows: readonly RaterRow[]): string[] {
  const left = new Set(
    rows.flatMap(({ rater, leftOut }) => (rater?.kind === "human" && leftOut > 0 ? [rater.rater] : [])),
  );
  const seen = rows.flatMap(({ rater, draftSeen }) => (rater && draftSeen > 0 ? [raterName(rater)] : []));
  return [
    ...(rows.length > 0 ? ["What people reach on average counts each of them by their units."] : []),
    ...(left.size > 0
      ? [
          `${left.size} ${left.size === 1 ? "person is" : "people are"} left out of the mean of r where they rated fewer than ten units together with others: their rows say so under “Left out”.`,
        ]
      : []),
    ...[...new Set(seen)].map(
      (name) =>
        `${name}: people had its own draft in view, so its agreement with them does not show how good it is.`,
    ),
  ];
}
