import type { Value } from "@/lib/dataset/schema";
import { PREFERENCE } from "@/lib/dataset/schema/units";
import { isRight } from "@/lib/quality/rules/gold";
import type { AnnotatorRow, Look, ReportOptions } from "@/lib/report/schema";
import type { ReportDraft, ReportItem } from "@/lib/report/schema/study";
import { intervalOver, type Point } from "./pairings";
import { median, takenOver } from "./reading";
import { byName } from "./scopes";
import { durationOf, momentOf } from "./sessions";
import { compare, mean, type Rated, type Rater, type Unit, type Units } from "./units";
import { NOT_APPLICABLE, readingOf } from "./values";

/** Fewer judgements than these show nothing about a person. */
const FEWEST = 10;
const FEWEST_GOLDS = 5;

/** One judgement of a person. */
interface Done {
  rated: Rated;
  unit: Unit;
  at: number | null;
  /** Values of one scale can be compared. */
  scale: string;
}

/**
 * How each person worked: how fast, how far they agree with the others and whether that changes, and where their work
 * may be worth a look. What a look says is never a verdict: unusual work can be the best there is.
 */
export function annotatorsOf(
  { byItem }: Units,
  items: readonly ReportItem[],
  drafts: ReadonlyMap<string, ReportDraft>,
  options: ReportOptions,
): AnnotatorRow[] {
  const scales = new Map(items.map(({ key, scale }) => [key, readingOf(scale).name]));
  const work = new Map<Rater, Done[]>();
  for (const unit of [...byItem.values()].flat()) {
    for (const rated of unit.humans.any) {
      const done = work.get(rated.rater) ?? [];
      work.set(rated.rater, done);
      done.push({
        rated,
        unit,
        at: rated.judgement && momentOf(rated.judgement),
        scale: scales.get(unit.item) ?? `${unit.item} ${typeof rated.value}`,
      });
    }
  }
  const rows = [...work]
    .sort(([a], [b]) => byName(a.name, b.name))
    .map(([rater, done]) => rowOf(rater, done.sort(byTime), drafts, options));
  return rows.map((row) => ({ ...row, looks: looksAt(row, rows) }));
}

function othersOf({ rated, unit }: Done): Rated[] {
  return unit.humans.any.filter(({ rater }) => rater !== rated.rater);
}

function byTime(a: Done, b: Done): number {
  return (
    (a.at ?? Number.MAX_SAFE_INTEGER) - (b.at ?? Number.MAX_SAFE_INTEGER) ||
    compare(a.unit.task, b.unit.task) ||
    compare(a.unit.subject, b.unit.subject) ||
    compare(a.unit.item, b.unit.item)
  );
}

type Numbers = Omit<AnnotatorRow, "looks">;

function rowOf(
  rater: Rater,
  done: readonly Done[],
  drafts: ReadonlyMap<string, ReportDraft>,
  options: ReportOptions,
): Numbers {
  const times = done.flatMap(({ rated }) => (rated.judgement && durationOf(rated.judgement)) ?? []);
  const hours = times.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
  const shared = done.flatMap((one) => sharesWith(one));
  const dated = done.filter(({ at }) => at !== null);
  const golds = done.flatMap(({ rated, unit }) => {
    const gold = unit.others.find(({ rater }) => rater.kind === "gold")?.value;
    if (gold === undefined) return [];
    return isRight(unit.item === PREFERENCE ? "preference" : "value", rated.value, gold) ?? [];
  });
  const over = done.flatMap(({ rated: { judgement } }) =>
    judgement?.draft ? (takenOver(judgement, drafts.get(judgement.draft)) ?? []) : [],
  );
  return {
    rater: rater.name,
    judgements: done.length,
    activeHours: times.length === 0 ? null : hours,
    perHour: hours > 0 ? times.length / hours : null,
    medianSeconds: median(times.map((ms) => ms / 1000)),
    timeReason: hours > 0 ? null : "no-time",
    agreement: shared.length === 0 ? null : mean(shared.map(({ x }) => x)),
    agreementCi: shared.length === 0 ? null : intervalOver("mean", [shared], options),
    agreementReason: shared.length === 0 ? "no-common-units" : null,
    ...driftOf(dated, options),
    golds: golds.length,
    goldShare: golds.length === 0 ? null : golds.filter(Boolean).length / golds.length,
    goldReason: golds.length === 0 ? "none-qualify" : null,
    ...topOf(done),
    longestRun: longestRun(dated),
    takenOver: over.length,
    unreadShare: over.length === 0 ? null : over.filter(({ faster }) => faster).length / over.length,
    unreadReason: over.length === 0 ? "none-qualify" : null,
  };
}

