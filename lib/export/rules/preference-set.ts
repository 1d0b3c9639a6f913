import { requestOf } from "@/lib/dataset/rules/task-request";
import type { JudgementRecord, ResponseRecord, TaskRecord } from "@/lib/dataset/schema";
import { majorityOf, voteOf } from "./training/preference-verdicts";

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
  const votes = decisive.flatMap((judgement) =>
    judgement.value === null ? [] : [voteOf(judgement.value, judgement.pair?.[0] === first.id)],
  );
  const side = majorityOf(votes);
  if (side === null) return null;
  const [chosen, rejected] = side === "first" ? [first, second] : [second, first];
  const count = (counted: (typeof votes)[number]["side"]) =>
    votes.filter((vote) => vote.side === counted).length;
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
      chosen: count(side),
      rejected: count(side === "first" ? "second" : "first"),
      tie: count("tie"),
    },
  };
}
