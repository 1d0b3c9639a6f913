import { z } from "zod";
import { REASON_CODES } from "@/lib/agreement/estimate";
import { LEVELS } from "@/lib/agreement/krippendorff";
import { Action, RaterKind } from "@/lib/dataset/schema";
import {
  CONTRASTS,
  EXPOSURE_CLASSES,
  GROUPINGS,
  LOOKS,
  PAIRINGS,
  RATER_SETS,
  STANCES,
} from "@/lib/report/schema/codes";

const Level = z.enum(LEVELS);

import { PLANTED_KINDS } from "@/lib/quality/schema";

/**
 * Whether the rater could have been led by the draft. `independent`: it was not
 * shown, or the value is the one from before; `exposed`: it was; `unknown`: nobody
 * recorded it. `any` pools the three, each judgement once with its final value.
 */
export const ExposureClass = z.enum(EXPOSURE_CLASSES);
export type ExposureClass = z.infer<typeof ExposureClass>;

export const RaterSet = z.enum(RATER_SETS);
export type RaterSet = z.infer<typeof RaterSet>;

/**
 * Why a number of the report is null, besides the reasons of the statistics.
 *
 * - `mixed-scales`: the pooled items are not answered on one scale
 * - `open-scale`: the statistic needs a declared list of categories, and there is none
 * - `nothing-decided`: there is no decision to take a share of
 * - `none-qualify`: no value or pair meets the condition a share is taken of
 * - `too-many-values`: a table of every value against every other would be too large to read
 * - `drafts-in-view`: the values there are were given with a draft in view, and the statistic needs others
 * - `exposure-unknown`: nobody recorded whether a draft was in view, and the statistic needs values given without
 * - `fewer-than-2-values`: a single value does not vary
 * - `fewer-than-3-raters`, `fewer-than-30-units`: too few people, or units rated together, for the test
 * - `no-time`: nobody recorded when it was given, or how long it took
 * - `not-measured`: nobody measured active work
 */
export const ReportReason = z.enum([
  ...REASON_CODES,
  "mixed-scales",
  "open-scale",
  "nothing-decided",
  "none-qualify",
  "too-many-values",
  "drafts-in-view",
  "exposure-unknown",
  "fewer-than-2-values",
  "fewer-than-3-raters",
  "fewer-than-30-units",
  "no-time",
  "not-measured",
]);
export type ReportReason = z.infer<typeof ReportReason>;

/** How often each value occurs; words and numbers as they are written. */
export const ValueCounts = z.record(z.string(), z.number());
export type ValueCounts = z.infer<typeof ValueCounts>;

/** Low and high end of a 95 % interval. */
export const Ends = z.tuple([z.number(), z.number()]);
export type Ends = z.infer<typeof Ends>;

/** One number of agreement beyond chance, with everything needed to judge it. */
export const ReliabilityRow = z.object({
  scope: z.string(),
  level: Level,
  raters: RaterSet,
  exposure: ExposureClass,
  /** Krippendorff's alpha. */
  value: z.number().nullable(),
  ci: Ends.nullable(),
  /** Units with at least two ratings. */
  units: z.number(),
  /** Raters with at least one rating. */
  raterCount: z.number(),
  /** Ratings on those units. */
  pairable: z.number(),
  /** Mean over units of the share of agreeing pairs. */
  percentAgreement: z.number().nullable(),
  reason: ReportReason.nullable(),
  /** Gwet's AC1, on the declared categories. */
  ac1: z.number().nullable(),
  ac1Reason: ReportReason.nullable(),
  /** What the interval was drawn from: tasks, since items of one task resemble each other. One gives no interval. */
  clusters: z.number(),
  /** Fewer than ten clusters: the interval's coverage cannot be trusted. */
  fewClusters: z.boolean(),
  /** Ratings by value, n/a left out. */
  values: ValueCounts,
  /** Ratings that say n/a: counted here, missing for every statistic. */
  na: z.number(),
  /** Units of the scope that an adjudicator decided: counted here, and in no statistic. */
  adjudicated: z.number(),
});
export type ReliabilityRow = z.infer<typeof ReliabilityRow>;

/** The same among people of one arm, by their final values. */
export const ArmRow = ReliabilityRow.extend({
  arm: z.string(),
});
export type ArmRow = z.infer<typeof ArmRow>;

