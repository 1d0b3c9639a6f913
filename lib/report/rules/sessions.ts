import { groupBy } from "@/lib/agreement/group-by";
import type { ReadableList, ReportJudgement } from "@/lib/report/schema/study";
import { DictionaryColumn, FloatColumn, NarrowColumn, NONE } from "./growable-columns";
import { JudgementTableRow } from "./judgement-table";
import { compare } from "./text-order";
import { TupleIndex } from "./tuple-index";

/** Half an hour without a submission ends a session. */
const PAUSE = 30 * 60_000;

/** The stages of a session, by position of a response or pair in it; the last has no end. */
const STAGES: readonly { name: string; upTo: number }[] = [
  { name: "1-5", upTo: 5 },
  { name: "6-10", upTo: 10 },
  { name: "11-20", upTo: 20 },
  { name: "21-40", upTo: 40 },
  { name: "41 and later", upTo: Number.POSITIVE_INFINITY },
];

export const STAGE_NAMES = STAGES.map(({ name }) => name);

/** When a judgement was given, in milliseconds; null when not recorded. */
export function momentOf(judgement: ReportJudgement): number | null {
  return (timeOf(judgement, "submittedAt") ?? timeOf(judgement, "startedAt")) || null;
}

/** The duration of a judgement: its active time, otherwise the elapsed time. Null when neither is known. */
export function durationOf(judgement: ReportJudgement): number | null {
  if (judgement.activeMs !== null) return judgement.activeMs;
  const [from, to] = [timeOf(judgement, "startedAt"), timeOf(judgement, "submittedAt")];
  return from !== null && to !== null && to - from >= 0 ? to - from : null;
}

/** Null without it, NaN when it is not a valid timestamp. */
function timeOf(judgement: ReportJudgement, which: "startedAt" | "submittedAt"): number | null {
  if (judgement instanceof JudgementTableRow) return judgement.milliseconds(which);
  const written = judgement[which];
  return written === null ? null : Date.parse(written);
}

/**
 * The stage of its rater's session for each judgement by a person, as an index into `STAGE_NAMES`, by the
 * judgement's index; NONE without a timestamp.
 */
export function sessionStages(judgements: ReadableList<ReportJudgement>): NarrowColumn {
  const people = new DictionaryColumn<string>();
  const words = new DictionaryColumn<string | null>();
  /** Each person's work: its number by person and subject, and its last time. */
  const works = new TupleIndex(6);
  const last = new FloatColumn();
  const workOf = new NarrowColumn();
  const key = new Int32Array(6);
  for (const judgement of judgements) {
    const at = momentOf(judgement);
    if (judgement.raterKind !== "human" || at === null) {
      workOf.push(NONE);
      continue;
    }
    const { task, response, pair, arm } = judgement;
    key[0] = people.of(judgement.rater);
    key[1] = words.of(task);
    key[2] = words.of(response);
    key[3] = words.of(pair?.[0] ?? null);
    key[4] = words.of(pair?.[1] ?? null);
    key[5] = words.of(arm);
    const work = works.of(key);
    workOf.push(work);
    if (work === last.length) last.push(at);
    else if (at > last.at(work)) last.set(work, at);
  }
  const subject = (work: number) => {
    const [task, response, first, second, arm] = [1, 2, 3, 4, 5].map(
      (part) => words.list[works.part(work, part)],
    );
    return JSON.stringify([task, response, first === null ? null : [first, second], arm]);
  };
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
  const stages = new NarrowColumn();
  for (let place = 0; place < workOf.length; place++) stages.push(stage[workOf.at(place)] ?? NONE);
  return stages;
}
