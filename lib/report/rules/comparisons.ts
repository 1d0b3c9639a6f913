import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { estimateFrom, patternSample } from "@/lib/agreement/estimator";
import { meanRating } from "@/lib/agreement/mean-rating";
import { Numbering } from "@/lib/agreement/numbering";
import { patternsOf } from "@/lib/agreement/patterns";
import { preferenceDistance, preferenceDistanceOfAll } from "@/lib/agreement/preference";
import { type Ratings, ratingsFromMatrix } from "@/lib/agreement/ratings";
import { majority } from "@/lib/judgement/rules/majority";
import { sideOf } from "@/lib/judgement/rules/sides";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import type { ReportOptions } from "@/lib/report/schema";
import type { AccuracyRow, DistributionRow, Machine, PreferenceRow } from "@/lib/report/schema/human-vs-llm";
import { Tallies } from "./clustered-ratio";
import { seenBy } from "./draft-seen";
import type { DraftsById } from "./draft-table";
import { rowsByClass } from "./exposure-classes";
import { endsOf, endsOfShare } from "./interval-ends";
import { valueCounts } from "./measured-agreement";
import { asNumber, NOT_APPLICABLE } from "./measurement-scale";
import { NONE } from "./none";
import { scopeValues } from "./scope-values";
import { byName, type Scope } from "./scopes";
import { standardDeviation } from "./standard-deviation";
import type { GivenValues, Rated, Rater, Unit } from "./unit";

/** A model as named in rows. */
export function machineOf({ name, kind, method, condition }: Rater): Machine {
  return {
    llm: name,
    ...(kind === "rules" && { raterKind: "rules" as const }),
    method,
    ...(condition !== null && { condition }),
  };
}

const isAnswer = ({ value }: Rated) => value !== NOT_APPLICABLE;

/** The clusters of an interval, if there is more than one task. */
function over(tasks: readonly string[], options: ReportOptions) {
  return new Set(tasks).size > 1 ? { ...options, clusters: tasks } : undefined;
}

/** Each model's agreement with the majority of people, among the questions of a scope. */
export function accuracyOf(
  scope: Scope,
  machines: readonly Rater[],
  drafts: DraftsById,
  options: ReportOptions,
): AccuracyRow[] {
  const [reading] = scope.readings;
  if (scope.readings.length !== 1 || !reading?.name.startsWith("yesno")) return [];
  return machines.flatMap((machine) =>
    rowsByClass(scope.sameClass, (exposure): AccuracyRow[] => {
      const machineAnswers = scope.units.flatMap((unit) => answerOf(unit, machine, exposure));
      const known = machineAnswers.flatMap(({ correct, unit: { task } }) =>
        correct === "tie" ? [] : [{ correct, task }],
      );
      const decided = known.filter(({ correct }) => correct !== null);
      const strict = shareCorrect(known, options);
      const lenient = shareCorrect(decided, options);
      return [
        {
          item: scope.name,
          ...machineOf(machine),
          exposure,
          n: known.length,
          correct: known.filter(({ correct }) => correct === true).length,
          undecided: known.length - decided.length,
          leftToRules: leftOf(scope, machine, exposure),
          draftSeen: machineAnswers.reduce(
            (sum, { unit }) => sum + seenBy(unit, machine, exposure, drafts),
            0,
          ),
          ties: machineAnswers.length - known.length,
          strict: strict.value,
          strictCi: strict.ci,
          strictReason: strict.reason,
          lenient: lenient.value,
          lenientCi: lenient.ci,
          lenientReason: lenient.reason,
        },
      ];
    }),
  );
}

interface Answered {
  unit: Unit;
  /** Null: the model gave no usable answer. */
  correct: boolean | "tie" | null;
}

function answerOf(unit: Unit, machine: Rater, exposure: ExposureClass): Answered[] {
  const verdict = unit.others.find(({ rater }) => rater === machine)?.value;
  if (verdict === undefined && !unit.undecided.includes(machine)) return [];
  const people = unit.humans[exposure].filter(isAnswer).map(({ value }) => value);
  if (people.length === 0) return [];
  const most = majority(people);
  if (most === null) return [{ unit, correct: "tie" }];
  return [{ unit, correct: verdict === undefined || verdict === NOT_APPLICABLE ? null : verdict === most }];
}

/** The number of questions with a majority of people that the machine was not asked, because rules prove the answer. */
function leftOf(scope: Scope, machine: Rater, exposure: ExposureClass): number {
  let left = 0;
  for (const unit of scope.units) {
    if (!unit.leftToRules.includes(machine)) continue;
    const most = majority(unit.humans[exposure].filter(isAnswer).map(({ value }) => value));
    if (most !== null) left++;
  }
  return left;
}

