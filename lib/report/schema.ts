import { z } from "zod";
import type { ReasonCode } from "@/lib/agreement/estimate";
import type { Level } from "@/lib/agreement/krippendorff";
import type { Action, RaterKind } from "@/lib/dataset/schema";
import type { PlantedKind } from "@/lib/quality/schema";

/**
 * Whether the rater could have been led by the draft. `independent`: it was not
 * shown, or the value is the one from before; `exposed`: it was; `unknown`: nobody
 * recorded it. `any` pools the three, each judgement once with its final value.
 */
export const EXPOSURE_CLASSES = ["independent", "exposed", "unknown", "any"] as const;
export type ExposureClass = (typeof EXPOSURE_CLASSES)[number];

export const RATER_SETS = ["human", "human+llm"] as const;
export type RaterSet = (typeof RATER_SETS)[number];

/**
 * Why a number of the report is null, besides the reasons of the statistics.
 *
 * - `mixed-scales`: the pooled items are not answered on one scale
 * - `open-scale`: the statistic needs a declared list of categories, and there is none
 * - `nothing-decided`: there is no decision to take a share of
 * - `none-qualify`: no value or pair meets the condition a share is taken of
 * - `too-many-values`: a table of every value against every other would be too large to read
 * - `drafts-in-view`: the values there are were given with a draft in view, and the statistic needs others
 * - `fewer-than-3-raters`, `fewer-than-30-units`: too few people, or units rated together, for the test
 * - `no-time`: nobody recorded how long it took
 */
export type ReportReason =
  | ReasonCode
  | "mixed-scales"
  | "open-scale"
  | "nothing-decided"
  | "none-qualify"
  | "too-many-values"
  | "drafts-in-view"
  | "fewer-than-3-raters"
  | "fewer-than-30-units"
  | "no-time";

/** How often each value occurs; words and numbers as they are written. */
export type ValueCounts = Record<string, number>;

/** Low and high end of a 95 % interval. */
export type Ends = [low: number, high: number];

/** One number of agreement beyond chance, with everything needed to judge it. */
export interface ReliabilityRow {
  scope: string;
  level: Level;
  raters: RaterSet;
  exposure: ExposureClass;
  /** Krippendorff's alpha. */
  value: number | null;
  ci: Ends | null;
  /** Units with at least two ratings. */
  units: number;
  /** Raters with at least one rating. */
  raterCount: number;
  /** Ratings on those units. */
  pairable: number;
  /** Mean over units of the share of agreeing pairs. */
  percentAgreement: number | null;
  reason: ReportReason | null;
  /** Gwet's AC1, on the declared categories. */
  ac1: number | null;
  ac1Reason: ReportReason | null;
  /** What the interval was drawn from: tasks, since items of one task resemble each other. One gives no interval. */
  clusters: number;
  /** Fewer than ten clusters: the interval's coverage cannot be trusted. */
  fewClusters: boolean;
  /** Ratings by value, n/a left out. */
  values: ValueCounts;
  /** Ratings that say n/a: counted here, missing for every statistic. */
  na: number;
  /** Units of the scope that an adjudicator decided: counted here, and in no statistic. */
  adjudicated: number;
}

/** The same among people of one arm, by their final values. */
export interface ArmRow extends ReliabilityRow {
  arm: string;
}

/** The same among judgements given at one stage of each person's session: "1-5", "41 and later". */
export interface PositionRow extends ReliabilityRow {
  position: string;
}

/** One LLM, or the rules, held against the people who judged the same units. */
export interface HumanVsLlmRow extends Machine {
  /** The scope: `all`, an item, `category:…`, `overall` or `preference`. */
  item: string;
  exposure: ExposureClass;
  /** Units with an LLM value and a human one. */
  n: number;
  pearson: number | null;
  spearman: number | null;
  kendall: number | null;
  /** LLM - human mean; for answers yes = 1, no = 0. */
  meanDifference: number | null;
  reason: ReportReason | null;
  ci: Record<"pearson" | "spearman" | "kendall" | "meanDifference", Ends | null>;
  /** Units left out because as many people said yes as no. */
  ties: number;
  /** Human judgements that say n/a where the LLM has a value. */
  humanNa: number;
  /** LLM values that say n/a where people judged. */
  llmNa: number;
  /** Every human judgement of a unit the LLM has a value for: people in rows, the LLM in columns. */
  confusion: Confusion | null;
}

export interface Confusion {
  values: string[];
  /** `counts[human][llm]`, both indexes into `values`. */
  counts: number[][];
}

