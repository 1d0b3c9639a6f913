import { groupBy } from "@/lib/agreement/group-by";
import { Numbering } from "@/lib/agreement/numbering";
import type { ReadableList, ReportJudgement } from "@/lib/report/schema/study";
import { JudgementTableRow } from "./judgement-table";
import { NONE } from "./none";
import { compare } from "./text-order";

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

const moments = new WeakMap<ReadableList<ReportJudgement>, Float64Array>();

/** The moment of each judgement of a list; NaN when not recorded. Several tables need them. */
export function momentsOf(judgements: ReadableList<ReportJudgement>): Float64Array {
  const known = moments.get(judgements);
  if (known) return known;
  const found = new Float64Array(judgements.length);
  let place = 0;
  for (const judgement of judgements) found[place++] = momentOf(judgement) ?? Number.NaN;
  moments.set(judgements, found);
  return found;
}

/** The duration of a judgement: its active time, otherwise the elapsed time. Null when neither is known. */
export function durationOf(judgement: ReportJudgement): number | null {
  if (judgement.activeMs !== null) return judgement.activeMs;
  const [from, to] = [timeOf(judgement, "startedAt"), timeOf(judgement, "submittedAt")];
  return from !== null && to !== null && to - from >= 0 ? to - from : null;
}

/** The timestamp in milliseconds: null if the judgement has none, NaN if it cannot be read. */
function timeOf(judgement: ReportJudgement, which: "startedAt" | "submittedAt"): number | null {
  if (judgement instanceof JudgementTableRow) return judgement.milliseconds(which);
  const written = judgement[which];
  return written === null ? null : Date.parse(written);
}

/**
 * The stage of its rater's session for each judgement by a person, as an index into `STAGE_NAMES`, by the
 * judgement's index; NONE without a timestamp.
 */
export function sessionStages(judgements: ReadableList<ReportJudgement>): Int8Array {
  const people = new Numbering<string>();
  /** The person of each work, its subject, and its last time. */
  const by: number[] = [];
  const subject: string[] = [];
  const last: number[] = [];
  /** The number of a work, by its person, arm and subject. */
  const works: Map<string | null, Map<string, number>>[] = [];
  const workOf = new Int32Array(judgements.length).fill(NONE);
  const moment = momentsOf(judgements);
  let place = -1;
  for (const judgement of judgements) {
    const at = moment[++place] as number;
    if (judgement.raterKind !== "human" || Number.isNaN(at)) continue;
    const { task, response, pair, arm } = judgement;
    const person = people.of(judgement.rater);
    works[person] ??= new Map();
    const ofPerson = works[person] as Map<string | null, Map<string, number>>;
    const ofArm = ofPerson.get(arm) ?? new Map<string, number>();
    ofPerson.set(arm, ofArm);
    const about = pair === null && response !== null ? response : JSON.stringify([task, pair]);
    const known = ofArm.get(about);
    const work = known ?? by.push(person) - 1;
    if (known === undefined) {
      ofArm.set(about, work);
      subject.push(JSON.stringify([task, response, pair, arm]));
    }
    workOf[place] = work;
    last[work] = Math.max(last[work] ?? at, at);
  }
  const stage = new Int8Array(by.length);
  const { start, order } = groupBy(Int32Array.from(by), people.items.length);
  for (let person = 0; person < people.items.length; person++) {
    const done = order
      .subarray(start[person] as number, start[person + 1] as number)
      .sort(
        (a, b) =>
          (last[a] as number) - (last[b] as number) || compare(subject[a] as string, subject[b] as string),
      );
    let position = 0;
    let before = Number.NEGATIVE_INFINITY;
    for (const work of done) {
      const at = last[work] as number;
      position = at - before > PAUSE ? 1 : position + 1;
      before = at;
      stage[work] = STAGES.findIndex(({ upTo }) => position <= upTo);
    }
  }
  return Int8Array.from(workOf, (work) => stage[work] ?? NONE);
}
