import { TIPS } from "@/lib/report/rules/glossary";
import type { Report, ReportWith } from "@/lib/report/schema";
import type { AnswerRow } from "@/lib/report/schema/answers";
import type { LabelAgreementRow, OverlapRow } from "@/lib/report/schema/labels";
import type { Table } from "@/lib/report/schema/table";
import { questionColumns } from "./answers";
import { tableOf } from "./build";
import {
  coefficient,
  countColumn,
  exposureColumns,
  intervalOf,
  setAlphaColumns,
  share,
  textColumn,
} from "./columns";

/** Agreement on labels: on all labels of a unit together, and on each label. */
export function labelsTable(
  report: ReportWith<"labels">,
  rows: readonly LabelAgreementRow[] = report.labels,
): Table {
  return tableOf(report, rows, {
    name: "label-agreement",
    title: "Agreement on labels",
    description: "Krippendorff’s α, nominal: all labels of a unit together, and each label given or not",
    columns: [
      textColumn("question", "Question", "The name of the step that asked for labels", (row) => row.question),
      textColumn(
        "label",
        "Label",
        "One label, given or not; without one, all labels of a unit as a whole",
        (row) => row.label,
      ),
      ...exposureColumns<LabelAgreementRow>(),
      coefficient("alpha", "α", TIPS.alpha, (row) => [row.value, row.reason]),
      intervalOf("alpha", (row) => row.ci),
      ...setAlphaColumns(rows),
      share("percentAgreement", "Agreement", "pairs", TIPS.percent, (row) => [
        row.percentAgreement,
        row.reason ?? "no-pairable-values",
      ]),
      coefficient("ac1", "AC1", TIPS.ac1, (row) => [row.ac1, row.ac1Reason]),
      share(
        "given",
        "Given",
        "ratings",
        "How often the label was given, of all who could have given it",
        (row) => [givenOf(row), row.label === null ? null : "none-qualify"],
      ),
      countColumn("units", "Units", "units", TIPS.units, (row) => row.units),
      countColumn("raters", "Raters", "raters", TIPS.raterCount, (row) => row.raterCount),
      countColumn("pairable", "Ratings", "ratings", TIPS.pairable, (row) => row.pairable),
      countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.clusters),
    ],
    kinds: ["human"],
    n: { of: "sets of labels", count: report.study.labellings },
    excluded: labelsExcluded(report.study),
    intervals: true,
  });
}

/** The share of each label, by arm. */
export function labelSharesTable(report: ReportWith<"labelShares">): Table {
  const rows = report.labelShares;
  return tableOf<AnswerRow>(report, rows, {
    name: "label-shares",
    title: "Labels given",
    description: "How often each label was given in the end: in all arms together, and in each",
    columns: [
      ...questionColumns<AnswerRow>(),
      textColumn("label", "Label", "As it was offered to annotators", (row) => row.label),
      share("share", "Share", "sets of labels", TIPS.labelShare, (row) => [row.share, row.reason]),
      intervalOf("share", ({ ci }) => ci),
      countColumn("count", "Given", "sets of labels", TIPS.labelShare, (row) => row.count),
      countColumn(
        "answers",
        "Sets",
        "sets of labels",
        "All sets of labels in this arm, empty ones included",
        (row) => row.answers,
      ),
      countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
    ],
    kinds: ["human"],
    n: { of: "sets of labels", count: report.study.labellings },
    excluded: labelsExcluded(report.study),
    intervals: true,
  });
}

/** Overlap between two lists that people matched. */
export function overlapTable(report: ReportWith<"overlap">): Table {
  const rows = report.overlap;
  return tableOf<OverlapRow>(report, rows, {
    name: "overlap",
    title: "Overlap of two lists",
    description: "Items that ask for the same in both lists, and those of one list alone",
    columns: [
      textColumn(
        "question",
        "Question",
        "The name of the step that asked for matches",
        (row) => row.question,
      ),
      textColumn("first", "First list", "Who wrote the list whose items were matched", (row) => row.first),
      textColumn(
        "second",
        "Second list",
        "Who wrote the list that matches were looked for in",
        (row) => row.second,
      ),
      textColumn("rater", "Person", "Empty for all people who matched the lists", (row) => row.rater),
      countColumn(
        "both",
        "In both",
        "items",
        "Items of the first list with at least one match",
        (row) => row.both,
      ),
      countColumn(
        "firstOnly",
        "First only",
        "items",
        "Items of the first list without a match",
        (row) => row.firstOnly,
      ),
      countColumn(
        "secondOnly",
        "Second only",
        "items",
        "Items of the second list that nothing was matched with",
        (row) => row.secondOnly,
      ),
      share("firstShare", "Of the first", "items", "Items of the first list with a match", (row) => [
        row.firstShare,
        "none-qualify",
      ]),
      intervalOf("firstShare", (row) => row.firstCi),
      share("secondShare", "Of the second", "items", "Items of the second list that were matched", (row) => [
        row.secondShare,
        row.secondReason,
      ]),
      intervalOf("secondShare", (row) => row.secondCi),
      countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
    ],
    kinds: ["human"],
    n: { of: "sets of labels", count: report.study.labellings },
    excluded: labelsExcluded(report.study),
    intervals: true,
  });
}

/** For a single label: its share of the ratings. */
function givenOf({ label, values }: LabelAgreementRow): number | null {
  const total = Object.values(values).reduce((sum, times) => sum + times, 0);
  return label === null || total === 0 ? null : (values.yes ?? 0) / total;
}

function labelsExcluded({ labellingsSetAside: count }: Report["study"]) {
  return [{ why: "given on gold checks or planted errors", count }];
}
