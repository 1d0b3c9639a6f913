import { pairedDifference } from "@/lib/agreement/difference";
import { estimateFrom, type PatternStatistic, patternSample } from "@/lib/agreement/estimator";
import { holm } from "@/lib/agreement/holm";
import { alpha, type Level } from "@/lib/agreement/krippendorff";
import { meanRating } from "@/lib/agreement/mean";
import { Numbering } from "@/lib/agreement/numbering";
import { patternsOf } from "@/lib/agreement/patterns";
import { permutationTest } from "@/lib/agreement/permutation";
import type { RatingValue as Rating, Ratings } from "@/lib/agreement/ratings";
import type { Sample } from "@/lib/agreement/sample";
import { majority } from "@/lib/judgement/rules/majority";
import type { Exposure, ExposureClass, Value } from "@/lib/judgement/schema";
import type { ReportPlanted } from "@/lib/quality/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type {
  Anchoring,
  ChangeRow,
  Contrast,
  ContrastRow,
  OnDraftRow,
  Stance,
  StanceRow,
} from "@/lib/report/schema/anchoring";
import { CONTRASTS, MAX_ARMS, STANCES } from "@/lib/report/schema/codes";
import type { ReportReason } from "@/lib/report/schema/values";
import { Tallies } from "./clustered-ratio";
import { type RatingCodes, SideRatings } from "./contrast-sides";
import type { DraftsOfOrigin } from "./draft-origins";
import { rowsByClass } from "./exposure-values";
import { GivenDraft } from "./given-draft";
import { headlineLevel } from "./headline";
import { endsOf } from "./interval-ends";
import { asNumber, NOT_APPLICABLE } from "./measurement-scale";
import { detectionOf } from "./planted";
import { readingSpeedRow } from "./reading-speed";
import { scopeValues } from "./scope-values";
import { byName, type Scope } from "./scopes";
import type { Rated, Unit } from "./unit";
import type { InArms } from "./values-by-arm";

/** The influence of a visible draft on people's values and on their agreement. */
export function anchoringOf(
  scopes: readonly Scope[],
  origins: readonly DraftsOfOrigin[],
  planted: readonly ReportPlanted[],
  inArms: InArms,
  options: ReportOptions,
): Anchoring {
  return {
    reading: scopes.flatMap((scope) => origins.map((origin) => readingSpeedRow(scope, origin, options))),
    contrasts: corrected(scopes.flatMap((scope) => contrastsOf(scope, inArms, origins, options))),
    onDraft: scopes.flatMap((scope) =>
      origins.flatMap((origin) =>
        rowsByClass(scope.sameClass, (exposure) => [onDraftOf(scope, origin, exposure, options)]),
      ),
    ),
    changes: scopes.flatMap((scope) => origins.map((origin) => changesOf(scope, origin, options))),
    stances: scopes.flatMap((scope) => origins.flatMap((origin) => stancesOf(scope, origin, options))),
    detection: detectionOf(planted, options),
  };
}

/** Adds to each row its p value corrected by Holm's method for all contrasts of the report. */
function corrected(rows: readonly Omit<ContrastRow, "pHolm">[]): ContrastRow[] {
  const adjusted = holm(rows.flatMap(({ p }) => p ?? []));
  let at = 0;
  return rows.map((row) => ({ ...row, pHolm: row.p === null ? null : (adjusted[at++] as number) }));
}

/** One side of a contrast: its name, and a function that selects its ratings of a unit. */
interface Side {
  name: string;
  of: (unit: Unit) => readonly Rated[];
}

/**
 * Contrasts arms with each other, by the final values given in each, and values given with a draft in view
 * with independent ones.
 */
