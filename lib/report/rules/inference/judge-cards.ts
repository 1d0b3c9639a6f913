import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { calibration } from "@/lib/agreement/calibration";
import { wilsonInterval } from "@/lib/agreement/wilson";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { Tallies } from "@/lib/report/rules/clustered-ratio";
import type { MachineReadings, Reading } from "@/lib/report/rules/machine-readings";
import { sampled } from "@/lib/report/rules/rater-verdicts";
import { goldAnswers, type KnownUnit, majorityAnswers } from "@/lib/report/rules/reference-answers";
import type { Units } from "@/lib/report/rules/unit";
import type { Report, ReportOptions } from "@/lib/report/schema";
import type { AgainstGoldRow, AgainstMajorityRow } from "@/lib/report/schema/against-gold";
import type { CardCalibration, CardNumber, JudgeCard } from "@/lib/report/schema/judge-cards";
import type { StudyData } from "@/lib/report/schema/study";
import { kappaOfPeople } from "./human-kappa";
import { lengths, ownFamilyOf, type Paired, type Referenced } from "./judge-biases";
import { modelFamily } from "./model-family";
import { numberFor } from "./unit-numbers";

/** The answers of a study, and the comparisons with them that the report has already. */
interface Reference {
  kind: JudgeCard["reference"];
  exposure: ExposureClass | null;
  byUnit: ReadonlyMap<string, Referenced>;
  /** The mean κ of people, each against the same gold or the majority of the others. */
  humanKappa: CardNumber;
  rows: readonly (AgainstGoldRow | AgainstMajorityRow)[];
}

/** The comparisons of a report that cards are completed from. */
type Compared = Pick<Report, "againstGold" | "againstMajority">;

/** Half the width of an interval of accuracy by tag that can still be read. */
const READABLE = 0.1;
const ALL = "all";
const TAG = "tag:";

/**
 * One card for each machine under each condition that was asked about a unit with an answer: against gold, and against the
 * majority of people.
 */
export function judgeCardsOf(
  study: StudyData,
  units: Units,
  machines: readonly MachineReadings[],
  { againstGold, againstMajority }: Compared,
  options: ReportOptions,
): JudgeCard[] {
  const models = new Map(study.responses.map(({ id, model }) => [id, model]));
  const majorities = majorityAnswers(units);
  const golds = goldAnswers(units);
  const references: Reference[] = [
    {
      ...{ kind: "gold", exposure: null, byUnit: referenced(golds), rows: againstGold },
      humanKappa: kappaOfPeople({ units, exposure: "any", gold: golds, rows: againstGold }, options),
    },
    ...(majorities
      ? [
          {
            kind: "people" as const,
            exposure: majorities.exposure,
            byUnit: referenced(majorities.known),
            rows: againstMajority,
            humanKappa: kappaOfPeople(
              { units, exposure: majorities.exposure, gold: null, rows: againstMajority },
              options,
            ),
          },
        ]
      : []),
  ];
  return references.flatMap((reference) =>
    machines.flatMap((machine) => {
      const row = reference.rows.find((one) => one.subset === ALL && isOf(one, machine));
      return row ? [cardOf(study, reference, machine, row, models, options)] : [];
    }),
  );
}

function referenced(known: ReadonlyMap<string, KnownUnit>): Map<string, Referenced> {
  return new Map(
    [...known].map(([key, { item, task, response, subject, answer }]) => {
      const pair = response === null ? (JSON.parse(subject) as string[]) : [];
      return [key, { item, task, response, pair, answer }];
    }),
  );
}

function isOf(row: AgainstGoldRow, { judge }: MachineReadings): boolean {
  return (
    row.rater === judge.rater &&
    row.raterKind === judge.raterKind &&
    row.method === judge.method &&
    row.condition === judge.condition
  );
}

