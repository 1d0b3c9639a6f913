import type { ReportJudgement } from "@/lib/report/schema/study";
import { compare } from "./units";

/** Half an hour without a submission ends a session. */
const PAUSE = 30 * 60_000;

/** The stages of a session, by the how-manieth response or pair it is about; the last has no end. */
const STAGES: readonly { name: string; upTo: number }[] = [
  { name: "1-5", upTo: 5 },
  { name: "6-10", upTo: 10 },
  { name: "11-20", upTo: 20 },
  { name: "21-40", upTo: 40 },
  { name: "41 and later", upTo: Number.POSITIVE_INFINITY },
];

export const STAGE_NAMES = STAGES.map(({ name }) => name);

/** When a judgement was given, in milliseconds; null where nobody recorded it. */
export function momentOf({ submittedAt, startedAt }: ReportJudgement): number | null {
  return Date.parse(submittedAt ?? startedAt ?? "") || null;
}

/** How long a judgement took: its active time, else all the time that passed. Null where neither is known. */
export function durationOf({ activeMs, startedAt, submittedAt }: ReportJudgement): number | null {
  if (activeMs !== null) return activeMs;
  const passed = Date.parse(submittedAt ?? "") - Date.parse(startedAt ?? "");
  return passed >= 0 ? passed : null;
}

/** The stage of its rater's session at which each judgement by a person was given, by its id. */
export function stagesOf(judgements: readonly ReportJudgement[]): Map<string, string> {
  const people = new Map<string, Map<string, { at: number; ids: string[] }>>();
  for (const judgement of judgements) {
    const at = momentOf(judgement);
    if (judgement.raterKind !== "human" || at === null) continue;
    const { task, response, pair, arm } = judgement;
    const subject = JSON.stringify([task, response, pair, arm]);
    const work = people.get(judgement.rater) ?? new Map<string, { at: number; ids: string[] }>();
    people.set(judgement.rater, work);
    const done = work.get(subject) ?? { at, ids: [] };
    work.set(subject, { at: Math.max(done.at, at), ids: done.ids });
    done.ids.push(judgement.id);
  }
  const stages = new Map<string, string>();
  for (const work of people.values()) {
    const inOrder = [...work].sort(([a, one], [b, other]) => one.at - other.at || compare(a, b));
    let position = 0;
    let last = Number.NEGATIVE_INFINITY;
    for (const [, { at, ids }] of inOrder) {
      position = at - last > PAUSE ? 1 : position + 1;
      last = at;
      const stage = STAGES.find(({ upTo }) => position <= upTo);
      if (stage) for (const id of ids) stages.set(id, stage.name);
    }
  }
  return stages;
}
