import { groupBy } from "@/lib/agreement/ratings";
import type { ReportJudgement } from "@/lib/report/schema/study";
import { Codes, Column, FloatColumn, NONE } from "./column";
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
  const subjects = new Codes<string>();
  const people = new Codes<string>();
  const [places, subject, person] = [new Column(), new Column(), new Column()];
  const moment = new FloatColumn();
  let length = 0;
  for (const judgement of judgements) {
    const place = length++;
    const at = momentOf(judgement);
    if (judgement.raterKind !== "human" || at === null) continue;
    const { task, response, pair, arm } = judgement;
    places.push(place);
    subject.push(subjects.of(JSON.stringify([task, response, pair, arm])));
    person.push(people.of(judgement.rater));
    moment.push(at);
  }
  const stages = new Int8Array(length).fill(NONE);
  const { start, order } = groupBy(person.numbers(), people.list.length);
  const last = new Float64Array(subjects.list.length);
  const stage = new Int8Array(subjects.list.length);
  for (let own = 0; own < people.list.length; own++) {
    const rows = order.subarray(start[own] as number, start[own + 1] as number);
    last.fill(Number.NEGATIVE_INFINITY);
    for (const row of rows) {
      const about = subject.at(row);
      last[about] = Math.max(last[about] as number, moment.at(row));
    }
    const done = Int32Array.from(new Set(rows.map((row) => subject.at(row)))).sort(
      (a, b) =>
        (last[a] as number) - (last[b] as number) || compare(subjects.list[a] ?? "", subjects.list[b] ?? ""),
    );
    let position = 0;
    let before = Number.NEGATIVE_INFINITY;
    for (const about of done) {
      const at = last[about] as number;
      position = at - before > PAUSE ? 1 : position + 1;
      before = at;
      stage[about] = STAGES.findIndex(({ upTo }) => position <= upTo);
    }
    for (const row of rows) stages[places.at(row)] = stage[subject.at(row)] as number;
  }
  return stages;
}
