import { TIPS } from "@/lib/report/rules/glossary";
import { ATTENTION_LABELS } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { AnnotatorRow } from "@/lib/report/schema/annotators";
import type { Table } from "@/lib/report/schema/table";
import { tableOf } from "./build";
import { coefficient, countColumn, intervalOf, share, textColumn } from "./columns";

/** Each annotator's work, and findings that may deserve a look. */
export function annotatorsTable(
  report: ReportWith<"raters" | "annotators">,
  rows: readonly AnnotatorRow[] = report.annotators,
): Table {
  const rest = new Map(
    report.raters.each.flatMap((row) =>
      row.rater?.kind === "human" && row.scope === "all" && row.exposure === "any"
        ? [[row.rater.rater, row] as const]
        : [],
    ),
  );
  return tableOf(report, rows, {
    name: "annotators",
    title: "How people worked",
    description:
      "All that speaks of one person’s work: pace, agreement with the others and its course, α without them, gold values, and where to look",
    columns: [
      textColumn("rater", "Person", TIPS.rater, (row) => row.rater),
      {
        ...textColumn<AnnotatorRow>("looks", "Look here", TIPS.looks, ({ looks }) =>
          looks.length === 0
            ? null
            : looks.map(({ look, why }) => `${ATTENTION_LABELS[look]}: ${why}`).join("; "),
        ),
      },
      countColumn("judgements", "Judgements", "judgements", TIPS.judgements, (row) => row.judgements),
      countColumn("decisions", "Decisions", "decisions", TIPS.ownDecisions, (row) => row.decisions),
      countColumn("labellings", "Labels", "sets of labels", TIPS.ownLabels, (row) => row.labellings),
      coefficient("activeHours", "Active", TIPS.activeHours, (row) => [row.activeHours, row.activeReason], {
        unit: "hours",
        decimals: 2,
      }),
      coefficient("perHour", "Per hour", TIPS.perHour, (row) => [row.perHour, row.timeReason], {
        unit: "judgements per hour",
        decimals: 1,
      }),
      coefficient(
        "medianSeconds",
        "Median",
        TIPS.medianSeconds,
        (row) => [row.medianSeconds, row.timeReason],
        {
          unit: "seconds",
          decimals: 1,
        },
      ),
      countColumn("timed", "Timed", "judgements", TIPS.timed, (row) => row.timed),
      share("agreement", "Agreement with the others", "the others", TIPS.agreementOthers, (row) => [
        row.agreement,
        row.agreementReason,
      ]),
      intervalOf("agreement", (row) => row.agreementCi, { decimals: 3 }),
      coefficient("correlation", "r with the rest", TIPS.rest, ({ rater }) => {
        const own = rest.get(rater);
        return [own?.correlation ?? null, own ? own.correlationReason : "no-common-units"];
      }),
      coefficient("alphaWithout", "α without", TIPS.without, ({ rater }) => {
        const own = rest.get(rater);
        return [own?.alpha ?? null, own ? own.alphaReason : "no-common-units"];
      }),
      countColumn("compared", "Compared", "judgements", TIPS.comparedWith, (row) => row.compared),
      coefficient("drift", "Drift", TIPS.drift, (row) => [row.drift, row.driftReason], {
        unit: "difference of shares",
        decimals: 3,
      }),
      intervalOf("drift", (row) => row.driftCi, { decimals: 3 }),
      share("goldShare", "Gold met", "gold values", TIPS.goldShare, (row) => [row.goldShare, row.goldReason]),
      intervalOf("goldShare", (row) => row.goldCi, { decimals: 3 }),
      countColumn("golds", "Gold values", "units with gold", TIPS.golds, (row) => row.golds),
      coefficient(
        "goldDistance",
        "Off by",
        TIPS.goldDistance,
        (row) => [row.goldDistance, row.goldDistance === null ? "none-qualify" : null],
        { unit: "points", decimals: 2 },
      ),
      share("goldShared", "Labels shared", "labels given or expected", TIPS.goldShared, (row) => [
        row.goldShared,
        row.goldShared === null ? "none-qualify" : null,
      ]),
      share("detection", "Errors noticed", "planted errors", TIPS.detection, (row) => [
        row.detection,
        row.detectionReason,
      ]),
      intervalOf("detection", (row) => row.detectionCi, { decimals: 3 }),
      countColumn("planted", "Planted, seen", "drafts", TIPS.detection, (row) => row.planted),
      share("falseAlarm", "False alarms", "drafts without one", TIPS.falseAlarm, (row) => [
        row.falseAlarm,
        row.falseAlarmReason,
      ]),
      intervalOf("falseAlarm", (row) => row.falseAlarmCi, { decimals: 3 }),
      countColumn("left", "Without, seen", "drafts", TIPS.falseAlarm, (row) => row.left),
      textColumn("topValue", "Most frequent value", TIPS.topShare, (row) => row.topValue),
      share("topShare", "Its share", "own values", TIPS.topShare, (row) => [
        row.topShare,
        row.topShare === null ? row.topReason : null,
      ]),
      share("othersShare", "Among the others", "their values", TIPS.othersShare, (row) => [
        row.othersShare,
        row.topReason,
      ]),
      countColumn(
        "judgementsOnScale",
        "On that scale",
        "judgements",
        TIPS.judgementsOnScale,
        (row) => row.judgementsOnScale,
      ),
      coefficient(
        "longestRun",
        "Longest run",
        TIPS.longestRun,
        (row) => [row.longestRun, row.longestRunReason],
        {
          unit: "judgements",
          decimals: 0,
        },
      ),
      share("unreadShare", "Hardly read", "drafts taken over", TIPS.unread, (row) => [
        row.unreadShare,
        row.unreadReason,
      ]),
      countColumn("takenOver", "Taken over", "drafts", TIPS.takenOver, (row) => row.takenOver),
    ],
    behind: ({ rater }) => ({ rater }),
    notes: [
      "The remarks are no verdict. Annotators appear only under their pseudonyms, and unusual work can be the best.",
    ],
    kinds: ["human", "gold"],
    intervals: true,
  });
}