/** Who is held against people, when it is no person. */
export interface Machine {
  llm: string;
  /** There when it is no LLM. */
  raterKind?: "rules";
  method: string | null;
}

/** How often a machine answers a question as the majority of people does. */
export interface AccuracyRow extends Machine {
  item: string;
  exposure: ExposureClass;
  /** Questions with a majority of people that it was asked. */
  n: number;
  correct: number;
  /** Without a usable answer: wrong when strict, left out when lenient. */
  undecided: number;
  /** Questions on which as many people said yes as no: left out. */
  ties: number;
  strict: number | null;
  strictCi: Ends | null;
  strictReason: ReportReason | null;
  lenient: number | null;
  lenientCi: Ends | null;
  lenientReason: ReportReason | null;
}

/** How far preferences lie apart: of a machine from people, or of people from each other. */
export interface PreferenceRow {
  /** Null: people among themselves. */
  machine: Machine | null;
  exposure: ExposureClass;
  /** Comparisons; pairs of people are pooled within each. */
  n: number;
  /** Shares of comparisons at distance 0, 1 and 2. */
  pld: [number, number, number] | null;
  /** The mean distance, between 0 and 2. */
  wpld: number | null;
  wpldCi: Ends | null;
  reason: ReportReason | null;
}

/** Who is paired in a mean of correlations: a machine, or a person with the draft in view, with independent people. */
export const PAIRINGS = ["llm-human", "assisted-human", "human-human"] as const;
export type Pairing = (typeof PAIRINGS)[number];

/** The mean of Pearson's r over pairs of raters; people always by their independent values unless assisted. */
export interface PairingRow {
  scope: string;
  pairing: Pairing;
  /** Null when only people are paired. */
  machine: Machine | null;
  value: number | null;
  ci: Ends | null;
  reason: ReportReason | null;
  /** Pairs with a correlation, and those without one: too few units in common, or one side constant. */
  pairs: number;
  undefinedPairs: number;
  /** Units of all pairs together. */
  units: number;
}

/** How often each value was given, by people or a machine, to the responses of one model. */
export interface DistributionRow {
  scope: string;
  /** Null: people. */
  machine: Machine | null;
  /** Of people's values; a machine has seen no draft. */
  exposure: ExposureClass | null;
  /** "all", or the model that wrote the responses. */
  responseModel: string;
  values: ValueCounts;
  n: number;
  mean: number | null;
  sd: number | null;
  reason: ReportReason | null;
}

/**
 * Whether a machine can stand in for a person (Calderon et al. 2025): against each person in turn, how often it agrees
 * with the others at least as well as that person does, and whether clearly more often than chance and cost allow.
 */
export interface AlternativeRow extends Machine {
  scope: string;
  /** People it was held against, with at least 30 units in common with two others. */
  people: number;
  /** Units of all of them together. */
  units: number;
  /** Mean probability that it does at least as well as the person it replaces. */
  advantage: number | null;
  /** Share of people it may replace, at a false discovery rate of 5 %. */
  winningRate: number | null;
  reason: ReportReason | null;
}

/** Shares of what people did; they sum to 1, or are null when there is nothing. */
export interface Shares {
  n: number;
  accept: number | null;
  revise: number | null;
  remove: number | null;
  add: number | null;
  reason: ReportReason | null;
  counts: Record<Action, number>;
}

export interface LineShares {
  /** Every decided or added line. */
  lines: Shares;
  /** The lines that state the drafted value. */
  scoreLines: Shares;
  /** The lines after it, and the added ones. */
  evidenceLines: Shares;
}

export interface ItemDecisions extends LineShares {
  /** Final values above, below and equal to the draft's, among raters who saw it or may have. */
  values: { raised: number; lowered: number; unchanged: number };
}

/** How often a reason was given for one kind of decision. */
export interface ReasonRow {
  /** Values: those that are not the drafted ones. */
  of: "lines" | "items" | "values";
  action: Action;
  /** Null: decided without giving a reason. */
  code: string | null;
  count: number;
  /** Of all decisions of this kind on such things. */
  share: number;
}

/** What became of one drafted rubric item. */
export interface SurvivalRow {
  item: string;
  exposure: ExposureClass;
  /** People who decided on it, each with their first decision. */
  decided: number;
  accepted: number;
  revised: number;
  removed: number;
  /** The share that kept it, as it was or revised. */
  kept: number | null;
  reason: ReportReason | null;
}