function contrastsOf(
  scope: Scope,
  inArms: InArms,
  origins: readonly DraftsOfOrigin[],
  options: ReportOptions,
): Omit<ContrastRow, "pHolm">[] {
  const met = new Set<string>();
  for (const unit of scope.units) for (const arm of inArms(unit).keys()) met.add(arm);
  const arms = [...met].sort(byName).slice(0, MAX_ARMS);
  const inArm = (name: string): Side => ({
    name,
    of: (unit) => inArms(unit).get(name) ?? [],
  });
  const inClass = (name: "exposed" | "independent"): Side => ({ name, of: ({ humans }) => humans[name] });
  const isGiven = (side: Side) => scope.units.some((unit) => side.of(unit).length > 0);
  const pairs = arms.flatMap((first, at) =>
    arms.slice(at + 1).map((second) => ({ by: "arm" as const, first: inArm(first), second: inArm(second) })),
  );
  const exposure = { by: "exposure" as const, first: inClass("exposed"), second: inClass("independent") };
  const isTested = isGiven(exposure.first) && isGiven(exposure.second);
  // If each arm has one exposure, both are the same contrast under two names.
  const isRepeated = pairs.some(
    ({ first, second }) =>
      (isSameSide(scope, first, exposure.first) && isSameSide(scope, second, exposure.second)) ||
      (isSameSide(scope, first, exposure.second) && isSameSide(scope, second, exposure.first)),
  );
  return [...pairs, ...(isTested && !isRepeated ? [exposure] : [])].flatMap(({ by, first, second }) =>
    CONTRASTS.flatMap((statistic) =>
      (statistic === "draft" ? origins : [null]).map((origin) => ({
        scope: scope.name,
        by,
        origin: origin?.kind ?? null,
        ...contrast(scope, first, second, { statistic, origin }, options),
      })),
    ),
  );
}

/** True if both sides consist of the same values of the same people. */
function isSameSide({ units }: Scope, one: Side, other: Side): boolean {
  const key = ({ rater, value }: Rated) => JSON.stringify([rater.key, value]);
  return !units.some((unit) => {
    const [own, theirs] = [one.of(unit).map(key).sort(), other.of(unit).map(key).sort()];
    return own.length !== theirs.length || own.some((each, at) => each !== theirs[at]);
  });
}

function contrast(
  scope: Scope,
  first: Side,
  second: Side,
  { statistic, origin }: { statistic: Contrast; origin: DraftsOfOrigin | null },
  options: ReportOptions,
): Omit<ContrastRow, "scope" | "by" | "origin" | "pHolm"> {
  const level = statistic === "alpha" ? headlineLevel(scope.readings.flatMap(({ levels }) => levels)) : null;
  const read = (unit: Unit, side: Side) =>
    side.of(unit).flatMap((rated) => readAs(statistic, rated, unit, origin));
  const codes: RatingCodes = new Numbering();
  const sides = [new SideRatings(codes), new SideRatings(codes)] as const;
  const tasks: string[] = [];
  for (const unit of scope.units) {
    const bothSides = [read(unit, first), read(unit, second)] as const;
    if (bothSides[0].length + bothSides[1].length === 0) continue;
    for (const side of [0, 1] as const) sides[side].add(tasks.length, bothSides[side]);
    tasks.push(unit.task);
  }
  const about = {
    first: first.name,
    second: second.name,
    statistic,
    level,
    firstRatings: sides[0].length,
    secondRatings: sides[1].length,
    tasks: new Set(tasks).size,
  };
  if (scope.readings.length > 1 && statistic !== "draft")
    return {
      ...about,
      ...nothing("mixed-scales"),
      firstReason: "mixed-scales",
      secondReason: "mixed-scales",
    };

  const one = sampleOf(sides[0].ratings(tasks.length), level);
  const other = sampleOf(sides[1].ratings(tasks.length), level);
  const [a, b] = [estimateFrom(one), estimateFrom(other)];
  const found = pairedDifference(one, other, { ...options, clusters: tasks });
  return {
    ...about,
    firstValue: a.value,
    firstReason: a.reason,
    secondValue: b.value,
    secondReason: b.reason,
    difference: found.value,
    ci: endsOf(found.interval),
    p: found.value === null ? null : permuted(sides, codes, tasks, level, options),
    reason: found.reason,
  };
}

function nothing(reason: ReportReason) {
  return { firstValue: null, secondValue: null, difference: null, ci: null, p: null, reason };
}

/** A rating as the statistic needs it: its value, its number, or whether it equals the draft's value. */
function readAs(statistic: Contrast, rated: Rated, unit: Unit, origin: DraftsOfOrigin | null): Rating[] {
  if (rated.value === NOT_APPLICABLE) return [];
  if (statistic === "alpha") return [rated.value];
  if (statistic === "mean") return [asNumber(rated.value) ?? []].flat();
  const draft = origin === null ? null : origin.valueFor(rated, unit);
  return draft === null ? [] : [Number(rated.value === draft)];
}

