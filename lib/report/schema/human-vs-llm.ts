import { z } from "zod";
import { ExposureClass, RaterKind } from "@/lib/judgement/schema";
import { PAIRINGS } from "@/lib/report/schema/codes";
import { Ends, ReportReason, ValueCounts } from "@/lib/report/schema/values";

/** The rater who is compared with people: a model or the rules. */
export const Machine = z.object({
  llm: z.string(),
  /** Set for the rules, which are not an LLM. */
  raterKind: z.literal("rules").optional(),
  method: z.string().nullable(),
  /** Set if one model and method made drafts under several conditions: each is a rater of its own. */
  condition: z.string().optional(),
});
export type Machine = z.infer<typeof Machine>;

export const Confusion = z.object({
  values: z.array(z.string()),
  /** `counts[human][llm]`, both indexes into `values`. */
  counts: z.array(z.array(z.number())),
});
export type Confusion = z.infer<typeof Confusion>;

/** One LLM, or the rules, compared with the people who judged the same units. */
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
  /**
   * Values that people gave with this model's own draft in view. If there are any, agreement may come from
   * the draft.
   */
  draftSeen: z.number(),
  /** Units left out because people are evenly divided between yes and no. */
  ties: z.number(),
  /**
   * Units that people judged, and for which the model was asked but gave no readable value. They are in no
   * other number of this row.
   */
  unread: z.number(),
  /** Human judgements with n/a where the LLM has a value. */
  humanNa: z.number(),
  /** LLM values that are n/a where people judged. */
  llmNa: z.number(),
  /** Every human judgement of a unit the LLM has a value for: people in rows, the LLM in columns. */
  confusion: Confusion.nullable(),
});
export type HumanVsLlmRow = z.infer<typeof HumanVsLlmRow>;

/** Accuracy of a machine against the majority of people on a question. */
export const AccuracyRow = Machine.extend({
  item: z.string(),
  exposure: ExposureClass,
  /** Questions for the machine that a majority of people answered. */
  n: z.number(),
  correct: z.number(),
  /** Without a usable answer: wrong when strict, left out when lenient. */
  undecided: z.number(),
  /** Questions that a majority of people answered and the machine was not asked, because rules prove the answer: not in `n`. */
  leftToRules: z.number(),
  /** Answers of people given with this machine's own draft in view. */
  draftSeen: z.number(),
  /** Questions left out because people are evenly divided between yes and no. */
  ties: z.number(),
  strict: z.number().nullable(),
  strictCi: Ends.nullable(),
  strictReason: ReportReason.nullable(),
  lenient: z.number().nullable(),
  lenientCi: Ends.nullable(),
  lenientReason: ReportReason.nullable(),
});
export type AccuracyRow = z.infer<typeof AccuracyRow>;

/** Distances between preferences: of a machine from people, or of people from each other. */
export const PreferenceRow = z.object({
  /** Null: people among themselves. */
  machine: Machine.nullable(),
  exposure: ExposureClass,
  /** Comparisons; pairs of people are pooled within each. */
  n: z.number(),
  /** Comparisons on which people together prefer neither side nor a tie: left out. */
  ties: z.number(),
  /** For a machine: comparisons without a usable verdict, left out as well. */
  unread: z.number(),
  /**
   * Preferences that people gave with this model's own draft in view; 0 for people compared with each other.
   */
  draftSeen: z.number(),
  /**
   * Mean distance from single people, so that a model's distance is comparable with the distance between two
   * people.
   */
  fromPerson: z.number().nullable(),
  fromPersonCi: Ends.nullable(),
  /** Shares of comparisons at distance 0, 1 and 2. */
  pld: z.tuple([z.number(), z.number(), z.number()]).nullable(),
  /** The mean distance, between 0 and 2. */
  wpld: z.number().nullable(),
  wpldCi: Ends.nullable(),
  reason: ReportReason.nullable(),
});
export type PreferenceRow = z.infer<typeof PreferenceRow>;

/**
 * The raters whose correlations are averaged: a model with independent people, a person who had the draft in
 * view with independent people, or independent people with each other.
 */
export const Pairing = z.enum(PAIRINGS);
export type Pairing = z.infer<typeof Pairing>;

/**
 * The mean of Pearson's r over pairs of raters, each weighted by its number of units. People count with their
 * independent values, unless the pairing is of assisted people.
 */
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
  /**
   * Pairs with fewer than ten common units, where other pairs have more. They are in no other number of this
   * row.
   */
  leftOut: z.number(),
  /** Units of all pairs together. */
  units: z.number(),
});
export type PairingRow = z.infer<typeof PairingRow>;

/** The number of times people or a machine gave each value to the responses of one model. */
export const DistributionRow = z.object({
  scope: z.string(),
  /** Null: people. */
  machine: Machine.nullable(),
  /** For people's values; a machine never had a draft in view. */
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
 * The alternative annotator test (Calderon et al. 2025): compared with each person in turn, how often the
 * machine agrees with the others at least as well as that person does, and whether clearly more often than
 * chance and cost allow.
 */
export const AlternativeRow = Machine.extend({
  scope: z.string(),
  /** People it was compared with, with at least 30 units in common with two others. */
  people: z.number(),
  /**
   * Units that one of them and another person rated without a draft in view; where the test is refused, that
   * any two people rated.
   */
  units: z.number(),
  /** Mean probability that it does at least as well as the person it replaces. */
  advantage: z.number().nullable(),
  advantageCi: Ends.nullable(),
  /** Share of people it may replace, at a false discovery rate of 5 %. */
  winningRate: z.number().nullable(),
  reason: ReportReason.nullable(),
});
export type AlternativeRow = z.infer<typeof AlternativeRow>;

/** The share of requirements that one rater found met. */
export const ChecklistRow = z.object({
  rater: z.string(),
  raterKind: RaterKind,
  /** The method of a rater who drafts; null for people, and if unknown. */
  method: z.string().nullable(),
  condition: z.string().optional(),
  responseModel: z.string(),
  /** Null for the row about all categories together. */
  category: z.string().nullable(),
  /** Questions answered yes or no. */
  answered: z.number(),
  /** Mean over responses of yes / (yes + no). */
  passRate: z.number().nullable(),
  /** yes / (yes + no) over all of them. */
  drfr: z.number().nullable(),
  reason: ReportReason.nullable(),
  /**
   * Mean over responses of the points that were reached, of those that could be; where items have weights. Points of a
   * fault are negative. Null without points that could be reached.
   */
  weightedPassRate: z.number().nullable().optional(),
  ci: z.object({
    passRate: Ends.nullable(),
    drfr: Ends.nullable(),
    weightedPassRate: Ends.nullable().optional(),
  }),
  /** Responses with an answer. */
  responses: z.number(),
  na: z.number(),
  /** Number of answers by exposure class. Answers of models and rules have no exposure. */
  exposures: z.record(ExposureClass.exclude(["any"]), z.number()),
});
export type ChecklistRow = z.infer<typeof ChecklistRow>;