/** The same among judgements given at one stage of each person's session: "1-5", "41 and later". */
export const PositionRow = ReliabilityRow.extend({
  position: z.string(),
});
export type PositionRow = z.infer<typeof PositionRow>;

/** Who is held against people, when it is no person. */
export const Machine = z.object({
  llm: z.string(),
  /** There when it is no LLM. */
  raterKind: z.literal("rules").optional(),
  method: z.string().nullable(),
});
export type Machine = z.infer<typeof Machine>;

export const Confusion = z.object({
  values: z.array(z.string()),
  /** `counts[human][llm]`, both indexes into `values`. */
  counts: z.array(z.array(z.number())),
});
export type Confusion = z.infer<typeof Confusion>;

/** One LLM, or the rules, held against the people who judged the same units. */
export const HumanVsLlmRow = Machine.extend({
  /** The scope: `all`, an item, `category:…`, `overall` or `preference`. */
  item: z.string(),
  exposure: ExposureClass,
  /** Units with an LLM value and a human one. */
  n: z.number(),
  pearson: z.number().nullable(),
  spearman: z.number().nullable(),
  kendall: z.number().nullable(),
  /** LLM - human mean; for answers yes = 1, no = 0. */
  meanDifference: z.number().nullable(),
  reason: ReportReason.nullable(),
  ci: z.record(z.enum(["pearson", "spearman", "kendall", "meanDifference"]), Ends.nullable()),
  /** Units left out because as many people said yes as no. */
  ties: z.number(),
  /** Human judgements that say n/a where the LLM has a value. */
  humanNa: z.number(),
  /** LLM values that say n/a where people judged. */
  llmNa: z.number(),
  /** Every human judgement of a unit the LLM has a value for: people in rows, the LLM in columns. */
  confusion: Confusion.nullable(),
});
export type HumanVsLlmRow = z.infer<typeof HumanVsLlmRow>;

/** How often a machine answers a question as the majority of people does. */
export const AccuracyRow = Machine.extend({
  item: z.string(),
  exposure: ExposureClass,
  /** Questions with a majority of people that it was asked. */
  n: z.number(),
  correct: z.number(),
  /** Without a usable answer: wrong when strict, left out when lenient. */
  undecided: z.number(),
  /** Questions on which as many people said yes as no: left out. */
  ties: z.number(),
  strict: z.number().nullable(),
  strictCi: Ends.nullable(),
  strictReason: ReportReason.nullable(),
  lenient: z.number().nullable(),
  lenientCi: Ends.nullable(),
  lenientReason: ReportReason.nullable(),
});
export type AccuracyRow = z.infer<typeof AccuracyRow>;

/** How far preferences lie apart: of a machine from people, or of people from each other. */
export const PreferenceRow = z.object({
  /** Null: people among themselves. */
  machine: Machine.nullable(),
  exposure: ExposureClass,
  /** Comparisons; pairs of people are pooled within each. */
  n: z.number(),
  /** Comparisons on which people together prefer neither side nor a tie: left out. */
  ties: z.number(),
  /** Shares of comparisons at distance 0, 1 and 2. */
  pld: z.tuple([z.number(), z.number(), z.number()]).nullable(),
  /** The mean distance, between 0 and 2. */
  wpld: z.number().nullable(),
  wpldCi: Ends.nullable(),
  reason: ReportReason.nullable(),
});
export type PreferenceRow = z.infer<typeof PreferenceRow>;

/** Who is paired in a mean of correlations: a machine, or a person with the draft in view, with independent people. */
export const Pairing = z.enum(PAIRINGS);
export type Pairing = z.infer<typeof Pairing>;

/** The mean of Pearson's r over pairs of raters; people always by their independent values unless assisted. */
export const PairingRow = z.object({
  scope: z.string(),
  pairing: Pairing,
  /** Null when only people are paired. */
  machine: Machine.nullable(),
  value: z.number().nullable(),
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  /** Pairs with a correlation, and those without one: too few units in common, or one side constant. */
  pairs: z.number(),
  undefinedPairs: z.number(),
  /** Units of all pairs together. */
  units: z.number(),
});
export type PairingRow = z.infer<typeof PairingRow>;

/** How often each value was given, by people or a machine, to the responses of one model. */
export const DistributionRow = z.object({
  scope: z.string(),
  /** Null: people. */
  machine: Machine.nullable(),
  /** Of people's values; a machine has seen no draft. */
  exposure: ExposureClass.nullable(),
  /** "all", or the model that wrote the responses. */
  responseModel: z.string(),
  values: ValueCounts,
  n: z.number(),
  mean: z.number().nullable(),
  sd: z.number().nullable(),
  reason: ReportReason.nullable(),
});
export type DistributionRow = z.infer<typeof DistributionRow>;

