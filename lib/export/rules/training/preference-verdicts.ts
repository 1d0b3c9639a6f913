import type { DraftRecord, SideOrder } from "@/lib/dataset/schema";
import { draftedFeedback, judgedFeedback } from "@/lib/export/rules/training/feedback";
import { peoplesSource } from "@/lib/export/rules/training/scores";
import { type Source, sourceKey, type TaskData } from "@/lib/export/rules/training/task-data";
import type { DropReason } from "@/lib/export/schema/training";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";

/** A verdict on a pair, from −2 (the second is much better) to 2 (the first is), or ±1 without a strength. */
interface Vote {
  side: "first" | "second" | "tie";
  /** Null for verdicts without a strength. */
  strength: number | null;
  rater: string;
  order: SideOrder | null;
  feedback: string[];
  draft: DraftRecord | null;
}

/** The verdicts of one source on a pair, whose responses stand in the order of their ids. */
export interface PairVerdicts {
  source: Source;
  pair: readonly [string, string];
  votes: readonly Vote[];
}

/** The outcome of all verdicts on a pair. */
interface Preferred {
  chosen: string;
  rejected: string;
  /** The mean strength of people's preferences; null when some have none. */
  margin: number | null;
}

/** The preferences of a task by source and pair. */
export function verdictsOf({ drafts, judgements }: TaskData): PairVerdicts[] {
  const found = new Map<string, { source: Source; pair: [string, string]; votes: Vote[] }>();
  const add = (
    source: Source,
    given: readonly [string, string],
    value: Value,
    vote: Omit<Vote, "side" | "strength">,
  ) => {
    const pair = [...given].sort() as [string, string];
    const key = JSON.stringify([sourceKey(source), ...pair]);
    const own = found.get(key) ?? { source, pair, votes: [] };
    found.set(key, own);
    own.votes.push({ ...voteOf(value, given[0] === pair[0]), ...vote });
  };
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  for (const judgement of judgements) {
    const { item, pair, value, raterKind, rater } = judgement;
    if (item !== PREFERENCE || !pair || value === null) continue;
    if (raterKind !== "human" && raterKind !== "gold") continue;
    const draft = byId.get(judgement.draft ?? "");
    const feedback = judgedFeedback(judgement, draft);
    add(peoplesSource(judgement, "preferences"), pair, value, {
      ...{ rater, order: null, feedback, draft: draft ?? null },
    });
  }
  for (const draft of drafts) {
    const { item, pair, value, raterKind, rater, method, condition, order } = draft;
    if (item !== PREFERENCE || !pair || value === null || raterKind !== "llm") continue;
    const source: Source = {
      ...{ origin: "llm", values: "preferences", rater },
      ...{ method: method ?? null, condition: condition ?? null },
    };
    add(source, pair, value, { rater, order: order ?? null, feedback: draftedFeedback(draft), draft });
  }
  return [...found.values()];
}

/** A preference as a vote for one of the two responses; `isAsGiven` if they were shown in this order. */
export function voteOf(value: Value, isAsGiven: boolean): Pick<Vote, "side" | "strength"> {
  const side = sideOf(value);
  const strength = typeof value === "number" ? (isAsGiven ? 3 - value : value - 3) : null;
  if (side === "tie") return { side, strength };
  return { side: (side === "A") === isAsGiven ? "first" : "second", strength };
}

/**
 * The response that has more votes than the other, and more than there are ties. Of a judge who compared in both orders,
 * each order decides first: orders that disagree prefer neither.
 */
export function preferredOf({ pair, votes }: Pick<PairVerdicts, "pair" | "votes">): Preferred | DropReason {
  const orders = (["AB", "BA"] as const).map((order) => votes.filter((vote) => vote.order === order));
  if (orders.every((own) => own.length > 0)) {
    const [ab, ba] = orders.map(majorityOf);
    if (ab !== ba) return "order-dependent";
  }
  const side = majorityOf(votes);
  if (side === null) return "no-majority";
  const [chosen, rejected] = side === "first" ? pair : [pair[1], pair[0]];
  const strengths = votes.flatMap(({ strength }) => (strength === null ? [] : [strength]));
  const mean = strengths.reduce((sum, strength) => sum + strength, 0) / strengths.length;
  const margin = strengths.length === votes.length ? (side === "first" ? mean : -mean) : null;
  return { chosen, rejected, margin };
}

/** The response with more votes than the other, and more than there are ties; null if there is none. */
export function majorityOf(votes: readonly Pick<Vote, "side">[]): "first" | "second" | null {
  const count = (side: Vote["side"]) => votes.filter((vote) => vote.side === side).length;
  const [first, second] = [count("first"), count("second")];
  if (first === second || Math.max(first, second) <= count("tie")) return null;
  return first > second ? "first" : "second";
}
