import { z } from "zod";
import { AsOf } from "@/lib/batch/schema/as-of";
import { RaterKind } from "@/lib/judgement/schema";
import { AgainstGoldRow, AgainstMajorityRow } from "@/lib/report/schema/against-gold";
import { Anchoring } from "@/lib/report/schema/anchoring";
import { AnnotatorRow } from "@/lib/report/schema/annotators";
import { AnswerAgreementRow, AnswerNumberRow, AnswerRow, AnswerTextRow } from "@/lib/report/schema/answers";
import { Bounded } from "@/lib/report/schema/bounds";
import { Decisions } from "@/lib/report/schema/decisions";
import { ExplanationRow } from "@/lib/report/schema/explanations";
import {
  AccuracyRow,
  AlternativeRow,
  ChecklistRow,
  DistributionRow,
  HumanVsLlmRow,
  PairingRow,
  PreferenceRow,
} from "@/lib/report/schema/human-vs-llm";
import { ModelDifferenceRow, ModelEstimateRow, RankingRow, WinRateRow } from "@/lib/report/schema/inference";
import { JudgeCard } from "@/lib/report/schema/judge-cards";
import { LabelAgreementRow, OverlapRow } from "@/lib/report/schema/labels";
import { PositionWorkRow, SideRow } from "@/lib/report/schema/positions";
import { RaterPairRow, RaterRow } from "@/lib/report/schema/raters";
import { ArmRow, PositionRow, ReliabilityRow } from "@/lib/report/schema/reliability";

export const StudySummary = z.object({
  name: z.string(),
  tasks: z.number(),
  responses: z.number(),
  drafts: z.number(),
  /** Judgements by annotators; rulings of adjudicators are not included. */
  judgements: z.number(),
  decisions: z.number(),
  /** Sets of labels given to tasks and items. */
  labellings: z.number(),
  /**
   * Sets of labels given on checks and planted errors. They are not in `labellings`, and in no table of this
   * report.
   */
  labellingsSetAside: z.number(),
  /** Units an adjudicator decided. They are in no statistic. */
  adjudicated: z.number(),
  /** Distinct raters; an LLM counts once per method. */
  raters: z.record(RaterKind, z.number()),
  /** Judgements and decisions on checks and planted errors: in no table of this report. */
  setAside: z.number(),
  /** Judgements without a value. */
  skipped: z.number(),
  /** Judgements by people without a time. */
  undated: z.number(),
  /**
   * Judgements of units that the same rater had judged before in another arm. Each exposure class uses the
   * rater's earliest judgement.
   */
  repeated: z.number(),
});
export type StudySummary = z.infer<typeof StudySummary>;

/** A named set of tags over which macro averages are taken. */
export const TagSet = z.object({ name: z.string(), tags: z.array(z.string()) });
export type TagSet = z.infer<typeof TagSet>;

/**
 * The paper whose released program is followed where it counts in another way than we do. `llmbar`: two verdicts that
 * could not be read count as agreeing. `checklists`: a tie counts 0 in accuracy, where the paper says one half.
 */
export const Compat = z.enum(["llmbar", "checklists"]);
export type Compat = z.infer<typeof Compat>;

/** The computation of intervals, and the conventions for comparing verdicts with gold. */
export const ReportOptions = z.object({
  replicates: z.number(),
  seed: z.number(),
  /** The share of the draws within an interval; 0.95 where nothing is said. */
  confidence: z.number().optional(),
  /** The value of a person's work above a model's, in the alternative annotator test; default 0.15. */
  epsilon: z.number().optional(),
  compat: Compat.optional(),
  /** Sets of tags, besides that of all tags, over which unweighted means are taken. */
  macro: z.array(TagSet).optional(),
});
export type ReportOptions = z.infer<typeof ReportOptions>;

/** The settings of a report: enough to reproduce it, and to tell whether another uses the same data. */
export const ReportSettings = ReportOptions.extend({
  /** The version of the rules by which a study becomes tables. */
  rules: z.number(),
  /**
   * A hash of the data, independent of the order of records: "sha256:…". Null while the report is being
   * computed.
   */
  data: z.string().nullable(),
  /** The highest speed at which a draft counts as read. */
  wordsPerMinute: z.number(),
});
export type ReportSettings = z.infer<typeof ReportSettings>;

/** The values by which a part of the study can be selected: all names that occur in the study. */
export const SelectionChoices = z.record(
  z.enum(["item", "arm", "rater", "model", "family", "group"]),
  z.array(z.string()),
);
export type SelectionChoices = z.infer<typeof SelectionChoices>;