/**
 * Whether a machine can stand in for a person (Calderon et al. 2025): against each person in turn, how often it agrees
 * with the others at least as well as that person does, and whether clearly more often than chance and cost allow.
 */
export const AlternativeRow = Machine.extend({
  scope: z.string(),
  /** People it was held against, with at least 30 units in common with two others. */
  people: z.number(),
  /** Units rated by one of them and somebody else without a draft in view; where it is refused, by any two people. */
  units: z.number(),
  /** Mean probability that it does at least as well as the person it replaces. */
  advantage: z.number().nullable(),
  /** Share of people it may replace, at a false discovery rate of 5 %. */
  winningRate: z.number().nullable(),
  reason: ReportReason.nullable(),
});
export type AlternativeRow = z.infer<typeof AlternativeRow>;

/** Shares of what people did; they sum to 1, or are null when there is nothing. */
export const Shares = z.object({
  n: z.number(),
  accept: z.number().nullable(),
  revise: z.number().nullable(),
  remove: z.number().nullable(),
  add: z.number().nullable(),
  reason: ReportReason.nullable(),
  counts: z.record(Action, z.number()),
  /** Of each share, drawn over tasks; an item of the project's rubric is drawn by itself. */
  ci: z.record(Action, Ends.nullable()),
});
export type Shares = z.infer<typeof Shares>;

export const LineShares = z.object({
  /** Every decided or added line. */
  lines: Shares,
  /** The lines that state the drafted value. */
  scoreLines: Shares,
  /** The lines after it, and the added ones. */
  evidenceLines: Shares,
});
export type LineShares = z.infer<typeof LineShares>;

export const ItemDecisions = LineShares.extend({
  /** Final values above, below and equal to the draft's, among raters who saw it or may have. */
  values: z.object({
    raised: z.number(),
    lowered: z.number(),
    unchanged: z.number(),
  }),
});
export type ItemDecisions = z.infer<typeof ItemDecisions>;

/** How often a reason was given for one kind of decision. */
export const ReasonRow = z.object({
  /** Values: those that are not the drafted ones. */
  of: z.enum(["lines", "items", "values"]),
  action: Action,
  /** Null: decided without giving a reason. */
  code: z.string().nullable(),
  count: z.number(),
  /** Of all decisions of this kind on such things. */
  share: z.number(),
});
export type ReasonRow = z.infer<typeof ReasonRow>;

/** What became of one drafted rubric item. */
export const SurvivalRow = z.object({
  item: z.string(),
  exposure: ExposureClass,
  /** People who decided on it, each with their first decision. */
  decided: z.number(),
  accepted: z.number(),
  revised: z.number(),
  removed: z.number(),
  /** The share that kept it, as it was or revised. */
  kept: z.number().nullable(),
  reason: ReportReason.nullable(),
});
export type SurvivalRow = z.infer<typeof SurvivalRow>;

/** By what decisions are divided: a task's family, the criterion, who drafted and how, who wrote the response. */
export const Grouping = z.enum(GROUPINGS);
export type Grouping = z.infer<typeof Grouping>;

/** What people did to the drafted lines, or items, of one group. */
export const GroupRow = z.object({
  of: z.enum(["lines", "items"]),
  by: Grouping,
  group: z.string(),
  shares: Shares,
});
export type GroupRow = z.infer<typeof GroupRow>;

/** How often people changed what was drafted for an item, with what they wrote. */
export const EditedRow = z.object({
  item: z.string(),
  of: z.enum(["lines", "items"]),
  decided: z.number(),
  /** Revised or removed. */
  edited: z.number(),
  share: z.number(),
  /** Up to three texts people wrote instead. */
  examples: z.array(z.string()),
});
export type EditedRow = z.infer<typeof EditedRow>;

/** How long drafted rubrics are, and what people leave of them. */
export const LengthRow = z.object({
  model: z.string().nullable(),
  method: z.string().nullable(),
  rubrics: z.number(),
  /** Items of all of them, and of one on average. */
  items: z.number(),
  drafted: z.number(),
  /** With n - 1. */
  sd: z.number().nullable(),
  sdReason: ReportReason.nullable(),
  shortest: z.number(),
  longest: z.number(),
  /** People who went through such a rubric. */
  reviews: z.number(),
  /** Items after a person's decisions, on average. */
  final: z.number().nullable(),
  reason: ReportReason.nullable(),
});
export type LengthRow = z.infer<typeof LengthRow>;