/** By what decisions are divided: a task's family, the criterion, who drafted and how, who wrote the response. */
export const GROUPINGS = ["family", "criterion", "method", "policy", "model", "writer"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What people did to the drafted lines, or items, of one group. */
export interface GroupRow {
  of: "lines" | "items";
  by: Grouping;
  group: string;
  shares: Shares;
}

/** How often people changed what was drafted for an item, with what they wrote. */
export interface EditedRow {
  item: string;
  of: "lines" | "items";
  decided: number;
  /** Revised or removed. */
  edited: number;
  share: number;
  /** Up to three texts people wrote instead. */
  examples: string[];
}

/** How long drafted rubrics are, and what people leave of them. */
export interface LengthRow {
  model: string | null;
  method: string | null;
  rubrics: number;
  drafted: number;
  shortest: number;
  longest: number;
  /** People who went through such a rubric. */
  reviews: number;
  /** Items after a person's decisions, on average. */
  final: number | null;
  reason: ReportReason | null;
}

/** A word that instructions are built on, and the criteria of the tasks that use it. */
export interface WordRow {
  kind: "verb" | "noun";
  word: string;
  tasks: number;
  /** The most frequent criteria of those tasks, as scopes or categories, with the number of tasks. */
  criteria: { name: string; tasks: number }[];
}

export interface Decisions extends LineShares {
  groups: GroupRow[];
  edited: EditedRow[];
  lengths: LengthRow[];
  words: WordRow[];
  reasons: ReasonRow[];
  survival: SurvivalRow[];
  /** What people did to the items of drafted rubrics. */
  items: Shares;
  byItem: Record<string, ItemDecisions>;
  /** Whether people decided alike on the same drafted items (accept, revise or remove). */
  agreement: ReliabilityRow[];
}

/** Who rated: a person, a model with its method, or the rule engine. */
export interface RaterName {
  rater: string;
  kind: RaterKind;
  method: string | null;
}

/** How far two raters agree on the units both rated. */
export interface RaterPairRow {
  scope: string;
  level: Level;
  exposure: ExposureClass;
  first: RaterName;
  second: RaterName;
  /** Krippendorff's alpha of the two. */
  value: number | null;
  /** Computed for a dozen raters or fewer. */
  ci: Ends | null;
  reason: ReportReason | null;
  percentAgreement: number | null;
  units: number;
}

/**
 * One rater against the rest of the people. A machine is held against the same rests as each person: all people but
 * one, in turn, averaged; so what people reach is the ceiling it is measured by.
 */
export interface RaterRow {
  scope: string;
  level: Level;
  exposure: ExposureClass;
  /** Null: the mean over people. */
  rater: RaterName | null;
  /** Units rated together with the rest. */
  units: number;
  /** The mean share of the others who say the same. */
  agreement: number | null;
  /** Pearson's r with the mean of the others. */
  correlation: number | null;
  agreementCi: Ends | null;
  correlationCi: Ends | null;
  agreementReason: ReportReason | null;
  correlationReason: ReportReason | null;
  /** Krippendorff's alpha among people, without this person; for the mean over people, with everybody. */
  alpha: number | null;
  alphaReason: ReportReason | null;
}

/** What a contrast compares: the mean value, agreement among people, or the share of values that are the draft's. */
export const CONTRASTS = ["mean", "alpha", "draft"] as const;
export type Contrast = (typeof CONTRASTS)[number];

/** Two arms, or two exposure classes, held against each other. */
export interface ContrastRow {
  scope: string;
  by: "arm" | "exposure";
  first: string;
  second: string;
  statistic: Contrast;
  level: Level | null;
  firstValue: number | null;
  firstReason: ReportReason | null;
  /** Values that were given. */
  firstRatings: number;
  secondValue: number | null;
  secondReason: ReportReason | null;
  secondRatings: number;
  /** First - second; drawn together over tasks. */
  difference: number | null;
  ci: Ends | null;
  /** Of a permutation test: tasks change sides whole, within tasks when all are on both sides. */
  p: number | null;
  reason: ReportReason | null;
  tasks: number;
}

/** How much of people's agreement sits on the drafted value. */
export interface OnDraftRow {
  scope: string;
  exposure: ExposureClass;
  /** Values of units with a drafted value, n/a left out; and how many of them are the drafted one. */
  values: number;
  onDraft: number;
  draftShare: number | null;
  /** Pairs of people on a unit, those that agree, and those that agree on the drafted value. */
  pairs: number;
  agreeing: number;
  agreeingOnDraft: number;
  agreeingShare: number | null;
  valuesReason: ReportReason | null;
  pairsReason: ReportReason | null;
}

/** What people did once they saw the draft, where they had a value of their own before. */
export interface ChangeRow {
  scope: string;
  /** Own values that differed from the draft; those that became it, and those that changed at all. */
  differed: number;
  switched: number;
  changed: number;
  switchRate: number | null;
  changeRate: number | null;
  differedReason: ReportReason | null;
  /** Own values that were the draft's, and those given up nevertheless. */
  agreed: number;
  left: number;
  leaveRate: number | null;
  agreedReason: ReportReason | null;
  /** (final - own) / (draft - own), between 0 and 1, averaged; and how many lay outside and were moved there. */
  weightOfAdvice: number | null;
  advised: number;
  beyond: number;
  adviceReason: ReportReason | null;
}

/** The four ways to stand between a draft and what people say without it. */
export const STANCES = ["correction", "scrutiny", "subjectivity", "outlier"] as const;
export type Stance = (typeof STANCES)[number];

/** How often people took each stance, of the values that could have shown it. */
export interface StanceRow {
  scope: string;
  stance: Stance;
  qualified: number;
  count: number;
  share: number | null;
  reason: ReportReason | null;
}

/** Drafts that were taken over whole, and how many of them faster than they can be read. */
export interface ReadingRow {
  scope: string;
  accepted: number;
  faster: number;
  share: number | null;
  medianSeconds: number | null;
  medianWords: number | null;
  reason: ReportReason | null;
}

/** Planted errors that were noticed, and drafts without one that were overruled as well. */
export interface DetectionRow {
  kind: PlantedKind;
  by: "all" | "arm" | "rater";
  /** The arm, or the rater; null for all. */
  group: string | null;
  detection: number | null;
  detectionCi: Ends | null;
  detectionReason: ReportReason | null;
  /** Planted errors that were shown and answered. */
  planted: number;
  falseAlarm: number | null;
  falseAlarmCi: Ends | null;
  falseAlarmReason: ReportReason | null;
  /** Drafts without one that were shown and answered. */
  left: number;
  tasks: number;
}

/** Why a person's work may be worth a look. Never a verdict. */
export const LOOKS = ["fast", "same-value", "apart", "drift", "gold", "unread"] as const;
export type Look = (typeof LOOKS)[number];

/** How one person worked, for whoever looks after a batch. */
export interface AnnotatorRow {
  rater: string;
  judgements: number;
  /** Active work on them, where it was measured. */
  activeHours: number | null;
  /** Judgements in an hour of active work. */
  perHour: number | null;
  medianSeconds: number | null;
  timeReason: ReportReason | null;
  /** The mean share of the others who say the same, whatever they had seen. */
  agreement: number | null;
  agreementCi: Ends | null;
  agreementReason: ReportReason | null;
  /** The same for the later half of their work, less the earlier half. */
  drift: number | null;
  driftCi: Ends | null;
  driftReason: ReportReason | null;
  /** Judgements of units that gold has a value for, and the share that says the same. */
  golds: number;
  goldShare: number | null;
  goldReason: ReportReason | null;
  /** The share of their most frequent value, and of the same value among others on the same units. */
  topValue: string | null;
  topShare: number | null;
  othersShare: number | null;
  topReason: ReportReason | null;
  /** The most judgements of one scale in a row with the same value. */
  longestRun: number;
  /** Drafts taken over whole with a measured time, and the share faster than readable. */
  takenOver: number;
  unreadShare: number | null;
  unreadReason: ReportReason | null;
  /** Where to look, and the numbers that say so. */
  looks: { look: Look; why: string }[];
}

export interface Anchoring {
  reading: ReadingRow[];
  contrasts: ContrastRow[];
  onDraft: OnDraftRow[];
  changes: ChangeRow[];
  stances: StanceRow[];
  detection: DetectionRow[];
}

/** How often one rater found requirements met. */
export interface ChecklistRow {
  rater: string;
  raterKind: RaterKind;
  /** Of a drafting rater; null for people, or where it is not known. */
  method: string | null;
  responseModel: string;
  /** Null: of every category. */
  category: string | null;
  /** Questions answered yes or no. */
  answered: number;
  /** Mean over responses of yes / (yes + no). */
  passRate: number | null;
  /** yes / (yes + no) over all of them. */
  drfr: number | null;
  reason: ReportReason | null;
  ci: { passRate: Ends | null; drfr: Ends | null };
  /** Responses with an answer. */
  responses: number;
  na: number;
  /** How many of the answers were given how; a drafting rater has no exposure. */
  exposures: Record<Exclude<ExposureClass, "any">, number>;
}

export interface StudySummary {
  name: string;
  tasks: number;
  responses: number;
  drafts: number;
  /** Without those of adjudicators. */
  judgements: number;
  decisions: number;
  /** Sets of labels given to tasks and items. */
  labellings: number;
  /** Besides them, those on checks and planted errors: in no table of this report. */
  labellingsSetAside: number;
  /** Units an adjudicator decided. They are in no statistic. */
  adjudicated: number;
  /** Distinct raters; an LLM counts once per method. */
  raters: Record<RaterKind, number>;
  /** Judgements and decisions on checks and planted errors: in no table of this report. */
  setAside: number;
  /** Judgements without a value. */
  skipped: number;
  /** Judgements by people without a time. */
  undated: number;
  /** Judgements of a unit the rater had judged before, in another arm; every class takes the earliest. */
  repeated: number;
}

/** How a report was made: enough to make it again, and to see whether another is of the same data. */
export interface ReportMaking extends ReportOptions {
  /** The version of the rules by which a study becomes tables. */
  rules: number;
  /** A hash of the data, whatever order they came in: "sha256:…"; null while it is being made. */
  data: string | null;
  /** How fast a draft is taken to be readable at most. */
  wordsPerMinute: number;
}

/** By what a part of a study can be chosen: the names that occur in it. */
export type Choices = Record<"item" | "arm" | "rater" | "model" | "family", string[]>;

export interface Report {
  study: StudySummary;
  made: ReportMaking;
  reliability: ReliabilityRow[];
  arms: ArmRow[];
  positions: PositionRow[];
  humanVsLlm: HumanVsLlmRow[];
  accuracy: AccuracyRow[];
  preferences: PreferenceRow[];
  pairings: PairingRow[];
  distributions: DistributionRow[];
  alternative: AlternativeRow[];
  decisions: Decisions;
  raters: { pairs: RaterPairRow[]; each: RaterRow[] };
  anchoring: Anchoring;
  annotators: AnnotatorRow[];
  checklist: { byRater: ChecklistRow[] };
  labels: LabelRow[];
  overlap: OverlapRow[];
  /** Of the whole study, also in a report on a part of it. */
  choices: Choices;
}

/** Agreement among people on labels: of one label, given or not, or (null) on all of a unit's labels together. */
export type LabelRow = Omit<ReliabilityRow, "scope" | "raters" | "adjudicated"> & {
  question: string;
  label: string | null;
};

/** How much of two lists of items people found in both: everybody's matches (`rater` null), or one person's. */
export interface OverlapRow {
  question: string;
  first: string;
  second: string;
  rater: string | null;
  /** Items of the first list with a match, and without; items of the second that nothing was matched with. */
  both: number;
  firstOnly: number;
  secondOnly: number;
  firstShare: number | null;
  firstCi: Ends | null;
  secondShare: number | null;
  secondCi: Ends | null;
  secondReason: ReportReason | null;
  tasks: number;
}

/** Which report: on a batch, or on an imported study. */
export const ReportParams = z.strictObject({ of: z.enum(["batches", "datasets"]), id: z.uuid() });
export type ReportParams = z.infer<typeof ReportParams>;

/** What the items of a report are called. */
export interface ItemName {
  /** Its scope in the report's tables. */
  scope: string;
  name: string | null;
  text: string;
}

/**
 * What is there of the report on a study. `ready`: a report on its newest data. `computing`, `failed`: what has become
 * of that one so far; the report, if there is one, is then an older one.
 */
export interface ReportStatus {
  state: "ready" | "computing" | "failed";
  /** Why it could not be computed, in words for people. */
  failure: string | null;
  /** The version of the data the report was made from, and the moment they were read; null without a report. */
  dataVersion: number | null;
  dataAt: string | null;
  /** Whether agreement by item of the newest data is there while the rest is being computed. */
  begun: boolean;
}

/** What of a report is there first. */
export type ReportBeginning = Pick<Report, "study" | "made" | "reliability"> & { items: ItemName[] };

export interface FoundReport extends ReportStatus {
  report: Report | null;
  /** While there is no report yet. */
  beginning: ReportBeginning | null;
  /** In the order of the rubrics. */
  items: ItemName[];
}

/** How intervals are made. */
export interface ReportOptions {
  replicates: number;
  seed: number;
}
