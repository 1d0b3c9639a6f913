import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { groupBy } from "@/lib/agreement/group-by";
import { Numbering } from "@/lib/agreement/numbering";
import { median } from "@/lib/agreement/quantile";
import type { Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { MARKED } from "@/lib/quality/rules/gold";
import type { ReportOptions } from "@/lib/report/schema";
import type { AnnotatorRow } from "@/lib/report/schema/annotators";
import type { StudyData } from "@/lib/report/schema/study";
import type { GoldNumbers, UnitGold } from "./annotator-gold";
import type { Numbers } from "./attention";
import type { DraftsById } from "./draft-table";
import { intervalOfPoints, type Points } from "./interval-of-points";
import { measurementScaleOf, NOT_APPLICABLE } from "./measurement-scale";
import { NONE } from "./none";
import type { DetectionCounts } from "./planted";
import { adoptedDraft } from "./reading-speed";
import { durationOf, momentsOf } from "./sessions";
import { taskNumbers } from "./task-numbers";
import { compare } from "./text-order";
import type { Rater, Unit } from "./unit";

/** Codes: the annotator changed the draft, adopted it, or adopted it faster than it can be read. */
const [CHANGED, READ, UNREAD] = [0, 1, 2] as const;

/** The numbers from a person's judgements. */
export type WorkNumbers = Omit<
  Numbers,
  "rater" | "decisions" | "labellings" | keyof GoldNumbers | keyof DetectionCounts
>;

/** When entries were given, how long they took, and how much of it was active work, in milliseconds; NaN when unknown. */
interface Times {
  at: Float64Array;
  took: Float64Array;
  active: Float64Array;
}

/** The work of all annotators in columns, with an entry for each judgement that counts, ordered by unit. */
export class AnnotatorWork {
  private readonly tasks: string[] = [];
  /** The beginning of each unit's entries, and the end of the last one's. */
  private readonly start: number[] = [];
  /** The rank of each unit in the order of tasks, subjects and items. */
  private readonly rank: Int32Array;
  private readonly raters = new Numbering<Rater>();
  private readonly values = new Numbering<Value>();
  private readonly scales = new Numbering<string>();

  /** The unit of each entry. */
  private readonly unit: Int32Array;
  private readonly by: Int32Array;
  private readonly value: Int32Array;
  /** The scale of each entry: only values on the same scale are compared. */
  private readonly scale: Int32Array;
  /** The index of the judgement in the study. */
  private readonly place: Int32Array;
  /**
   * Number of other raters with a value, and of those with the same one; both 0 when it cannot be compared.
   */
  private readonly others: Int32Array;
  private readonly same: Int32Array;
  private readonly over: Int32Array;
  /** Answers to units with gold. */
  readonly golds: UnitGold[] = [];
  private readonly moments: Float64Array;

  constructor(
    lists: readonly Iterable<Unit>[],
    private readonly study: Pick<StudyData, "items" | "judgements">,
    drafts: DraftsById,
  ) {
    this.moments = momentsOf(study.judgements);
    const column = () => new Int32Array(study.judgements.length);
    const [unitOf, by, values, scales, places] = [column(), column(), column(), column(), column()];
    const [compared, alike, over] = [column(), column(), column()];
    let length = 0;
    const scaleOf = new Map(study.items.map(({ key, scale }) => [key, measurementScaleOf(scale).name]));
    const subjects: string[] = [];
    const itemOf: string[] = [];
    for (const units of lists) {
      for (const unit of units) {
        this.start.push(length);
        this.tasks.push(unit.task);
        subjects.push(unit.subject);
        itemOf.push(unit.item);
        const scale = scaleOf.get(unit.item);
        const golds = unit.others.filter(({ rater }) => rater.kind === "gold");
        const gold = (golds.find(({ rater }) => rater.name === MARKED) ?? golds[0])?.value;
        const about = unit.item === PREFERENCE ? "preference" : "value";
        const ratings = unit.humans.any;
        for (const rated of ratings) {
          const { rater, value, place, draft } = rated;
          unitOf[length] = this.tasks.length - 1;
          by[length] = this.raters.of(rater);
          values[length] = this.values.of(value);
          scales[length] = this.scales.of(scale ?? `${unit.item} ${typeof value}`);
          places[length] = place ?? NONE;
          let [others, same] = [0, 0];
          for (const one of value === NOT_APPLICABLE ? [] : ratings) {
            if (one.rater === rater || one.value === NOT_APPLICABLE) continue;
            others++;
            same += Number(one.value === value);
          }
          compared[length] = others;
          alike[length] = same;
          if (gold !== undefined)
            this.golds.push({ rater: rater.name, task: unit.task, about, given: value, gold, times: 1 });
          const judgement = draft === null ? null : rated.judgement;
          const adopted = judgement?.draft ? adoptedDraft(judgement, drafts.get(judgement.draft)) : null;
          over[length++] = adopted === null ? CHANGED : adopted.faster ? UNREAD : READ;
        }
      }
    }
    this.start.push(length);
    const given = (column: Int32Array) => column.subarray(0, length);
    this.unit = given(unitOf);
    this.by = given(by);
    this.value = given(values);
    this.scale = given(scales);
    this.place = given(places);
    this.others = given(compared);
    this.same = given(alike);
    this.over = given(over);
    this.rank = new Int32Array(this.tasks.length);
    const inWords = (words: readonly string[], a: number, b: number) =>
      compare(words[a] ?? "", words[b] ?? "");
    this.rank
      .map((_, unit) => unit)
      .sort((a, b) => inWords(this.tasks, a, b) || inWords(subjects, a, b) || inWords(itemOf, a, b))
      .forEach((unit, at) => {
        this.rank[unit] = at;
      });
  }

  /** The entries of each person by time, undated ones last. */
  *people(): Generator<[Rater, Int32Array]> {
    const { start, order } = groupBy(this.by, this.raters.items.length);
    const rank = (entry: number) => this.rank[this.unit[entry] as number] as number;
    for (const [number, rater] of this.raters.items.entries()) {
      const done = order.subarray(start[number] as number, start[number + 1] as number);
      const time = Float64Array.from(
        done,
        (entry) => this.moments[this.place[entry] as number] || Number.MAX_SAFE_INTEGER,
      );
      const places = done
        .map((_, at) => at)
        .sort(
          (a, b) =>
            (time[a] as number) - (time[b] as number) || rank(done[a] as number) - rank(done[b] as number),
        );
      yield [rater, places.map((at) => done[at] as number)];
    }
  }

  private timesOf(entries: Int32Array): Times {
    const unknown = () => new Float64Array(entries.length).fill(Number.NaN);
    const times: Times = { at: unknown(), took: unknown(), active: unknown() };
    for (let row = 0; row < entries.length; row++) {
      const place = this.place[entries[row] as number] as number;
      const judgement = place === NONE ? undefined : this.study.judgements.at(place);
      if (!judgement) continue;
      times.at[row] = this.moments[place] as number;
      times.took[row] = durationOf(judgement) ?? Number.NaN;
      times.active[row] = judgement.activeMs ?? Number.NaN;
    }
    return times;
  }

  rowOf(done: Int32Array, options: ReportOptions): WorkNumbers {
    const times = this.timesOf(done);
    const known = (of: keyof Times) => (_: number, row: number) => !Number.isNaN(times[of][row] as number);
    const rows = done.map((_, row) => row);
    const timed = rows.filter(known("took"));
    const hours = hoursOf(timed, times);
    const active = rows.filter(known("active"));
    const shared = this.sharesOf(done);
    const dated = done.filter(known("at"));
    const count = (column: Int32Array, ...codes: number[]) =>
      done.reduce((sum, entry) => sum + Number(codes.includes(column[entry] as number)), 0);
    const over = count(this.over, READ, UNREAD);
    const compared = shared.unit.length;
    const agrees = compared > 0;
    return {
      judgements: done.length,
      activeHours: active.length === 0 ? null : hoursOf(active, times),
      activeReason: active.length === 0 ? "not-measured" : null,
      perHour: hours > 0 ? timed.length / hours : null,
      medianSeconds: median(Float64Array.from(timed, (row) => (times.took[row] as number) / 1000)),
      timed: timed.length,
      timeReason: hours > 0 ? null : "no-time",
      agreement: agrees ? arithmeticMean(shared.x) : null,
      agreementCi: agrees ? intervalOfPoints("mean", [() => shared], taskNumbers(this.tasks), options) : null,
      agreementReason: agrees ? null : "no-common-units",
      compared,
      ...this.driftOf(dated, options),
      ...this.topOf(done),
      longestRun: dated.length === 0 ? null : this.longestRun(dated),
      longestRunReason: dated.length === 0 ? "no-time" : null,
      takenOver: over,
      unreadShare: over === 0 ? null : count(this.over, UNREAD) / over,
      unreadReason: over === 0 ? "none-qualify" : null,
    };
  }

  /** The share of the others with the same value, if there are others. */
  private sharesOf(done: Int32Array, sign: 1 | -1 = 1): Points {
    const entries = done.filter((entry) => (this.others[entry] as number) > 0);
    const x = Float64Array.from(
      entries,
      (entry) => (sign * (this.same[entry] as number)) / (this.others[entry] as number),
    );
    return { unit: entries.map((entry) => this.unit[entry] as number), x, y: x };
  }

  /** The change in agreement with the others from the earlier to the later half. */
  private driftOf(
    dated: Int32Array,
    options: ReportOptions,
  ): Pick<AnnotatorRow, "drift" | "driftCi" | "driftReason"> {
    const half = Math.floor(dated.length / 2);
    const late = this.sharesOf(dated.subarray(half));
    // Twice the mean of late shares and negated early shares, with equal weights, is their difference.
    const losses = this.sharesOf(dated.subarray(0, half), -1);
    if (late.unit.length < 2 || losses.unit.length < 2)
      return { drift: null, driftCi: null, driftReason: dated.length === 0 ? "no-time" : "none-qualify" };
    const ends = intervalOfPoints("mean", [() => late, () => losses], taskNumbers(this.tasks), options);
    return {
      drift: arithmeticMean(late.x) + arithmeticMean(losses.x),
      driftCi: ends && [2 * ends[0], 2 * ends[1], ends[2]],
      driftReason: null,
    };
  }

  /**
   * A person's most frequent value on their most used scale, and how often others gave it on the same units.
   */
  private topOf(
    done: Int32Array,
  ): Pick<AnnotatorRow, "judgementsOnScale" | "topValue" | "topShare" | "othersShare" | "topReason"> {
    const [scale] = mostOf(done, (entry) => this.scale[entry] as number, this.scales.items);
    const own = done.filter((entry) => (this.scale[entry] as number) === scale);
    const [top, times] = mostOf(own, (entry) => this.value[entry] as number, this.values.items);
    if (top === undefined || own.length < 2)
      return {
        judgementsOnScale: own.length,
        topValue: null,
        topShare: null,
        othersShare: null,
        topReason: "none-qualify",
      };
    let theirs = 0;
    let same = 0;
    for (const entry of own) {
      const unit = this.unit[entry] as number;
      for (let other = this.start[unit] as number; other < (this.start[unit + 1] as number); other++) {
        if (other === entry) continue;
        theirs++;
        if ((this.value[other] as number) === top) same++;
      }
    }
    return {
      judgementsOnScale: own.length,
      topValue: String(this.values.items[top]),
      topShare: times / own.length,
      othersShare: theirs === 0 ? null : same / theirs,
      topReason: theirs === 0 ? "no-common-units" : null,
    };
  }

  private longestRun(dated: Int32Array): number {
    const last = new Map<number, { value: number; run: number }>();
    let longest = 0;
    for (const entry of dated) {
      const [scale, value] = [this.scale[entry] as number, this.value[entry] as number];
      const before = last.get(scale);
      const run = before?.value === value ? before.run + 1 : 1;
      last.set(scale, { value, run });
      longest = Math.max(longest, run);
    }
    return longest;
  }
}

/** Active work in hours, or elapsed time if that was not measured: overlapping periods count once. */
function hoursOf(rows: Int32Array, { at, took, active }: Times): number {
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  const periods: { from: number; to: number }[] = [];
  for (const row of rows) {
    const [end, duration, worked] = [at[row], took[row], active[row]] as [number, number, number];
    if (Number.isNaN(worked)) periods.push({ from: end - duration, to: end });
    else sum += worked;
  }
  for (const { from, to } of periods.sort((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum / 3_600_000;
}

/** The most frequent code, of several the first in word order; undefined without entries. */
function mostOf(
  entries: Int32Array,
  of: (entry: number) => number,
  words: readonly (Value | string)[],
): [code: number | undefined, times: number] {
  const counts = new Map<number, number>();
  for (const entry of entries) counts.set(of(entry), (counts.get(of(entry)) ?? 0) + 1);
  const [most] = [...counts].sort(
    ([a, few], [b, many]) => many - few || compare(String(words[a]), String(words[b])),
  );
  return most ?? [undefined, 0];
}
