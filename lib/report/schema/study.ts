import type { SideOrder } from "@/lib/dataset/schema";
import type { Action, Exposure, RaterKind, Scale, Value } from "@/lib/judgement/schema";
import type { Judgement } from "@/lib/judgement/schema/row";
import type { AnswerForm } from "@/lib/protocol/schema";
import type { ReportGold, ReportPlanted } from "@/lib/quality/schema";

/** An ordered list for repeated reading: an array, or one that creates its elements on access. */
export interface ReadableList<T> extends Iterable<T> {
  readonly length: number;
  at(place: number): T | undefined;
}

/**
 * The input of a report, from a study file or a batch. Order has no meaning. Items are referred to by `key`,
 * which is unique in the study, whereas `id` is only unique within its rubric.
 */
export interface StudyData {
  name: string;
  tasks: ReportTask[];
  responses: ReportResponse[];
  items: ReportItem[];
  drafts: ReadableList<ReportDraft>;
  judgements: ReadableList<ReportJudgement>;
  decisions: ReportDecision[];
  /** For a part of a study: a draft by each model, method and condition of the whole, which tell where a condition is named. */
  drafters?: readonly Pick<ReportDraft, "rater" | "raterKind" | "method" | "condition">[];
  /** Number of characters of each response by id, if the texts were read. */
  responseLengths?: ReadonlyMap<string, number>;
  /** The calls of models in this installation's runs, which study files do not carry. */
  machineWork?: MachineWork[];
  /** Tasks on which values of judges' versions are compared with nobody: their labels are held out for a final look. */
  heldOut?: HeldOutTasks[];
  /** The groups of responses by id, if an admin chose metadata fields to group by. */
  groups?: ReadonlyMap<string, readonly string[]>;
  /**
   * For a batch: the scale of its overall scores, if all steps with one declare the same ends. An imported
   * study declares none.
   */
  overall?: Scale;
  /** Judgements and decisions excluded because they were made on checks or planted errors. */
  setAside?: number;
  /** For a batch with label steps; for tables of papers also the gold labels of a study file. */
  labels?: {
    questions: ReportLabelQuestion[];
    labellings: ReportLabelling[];
    /** Sets of labels excluded because they were given on checks or planted errors. */
    setAside: number;
    /** True of a study file's: its questions have the labels that were given, rather than all that could be chosen. */
    isGold?: true;
  };
  /** For a batch with questions. */
  answers?: { questions: ReportQuestion[]; answers: ReportAnswer[] };
  /**
   * For a batch: answers to units with gold, including checks, and labels. An imported study has gold among
   * its records.
   */
  golds?: ReportGold[];
  /** For a batch with planted errors. */
  planted?: ReportPlanted[];
  /** For a batch with matches between two lists. */
  overlaps?: ReportOverlap[];
  /** For a batch with a sample: what else passed its filter. Estimates of models alone read it. */
  undrawn?: UndrawnMaterial;
}

/** The responses or pairs that passed the filter of a batch and were not drawn, with the values that models and rules gave them. */
export interface UndrawnMaterial {
  /** The drawn ones, each with its chance. */
  drawn: (Omit<About, "item"> & { probability: number })[];
  subjects: UndrawnSubject[];
  /** Their items: also those of rubrics of other tasks than the batch's. */
  items: Pick<ReportItem, "key" | "category" | "scale">[];
  drafts: MachineValue[];
}

/** A response or pair that was not drawn. */
export interface UndrawnSubject extends Omit<About, "item"> {
  /** The tags of its task. */
  tags: string[];
  /** The author of the response, or of each of the pair; null as in `ReportResponse`. */
  models: (string | null)[];
}

/** A value that a model or the rules gave a unit. */
export type MachineValue = About &
  Pick<
    ReportDraft,
    "rater" | "raterKind" | "method" | "condition" | "order" | "value" | "confidence" | "leftToRules"
  >;

/** The cost of one model's values under one condition. */
interface MachineWork {
  rater: string;
  method: string | null;
  condition: string | null;
  /** Values with calls. */
  values: number;
  /** Null if a call has no price. */
  dollars: number | null;
  /** Time the endpoint took; null if a call was not timed. */
  seconds: number | null;
}

/** The held-out tasks of one judge's version that nobody has taken a final look at. */
export interface HeldOutTasks {
  rater: string;
  method: string | null;
  condition: string | null;
  tasks: string[];
}

/** One rater's matches between the two lists of one task. */
export interface ReportOverlap {
  question: string;
  rater: string;
  task: string;
  /** The authors of the lists: a model by name, or people, rules, a consensus. */
  first: string;
  second: string;
  firstItems: number;
  /** Those with at least one match in the second list. */
  firstMatched: number;
  secondItems: number;
  /** Those matched with something of the first list. */
  secondMatched: number;
  /** The items of both lists; missing where only their numbers are known. */
  items?: { first: MatchedItems; second: MatchedItems };
}

