import type { AdjudicationRule, CaseReason, CaseScale, RulePreview } from "@/lib/adjudication/schema";
import { isOnScale, isPreferred } from "@/lib/judgement/rules/scale";
import type { Vote, VotedUnit, VotedValue } from "@/lib/judgement/schema/votes";

/** Every unit with different votes, including ties and flags. */
export const DEFAULT_RULE: AdjudicationRule = { below: 1, tolerance: 0, tied: true, flagged: true };

export const REASON_WORDS: Record<CaseReason, string> = {
  disagreement: "Disagreement",
  tied: "Tied",
  flagged: "Flagged",
};

/**
 * The share of pairs of votes that agree: 1 when all do, 0 when none do. Scores agree when they are at most
 * `tolerance` points apart, answers when they are equal, labels when all of them are; n/a agrees only with n/a. Null
 * with fewer than two votes.
 */
export function agreementOf(votes: readonly Vote[], tolerance: number): number | null {
  const pairs = (votes.length * (votes.length - 1)) / 2;
  if (pairs === 0) return null;
  let agreeing = 0;
  for (const [at, one] of votes.entries())
    for (const other of votes.slice(at + 1)) if (agree(one.value, other.value, tolerance)) agreeing++;
  return agreeing / pairs;
}

function agree(one: VotedValue, other: VotedValue, tolerance: number): boolean {
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) <= tolerance;
  return keyOf(one) === keyOf(other);
}

/** A value that equal votes share. Labels are stored in the order of their taxonomy. */
function keyOf(value: VotedValue): string | number {
  return typeof value === "object" ? JSON.stringify(value) : value;
}

/** True if no single value was given most often. */
export function isTied(votes: readonly Vote[]): boolean {
  const [first, second] = countsOf(votes);
  return second !== undefined && first?.count === second.count;
}

/** The number of votes per value, most frequent first; equally frequent ones in the order of the scale. */
export function countsOf(votes: readonly Vote[]): { value: VotedValue; count: number }[] {
  const counts = new Map<string | number, { value: VotedValue; count: number }>();
  for (const { value } of votes) {
    const key = keyOf(value);
    counts.set(key, { value, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || inScaleOrder(a.value, b.value));
}

const WORDS: readonly VotedValue[] = ["yes", "no", "na", "A", "tie", "B"];

function inScaleOrder(a: VotedValue, b: VotedValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "object" || typeof b === "object") return keyOf(a) < keyOf(b) ? -1 : 1;
  return WORDS.indexOf(a) - WORDS.indexOf(b);
}

/** A value in words: labels one after the other. */
export function inWords(value: VotedValue): string {
  if (typeof value !== "object") return String(value);
  return value.length === 0 ? "none of them" : value.join(", ");
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
export function previewOf(units: readonly Pick<VotedUnit, "votes">[], rule: AdjudicationRule): RulePreview {
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

/** Condition that a value can be decided on a scale. */
export function isOnCaseScale(scale: CaseScale, value: VotedValue): boolean {
  if (scale.type === "labels") {
    if (typeof value !== "object") return false;
    const names = scale.labels.map(({ name }) => name);
    const isOffered = value.every((label) => names.includes(label)) && new Set(value).size === value.length;
    return isOffered && (value.length === 0 ? scale.none : scale.several || value.length === 1);
  }
  if (typeof value === "object") return false;
  if (scale.type === "five-point" || scale.type === "forced-choice") return isPreferred(scale.type, value);
  return isOnScale(scale, value);
}

/** Labels in the order of their taxonomy, so that equal sets are equal values. */
export function inCaseOrder(scale: CaseScale, value: VotedValue): VotedValue {
  if (scale.type !== "labels" || typeof value !== "object") return value;
  return scale.labels.flatMap(({ name }) => (value.includes(name) ? [name] : []));
}

/**
 * Assigns each case to an adjudicator so that all end up with as many as possible alike, counting those they have
 * already. Neighbouring cases, which are often about the same task, go to the same person.
 */
export function shareOut(
  cases: readonly string[],
  adjudicators: readonly { id: string; assigned: number }[],
): Map<string, string> {
  const shares = adjudicators.map(({ id, assigned }) => ({ id, assigned, more: 0 }));
  for (const _ of cases) {
    const [least] = shares.toSorted((a, b) => a.assigned + a.more - (b.assigned + b.more));
    if (least) least.more++;
  }
  const owners = shares.flatMap(({ id, more }) => Array<string>(more).fill(id));
  return new Map(cases.flatMap((one, n) => (owners[n] === undefined ? [] : [[one, owners[n]]])));
}