/** A word that instructions are built on, and the criteria of the tasks that use it. */
export const WordRow = z.object({
  kind: z.enum(["verb", "noun"]),
  word: z.string(),
  tasks: z.number(),
  /** The most frequent criteria of those tasks, as scopes or categories, with the number of tasks. */
  criteria: z.array(
    z.object({
      name: z.string(),
      tasks: z.number(),
    }),
  ),
});
export type WordRow = z.infer<typeof WordRow>;

export const Decisions = LineShares.extend({
  groups: z.array(GroupRow),
  edited: z.array(EditedRow),
  lengths: z.array(LengthRow),
  words: z.array(WordRow),
  reasons: z.array(ReasonRow),
  survival: z.array(SurvivalRow),
  /** What people did to the items of drafted rubrics. */
  items: Shares,
  byItem: z.record(z.string(), ItemDecisions),
  /** Whether people decided alike on the same drafted items (accept, revise or remove). */
  agreement: z.array(ReliabilityRow),
});
export type Decisions = z.infer<typeof Decisions>;

/** Who rated: a person, a model with its method, or the rule engine. */
export const RaterName = z.object({
  rater: z.string(),
  kind: RaterKind,
  method: z.string().nullable(),
});
export type RaterName = z.infer<typeof RaterName>;

/** How far two raters agree on the units both rated. */
export const RaterPairRow = z.object({
  scope: z.string(),
  level: Level,
  exposure: ExposureClass,
  first: RaterName,
  second: RaterName,
  /** Krippendorff's alpha of the two. */
  value: z.number().nullable(),
  /** Computed for a dozen raters or fewer. */
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  percentAgreement: z.number().nullable(),
  units: z.number(),
});
export type RaterPairRow = z.infer<typeof RaterPairRow>;

/**
 * One rater against the rest of the people. A machine is held against the same rests as each person: all people but
 * one, in turn, averaged; so what people reach is the ceiling it is measured by.
 */
export const RaterRow = z.object({
  scope: z.string(),
  level: Level,
  exposure: ExposureClass,
  /** Null: the mean over people. */
  rater: RaterName.nullable(),
  /** Units rated together with the rest. */
  units: z.number(),
  /** The mean share of the others who say the same. */
  agreement: z.number().nullable(),
  /** Pearson's r with the mean of the others. */
  correlation: z.number().nullable(),
  agreementCi: Ends.nullable(),
  correlationCi: Ends.nullable(),
  agreementReason: ReportReason.nullable(),
  correlationReason: ReportReason.nullable(),
  /** Krippendorff's alpha among people, without this person; for the mean over people, with everybody. */
  alpha: z.number().nullable(),
  alphaReason: ReportReason.nullable(),
});
export type RaterRow = z.infer<typeof RaterRow>;

/** What a contrast compares: the mean value, agreement among people, or the share of values that are the draft's. */
export const Contrast = z.enum(CONTRASTS);
export type Contrast = z.infer<typeof Contrast>;

/** Two arms, or two exposure classes, held against each other. */
export const ContrastRow = z.object({
  scope: z.string(),
  by: z.enum(["arm", "exposure"]),
  first: z.string(),
  second: z.string(),
  statistic: Contrast,
  level: Level.nullable(),
  firstValue: z.number().nullable(),
  firstReason: ReportReason.nullable(),
  /** Values that were given. */
  firstRatings: z.number(),
  secondValue: z.number().nullable(),
  secondReason: ReportReason.nullable(),
  secondRatings: z.number(),
  /** First - second; drawn together over tasks. */
  difference: z.number().nullable(),
  ci: Ends.nullable(),
  /** Of a permutation test: tasks change sides whole, within tasks when all are on both sides. */
  p: z.number().nullable(),
  reason: ReportReason.nullable(),
  tasks: z.number(),
});
export type ContrastRow = z.infer<typeof ContrastRow>;

