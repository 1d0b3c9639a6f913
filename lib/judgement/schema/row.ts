import type { JsonObject } from "@/lib/formats/json-value";
import type { Exposure, RaterKind, Value } from "@/lib/judgement/schema";
import type { Target } from "@/lib/judgement/schema/units";

/**
 * A judgement: the value of one rater for one unit, with how and when it was given. Rows of the database, of study files,
 * exports and reports take their fields from here and add what is their own. Tasks, responses, items, raters and drafts
 * are named by the ids of study files.
 */
export interface Judgement {
  task: string;
  target: Target;
  /** The response; of a pair the first (A). */
  response: string | null;
  /** The second response (B) of a pair. */
  responseB: string | null;
  /** The item; null for an overall score and a preference. */
  item: string | null;
  rater: string;
  raterKind: RaterKind;
  arm: string | null;
  /** The step of the protocol, from 0; null for imported ones. */
  step: number | null;
  /** Null when unknown. */
  exposure: Exposure | null;
  /** The draft that the rater was offered. */
  draft: string | null;
  /** The rater's own value before the draft was shown; null when there was none. */
  initial: Value | null;
  /** The final value; null when it was skipped. */
  value: Value | null;
  /** Position in the displayed order of its step, from 1. */
  shown: number | null;
  /** Milliseconds of active work; null when not measured. */
  activeMs: number | null;
  /** Milliseconds without activity; null when not measured. */
  idleMs: number | null;
  /** The value was accepted together with the rest of its draft. */
  bulk: boolean;
  startedAt: Date | null;
  submittedAt: Date | null;
  metadata: JsonObject;
}

/** The unit of a judgement, as columns. */
export type JudgementUnit = Pick<Judgement, "task" | "target" | "response" | "responseB" | "item">;
