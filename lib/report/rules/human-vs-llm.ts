import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import { compareTwoRaters } from "@/lib/agreement/two-raters";
import { majority } from "@/lib/judgement/rules/majority";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { Confusion, HumanVsLlmRow } from "@/lib/report/schema/human-vs-llm";
import { machineOf } from "./comparisons";
import { seenBy } from "./draft-seen";
import type { DraftsById } from "./draft-table";
import { rowsByClass } from "./exposure-classes";
import { endsOf } from "./interval-ends";
import { asNumber, type MeasurementScale } from "./measurement-scale";
import { NONE } from "./none";
import { type ScopeValues, scopeValues } from "./scope-values";
import { byName, type Scope } from "./scopes";
import type { Rater, Unit } from "./unit";

/** A confusion matrix with more values is too large to read. */
const MOST_VALUES = 50;

/** One row per LLM, or rule engine, and exposure class of a scope. */
export function humanVsLlmOf(
  scope: Scope,
  llms: readonly Rater[],
  drafts: DraftsById,
  options: ReportOptions,
): HumanVsLlmRow[] {
  return llms.flatMap((llm) =>
    rowsByClass(scope.sameClass, (exposure): HumanVsLlmRow[] => {
      const { points, ...counted } = pointsOf(llm, scope, exposure, drafts);
      const compared = compareSides(points, scope, options);
      return [{ item: scope.name, ...machineOf(llm), exposure, ...compared, ...counted }];
    }),
  );
}

/** One point per unit: people's joint value, the value that is held against it, and the number of the unit's task. */
export interface BothSides {
  human: number[];
  llm: number[];
  tasks: number[];
}

/**
 * Compares one LLM with people: its value with their mean, or with their majority where the values are words.
 * A unit on which people are evenly divided has no majority; it is left out and counted.
 */
function pointsOf(llm: Rater, scope: Scope, exposure: ExposureClass, drafts: DraftsById) {
  const all = scopeValues(scope);
  const { values, numbers, tasks } = all;
  const { start, value } = all.people(exposure);
  const drafted = all.valuesOf(llm);
  const [reading] = scope.readings;
  const measurable = reading !== undefined && scope.readings.length === 1;
  const points: BothSides = { human: [], llm: [], tasks: [] };
  const cells: Cells = new Map();
  let [draftSeen, ties, humanNa, llmNa] = [0, 0, 0, 0];

  for (let unit = 0; unit < all.units; unit++) {
    const [from, to] = [start[unit] as number, start[unit + 1] as number];
    const code = drafted[unit] as number;
    if (from === to || code === NONE) continue;
    const theirs: number[] = [];
    for (let at = from; at < to; at++) {
      const given = value[at] as number;
      const cell = code * values.length + given;
      cells.set(cell, (cells.get(cell) ?? 0) + 1);
      if (!Number.isNaN(numbers[given])) theirs.push(given);
    }
    if (exposure !== "independent") draftSeen += seenBy(scope.units.at(unit) as Unit, llm, exposure, drafts);
    humanNa += to - from - theirs.length;
    const own = numbers[code] as number;
    if (Number.isNaN(own)) llmNa++;
    if (Number.isNaN(own) || theirs.length === 0 || !measurable) continue;
    const together = summary(theirs, all, reading);
    if (together === null) {
      ties++;
      continue;
    }
    points.human.push(together);
    points.llm.push(own);
    points.tasks.push(tasks.number[unit] as number);
  }
  return {
    points,
    draftSeen,
    ties,
    unread: unreadOf(all, llm, exposure),
    humanNa,
    llmNa,
    confusion: measurable ? confusionOf(all, cells, reading) : null,
  };
}

/** The number of units that people judged, and of which the LLM gave no usable value. */
function unreadOf(all: ScopeValues, llm: Rater, exposure: ExposureClass): number {
  const { start } = all.people(exposure);
  let unread = 0;
  for (const [unit, raters] of all.undecided)
    if (start[unit + 1] !== start[unit] && raters.includes(llm)) unread++;
  return unread;
}

type Compared = Pick<
  HumanVsLlmRow,
  "n" | "pearson" | "spearman" | "kendall" | "meanDifference" | "reason" | "ci"
>;

/** The correlations of both sides, and their mean difference; nothing is compared across the scales of a scope. */
export function compareSides(
  { human, llm, tasks }: BothSides,
  { readings }: Pick<Scope, "readings">,
  options: ReportOptions,
): Compared {
  const { pearson, spearman, kendall, meanDifference } = compareTwoRaters(
    ratingsFromMatrix([llm, human]),
    tasks.some((task) => task !== tasks[0]) ? { ...options, clusters: tasks } : undefined,
  );
  return {
    n: human.length,
    pearson: pearson.value,
    spearman: spearman.value,
    kendall: kendall.value,
    meanDifference: meanDifference.value,
    reason: readings.length > 1 ? "mixed-scales" : (pearson.reason ?? meanDifference.reason),
    ci: {
      pearson: endsOf(pearson.interval),
      spearman: endsOf(spearman.interval),
      kendall: endsOf(kendall.interval),
      meanDifference: endsOf(meanDifference.interval),
    },
  };
}

/** People's joint value as a number, from the codes of their values; null when they are evenly divided. */
export function summary(
  codes: readonly number[],
  { values, numbers }: ScopeValues,
  reading: MeasurementScale,
): number | null {
  if (reading.summary === "majority") {
    const most = majority(codes.map((code) => values[code] as Value));
    return most === null ? null : asNumber(most);
  }
  return arithmeticMean(codes.map((code) => numbers[code] as number));
}

/** Counts of people's values with the LLM's: of code p with code m under m × the number of values + p. */
type Cells = Map<number, number>;

function confusionOf(
  { values: all }: ScopeValues,
  cells: Cells,
  reading: MeasurementScale,
): Confusion | null {
  const listed = reading.categories ?? [];
  const codes = [...cells.keys()].flatMap((cell) => [Math.floor(cell / all.length), cell % all.length]);
  const given = [...new Set(codes)].map((code) => all[code] as Value);
  const found = given.filter((value) => !listed.includes(value));
  const values = [...listed, ...found.sort((a, b) => byName(String(a), String(b)))];
  if (values.every((value) => typeof value === "number")) values.sort((a, b) => a - b);
  if (values.length > MOST_VALUES) return null;
  const code = new Map(all.map((value, at) => [value, at]));
  const countOf = (llm: Value, human: Value) =>
    cells.get((code.get(llm) ?? Number.NaN) * all.length + (code.get(human) ?? Number.NaN)) ?? 0;
  return {
    values: values.map(String),
    counts: values.map((human) => values.map((llm) => countOf(llm, human))),
  };
}
