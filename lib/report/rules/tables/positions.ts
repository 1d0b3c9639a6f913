import { TIPS } from "@/lib/report/rules/glossary";
import type { ReportWith } from "@/lib/report/schema";
import type { PositionWorkRow, SideRow } from "@/lib/report/schema/positions";
import type { Table } from "@/lib/report/schema/table";
import { tableOf } from "./build";
import { coefficient, countColumn, intervalOf, share, textColumn } from "./columns";

/** Preferences for the side on which a response was shown. */
export function sidesTable(report: ReportWith<"sides">): Table {
  return tableOf<SideRow>(report, report.sides, {
    name: "sides",
    title: "Preferences for the left",
    description: "How often the response on the left was preferred: by all people, and by each of them",
    columns: [
      textColumn("rater", "Person", "Empty for all people together", (row) => row.rater),
      share("leftShare", "Left", "preferences for a side", TIPS.leftShare, (row) => [
        row.leftShare,
        row.reason,
      ]),
      intervalOf("leftShare", ({ ci }) => ci),
      countColumn("left", "For the left", "preferences", TIPS.leftShare, (row) => row.left),
      countColumn("right", "For the right", "preferences", TIPS.leftShare, (row) => row.right),
      countColumn("ties", "For neither", "preferences", TIPS.sideTies, (row) => row.ties),
      countColumn("preferences", "Preferences", "preferences", TIPS.sidesKnown, (row) => row.preferences),
      countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
    ],
    behind: ({ rater }) => ({ item: "preference", ...(rater !== null && { rater }) }),
    kinds: ["human"],
    intervals: true,
  });
}

/** Time and drafts taken over, by position in a session. */
export function positionWorkTable(report: ReportWith<"positionWork">): Table {
  return tableOf<PositionWorkRow>(report, report.positionWork, {
    name: "work-by-position",
    title: "Work by position in the session",
    description: "How long judgements take and how often drafted values are taken over, as a session goes on",
    columns: [
      textColumn("position", "Position", TIPS.position, (row) => row.position),
      coefficient(
        "medianSeconds",
        "Median time",
        TIPS.positionSeconds,
        (row) => [row.medianSeconds, "none-qualify"],
        { unit: "seconds", decimals: 1 },
      ),
      share("acceptedShare", "Drafts taken over", "drafted values in view", TIPS.positionAccepted, (row) => [
        row.acceptedShare,
        row.reason,
      ]),
      intervalOf("acceptedShare", ({ ci }) => ci),
      countColumn("drafted", "Drafted", "values", TIPS.positionAccepted, (row) => row.drafted),
      countColumn("timed", "Timed", "judgements", TIPS.positionSeconds, (row) => row.timed),
      countColumn("judgements", "Judgements", "judgements", TIPS.position, (row) => row.judgements),
      countColumn("tasks", "Tasks", "tasks", TIPS.clusters, (row) => row.tasks),
    ],
    kinds: ["human"],
    intervals: true,
  });
}