function shareCorrect(answers: readonly { task: string; correct: boolean | null }[], options: ReportOptions) {
  const ratings = ratingsFromMatrix([answers.map(({ correct }) => Number(correct === true))]);
  const tasks = answers.map(({ task }) => task);
  const found = estimateFrom(patternSample(patternsOf(ratings), meanRating, 1), over(tasks, options));
  return {
    value: found.value,
    ci: endsOfShare(found),
    reason: found.value === null ? ("none-qualify" as const) : null,
  };
}

/**
 * Distances of models' preferences from people's, and of people's from each other. Only the preferred side
 * counts, so values on five points and in words can be compared.
 */
export function preferenceRows(
  units: Iterable<Unit>,
  machines: readonly Rater[],
  drafts: DraftsById,
  options: ReportOptions,
): PreferenceRow[] {
  const pairs = [...units];
  if (pairs.length === 0) return [];
  return EXPOSURE_CLASSES.flatMap((exposure) => {
    const judged = pairs.flatMap((unit) => {
      const people = unit.humans[exposure].flatMap(({ value }) => labelOf(value) ?? []);
      return people.length === 0 ? [] : [{ unit, people }];
    });
    const among = judged.filter(({ people }) => people.length > 1);
    const most = among.reduce((found, { people }) => Math.max(found, people.length), 0);
    const rows = Array.from({ length: most }, (_, slot) => among.map(({ people }) => people[slot] ?? null));
    const between = among.map(({ unit }) => unit.task);
    const apart = distances(
      null,
      exposure,
      { tasks: between, ties: 0, unread: 0, draftSeen: 0 },
      options,
      (at, resampling) => preferenceDistanceOfAll(ratingsFromMatrix(rows), at, resampling),
    );
    const people = { ...apart, fromPerson: apart.wpld, fromPersonCi: apart.wpldCi };
    return [
      people,
      ...machines.flatMap((machine) => {
        const labels = judged.flatMap(({ unit }) => {
          const own = unit.others.find(({ rater }) => rater === machine);
          const label = own ? labelOf(own.value) : null;
          return label === null ? [] : [{ label, theirs: together(unit.humans[exposure]), task: unit.task }];
        });
        const unread = judged.filter(({ unit }) => unit.undecided.includes(machine)).length;
        if (labels.length + unread === 0) return [];
        const both = labels.flatMap(({ theirs, ...one }) => (theirs === null ? [] : [{ ...one, theirs }]));
        const sides: Ratings = ratingsFromMatrix([
          both.map(({ label }) => label),
          both.map(({ theirs }) => theirs),
        ]);
        const counted = {
          tasks: both.map(({ task }) => task),
          ties: labels.length - both.length,
          unread,
          draftSeen: judged.reduce((sum, { unit }) => sum + seenBy(unit, machine, exposure, drafts), 0),
        };
        const row = distances(machineOf(machine), exposure, counted, options, (at, resampling) =>
          preferenceDistance(sides, at, [0, 1], resampling),
        );
        return { ...row, ...fromEachPerson(judged, machine, options) };
      }),
    ];
  });
}

/**
 * The mean distance of a model's preferences from single people's, which is comparable with the distance
 * between two people.
 */
function fromEachPerson(
  judged: readonly { unit: Unit; people: readonly number[] }[],
  machine: Rater,
  options: ReportOptions,
): Pick<PreferenceRow, "fromPerson" | "fromPersonCi"> {
  const tallies = new Tallies(["apart", "pairs"]);
  for (const { unit, people } of judged) {
    const own = unit.others.find(({ rater }) => rater === machine);
    const label = own ? labelOf(own.value) : null;
    if (label === null) continue;
    tallies.add(unit.task, "pairs", people.length);
    for (const theirs of people) tallies.add(unit.task, "apart", Math.abs(label - theirs));
  }
  const { value, ci } = tallies.mean("apart", "pairs", options);
  return { fromPerson: value, fromPersonCi: ci };
}

function distances(
  machine: Machine | null,
  exposure: ExposureClass,
  { tasks, ...counts }: { tasks: readonly string[] } & Pick<PreferenceRow, "ties" | "unread" | "draftSeen">,
  options: ReportOptions,
  at: (
    distance: 0 | 1 | 2 | "mean",
    resampling?: ReturnType<typeof over>,
  ) => ReturnType<typeof preferenceDistanceOfAll>,
): Omit<PreferenceRow, "fromPerson" | "fromPersonCi"> {
  const whole = at("mean", over(tasks, options));
  const [none, one, two] = ([0, 1, 2] as const).map((distance) => at(distance).value);
  return {
    machine,
    exposure,
    n: tasks.length,
    ...counts,
    pld: none == null || one == null || two == null ? null : [none, one, two],
    wpld: whole.value,
    wpldCi: endsOf(whole.interval),
    reason: whole.reason,
  };
}