/** The share of the others who say the same; nothing without others. */
function sharesWith(done: Done): Point[] {
  const { rated, unit } = done;
  const said = othersOf(done).filter(({ value }) => value !== NOT_APPLICABLE);
  if (said.length === 0 || rated.value === NOT_APPLICABLE) return [];
  const same = said.filter(({ value }) => value === rated.value).length;
  return [{ x: same / said.length, y: 0, task: unit.task }];
}

/** How much better, or worse, the later half agrees with the others than the earlier half. */
function driftOf(
  dated: readonly Done[],
  options: ReportOptions,
): Pick<AnnotatorRow, "drift" | "driftCi" | "driftReason"> {
  const half = Math.floor(dated.length / 2);
  const [early, late] = [dated.slice(0, half).flatMap(sharesWith), dated.slice(half).flatMap(sharesWith)];
  if (early.length < 2 || late.length < 2)
    return { drift: null, driftCi: null, driftReason: dated.length === 0 ? "no-time" : "none-qualify" };
  // Twice the mean of late shares and early losses, each side with the same weight, is their difference.
  const drift = mean(late.map(({ x }) => x)) - mean(early.map(({ x }) => x));
  const ends = intervalOver("mean", [late, early.map((point) => ({ ...point, x: -point.x }))], options);
  return { drift, driftCi: ends && [2 * ends[0], 2 * ends[1]], driftReason: null };
}

/** The value a person gave most often on the scale they used most, and how often others gave it on the same units. */
function topOf(
  done: readonly Done[],
): Pick<AnnotatorRow, "topValue" | "topShare" | "othersShare" | "topReason"> {
  const [scale] = mostOf(done.map((one) => one.scale));
  const own = done.filter((one) => one.scale === scale);
  const [top, times] = mostOf(own.map(({ rated }) => rated.value));
  if (top === undefined || own.length < 2)
    return { topValue: null, topShare: null, othersShare: null, topReason: "none-qualify" };
  const theirs = own.flatMap((one) => othersOf(one).map(({ value }) => value));
  return {
    topValue: String(top),
    topShare: times / own.length,
    othersShare: theirs.length === 0 ? null : theirs.filter((value) => value === top).length / theirs.length,
    topReason: theirs.length === 0 ? "no-common-units" : null,
  };
}

/** The most frequent, the earlier in the order of words where several are; undefined of nothing. */
function mostOf<T extends Value | string>(values: readonly T[]): [value: T | undefined, times: number] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [most] = [...counts].sort(([a, few], [b, many]) => many - few || compare(String(a), String(b)));
  return most ?? [undefined, 0];
}

function longestRun(dated: readonly Done[]): number {
  const last = new Map<string, { value: Value; run: number }>();
  let longest = 0;
  for (const { scale, rated } of dated) {
    const before = last.get(scale);
    const run = before?.value === rated.value ? before.run + 1 : 1;
    last.set(scale, { value: rated.value, run });
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Where to look, with the numbers that say so; compared with the middle of everybody. */
function looksAt(row: Numbers, rows: readonly Numbers[]): AnnotatorRow["looks"] {
  const looks: AnnotatorRow["looks"] = [];
  const look = (of: Look, why: string) => looks.push({ look: of, why });
  const usual = (of: (row: Numbers) => number | null) =>
    median(
      rows.filter((other) => other !== row && other.judgements >= FEWEST).flatMap((other) => of(other) ?? []),
    );
  if (row.judgements < FEWEST) return looks;

  const seconds = usual(({ medianSeconds }) => medianSeconds);
  if (row.medianSeconds !== null && seconds !== null && row.medianSeconds < seconds / 3)
    look(
      "fast",
      `${one(row.medianSeconds)} s for half of the judgements; ${one(seconds)} s among the others`,
    );
  const { topShare, othersShare } = row;
  if (topShare !== null && othersShare !== null && topShare >= 0.9 && topShare - othersShare >= 0.2)
    look(
      "same-value",
      `“${row.topValue}” in ${percent(topShare)}; the others gave it to the same units in ${percent(othersShare)}, ${row.longestRun} in a row at most`,
    );
  const agreement = usual((other) => other.agreement);
  if (row.agreementCi && agreement !== null && row.agreementCi[1] < agreement - 0.1)
    look(
      "apart",
      `agrees with the others in ${percent(row.agreement ?? 0)}; they do in ${percent(agreement)}`,
    );
  if (row.driftCi && row.driftCi[1] < -0.05)
    look("drift", `agreement with the others is ${percent(-(row.drift ?? 0))} lower in the later half`);
  if (row.golds >= FEWEST_GOLDS && row.goldShare !== null && row.goldShare < 0.7)
    look("gold", `${percent(row.goldShare)} of ${row.golds} gold values`);
  if (row.takenOver >= FEWEST && row.unreadShare !== null && row.unreadShare >= 0.5)
    look(
      "unread",
      `${percent(row.unreadShare)} of ${row.takenOver} drafts taken over faster than they can be read`,
    );
  return looks;
}

const one = (number: number) => number.toFixed(1);
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