/** How much of people's agreement sits on the drafted value. */
export const OnDraftRow = z.object({
  scope: z.string(),
  exposure: ExposureClass,
  /** Values of units with a drafted value, n/a left out; and how many of them are the drafted one. */
  values: z.number(),
  onDraft: z.number(),
  draftShare: z.number().nullable(),
  draftShareCi: Ends.nullable(),
  /** Pairs of people on a unit, those that agree, and those that agree on the drafted value. */
  pairs: z.number(),
  agreeing: z.number(),
  agreeingOnDraft: z.number(),
  agreeingShare: z.number().nullable(),
  agreeingShareCi: Ends.nullable(),
  valuesReason: ReportReason.nullable(),
  pairsReason: ReportReason.nullable(),
  /** Tasks with any of them: what intervals draw. */
  tasks: z.number(),
});
export type OnDraftRow = z.infer<typeof OnDraftRow>;

/** What people did once they saw the draft, where they had a value of their own before. */
export const ChangeRow = z.object({
  scope: z.string(),
  /** Own values that differed from the draft; those that became it, and those that changed at all. */
  differed: z.number(),
  switched: z.number(),
  changed: z.number(),
  switchRate: z.number().nullable(),
  switchRateCi: Ends.nullable(),
  changeRate: z.number().nullable(),
  changeRateCi: Ends.nullable(),
  differedReason: ReportReason.nullable(),
  /** Own values that were the draft's, and those given up nevertheless. */
  agreed: z.number(),
  left: z.number(),
  leaveRate: z.number().nullable(),
  leaveRateCi: Ends.nullable(),
  agreedReason: ReportReason.nullable(),
  /** (final - own) / (draft - own), between 0 and 1, averaged; and how many lay outside and were moved there. */
  weightOfAdvice: z.number().nullable(),
  weightOfAdviceCi: Ends.nullable(),
  advised: z.number(),
  beyond: z.number(),
  adviceReason: ReportReason.nullable(),
  /** Tasks with any of them: what intervals draw. */
  tasks: z.number(),
});
export type ChangeRow = z.infer<typeof ChangeRow>;

/** The four ways to stand between a draft and what people say without it. */
export const Stance = z.enum(STANCES);
export type Stance = z.infer<typeof Stance>;

/** How often people took each stance, of the values that could have shown it. */
export const StanceRow = z.object({
  scope: z.string(),
  stance: Stance,
  qualified: z.number(),
  count: z.number(),
  share: z.number().nullable(),
  ci: Ends.nullable(),
  reason: ReportReason.nullable(),
  /** Tasks with any of them: what intervals draw. */
  tasks: z.number(),
});
export type StanceRow = z.infer<typeof StanceRow>;

/** Drafts that were taken over whole, and how many of them faster than they can be read. */
export const ReadingRow = z.object({
  scope: z.string(),
  accepted: z.number(),
  faster: z.number(),
  share: z.number().nullable(),
  ci: Ends.nullable(),
  medianSeconds: z.number().nullable(),
  medianWords: z.number().nullable(),
  reason: ReportReason.nullable(),
  /** Tasks with any of them: what intervals draw. */
  tasks: z.number(),
});
export type ReadingRow = z.infer<typeof ReadingRow>;

/** Planted errors that were noticed, and drafts without one that were overruled as well. */
export const DetectionRow = z.object({
  kind: z.enum(PLANTED_KINDS),
  by: z.enum(["all", "arm", "rater"]),
  /** The arm, or the rater; null for all. */
  group: z.string().nullable(),
  detection: z.number().nullable(),
  detectionCi: Ends.nullable(),
  detectionReason: ReportReason.nullable(),
  /** Planted errors that were shown and answered. */
  planted: z.number(),
  falseAlarm: z.number().nullable(),
  falseAlarmCi: Ends.nullable(),
  falseAlarmReason: ReportReason.nullable(),
  /** Drafts without one that were shown and answered. */
  left: z.number(),
  tasks: z.number(),
});
export type DetectionRow = z.infer<typeof DetectionRow>;

/** Why a person's work may be worth a look. Never a verdict. */
export const Look = z.enum(LOOKS);
export type Look = z.infer<typeof Look>;

