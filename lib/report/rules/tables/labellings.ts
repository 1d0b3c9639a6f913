import { TIPS } from "@/lib/report/rules/tips";
import type { LabelRow, Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { tableOf } from "./build";
import { coefficient, count, exposureColumns, intervalOf, share, words } from "./columns";

/** How far people agree on labels: on all of a unit's labels together, and on each of them. */
export function labelsTable(report: Report, rows: readonly LabelRow[] = report.labels): Table {
  return tableOf(report, rows, {
    name: "label-agreement",
    title: "Agreement on labels",
    description: "Krippendorff’s α, nominal: all labels of a unit together, and each label given or not",
    columns: [
      words("question", "Question", "The name of the step that asked for labels", (row) => row.question),
      words(
        "label",
        "Label",
        "One label, given or not; without one, all labels of a unit as a whole",
        (row) => row.label,
      ),
      ...exposureColumns<LabelRow>(),
      coefficient("alpha", "α", TIPS.alpha, (row) => [row.value, row.reason]),
      intervalOf("alpha", (row) => row.ci),
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
        (row) => [givenOf(row), "none-qualify"],
      ),
      count("units", "Units", "units", TIPS.units, (row) => row.units),
      count("raters", "Raters", "raters", TIPS.raterCount, (row) => row.raterCount),
      count("pairable", "Ratings", "ratings", TIPS.pairable, (row) => row.pairable),
    ],
    kinds: ["human"],
    n: { of: "sets of labels", count: report.study.labellings },
    excluded: [],
    intervals: true,
  });
}

/** Of a single label: its share of the ratings. */
function givenOf({ label, values }: LabelRow): number | null {
  const total = Object.values(values).reduce((sum, times) => sum + times, 0);
  return label === null || total === 0 ? null : (values.yes ?? 0) / total;
}