/** Keys of the items of a list, and of those that have a match. */
interface MatchedItems {
  all: string[];
  matched: string[];
}

/** A step with labels, by name; its labels in the order offered, for a taxonomy. */
export interface ReportLabelQuestion {
  question: string;
  /** The question in words. */
  text: string;
  labels: string[];
  several: boolean;
}

/** A question of a batch's protocol, with its answers in the order offered. */
export interface ReportQuestion {
  question: string;
  text: string;
  /** Null: one of the options. */
  form: AnswerForm | null;
  options: { value: string; label: string }[];
}

/** One rater's answer to a question, asked with an assignment. */
export interface ReportAnswer {
  question: string;
  /** The response, pair or task of the assignment. */
  unit: string;
  task: string;
  arm: string;
  rater: string;
  /** The form that the arm of the answer asked for. */
  form: AnswerForm | null;
  /** As it is stored: of several options a JSON list. */
  value: string;
}

/** One rater's labels of one task or item. */
export interface ReportLabelling {
  question: string;
  /** The item, response or task that was labelled. */
  unit: string;
  /** The key of the item, if one was labelled. */
  item?: string;
  task: string;
  arm: string;
  rater: string;
  exposure: Exposure;
  /** As in a judgement. */
  initial: string[] | null | undefined;
  labels: string[];
}

export interface ReportTask {
  id: string;
  /** Its families. */
  tags: string[];
  instruction: string;
  /** The instruction that its worse output was written for, and the cosine of the two; of curated pairs. */
  neighbour?: { instruction: string; similarity: number };
  /** The pairs of its responses that were drawn by lot, in a study of sampled pairs. */
  sampledPairs?: ({ pair: readonly [string, string] } & Inclusion)[];
}

/** A response or pair in the sample of a study. */
export interface Inclusion {
  /** The chance of it to be in the sample; missing: certain. */
  probability?: number;
  /** The stratum that it was drawn from, if each stratum had its share of the sample. */
  stratum?: string;
}

interface ReportResponse extends Inclusion {
  id: string;
  task: string;
  /** Null when a person wrote it, or it is unknown. */
  model: string | null;
}

export interface ReportItem {
  key: string;
  id: string;
  rubric: string;
  /** Null when the rubric is the project's. */
  task: string | null;
  name: string | null;
  text: string;
  category: string | null;
  /** Its points in the rubric, negative for a fault; missing: 1. */
  weight?: number;
  scale: Scale;
  /** The drafter and method of its rubric; null for people, and when unknown. */
  model: string | null;
  method: string | null;
}

/** The unit of a value: an item's key, or `overall`, of a response; or `preference`, of a pair. */
interface About {
  task: string;
  item: string;
  response: string | null;
  pair: readonly [string, string] | null;
}

export interface ReportDraft extends About {
  id: string;
  rater: string;
  raterKind: RaterKind;
  method: string | null;
  /** Distinguishes drafts of one rater and method; null when not given. */
  condition: string | null;
  /** The response of the pair that the judge saw first; null when not given, and without a pair. */
  order: SideOrder | null;
  value: Value | null;
  scoreLine: number | null;
  /** Number of words in its explanation. */
  words: number;
  /** The drafter's confidence, from 0 to 1; missing when not stated. */
  confidence?: number | undefined;
  /** The run left the question to the rules, which prove the answer: the model was not asked, and the value is null. */
  leftToRules?: true | undefined;
}

export interface ReportJudgement
  extends About,
    Pick<Judgement, "rater" | "raterKind" | "arm" | "exposure" | "draft" | "value" | "activeMs"> {
  id: string;
  /** Undefined: never revealed, or no such moment. Null: revealed before there was an own value. */
  initial: Value | null | undefined;
  /** The response of a pair that was shown on the left; missing when not recorded, and without a pair. */
  left?: string;
  /** `draft` is the index of the draft's line; null for a line that was added or not stored. */
  lines: {
    draft: number | null;
    action: Action;
    reason: string | null;
    /** The text of a revised or added line. */
    text: string | null;
    /** Accepted together with the rest of its draft. */
    bulk?: true;
    /** Written before the draft was shown: it explains the rater's own value. */
    initial?: true;
  }[];
  /** The value was accepted together with the rest of its draft. */
  bulk?: true;
  /** The code of the reason for differing from the drafted value, if no decision on a line has one. */
  reason?: string;
  startedAt: string | null;
  submittedAt: string | null;
}

export interface ReportDecision {
  id: string;
  /** Key of the drafted item; of the new one with `add`. */
  item: string;
  /** Null when the rubric is the project's. */
  task: string | null;
  rater: string;
  raterKind: RaterKind;
  arm: string | null;
  exposure: Exposure | null;
  action: Action;
  /** The code of the reason; null without one. A free-text reason has the code `other`. */
  reason: string | null;
  /** The text of a revised or added item. */
  text: string | null;
  /** Accepted together with the rest of its draft. */
  bulk?: true;
  at: string | null;
}
