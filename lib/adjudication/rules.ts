import type { AdjudicationRule, CaseReason, RulePreview } from "@/lib/adjudication/schema";
import type { Value } from "@/lib/judgement/schema";
import type { Vote, VotedUnit } from "@/lib/judgement/schema/votes";

/** Every unit with different votes, including ties and flags. */
export const DEFAULT_RULE: AdjudicationRule = { below: 1, tolerance: 0, tied: true, flagged: true };

export const REASON_WORDS: Record<CaseReason, string> = {
  disagreement: "Disagreement",
  tied: "Tied",
  flagged: "Flagged",
};

/**
 * The share of pairs of votes that agree: 1 when all do, 0 when none do. Scores agree when they are at most
 * `tolerance` points apart, answers when they are equal; n/a agrees only with n/a. Null with fewer than two
 * votes.
 */
export function agreementOf(votes: readonly Vote[], tolerance: number): number | null {
  const pairs = (votes.length * (votes.length - 1)) / 2;
  if (pairs === 0) return null;
  let agreeing = 0;
  for (const [at, one] of votes.entries())
    for (const other of votes.slice(at + 1)) if (agree(one.value, other.value, tolerance)) agreeing++;
  return agreeing / pairs;
}

function agree(one: Value, other: Value, tolerance: number): boolean {
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) <= tolerance;
  return one === other;
}

/** True if no single value was given most often. */
export function isTied(votes: readonly Vote[]): boolean {
  const [first, second] = countsOf(votes);
  return second !== undefined && first?.count === second.count;
}

/** The number of votes per value, most frequent first; equally frequent ones in the order of the scale. */
export function countsOf(votes: readonly Vote[]): { value: Value; count: number }[] {
  const counts = new Map<Value, number>();
  for (const { value } of votes) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || inScaleOrder(a.value, b.value));
}

const WORDS: readonly Value[] = ["yes", "no", "na", "A", "tie", "B"];

function inScaleOrder(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return WORDS.indexOf(a) - WORDS.indexOf(b);
}

/** Why a unit is contested under a rule; empty when it is not. */
export function contestReasons(votes: VotedUnit["votes"], rule: AdjudicationRule): CaseReason[] {
  const agreement = agreementOf(votes, rule.tolerance);
  const reasons: Record<CaseReason, boolean> = {
    disagreement: rule.below !== null && agreement !== null && agreement < rule.below,
    tied: rule.tied && isTied(votes),
    flagged: rule.flagged && votes.some(({ flagged }) => flagged),
  };
  return (Object.keys(reasons) as CaseReason[]).filter((reason) => reasons[reason]);
}

/** The number of cases a rule would create, with reasons. */
export function previewOf(units: readonly VotedUnit[], rule: AdjudicationRule): RulePreview {
  const preview: RulePreview = {
    units: units.length,
    compared: units.filter(({ votes }) => votes.length > 1).length,
    cases: 0,
    reasons: { disagreement: 0, tied: 0, flagged: 0 },
  };
  for (const { votes } of units) {
    const reasons = contestReasons(votes, rule);
    if (reasons.length > 0) preview.cases++;
    for (const reason of reasons) preview.reasons[reason]++;
  }
  return preview;
}