export const Report = z.object({
  study: StudySummary,
  made: ReportSettings,
  reliability: z.array(ReliabilityRow),
  arms: z.array(ArmRow),
  positions: z.array(PositionRow),
  /** Time and drafts taken over by position in a session. */
  positionWork: z.array(PositionWorkRow),
  /** Preferences for the left side; empty where sides are not recorded. */
  sides: z.array(SideRow),
  humanVsLlm: z.array(HumanVsLlmRow),
  accuracy: z.array(AccuracyRow),
  preferences: z.array(PreferenceRow),
  pairings: z.array(PairingRow),
  distributions: z.array(DistributionRow),
  alternative: z.array(AlternativeRow),
  /** Each model and each person compared with gold labels. Empty if no compared unit has a gold label. */
  againstGold: z.array(AgainstGoldRow),
  /** Comparisons with the majority of people. */
  againstMajority: z.array(AgainstMajorityRow),
  decisions: Decisions,
  /** Explanations of values given without a draft in view; empty where there is none. */
  explanations: z.array(ExplanationRow),
  raters: z.object({
    pairs: z.array(RaterPairRow),
    each: z.array(RaterRow),
  }),
  anchoring: Anchoring,
  annotators: z.array(AnnotatorRow),
  checklist: z.object({
    byRater: z.array(ChecklistRow),
  }),
  labels: z.array(LabelAgreementRow),
  /** Shares of each label. */
  labelShares: z.array(AnswerRow),
  overlap: z.array(OverlapRow),
  /** Answers to questions of a batch; empty without any. */
  answers: z.array(AnswerRow),
  answerNumbers: z.array(AnswerNumberRow),
  answerTexts: z.array(AnswerTextRow),
  answerAgreement: z.array(AnswerAgreementRow),
  /** The worth of each machine's values; empty where neither gold nor people say what is right. */
  judgeCards: z.array(JudgeCard),
  /** Each model's mean or rate by machines, by people, and by machines corrected by people. */
  modelEstimates: z.array(ModelEstimateRow),
  modelDifferences: z.array(ModelDifferenceRow),
  /** Models ranked by preferences; empty without pairs of several models. */
  rankings: z.array(RankingRow),
  winRates: z.array(WinRateRow),
  /** The values for selecting a part, always those of the whole study, also in a report on a part of it. */
  choices: SelectionChoices,
  /** The tables that do not show all rows, because there are too many; empty if all are complete. */
  bounded: z.array(Bounded),
});
export type Report = z.infer<typeof Report>;

/** Some parts of a report, with what every table of it says of its data and settings. */
export type ReportWith<Part extends keyof Report> = Pick<Report, "study" | "made" | Part>;

/** The study of a report: a batch, or an imported study. */
export const ReportParams = z.strictObject({ of: z.enum(["batches", "datasets"]), id: z.uuid() });
export type ReportParams = z.infer<typeof ReportParams>;

/** The study of a report in an address. */
export function studyOf({ of, id }: ReportParams): { batch: string } | { dataset: string } {
  return of === "batches" ? { batch: id } : { dataset: id };
}

/** The name of an item in a report. */
export const ItemName = z.object({
  /** The item's id in the scope column of the report's tables. */
  scope: z.string(),
  name: z.string().nullable(),
  text: z.string(),
});
export type ItemName = z.infer<typeof ItemName>;

/**
 * The state of the report on a study. `ready`: the report is on the newest data. `computing`, `failed`: the
 * report on the newest data is not finished, or could not be computed; an older report is shown, if there is
 * one.
 */
export const ReportStatus = z.object({
  state: z.enum(["ready", "computing", "failed"]),
  /** Why it could not be computed, in words for people. */
  failure: z.string().nullable(),
  /** The data version the report was computed from, and when it was read; null without a report. */
  dataVersion: z.number().nullable(),
  dataAt: z.string().nullable(),
  /** True if agreement by item for the newest data is available while the rest is computed. */
  begun: z.boolean(),
});
export type ReportStatus = z.infer<typeof ReportStatus>;

/** The part of a report that is available first. */
export const ReportBeginning = Report.pick({ study: true, made: true, reliability: true }).extend({
  items: z.array(ItemName),
});
export type ReportBeginning = z.infer<typeof ReportBeginning>;

export const ReportResponse = ReportStatus.extend({
  /** The progress of an open batch in the report's data; null for any other study, or without a report. */
  asOf: AsOf.nullable(),
  report: Report.nullable(),
  /** The first part of the report, while the whole report is not available. */
  beginning: ReportBeginning.nullable(),
  /** In the order of the rubrics. */
  items: z.array(ItemName),
  /** The values for selecting a part, known before the part's report is; null before the first report. */
  choices: SelectionChoices.nullable(),
});
export type ReportResponse = z.infer<typeof ReportResponse>;
