import { pairedDifference } from "@/lib/agreement/difference";
import { estimateFrom, type PatternStatistic, patternSample } from "@/lib/agreement/estimator";
import { holm } from "@/lib/agreement/holm";
import { alpha, type Level } from "@/lib/agreement/krippendorff";
import { meanRating } from "@/lib/agreement/mean-rating";
import { Numbering } from "@/lib/agreement/numbering";
import { patternsOf } from "@/lib/agreement/patterns";
import { permutationTest } from "@/lib/agreement/permutation";
import type { RatingValue as Rating, Ratings } from "@/lib/agreement/ratings";
import type { Sample } from "@/lib/agreement/sample";
import type { ReportOptions } from "@/lib/report/schema";
import type { Contrast, ContrastRow } from "@/lib/report/schema/anchoring";
import { CONTRASTS, MAX_ARMS } from "@/lib/report/schema/codes";
import type { ReportReason } from "@/lib/report/schema/values";
import { type RatingCodes, SideRatings } from "./contrast-sides";
import type { DraftsOfOrigin } from "./draft-origins";
import { headlineLevel } from "./headline";
import { endsOf } from "./interval-ends";
import { asNumber, NOT_APPLICABLE } from "./measurement-scale";
import { byName, type Scope } from "./scopes";
import type { Rated, Unit } from "./unit";
import type { InArms } from "./values-by-arm";

/** One side of a contrast: its name, and a function that selects its ratings of a unit. */
interface Side {
  name: string;
  of: (unit: Unit) => readonly Rated[];
}

/**
 * Contrasts arms with each other, by the final values given in each, and values given with a draft in view
 * with independent ones. P values are corrected by Holm's method for the contrasts of all scopes.
 */
export function contrastsOf(
  scopes: readonly Scope[],
  inArms: InArms,
  origins: readonly DraftsOfOrigin[],
  options: ReportOptions,
): ContrastRow[] {
  const rows = scopes.flatMap((scope) => contrastsInScope(scope, inArms, origins, options));
  const adjusted = holm(rows.flatMap(({ p }) => p ?? []));
  let at = 0;
  return rows.map((row) => ({ ...row, pHolm: row.p === null ? null : (adjusted[at++] as number) }));
}

function contrastsInScope(
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
