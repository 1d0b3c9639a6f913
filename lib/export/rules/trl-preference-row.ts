import { requestOf } from "@/lib/dataset/rules/task-request";
import type { JudgementRecord, ResponseRecord, TaskRecord } from "@/lib/dataset/schema";
import { sideOf } from "@/lib/judgement/rules/sides";

/** A pair of responses with all its preferences. */
interface PreferredPair {
  id: string;
  task: TaskRecord;
  pair: readonly [ResponseRecord, ResponseRecord];
  judgements: readonly Pick<JudgementRecord, "pair" | "value" | "raterKind">[];
}

/**
 * A pair as a row of a preference dataset, in TRL's conversational format: gold decides, otherwise the
 * majority of people; on a scale from 1 to 5, 1 and 2 are for A, 4 and 5 for B. Null without a majority: when
 * neither side has more votes than the other and more than there are ties.
 */
export function preferenceRow({ id, task, pair, judgements }: PreferredPair): object | null {
  const [first, second] = pair;
  const gold = judgements.filter(({ raterKind }) => raterKind === "gold");
  const decisive = gold.length > 0 ? gold : judgements.filter(({ raterKind }) => raterKind === "human");
  const votes = { first: 0, second: 0, tie: 0 };
  for (const judgement of decisive) {
    if (judgement.value === null) continue;
    const side = sideOf(judgement.value);
    if (side === "tie") votes.tie++;
    else votes[(side === "A") === (judgement.pair?.[0] === first.id) ? "first" : "second"]++;
  }
  if (votes.first === votes.second || Math.max(votes.first, votes.second) <= votes.tie) return null;
  const [chosen, rejected] = votes.first > votes.second ? [first, second] : [second, first];
  const prompt = [...(task.messages ?? []), { role: "user", content: requestOf(task) }];
  return {
    id,
    prompt,
    chosen: [{ role: "assistant", content: chosen.text }],
    rejected: [{ role: "assistant", content: rejected.text }],
    ...(chosen.model !== undefined && { chosen_model: chosen.model }),
    ...(rejected.model !== undefined && { rejected_model: rejected.model }),
    ...(task.input && { input: task.input }),
    ...(task.tags !== undefined && { tags: task.tags }),
    votes: {
      by: gold.length > 0 ? "gold" : "people",
      chosen: Math.max(votes.first, votes.second),
      rejected: Math.min(votes.first, votes.second),
      tie: votes.tie,
    },
  };
}