function cardOf(
  study: StudyData,
  reference: Reference,
  machine: MachineReadings,
  row: AgainstGoldRow,
  models: ReadonlyMap<string, string | null>,
  options: ReportOptions,
): JudgeCard {
  const { judge } = machine;
  const known = [...reference.byUnit].filter(([, { task }]) => !machine.heldOut.has(task));
  const asked = known.flatMap(([key, unit]) => {
    const readings = machine.byUnit.get(key);
    return readings ? [{ unit, readings }] : [];
  });
  const read = asked.filter(({ readings }) => readings.some(({ value }) => value !== null));
  const compared = read.flatMap(({ unit, readings }): Paired[] => {
    const numbers = readings.flatMap(({ value }) =>
      value === null ? [] : (numberFor(unit.item, value) ?? []),
    );
    const answer = numberFor(unit.item, unit.answer);
    return numbers.length === 0 || answer === null ? [] : [{ unit, judge: arithmeticMean(numbers), answer }];
  });
  const measured = (value: number | null, ci: CardNumber["ci"]): CardNumber => ({
    ...{ value, ci, n: row.n },
    reason: value === null ? (row.reason ?? "none-qualify") : null,
  });
  const recall = (value: string): CardNumber => {
    const found = row.classes.find((one) => one.value === value);
    const { recall: own = null, n = 0 } = found ?? {};
    const reason = own === null ? (n === 0 ? "zero-denominator" : (row.reason ?? "none-qualify")) : null;
    const given = asked.filter(({ unit }) => unit.answer === value);
    const said = ({ unit, readings }: (typeof asked)[number]) =>
      sampled(
        unit.item,
        readings.map((one) => one.value),
      );
    const { ci } = shareOf(given, (one) => [one.unit.task, said(one) === value], options);
    return { value: own, ci: own === null ? null : ci, n, reason };
  };
  const family = modelFamily(judge.rater);
  return {
    ...judge,
    reference: reference.kind,
    exposure: reference.exposure,
    heldOut: [...reference.byUnit].filter(
      ([key, { task }]) => machine.heldOut.has(task) && machine.byUnit.has(key),
    ).length,
    ...{ units: known.length, asked: asked.length, read: read.length },
    coverage: shareOf(known, ([key, { task }]) => [task, machine.byUnit.has(key)], options),
    abstention: shareOf(
      asked,
      ({ unit, readings }) => [unit.task, readings.every(({ value }) => value === null)],
      options,
    ),
    accuracy: measured(row.accuracy, row.ci.accuracy ?? null),
    ...{ tpr: recall("yes"), tnr: recall("no") },
    kappa: measured(row.kappa, row.ci.kappa ?? null),
    humanKappa: reference.humanKappa,
    rmse: measured(row.rmse, row.ci.rmse ?? null),
    confidence: confidenceOf(asked),
    samples: sampleShares(asked),
    ...positions(asked, options),
    ...lengths(compared, study.responseLengths, options),
    ownFamily: ownFamilyOf(compared, family, models, options),
    family,
    stability: stabilityOf(asked, options),
    ...workOf(study, machine),
    ...tagsOf(reference, machine),
  };
}

function shareOf<T>(
  list: readonly T[],
  of: (element: T) => readonly [task: string, counts: boolean],
  options: ReportOptions,
): CardNumber {
  const tally = new Tallies(["part", "all"]);
  for (const element of list) {
    const [task, counts] = of(element);
    tally.add(task, "all");
    if (counts) tally.add(task, "part");
  }
  return numberOf(tally, list.length, options);
}

/** A mean with its interval over tasks, or why there is none. */
function meanOf(list: readonly { task: string; value: number }[], options: ReportOptions): CardNumber {
  const tally = new Tallies(["part", "all"]);
  for (const { task, value } of list) {
    tally.add(task, "all");
    tally.add(task, "part", value);
  }
  return numberOf(tally, list.length, options);
}

function numberOf(tally: Tallies<"part" | "all">, n: number, options: ReportOptions): CardNumber {
  const { value, ci, reason } = tally.share("part", "all", options);
  return { value, ci, n, reason };
}

interface Asked {
  unit: Referenced;
  readings: readonly Reading[];
}

/** The calibration of stated confidences. */
function confidenceOf(asked: readonly Asked[]): CardCalibration {
  const claims = asked.flatMap(({ unit, readings }) =>
    readings.flatMap(({ value, confidence }) =>
      value === null || confidence === null ? [] : [{ confidence, isRight: value === unit.answer }],
    ),
  );
  return { ...calibration(claims), reason: claims.length === 0 ? "none-qualify" : null };
}

