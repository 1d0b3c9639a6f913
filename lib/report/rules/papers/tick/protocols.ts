import { OVERALL } from "@/lib/judgement/schema/units";
import { namedReport, shownEnds } from "@/lib/report/rules/papers/from-report";
import {
  andInterval,
  meanOverTasks,
  type WithEnds,
  withoutInterval,
} from "@/lib/report/rules/papers/task-intervals";
import { PUBLISHED_EASE, PUBLISHED_PROTOCOLS } from "@/lib/report/rules/papers/tick/published";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import type { Ends, ReportReason } from "@/lib/report/schema/values";

interface ProtocolRow {
  protocol: string;
  source: "this study" | "paper";
  alpha: WithEnds;
  reason: ReportReason | null;
  mean: WithEnds;
  scores: number | null;
}

/** Agreement and mean of people's overall scores by arm: direct scoring beside check-then-score. */
export const protocolsTable: PaperTable = {
  id: "T6",
  title: "Agreement and mean of overall scores by protocol",
  needs: "overall scores by people in the arms of a batch",
  of: (source) => {
    const { report } = namedReport(source);
    const scores = new Map<string, { task: string; value: number }[]>();
    for (const { task, item, arm, value, raterKind } of source.study.judgements) {
      if (item !== OVERALL || arm === null || raterKind !== "human" || typeof value !== "number") continue;
      scores.set(arm, [...(scores.get(arm) ?? []), { task, value }]);
    }
    if (scores.size === 0) return { missing: ["overall scores by people with the arm they were given in"] };
    const own = [...scores].map(([arm, given]): ProtocolRow => {
      const agreement = report.arms.find(
        (row) =>
          row.arm === arm && row.scope === OVERALL && row.level === "ordinal" && row.exposure === "any",
      );
      return {
        ...{ protocol: arm, source: "this study", scores: given.length },
        mean: meanOverTasks(given, source.options),
        alpha: { value: agreement?.value ?? null, ends: shownEnds(source, agreement?.ci ?? null) },
        ...{ reason: agreement ? agreement.reason : "no-pairable-values" },
      };
    });
    const printed = Object.entries(PUBLISHED_PROTOCOLS).map(
      ([protocol, [alpha, mean]]): ProtocolRow => ({
        ...{ protocol, source: "paper", reason: null, scores: null },
        ...{ alpha: withoutInterval(alpha), mean: withoutInterval(mean) },
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
        ...andInterval(
          coefficient<ProtocolRow>(
            "alpha",
            "α",
            "Krippendorff’s α, ordinal",
            (row) => [row.alpha.value, row.reason],
            { decimals: 3 },
          ),
          ({ alpha }) => alpha.ends,
        ),
        ...andInterval(
          coefficient<ProtocolRow>("mean", "Mean", "Mean score", (row) => [row.mean.value, null], {
            unit: "points",
            decimals: 3,
          }),
          ({ mean }) => mean.ends,
        ),
        {
          ...countColumn<ProtocolRow>("scores", "Scores", "scores", "Scores by people", (row) => row.scores),
          optional: true,
        },
      ],
      notes: ["Easier, harder, no effect: the answers to the batch’s question are in the table T6-ease."],
      kinds: ["human"],
      intervals: true,
    });
  },
};

interface EaseRow {
  arm: string | null;
  answer: string;
  source: "this study" | "paper";
  share: number | null;
  ends: Ends | null;
  reason: ReportReason | null;
  count: number | null;
  answers: number | null;
}

/** The values of the question whether the checklist made scoring easier. */
const EASE = new Set(Object.keys(PUBLISHED_EASE));

/** Annotators' answers about the checklist: easier, harder, no effect. */
export const easeTable: PaperTable = {
  id: "T6-ease",
  title: "Did answering the checklist make scoring easier?",
  needs: "answers to the question that closes check-then-score",
  of: (source) => {
    const { report } = namedReport(source);
    const own = report.answers
      .filter(({ value, answers }) => EASE.has(value) && answers > 0)
      .map(
        ({ arm, label, share, ci, reason, count, answers }): EaseRow => ({
          ...{ arm, answer: label, source: "this study", share, reason, count, answers },
          ends: shownEnds(source, ci),
        }),
      );
    if (own.length === 0)
      return {
        missing: [
          "answers to the question that closes check-then-score: a batch with it, since study files hold no answers",
        ],
      };
    const printed = Object.entries(PUBLISHED_EASE).map(
      ([answer, percent]): EaseRow => ({
        ...{ arm: null, answer, source: "paper", share: percent / 100, ends: null, reason: null },
        ...{ count: null, answers: null },
      }),
    );
    return tableOf(report, [...own, ...(source.published ? printed : [])], {
      name: "tick-t6-ease",
      title: "TICK, Table 6: annotators’ opinions of check-then-score",
      description: "How often each answer was given: in all arms together, and in each",
      columns: [
        textColumn<EaseRow>("arm", "Arm", "Empty for all arms together", (row) => row.arm),
        textColumn<EaseRow>("answer", "Answer", "As it was offered to annotators", (row) => row.answer),
        {
          ...textColumn<EaseRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        ...andInterval(
          share<EaseRow>("share", "Share", "answers", "Of all answers to the question", (row) => [
            row.share,
            row.reason,
          ]),
          ({ ends }) => ends,
        ),
        {
          ...countColumn<EaseRow>("count", "Given", "answers", "How often it was given", (row) => row.count),
          optional: true,
        },
        {
          ...countColumn<EaseRow>(
            "answers",
            "Answers",
            "answers",
            "All answers to the question",
            (row) => row.answers,
          ),
          optional: true,
        },
      ],
      kinds: ["human"],
      intervals: true,
    });
  },
};