function sampleOf(ratings: Ratings, level: Level | null): Sample {
  const measure: PatternStatistic = level === null ? meanRating : alpha(level);
  return patternSample(patternsOf(ratings), measure, level === null ? 1 : 2);
}

/**
 * The p value of a permutation test: the share of shuffles in which the sides differ at least as much. A task
 * changes sides as a whole; if every task is on both sides, it exchanges its two sides.
 */
function permuted(
  sides: readonly [SideRatings, SideRatings],
  codes: RatingCodes,
  taskOf: readonly string[],
  level: Level | null,
  { replicates, seed }: ReportOptions,
): number | null {
  // The values of each side form their own set of ratings.
  const sideRatings = new SideRatings(codes);
  const tasks: string[] = [];
  const arms: number[] = [];
  for (const arm of [0, 1] as const)
    sideRatings.addAll(sides[arm], tasks.length, (unit) => {
      tasks.push(taskOf[unit] as string);
      arms.push(arm);
    });
  const tasksOf = (arm: number) => new Set(tasks.filter((_, index) => arms[index] === arm));
  const [one, other] = [tasksOf(0), tasksOf(1)];
  const paired = one.size === other.size && [...one].every((task) => other.has(task));
  const sample = sampleOf(sideRatings.ratings(tasks.length), level);
  const blocks = paired ? { blocks: tasks } : {};
  return permutationTest(sample, arms, { permutations: replicates, seed, clusters: tasks, ...blocks }).p;
}

const ON_DRAFT = ["values", "onDraft", "pairs", "agreeing", "agreeingOnDraft"] as const;

function onDraftOf(
  scope: Scope,
  origin: DraftsOfOrigin,
  exposure: ExposureClass,
  options: ReportOptions,
): OnDraftRow {
  const counted = new Tallies(ON_DRAFT);
  const alone = new GivenDraft();
  for (const unit of scope.units) {
    const { item, task } = unit;
    const drafts: Value[] = [];
    const given: Value[][] = [];
    for (const rated of unit.humans[exposure]) {
      const draft = origin.valueFor(rated, unit);
      if (draft === null || rated.value === NOT_APPLICABLE) continue;
      const at = drafts.indexOf(draft);
      if (at >= 0) given[at]?.push(rated.value);
      else given[drafts.push(draft) - 1] = [rated.value];
    }
    for (const [at, values] of given.entries()) {
      const draft = drafts[at] as Value;
      const pairs = pairsAmong(values.length);
      alone.add(item, draft, values, pairs);
      const same = timesIn(values, draft);
      counted.add(task, "values", values.length);
      counted.add(task, "onDraft", same);
      counted.add(task, "pairs", pairs);
      counted.add(task, "agreeingOnDraft", pairsAmong(same));
      for (const [first, value] of values.entries())
        if (values.indexOf(value) === first)
          counted.add(task, "agreeing", pairsAmong(timesIn(values, value)));
    }
  }
  const draftShare = counted.share("onDraft", "values", options);
  const agreeingShare = counted.share("agreeingOnDraft", "agreeing", options);
  return {
    scope: scope.name,
    origin: origin.kind,
    exposure,
    ...counted.all(),
    draftShare: draftShare.value,
    draftShareCi: draftShare.ci,
    valuesReason: draftShare.reason,
    agreeingShare: agreeingShare.value,
    agreeingShareCi: agreeingShare.ci,
    expectedShare: alone.expectedShare(),
    pairsReason: agreeingShare.reason,
    tasks: counted.count,
  };
}

function timesIn(values: readonly Value[], value: Value): number {
  let times = 0;
  for (const own of values) if (own === value) times++;
  return times;
}

function pairsAmong(n: number): number {
  return (n * (n - 1)) / 2;
}

/** The units of a scope, if a draft was in view on any of them. */
function exposedUnits(scope: Scope): Iterable<Unit> {
  return scopeValues(scope).people("exposed").value.length > 0 ? scope.units : [];
}

/** Steps in which an annotator can have an own value before the draft is shown. */
const REVEALING: readonly (Exposure | null | undefined)[] = ["judge-then-reveal", "on-request"];