/** The most frequent value among samples that say something in words, and its share. Null for a single sample. */
function modal(readings: readonly Reading[]): { value: Value; share: number } | null {
  const values = readings.flatMap(({ value }) => value ?? []);
  if (values.length < 2) return null;
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [[value, n] = [values[0] as Value, 0]] = [...counts].sort(([, a], [, b]) => b - a);
  return { value, share: n / values.length };
}

/** The samples of each order: two orders of a pair are two questions. */
function sampleSets({ readings }: Asked): (readonly Reading[])[] {
  if (readings.length === 1) return [readings];
  const byOrder = new Map<string, Reading[]>();
  for (const reading of readings)
    byOrder.set(`${reading.order}`, [...(byOrder.get(`${reading.order}`) ?? []), reading]);
  return [...byOrder.values()];
}

function sampleShares(asked: readonly Asked[]): CardCalibration {
  const claims = asked.flatMap((one) =>
    sampleSets(one).flatMap((samples) => {
      const most = modal(samples);
      return most ? [{ confidence: most.share, isRight: most.value === one.unit.answer }] : [];
    }),
  );
  return { ...calibration(claims), reason: claims.length === 0 ? "fewer-than-2-values" : null };
}

function stabilityOf(asked: readonly Asked[], options: ReportOptions): CardNumber {
  const shares = asked.flatMap((one) =>
    sampleSets(one).flatMap((samples) => {
      const most = modal(samples);
      return most ? [{ task: one.unit.task, value: most.share }] : [];
    }),
  );
  const found = meanOf(shares, options);
  return found.n === 0 ? { ...found, reason: "fewer-than-2-values" } : found;
}

/** The share of pairs whose verdict changes with the order, and of verdicts for the response shown first. */
function positions(asked: readonly Asked[], options: ReportOptions): Pick<JudgeCard, "flips" | "firstSide"> {
  const pairs = asked.filter(({ unit }) => unit.item === PREFERENCE);
  const both = pairs.flatMap(({ unit, readings }) => {
    const [first, second] = (["AB", "BA"] as const).map((order) =>
      readings.find((one) => one.order === order && one.value !== null),
    );
    return first && second ? [{ task: unit.task, value: Number(first.value !== second.value) }] : [];
  });
  const sides = pairs.flatMap(({ unit, readings }) =>
    readings.flatMap(({ value, order }) =>
      order === null || (value !== "A" && value !== "B")
        ? []
        : [{ task: unit.task, value: Number((value === "A") === (order === "AB")) }],
    ),
  );
  return { flips: meanOf(both, options), firstSide: meanOf(sides, options) };
}

function workOf(
  { machineWork = [] }: StudyData,
  { judge }: MachineReadings,
): Pick<JudgeCard, "dollarsPerValue" | "secondsPerValue"> {
  const own = machineWork.find(
    ({ rater, method, condition }) =>
      rater === judge.rater && method === judge.method && condition === judge.condition,
  );
  const per = (amount: number | null | undefined): CardNumber =>
    own === undefined || amount == null || own.values === 0
      ? { value: null, ci: null, n: own?.values ?? 0, reason: "not-measured" }
      : { value: amount / own.values, ci: null, n: own.values, reason: null };
  return { dollarsPerValue: per(own?.dollars), secondsPerValue: per(own?.seconds) };
}

function tagsOf({ rows }: Reference, machine: MachineReadings): Pick<JudgeCard, "tags" | "fewestPerTag"> {
  const own = rows.filter((row) => isOf(row, machine));
  const accuracy = own.find(({ subset }) => subset === ALL)?.accuracy ?? null;
  const fewest = accuracy === null ? null : fewestReadable(accuracy);
  return {
    tags: own.flatMap(({ subset, n, accuracy: value, ci }) =>
      subset.startsWith(TAG)
        ? [
            {
              ...{ tag: subset.slice(TAG.length), n, accuracy: value, ci: ci.accuracy ?? null },
              isReadable: fewest !== null && n >= fewest,
            },
          ]
        : [],
    ),
    fewestPerTag: fewest,
  };
}

/** The smallest number of units whose accuracy, if it is the overall one, is known to ten points on either side. */
export function fewestReadable(accuracy: number): number {
  for (let n = 1; ; n++) {
    const { low, high } = wilsonInterval(accuracy, n);
    if (high - low <= 2 * READABLE) return n;
  }
}
