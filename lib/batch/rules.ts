import type { BatchState } from "@/lib/batch/schema";
import { NEEDS, type SubjectNeed } from "@/lib/batch/schema/subject-needs";
import type { Protocol, RubricKind } from "@/lib/protocol/schema";

/** The missing needs in words, for the admin who opens the batch. */
const MISSING: Record<SubjectNeed, string> = {
  criteria: "no criteria",
  checklist: "no checklist",
  twoCriteria: "no two lists of criteria",
  twoChecklists: "no two checklists",
  criteriaDraft: "no drafted scores for its criteria",
  checklistDraft: "no drafted answers to its checklist",
  overallDraft: "no drafted overall score",
  preferenceDraft: "no drafted preference",
  labelDraft: "no drafted labels",
};

const TWO: Record<RubricKind, SubjectNeed> = { checklist: "twoChecklists", criteria: "twoCriteria" };

/**
 * The data a subject needs for a protocol, in the order in which missing data is reported. A review from
 * scratch needs nothing. An overall score that follows judged items needs no draft of its own, because the
 * drafts of the items were seen before.
 */
export function needsOf(protocol: Protocol): SubjectNeed[] {
  const needs = new Set<SubjectNeed>();
  const judges = protocol.steps.some((step) => step.type === "judge");
  for (const step of protocol.steps) {
    if (step.type === "rubric" && step.exposure !== "none") needs.add(step.kind);
    if (step.type === "judge") {
      needs.add(step.kind);
      if (step.exposure !== "none") needs.add(`${step.kind}Draft`);
    }
    if (step.type === "score" && step.exposure !== "none" && !judges) needs.add("overallDraft");
    if (step.type === "prefer" && step.exposure !== "none") needs.add("preferenceDraft");
    if (step.type === "label") {
      if (step.kind) needs.add(step.about === "matches" ? TWO[step.kind] : step.kind);
      if (step.about === "items" && step.exposure !== "none") needs.add("labelDraft");
    }
  }
  return NEEDS.filter((need) => needs.has(need));
}

/** Number of subjects of a dataset that meet the same needs. */
export type SubjectGroup = Record<SubjectNeed, boolean> & { count: number };

export type Eligibility = {
  eligible: number;
  leftOut: { reason: string; count: number }[];
};

/** Number of subjects a protocol can be used on, and why the others are left out (first reason only). */
export function eligibilityOf(groups: readonly SubjectGroup[], needs: readonly SubjectNeed[]): Eligibility {
  let eligible = 0;
  const leftOut = new Map<SubjectNeed, number>();
  for (const group of groups) {
    const missing = needs.find((need) => !group[need]);
    if (missing) leftOut.set(missing, (leftOut.get(missing) ?? 0) + group.count);
    else eligible += group.count;
  }
  return {
    eligible,
    leftOut: needs.flatMap((need) => {
      const count = leftOut.get(need);
      return count ? [{ reason: MISSING[need], count }] : [];
    }),
  };
}

// ---------------------------------------------------------------- sharing the work

/**
 * An annotator's even share of a batch, fixed by its design. Shown to annotators as "12 of 40": it reveals
 * nothing about the others' work.
 */
export function shareOf(counts: { slots: number; subjects: number; annotators: number }): number {
  if (counts.annotators === 0) return 0;
  return Math.min(counts.subjects, Math.ceil(counts.slots / counts.annotators));
}

/**
 * Estimated minutes until an annotator has done their share, at least one. Null if it cannot be estimated, if
 * the share is done, and if no assignment is available, because others took them or the annotator skipped
 * them.
 */
export function minutesLeft(of: {
  share: number;
  submitted: number;
  minutesEach: number | null;
  hasWork: boolean;
}): number | null {
  const left = of.share - of.submitted;
  if (of.minutesEach === null || left <= 0 || !of.hasWork) return null;
  return Math.max(1, Math.round(of.minutesEach * left));
}

// ---------------------------------------------------------------- life of a batch

export type BatchVerb = "open" | "pause" | "resume" | "close" | "archive" | "unarchive";

export const MOVES: Record<BatchVerb, { from: readonly BatchState[]; to: BatchState }> = {
  open: { from: ["draft"], to: "open" },
  pause: { from: ["open"], to: "paused" },
  resume: { from: ["paused"], to: "open" },
  close: { from: ["open", "paused"], to: "closed" },
  archive: { from: ["closed"], to: "archived" },
  unarchive: { from: ["archived"], to: "closed" },
};

/** The state after a verb, or null when it does not apply. */
export function stateAfter(state: BatchState, verb: BatchVerb): BatchState | null {
  const move = MOVES[verb];
  return move.from.includes(state) ? move.to : null;
}

/** The name of a new version of a batch: "Pilot", "Pilot, version 2", "Pilot, version 3". */
export function nextVersionOf(name: string): string {
  const [, base = name, version = "1"] = /^(.*), version (\d{1,6})$/s.exec(name) ?? [];
  const ending = `, version ${Number(version) + 1}`;
  return base.slice(0, 200 - ending.length) + ending;
}

export const BATCH_STATE_LABELS: Record<BatchState, string> = {
  draft: "Draft",
  open: "Open",
  paused: "Paused",
  closed: "Closed",
  archived: "Archived",
};

// ---------------------------------------------------------------- how it is going

/** A lease that ends within this time is shown as about to end. */
export const ENDING_MINUTES = 5;

/** Idle: open, with no save for this long. */
export const IDLE_MINUTES = 20;