/** How one person worked, for whoever looks after a batch. */
export const AnnotatorRow = z.object({
  rater: z.string(),
  judgements: z.number(),
  /** Decisions on the items of rubrics, and sets of labels: in no other number of this row but gold and planted errors. */
  decisions: z.number(),
  labellings: z.number(),
  /** Active work on judgements, where it was measured. */
  activeHours: z.number().nullable(),
  activeReason: ReportReason.nullable(),
  /** Judgements in an hour of work, and how many of them have a time: active, or else all that passed. */
  perHour: z.number().nullable(),
  medianSeconds: z.number().nullable(),
  timed: z.number(),
  timeReason: ReportReason.nullable(),
  /** The mean share of the others who say the same, whatever they had seen; and of how many judgements. */
  agreement: z.number().nullable(),
  compared: z.number(),
  agreementCi: Ends.nullable(),
  agreementReason: ReportReason.nullable(),
  /** The same for the later half of their work, less the earlier half. */
  drift: z.number().nullable(),
  driftCi: Ends.nullable(),
  driftReason: ReportReason.nullable(),
  /** What was said where gold has something to say, checks and labels included, and the share that is the same. */
  golds: z.number(),
  goldShare: z.number().nullable(),
  goldCi: Ends.nullable(),
  goldReason: ReportReason.nullable(),
  /** Of scores among them the mean distance from gold in points; of sets of labels the mean share in common. */
  goldDistance: z.number().nullable(),
  goldShared: z.number().nullable(),
  /** Planted errors they were shown, and the share they noticed; the same of drafts without one they overruled. */
  planted: z.number(),
  detection: z.number().nullable(),
  detectionCi: Ends.nullable(),
  detectionReason: ReportReason.nullable(),
  left: z.number(),
  falseAlarm: z.number().nullable(),
  falseAlarmCi: Ends.nullable(),
  falseAlarmReason: ReportReason.nullable(),
  /** Judgements on the scale used most, the share of their most frequent value, and of that value among others. */
  onScale: z.number(),
  topValue: z.string().nullable(),
  topShare: z.number().nullable(),
  othersShare: z.number().nullable(),
  topReason: ReportReason.nullable(),
  /** The most judgements of one scale in a row with the same value; null where nobody recorded a time. */
  longestRun: z.number().nullable(),
  longestRunReason: ReportReason.nullable(),
  /** Drafts taken over whole with a measured time, and the share faster than readable. */
  takenOver: z.number(),
  unreadShare: z.number().nullable(),
  unreadReason: ReportReason.nullable(),
  /** Where to look, and the numbers that say so. */
  looks: z.array(
    z.object({
      look: Look,
      why: z.string(),
    }),
  ),
});
export type AnnotatorRow = z.infer<typeof AnnotatorRow>;

export const Anchoring = z.object({
  reading: z.array(ReadingRow),
  contrasts: z.array(ContrastRow),
  onDraft: z.array(OnDraftRow),
  changes: z.array(ChangeRow),
  stances: z.array(StanceRow),
  detection: z.array(DetectionRow),
});
export type Anchoring = z.infer<typeof Anchoring>;

/** How often one rater found requirements met. */
export const ChecklistRow = z.object({
  rater: z.string(),
  raterKind: RaterKind,
  /** Of a drafting rater; null for people, or where it is not known. */
  method: z.string().nullable(),
  responseModel: z.string(),
  /** Null: of every category. */
  category: z.string().nullable(),
  /** Questions answered yes or no. */
  answered: z.number(),
  /** Mean over responses of yes / (yes + no). */
  passRate: z.number().nullable(),
  /** yes / (yes + no) over all of them. */
  drfr: z.number().nullable(),
  reason: ReportReason.nullable(),
  ci: z.object({
    passRate: Ends.nullable(),
    drfr: Ends.nullable(),
  }),
  /** Responses with an answer. */
  responses: z.number(),
  na: z.number(),
  /** How many of the answers were given how; a drafting rater has no exposure. */
  exposures: z.record(ExposureClass.exclude(["any"]), z.number()),
});
export type ChecklistRow = z.infer<typeof ChecklistRow>;

export const StudySummary = z.object({
  name: z.string(),
  tasks: z.number(),
  responses: z.number(),
  drafts: z.number(),
  /** Without those of adjudicators. */
  judgements: z.number(),
  decisions: z.number(),
  /** Sets of labels given to tasks and items. */
  labellings: z.number(),
  /** Besides them, those on checks and planted errors: in no table of this report. */
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
  /** Judgements of a unit the rater had judged before, in another arm; every class takes the earliest. */
  repeated: z.number(),
});
export type StudySummary = z.infer<typeof StudySummary>;

/** How intervals are made. */
export const ReportOptions = z.object({
  replicates: z.number(),
  seed: z.number(),
});
export type ReportOptions = z.infer<typeof ReportOptions>;

