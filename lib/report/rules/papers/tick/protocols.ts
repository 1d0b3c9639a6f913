import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { OVERALL } from "@/lib/judgement/schema/units";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { PUBLISHED_PROTOCOLS } from "@/lib/report/rules/papers/tick/published";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportReason } from "@/lib/report/schema/values";

interface ProtocolRow {
  protocol: string;
  source: "this study" | "paper";
  alpha: number | null;
  reason: ReportReason | null;
  mean: number | null;
  scores: number | null;
}

/** Agreement and mean of people's overall scores by arm: direct scoring beside check-then-score. */
export const protocolsTable: PaperTable = {
  id: "T6",
  title: "Agreement and mean of overall scores by protocol",
  needs: "overall scores by people in the arms of a batch",
  of: (source) => {
    const { report } = namedReport(source);
    const scores = new Map<string, number[]>();
    for (const { item, arm, value, raterKind } of source.study.judgements) {
      if (item !== OVERALL || arm === null || raterKind !== "human" || typeof value !== "number") continue;
      scores.set(arm, [...(scores.get(arm) ?? []), value]);
    }
    if (scores.size === 0) return { missing: ["overall scores by people with the arm they were given in"] };
    const own = [...scores].map(([arm, given]): ProtocolRow => {
      const agreement = report.arms.find(
        (row) =>
          row.arm === arm && row.scope === OVERALL && row.level === "ordinal" && row.exposure === "any",
      );
      return {
        ...{ protocol: arm, source: "this study", mean: arithmeticMean(given), scores: given.length },
        ...{ alpha: agreement?.value ?? null, reason: agreement ? agreement.reason : "no-pairable-values" },
      };
    });
    const printed = Object.entries(PUBLISHED_PROTOCOLS).map(
      ([protocol, [alpha, mean]]): ProtocolRow => ({
        protocol,
        source: "paper",
        alpha,
        reason: null,
        mean,
        scores: null,
      }),
    );
    return tableOf(report, [...own, ...(source.published ? printed : [])], {
      name: "tick-t6",
      title: "TICK, Table 6: overall scores by protocol",
      description: "Krippendorff’s α (ordinal) and mean of people’s overall scores in each arm",
      columns: [
        textColumn<ProtocolRow>("protocol", "Protocol", "The arm of the batch", (row) => row.protocol),
        {
          ...textColumn<ProtocolRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        coefficient<ProtocolRow>(
          "alpha",
          "α",
          "Krippendorff’s α, ordinal",
          (row) => [row.alpha, row.reason],
          { decimals: 3 },
        ),
        coefficient<ProtocolRow>("mean", "Mean", "Mean score", (row) => [row.mean, null], {
          unit: "points",
          decimals: 3,
        }),
        {
          ...countColumn<ProtocolRow>("scores", "Scores", "scores", "Scores by people", (row) => row.scores),
          optional: true,
        },
      ],
      notes: [
        "Easier, harder, no effect: the answers to the batch’s question are in the report’s table of answers.",
      ],
      kinds: ["human"],
      intervals: false,
    });
  },
};
