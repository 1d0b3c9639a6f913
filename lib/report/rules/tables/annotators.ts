import { TIPS } from "@/lib/report/rules/tips";
import { LOOK_LABELS } from "@/lib/report/rules/wording";
import type { AnnotatorRow, Report } from "@/lib/report/schema";
import type { Table } from "@/lib/report/schema/table";
import { tableOf } from "./build";
import { coefficient, count, intervalOf, share, words } from "./columns";

/** How each person worked, and where a look may be worth it. */
export function annotatorsTable(report: Report, rows: readonly AnnotatorRow[] = report.annotators): Table {
  return tableOf(report, rows, {
    name: "annotators",
    title: "How people worked",
    description: "Pace, agreement with the others and its course, gold values, and where to look",
    columns: [
      words("rater", "Person", TIPS.rater, (row) => row.rater),
      {
        ...words<AnnotatorRow>("looks", "Look here", TIPS.looks, ({ looks }) =>
          looks.length === 0 ? null : looks.map(({ look, why }) => `${LOOK_LABELS[look]}: ${why}`).join("; "),
        ),
      },
      count("judgements", "Judgements", "judgements", TIPS.judgements, (row) => row.judgements),
      coefficient("activeHours", "Active", TIPS.activeHours, (row) => [row.activeHours, row.timeReason], {
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
      share("agreement", "Agreement with the others", "the others", TIPS.agreementOthers, (row) => [
        row.agreement,
        row.agreementReason,
      ]),
      intervalOf("agreement", (row) => row.agreementCi, { decimals: 3 }),
      coefficient("drift", "Drift", TIPS.drift, (row) => [row.drift, row.driftReason], {
        unit: "difference of shares",
        decimals: 3,
      }),
      intervalOf("drift", (row) => row.driftCi, { decimals: 3 }),
      share("goldShare", "Gold met", "gold values", TIPS.goldShare, (row) => [row.goldShare, row.goldReason]),
      count("golds", "Gold values", "judgements", TIPS.golds, (row) => row.golds),
      words("topValue", "Most frequent value", TIPS.topShare, (row) => row.topValue),
      share("topShare", "Its share", "own values", TIPS.topShare, (row) => [
        row.topShare,
        row.topShare === null ? row.topReason : null,
      ]),
      share("othersShare", "Among the others", "their values", TIPS.othersShare, (row) => [
        row.othersShare,
        row.topReason,
      ]),
      count("longestRun", "Longest run", "judgements", TIPS.longestRun, (row) => row.longestRun),
      share("unreadShare", "Hardly read", "drafts taken over", TIPS.unread, (row) => [
        row.unreadShare,
        row.unreadReason,
      ]),
      count("takenOver", "Taken over", "drafts", TIPS.takenOver, (row) => row.takenOver),
    ],
    behind: ({ rater }) => ({ rater }),
    notes: [
      "What to look at is no verdict. Nobody is named but by their pseudonym, and unusual work can be the best there is.",
    ],
    kinds: ["human", "gold"],
    intervals: true,
  });
}