/** How a report was made: enough to make it again, and to see whether another is of the same data. */
export const ReportMaking = ReportOptions.extend({
  /** The version of the rules by which a study becomes tables. */
  rules: z.number(),
  /** A hash of the data, whatever order they came in: "sha256:…"; null while it is being made. */
  data: z.string().nullable(),
  /** How fast a draft is taken to be readable at most. */
  wordsPerMinute: z.number(),
});
export type ReportMaking = z.infer<typeof ReportMaking>;

/** By what a part of a study can be chosen: the names that occur in it. */
export const Choices = z.record(z.enum(["item", "arm", "rater", "model", "family"]), z.array(z.string()));
export type Choices = z.infer<typeof Choices>;

/** Agreement among people on labels: of one label, given or not, or (null) on all of a unit's labels together. */
export const LabelRow = ReliabilityRow.omit({ scope: true, raters: true, adjudicated: true }).extend({
  question: z.string(),
  label: z.string().nullable(),
});
export type LabelRow = z.infer<typeof LabelRow>;

/** How much of two lists of items people found in both: everybody's matches (`rater` null), or one person's. */
export const OverlapRow = z.object({
  question: z.string(),
  first: z.string(),
  second: z.string(),
  rater: z.string().nullable(),
  /** Items of the first list with a match, and without; items of the second that nothing was matched with. */
  both: z.number(),
  firstOnly: z.number(),
  secondOnly: z.number(),
  firstShare: z.number().nullable(),
  firstCi: Ends.nullable(),
  secondShare: z.number().nullable(),
  secondCi: Ends.nullable(),
  secondReason: ReportReason.nullable(),
  tasks: z.number(),
});
export type OverlapRow = z.infer<typeof OverlapRow>;

export const Report = z.object({
  study: StudySummary,
  made: ReportMaking,
  reliability: z.array(ReliabilityRow),
  arms: z.array(ArmRow),
  positions: z.array(PositionRow),
  humanVsLlm: z.array(HumanVsLlmRow),
  accuracy: z.array(AccuracyRow),
  preferences: z.array(PreferenceRow),
  pairings: z.array(PairingRow),
  distributions: z.array(DistributionRow),
  alternative: z.array(AlternativeRow),
  decisions: Decisions,
  raters: z.object({
    pairs: z.array(RaterPairRow),
    each: z.array(RaterRow),
  }),
  anchoring: Anchoring,
  annotators: z.array(AnnotatorRow),
  checklist: z.object({
    byRater: z.array(ChecklistRow),
  }),
  labels: z.array(LabelRow),
  overlap: z.array(OverlapRow),
  /** Of the whole study, also in a report on a part of it. */
  choices: Choices,
});
export type Report = z.infer<typeof Report>;

/** Which report: on a batch, or on an imported study. */
export const ReportParams = z.strictObject({ of: z.enum(["batches", "datasets"]), id: z.uuid() });
export type ReportParams = z.infer<typeof ReportParams>;

/** What the items of a report are called. */
export const ItemName = z.object({
  /** Its scope in the report's tables. */
  scope: z.string(),
  name: z.string().nullable(),
  text: z.string(),
});
export type ItemName = z.infer<typeof ItemName>;

/**
 * What is there of the report on a study. `ready`: a report on its newest data. `computing`, `failed`: what has become
 * of that one so far; the report, if there is one, is then an older one.
 */
export const ReportStatus = z.object({
  state: z.enum(["ready", "computing", "failed"]),
  /** Why it could not be computed, in words for people. */
  failure: z.string().nullable(),
  /** The version of the data the report was made from, and the moment they were read; null without a report. */
  dataVersion: z.number().nullable(),
  dataAt: z.string().nullable(),
  /** Whether agreement by item of the newest data is there while the rest is being computed. */
  begun: z.boolean(),
});
export type ReportStatus = z.infer<typeof ReportStatus>;

/** What of a report is there first. */
export const ReportBeginning = Report.pick({ study: true, made: true, reliability: true }).extend({
  items: z.array(ItemName),
});
export type ReportBeginning = z.infer<typeof ReportBeginning>;

export const FoundReport = ReportStatus.extend({
  report: Report.nullable(),
  /** While there is no report yet. */
  beginning: ReportBeginning.nullable(),
  /** In the order of the rubrics. */
  items: z.array(ItemName),
});
export type FoundReport = z.infer<typeof FoundReport>;
