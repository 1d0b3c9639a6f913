import { finalClass, isDecisionIn } from "@/lib/judgement/rules/exposure";
import { sideOf } from "@/lib/judgement/rules/sides";
import { ACTIONS, type Action } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportOptions } from "@/lib/report/schema";
import type { Decisions, ItemDecisions, ReasonRow, SurvivalRow } from "@/lib/report/schema/decisions";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { ReportDecision, ReportDraft, ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { clusterOf, DecisionCounts, decidedIn, editedOf, groupsOf, lengthsOf } from "./decision-groups";
import { draftsById } from "./draft-table";
import { draftLines } from "./explanations";
import { wordsOf } from "./instruction-words";
import { measure, type Question, type RatedUnit } from "./measured-agreement";
import { byName, itemLabels } from "./scopes";
import { compare } from "./text-order";
import { directionOfChange, orientedValue } from "./unit-values";

/** People's decisions on drafted explanations, values and rubric items. */
export function decisionsOf(study: StudyData, options: ReportOptions): Decisions {
  const labels = itemLabels(study.items);
  const drafts = draftsById(study.drafts);
  const total = new LineTally();
  const byItem = new Map<string, { tally: LineTally; values: ItemDecisions["values"] }>();

  let valuesInBulk = 0;
  let withoutLines = 0;
  for (const judgement of study.judgements) {
    if (judgement.raterKind !== "human") continue;
    if (judgement.bulk) valuesInBulk++;
    const draft = judgement.draft === null ? undefined : drafts.get(judgement.draft);
    const lines = draftLines(judgement);
    if (draft && lines.length === 0 && finalClass(judgement) !== "independent") withoutLines++;
    const label = labels.get(judgement.item) ?? judgement.item;
    const own = byItem.get(label) ?? {
      tally: new LineTally(),
      values: { raised: 0, lowered: 0, unchanged: 0 },
    };
    byItem.set(label, own);
    for (const line of lines) {
      total.count(judgement.task, line, draft?.scoreLine ?? null);
      own.tally.count(judgement.task, line, draft?.scoreLine ?? null);
    }
    const direction =
      draft && finalClass(judgement) !== "independent" ? directionOfChange(judgement, draft) : null;
    if (direction === 1) own.values.raised++;
    if (direction === -1) own.values.lowered++;
    if (direction === 0) own.values.unchanged++;
  }

  const items = new DecisionCounts();
  const decisions = study.decisions.filter(({ raterKind }) => raterKind === "human");
  for (const decision of decisions) items.count(clusterOf(decision), decision);
  const decided = decidedIn(study, decisions, labels);
  return {
    ...total.shares(options),
    items: items.shares(options),
    groups: groupsOf(decided, options),
    edited: editedOf(decided),
    lengths: lengthsOf(study.items, decisions),
    words: wordsOf(study),
    reasons: reasonsOf(study, decisions),
    survival: survivalOf(decisions, labels),
    byItem: Object.fromEntries(
      [...byItem]
        .sort(([a], [b]) => byName(a, b))
        .map(([label, { tally, values }]) => [label, { ...tally.shares(options), values }]),
    ),
    valuesInBulk,
    withoutLines,
    agreement: decisionAgreement(decisions, options),
  };
}

/** Reasons of people's decisions: each code with its frequency by kind of decision. */
function reasonsOf(study: StudyData, decisions: readonly ReportDecision[]): ReasonRow[] {
  const drafts = draftsById(study.drafts);
  const given = { lines: new ReasonTally(), items: new ReasonTally(), values: new ReasonTally() };
  for (const judgement of study.judgements) {
    const { raterKind, draft, reason = null } = judgement;
    if (raterKind !== "human") continue;
    for (const line of draftLines(judgement)) given.lines.count(line.action, line.reason);
    const isOther = overrulesValue(judgement, draft === null ? undefined : drafts.get(draft));
    if (isOther) given.values.count("revise", reason);
  }
  for (const { action, reason } of decisions) given.items.count(action, reason);
  return (["lines", "items", "values"] as const).flatMap((of) =>
    ACTIONS.flatMap((action) => given[of].rows(action).map((row): ReasonRow => ({ of, ...row }))),
  );
}

/**
 * True if a value differs from the visible drafted one, and no decision on the draft's lines explains why.
 * For preferences the side counts; a forced choice cannot follow a draft that prefers neither.
 */
function overrulesValue(judgement: ReportJudgement, draft: ReportDraft | undefined): boolean {
  if (!draft || judgement.exposure === "score-hidden") return false;
  const [from, to] = [orientedValue(draft, draft.value), orientedValue(judgement, judgement.value)];
  if (from === null || to === null) return false;
  if (judgement.lines.some(({ action }) => action === "revise" || action === "remove")) return false;
  if (judgement.item !== PREFERENCE) return from !== to;
  return sideOf(from) !== sideOf(to) && (sideOf(from) !== "tie" || typeof to === "number");
}

/** Frequency of each reason for each action; null for none. */
class ReasonTally {
  private readonly counts = new Map<Action, Map<string | null, number>>();

  count(action: Action, reason: string | null): void {
    const own = this.counts.get(action) ?? new Map<string | null, number>();
    this.counts.set(action, own);
    own.set(reason, (own.get(reason) ?? 0) + 1);
  }

  /** Empty when no reason was given. */
  rows(action: Action): Omit<ReasonRow, "of">[] {
    const counts = [...(this.counts.get(action) ?? [])];
    if (!counts.some(([code]) => code !== null)) return [];
    const all = counts.reduce((sum, [, count]) => sum + count, 0);
    return counts
      .sort(([a, more], [b, less]) => less - more || compare(a ?? "", b ?? ""))
      .map(([code, count]) => ({ action, code, count, share: count / all }));
  }
}

/** The drafted items that people kept. */
function survivalOf(
  decisions: readonly ReportDecision[],
  labels: ReadonlyMap<string, string>,
): SurvivalRow[] {
  const drafted = decisions.filter(({ action }) => action !== "add").sort(byTime);
  const items = [...new Set(drafted.map(({ item }) => item))];
  return EXPOSURE_CLASSES.filter((exposure) => exposure !== "any").flatMap((exposure) => {
    const rated = new Map(
      ratedItems(drafted.filter((decision) => isDecisionIn(decision, exposure))).map((unit) => [
        unit.item,
        unit,
      ]),
    );
    if (rated.size === 0) return [];
    return items
      .map((item): SurvivalRow => {
        const actions = (rated.get(item)?.ratings ?? []).map(({ value }) => value);
        const count = (action: Action) => actions.filter((value) => value === action).length;
        const [accepted, revised, removed] = [count("accept"), count("revise"), count("remove")];
        const decided = actions.length;
        return {
          item: labels.get(item) ?? item,
          exposure,
          decided,
          accepted,
          revised,
          removed,
          kept: decided === 0 ? null : (accepted + revised) / decided,
          reason: decided === 0 ? "nothing-decided" : null,
        };
      })
      .sort((a, b) => byName(a.item, b.item));
  });
}

/** Counts lines: all of them, those that state the value, and evidence. */
class LineTally {
  private readonly lines = new DecisionCounts();
  private readonly scoreLines = new DecisionCounts();
  private readonly evidenceLines = new DecisionCounts();

  /** `scoreLine` is the draft's; without one no line is score or evidence. */
  count(task: string, line: ReportJudgement["lines"][number], scoreLine: number | null): void {
    this.lines.count(task, line);
    if (scoreLine === null) return;
    if (line.draft === scoreLine) this.scoreLines.count(task, line);
    else if (line.draft === null || line.draft > scoreLine) this.evidenceLines.count(task, line);
  }

  shares(options: ReportOptions) {
    return {
      lines: this.lines.shares(options),
      scoreLines: this.scoreLines.shares(options),
      evidenceLines: this.evidenceLines.shares(options),
    };
  }
}

/** Accept, revise or remove as ratings of a drafted item; added items are not drafted. */
function decisionAgreement(decisions: readonly ReportDecision[], options: ReportOptions): ReliabilityRow[] {
  const drafted = decisions.filter(({ action }) => action !== "add").sort(byTime);
  const question: Question = {
    levels: ["nominal"],
    categories: ["accept", "revise", "remove"],
    mixed: false,
  };
  return EXPOSURE_CLASSES.flatMap((exposure) => {
    const units = ratedItems(drafted.filter((decision) => isDecisionIn(decision, exposure)));
    return measure(units, question, options).map((row) => ({
      scope: "items",
      raters: "human",
      exposure,
      ...row,
      adjudicated: 0,
    }));
  });
}

/**
 * The first decision of each rater on each item. An item of the project is its own cluster, others share
 * their task's.
 */
function ratedItems(decisions: readonly ReportDecision[]): (RatedUnit & { item: string })[] {
  const items = new Map<string, { cluster: string; actions: Map<string, Action> }>();
  for (const decision of decisions) {
    const { item, rater, action } = decision;
    const rated = items.get(item) ?? {
      cluster: clusterOf(decision),
      actions: new Map<string, Action>(),
    };
    items.set(item, rated);
    if (!rated.actions.has(rater)) rated.actions.set(rater, action);
  }
  return [...items]
    .sort(([a], [b]) => compare(a, b))
    .map(([item, { cluster, actions }]) => ({
      item,
      cluster,
      ratings: [...actions]
        .map(([rater, value]) => ({ rater, value }))
        .sort((a, b) => compare(a.rater, b.rater)),
    }));
}

/** Earlier first, undated last. */
function byTime(a: ReportDecision, b: ReportDecision): number {
  const time = ({ at }: ReportDecision) => Date.parse(at ?? "") || Number.MAX_SAFE_INTEGER;
  return time(a) - time(b) || compare(a.arm ?? "", b.arm ?? "") || compare(a.id, b.id);
}