/**
 * A preference as 1 for the first response, -1 for the second, 0 for a tie. On five points the middle is the
 * tie.
 */
function labelOf(value: Value): -1 | 0 | 1 | null {
  if (typeof value === "number") return binned(value);
  const label = asNumber(value);
  return label === 1 || label === 0 || label === -1 ? label : null;
}

/**
 * The preference that people have together: on five points the side in whose third the mean is, otherwise the
 * majority's. Null if they are evenly divided.
 */
function together(people: readonly Rated[]): -1 | 0 | 1 | null {
  const points = people.flatMap(({ value }) => (typeof value === "number" ? value : []));
  if (points.length === people.length) return binned(arithmeticMean(points));
  const most = majority(people.map(({ value }) => sideOf(value)));
  return most === null ? null : labelOf(most);
}

function binned(points: number): -1 | 0 | 1 {
  if (points < 2.5) return 1;
  return points > 3.5 ? -1 : 0;
}

/** The distribution of values in a scope: by people in each class and by models, and by response model. */
export function distributionsOf(
  scope: Scope,
  machines: readonly Rater[],
  models: ReadonlyMap<string, string | null>,
): DistributionRow[] {
  if (scope.readings.length !== 1) return [];
  const numeric = scope.readings[0]?.summary === "mean";
  const all = scopeValues(scope);
  const { values } = all;
  // Sums have the same last digit whatever the order of records.
  const inOrder = values
    .map((value, code) => ({ value, code }))
    .sort((a, b) => Number(a.value) - Number(b.value) || byName(String(a.value), String(b.value)));
  const names = new Numbering<string>();
  const everywhere = names.of("");
  const modelOf = scope.units.map(({ response }) =>
    names.of(response === null ? "" : (models.get(response) ?? "")),
  );
  const rowsOf = (
    machine: Machine | null,
    exposure: ExposureClass | null,
    { start, value }: Pick<GivenValues, "start" | "value">,
  ) => {
    const byModel: Int32Array[] = [];
    const count = (model: number, code: number) => {
      const counts = byModel[model] ?? new Int32Array(values.length);
      byModel[model] = counts;
      counts[code] = (counts[code] as number) + 1;
    };
    for (const [unit, model] of modelOf.entries())
      for (let at = start[unit] as number; at < (start[unit + 1] as number); at++) {
        const code = value[at] as number;
        if (code === NONE) continue;
        count(everywhere, code);
        if (model !== everywhere) count(model, code);
      }
    return names.items
      .flatMap((name, model) => {
        const counts = byModel[model];
        return counts ? [[name, counts] as const] : [];
      })
      .sort(([a], [b]) => byName(a, b))
      .map(([model, counted]): DistributionRow => {
        const counts = new Map(
          inOrder.flatMap(({ value, code }) => {
            const times = counted[code] as number;
            return times === 0 ? [] : [[value, times] as const];
          }),
        );
        const { centre, spread } = numeric ? momentsOf(counts) : NO_MOMENTS;
        return {
          scope: scope.name,
          machine,
          exposure,
          responseModel: model === "" ? "all" : model,
          values: valueCounts(counts),
          n: counted.reduce((sum, count) => sum + count, 0),
          mean: centre,
          sd: spread,
          reason: numeric ? (centre === null ? "no-ratings" : null) : "non-numeric-values",
        };
      });
  };
  return [
    ...rowsByClass(scope.sameClass, (exposure) => rowsOf(null, exposure, all.people(exposure))),
    ...machines.flatMap((machine) =>
      rowsOf(machineOf(machine), null, {
        start: Int32Array.from({ length: all.units + 1 }, (_, unit) => unit),
        value: all.valuesOf(machine),
      }),
    ),
  ];
}

/** Mean and standard deviation of numeric values; null with too few. */
function momentsOf(counts: ReadonlyMap<Value, number>): { centre: number | null; spread: number | null } {
  const numbers = [...counts].flatMap(([value, times]): [number, number][] => {
    const number = asNumber(value);
    return number === null ? [] : [[number, times]];
  });
  const n = numbers.reduce((sum, [, times]) => sum + times, 0);
  if (n === 0) return NO_MOMENTS;
  const centre = numbers.reduce((sum, [number, times]) => sum + times * number, 0) / n;
  return { centre, spread: standardDeviation(numbers) };
}

const NO_MOMENTS = { centre: null, spread: null };
