import { TIPS } from "@/lib/report/rules/glossary";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { ReportWith } from "@/lib/report/schema";
import type { HumanVsLlmRow } from "@/lib/report/schema/human-vs-llm";
import type { Table } from "@/lib/report/schema/table";
import { orientationNote, tableOf } from "./build";
import { countColumn, textColumn } from "./columns";
import { raterKindsIn, subjectColumns } from "./human-vs-llm";

/** A row of a confusion matrix written out: how often people gave one value where the LLM gave another. */
type ConfusionCell = HumanVsLlmRow & { person: string; machine: string; count: number };

/**
 * The confusion matrix of people and each LLM: every human judgement of a unit that the LLM has a value for,
 * by both values.
 */
export function confusionTable(
  report: ReportWith<"humanVsLlm">,
  labels: Labels,
  rows: readonly HumanVsLlmRow[] = report.humanVsLlm,
): Table {
  const cells = labels
    .sort(rows, ({ item }) => item)
    .flatMap((row) =>
      (row.confusion?.values ?? []).flatMap((person, human) =>
        (row.confusion?.values ?? []).map(
          (machine, llm): ConfusionCell => ({
            ...row,
            person,
            machine,
            count: row.confusion?.counts[human]?.[llm] ?? 0,
          }),
        ),
      ),
    );
  return tableOf(report, cells, {
    name: "confusion",
    title: "People and LLMs, value by value",
    description: "How often people gave one value where the LLM gave another",
    columns: [
      ...subjectColumns<ConfusionCell>(labels),
      textColumn("person", "People said", TIPS.confusion, (row) => row.person),
      textColumn("machine", "Rater said", TIPS.confusion, (row) => row.machine),
      countColumn("judgements", "Judgements", "judgements", TIPS.confusion, (row) => row.count),
    ],
    behind: ({ item, exposure }) => ({ item, exposure }),
    notes: [...orientationNote(rows.map(({ item }) => item)), ...tooManyValues(rows, labels)],
    kinds: raterKindsIn(rows),
    intervals: false,
  });
}

/** Names the items that the table leaves out, with the reason. */
function tooManyValues(rows: readonly HumanVsLlmRow[], labels: Labels): string[] {
  const items = rows.flatMap(({ item, confusion, reason }) =>
    confusion === null && reason !== "mixed-scales" ? labels.of(item) : [],
  );
  return [...new Set(items)].map(
    (item) => `${item} is not in it: ${MISSING_VALUE_REASONS["too-many-values"]}.`,
  );
}