const CHANGES = ["differed", "switched", "changed", "agreed", "left", "beyond", "advised", "weight"] as const;

/** Counts how many of people's own values changed after the draft was revealed, and how. */
function changesOf(scope: Scope, origin: DraftsOfOrigin, options: ReportOptions): ChangeRow {
  const tally = new Tallies(CHANGES);
  for (const { humans, task } of exposedUnits(scope)) {
    for (const rated of humans.exposed) {
      const { value, initial, judgement } = rated;
      const draft = origin.shownTo(rated);
      if (draft === null || initial === null || !REVEALING.includes(judgement?.exposure)) continue;
      if ([value, draft, initial].includes(NOT_APPLICABLE)) continue;
      if (initial === draft) {
        tally.add(task, "agreed");
        if (value !== draft) tally.add(task, "left");
        continue;
      }
      tally.add(task, "differed");
      if (value === draft) tally.add(task, "switched");
      if (value !== initial) tally.add(task, "changed");
      const [own, advice, end] = [asNumber(initial), asNumber(draft), asNumber(value)];
      if (own === null || advice === null || end === null) continue;
      const weight = (end - own) / (advice - own);
      if (weight < 0 || weight > 1) tally.add(task, "beyond");
      tally.add(task, "advised");
      tally.add(task, "weight", Math.min(1, Math.max(0, weight)));
    }
  }
  const { weight: _, ...counted } = tally.all();
  const switchRate = tally.share("switched", "differed", options);
  const changeRate = tally.share("changed", "differed", options);
  const leaveRate = tally.share("left", "agreed", options);
  const isMixed = counted.advised > 0 && scope.readings.length !== 1;
  const advice = tally.mean("weight", "advised", options);
  return {
    scope: scope.name,
    origin: origin.kind,
    ...counted,
    switchRate: switchRate.value,
    switchRateCi: switchRate.ci,
    changeRate: changeRate.value,
    changeRateCi: changeRate.ci,
    differedReason: switchRate.reason,
    leaveRate: leaveRate.value,
    leaveRateCi: leaveRate.ci,
    agreedReason: leaveRate.reason,
    weightOfAdvice: isMixed ? null : advice.value,
    weightOfAdviceCi: isMixed ? null : advice.ci,
    adviceReason: isMixed ? "mixed-scales" : advice.reason,
    tasks: tally.count,
  };
}

/**
 * People's stances towards a draft (l), by the majority of people without a draft (g). With h the value given
 * with the draft in view, and o the same person's value without it: correction is h = g where l ≠ g; scrutiny
 * h ≠ l where l ≠ g; subjectivity h ≠ l where l = g; outlier h = l where l = g and o ≠ g.
 */
export function stancesOf(scope: Scope, origin: DraftsOfOrigin, options: ReportOptions): StanceRow[] {
  const counted = new Map(STANCES.map((stance) => [stance, new Tallies(["qualified", "count"])] as const));
  for (const unit of exposedUnits(scope)) {
    const note = (stance: Stance, shown: boolean) => {
      counted.get(stance)?.add(unit.task, "qualified");
      if (shown) counted.get(stance)?.add(unit.task, "count");
    };
    if (unit.humans.exposed.length === 0) continue;
    const alone = unit.humans.independent.filter(({ value }) => value !== NOT_APPLICABLE);
    const most = majority(alone.map(({ value }) => value));
    if (most === null) continue;
    for (const seen of unit.humans.exposed) {
      const { rater, value } = seen;
      const draft = origin.shownTo(seen);
      if (draft === null || draft === NOT_APPLICABLE || value === NOT_APPLICABLE) continue;
      if (draft !== most) {
        note("correction", value === most);
        note("scrutiny", value !== draft);
        continue;
      }
      note("subjectivity", value !== draft);
      const own = alone.find((rated) => rated.rater === rater)?.value;
      if (own !== undefined && own !== most) note("outlier", value === draft);
    }
  }
  return [...counted].map(([stance, tally]) => {
    const { value, ci, reason } = tally.share("count", "qualified", options);
    return {
      scope: scope.name,
      origin: origin.kind,
      stance,
      ...tally.all(),
      share: value,
      ci,
      reason,
      tasks: tally.count,
    };
  });
}
