import { groupBy } from "@/lib/agreement/ratings";
import type { ReportJudgement } from "@/lib/report/schema/study";
import { Codes, Column, FloatColumn, NONE } from "./column";
import { Numbers } from "./numbers";
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

/**
 * The stage of its rater's session at which each judgement by a person was given, as a place in `STAGE_NAMES`, by its
 * place in the study; NONE where nobody recorded a moment.
 */
export function stagesOf(judgements: Iterable<ReportJudgement>): Int8Array {
  const people = new Codes<string>();
  const subjects = new Codes<string>();
  /** What each person did: its number by person and subject, and when they were last at it. */
  const works = new Numbers(2);
  const last = new FloatColumn();
  const workOf = new Column();
  const key = new Int32Array(2);
  for (const judgement of judgements) {
    const at = momentOf(judgement);
    if (judgement.raterKind !== "human" || at === null) {
      workOf.push(NONE);
      continue;
    }
    const { task, response, pair, arm } = judgement;
    key[0] = people.of(judgement.rater);
    key[1] = subjects.of(JSON.stringify([task, response, pair, arm]));
    const work = works.of(key);
    workOf.push(work);
    if (work === last.length) last.push(at);
    else if (at > last.at(work)) last.set(work, at);
  }
  const subject = (work: number) => subjects.list[works.part(work, 1)] as string;
  const stage = new Int8Array(works.size);
  const { start, order } = groupBy(
    Int32Array.from({ length: works.size }, (_, work) => works.part(work, 0)),
    people.list.length,
  );
  for (let person = 0; person < people.list.length; person++) {
    const done = order
      .subarray(start[person] as number, start[person + 1] as number)
      .sort((a, b) => last.at(a) - last.at(b) || compare(subject(a), subject(b)));
    let position = 0;
    let before = Number.NEGATIVE_INFINITY;
    for (const work of done) {
      const at = last.at(work);
      position = at - before > PAUSE ? 1 : position + 1;
      before = at;
      stage[work] = STAGES.findIndex(({ upTo }) => position <= upTo);
    }
  }
  return Int8Array.from(workOf.numbers(), (work) => stage[work] ?? NONE);
}
