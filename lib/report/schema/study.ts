import type { SideOrder } from "@/lib/dataset/schema";
import type { Action, Exposure, RaterKind, Scale, Value } from "@/lib/judgement/schema";
import type { ReportGold, ReportPlanted } from "@/lib/quality/schema";

/** Things in an order, to be read again and again: an array, or what makes each of them when it is asked for. */
export interface ReadableList<T> extends Iterable<T> {
  readonly length: number;
  at(place: number): T | undefined;
}

/**
 * What a report is made from, wherever it comes from: a study file or a batch.
 * Order carries no meaning. Items are referred to by `key`, which is unique in the
 * study, whereas `id` is only unique within its rubric.
 */
export interface StudyData {
  name: string;
  tasks: ReportTask[];
  responses: ReportResponse[];
  items: ReportItem[];
  drafts: ReadableList<ReportDraft>;
  judgements: ReadableList<ReportJudgement>;
  decisions: ReportDecision[];
  /** The groups of responses, by their ids, where an admin chose fields of their metadata to group by. */
  groups?: ReadonlyMap<string, readonly string[]>;
  /**
   * Of a batch: the scale of its overall scores, where every step that asks for one declares the same ends. An imported
   * study declares none.
   */
  overall?: Scale;
  /** Judgements and decisions left out because they were made on checks or planted errors. */
  setAside?: number;
  /** Of a batch that asked for labels: they are no part of a study file. */
  labels?: {
    questions: ReportLabelQuestion[];
    labellings: ReportLabelling[];
    /** Sets of labels left out because they were given on checks or planted errors. */
    setAside: number;
  };
  /** Of a batch: what was made of units with gold, on checks too, and of labels. An imported study has it among its records. */
  golds?: ReportGold[];
  /** Of a batch that planted errors in drafts. */
  planted?: ReportPlanted[];
  /** Of a batch that asked for matches between two lists. */
  overlaps?: ReportOverlap[];
}

/** What one rater matched between the two lists of one task. */
export interface ReportOverlap {
  question: string;
  rater: string;
  task: string;
  /** Who wrote the lists: a model by its name, or people, rules, a consensus. */
  first: string;
  second: string;
  firstItems: number;
  /** Of them, with at least one match in the second list. */
  firstMatched: number;
  secondItems: number;
  /** Of them, those that something of the first list was matched with. */
  secondMatched: number;
}

/** A step that asks for labels, by its name; its labels in the order they were offered in, where they are a taxonomy. */
export interface ReportLabelQuestion {
  question: string;
  labels: string[];
  several: boolean;
}

/** What one rater gave one task or item. */
export interface ReportLabelling {
  question: string;
  unit: string;
  task: string;
  rater: string;
  exposure: Exposure;
  /** As of a judgement. */
  initial: string[] | null | undefined;
  labels: string[];
}

export interface ReportTask {
  id: string;
  /** The families it belongs to. */
  tags: string[];
  instruction: string;
}

export interface ReportResponse {
  id: string;
  task: string;
  /** Null when a person wrote it, or nobody said. */
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
  scale: Scale;
  /** Who drafted the rubric it came with, and how; null for people, and where it is not known. */
  model: string | null;
  method: string | null;
}

/** What a value is about: an item's key, or `overall`, of a response; or `preference`, of a pair. */
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
  /** What differs between drafts of one rater and method; null where nothing is said of it. */
  condition: string | null;
  /** Which response of the pair the judge saw first; null where nobody said, and of no pair. */
  order: SideOrder | null;
  value: Value | null;
  scoreLine: number | null;
  /** Words of its explanation. */
  words: number;
}

export interface ReportJudgement extends About {
  id: string;
  rater: string;
  raterKind: RaterKind;
  arm: string | null;
  /** Null when unknown. */
  exposure: Exposure | null;
  draft: string | null;
  /** Undefined: never revealed, or no such moment. Null: revealed before there was an own value. */
  initial: Value | null | undefined;
  value: Value | null;
  /** `draft` is the index of the draft's line; null for a line that was added or not kept. */
  lines: {
    draft: number | null;
    action: Action;
    reason: string | null;
    /** What a revised or added line says now. */
    text: string | null;
    /** Agreed with together with the rest of its draft. */
    bulk?: true;
  }[];
  /** The value was taken over together with the rest of its draft. */
  bulk?: true;
  /** The code of the reason for a value that is not the drafted one, where no decision on a line has one. */
  reason?: string;
  /** Milliseconds of active work; null when nobody measured it. */
  activeMs: number | null;
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
  /** The code of the reason given; null without one. A reason in free words is the code `other`. */
  reason: string | null;
  /** What a revised or added item says. */
  text: string | null;
  /** Agreed with together with the rest of its draft. */
  bulk?: true;
  at: string | null;
}
