import type { Estimate } from "@/lib/agreement/estimate";
import { ratio } from "@/lib/agreement/ratio";
import { NO_VERDICT, UNREAD, type Verdict, type VerdictScale } from "@/lib/agreement/verdict-table";
import {
  measureMacroVerdicts,
  measureVerdicts,
  VERDICT_MEASURES,
  type VerdictMeasure,
} from "@/lib/agreement/verdicts";
import { SIDE_ORDERS, type SideOrder } from "@/lib/dataset/schema";
import { majority } from "@/lib/judgement/rules/majority";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportOptions, TagSet } from "@/lib/report/schema";
import type { AgainstGoldRow, AgainstMajorityRow } from "@/lib/report/schema/against-gold";
import type { StudyData } from "@/lib/report/schema/study";
import { arithmeticMean } from "./arithmetic-mean";
import { endsOf, endsOfShare } from "./interval-ends";
import { byJudge, type Judge, machineReadings, plainValue, type Reading, unitKey } from "./machine-readings";
import {
  type MeasurementScale,
  measurementScaleOf,
  NOT_APPLICABLE,
  readingOfTarget,
} from "./measurement-scale";
import { byName, itemLabels } from "./scopes";
import { standardDeviation } from "./standard-deviation";
import { compare } from "./text-order";
import type { Rated, Unit, Units } from "./unit";
import { ofSamples } from "./unit-values";

/** With more distinct values than this, values are not treated as classes. */
const MOST_VALUES = 101;

/** A unit with an answer to compare verdicts with. */
export interface KnownUnit {
  item: string;
  task: string;
  /** Null for a pair. */
  response: string | null;
  /** As in `Unit`. */
  subject: string;
  /** Null if it depends on the rater who is compared with it. */
  answer: Value | null;
  people: readonly Rated[];
}

/**
 * A rater's verdicts on one unit, by the order in which the pair was shown. A verdict is undefined if it was
 * not requested in that order, and null if it could not be read.
 */
interface Answer {
  unit: KnownUnit;
  /** Verdicts without a known order are in the first place, and the second is undefined. */
  verdicts: readonly [first: Value | null | undefined, second: Value | null | undefined];
  exposed: boolean;
  /** The spread of several samples; undefined for a single one. */
  spread: number | undefined;
}

type AnswersOf = Map<string, { judge: Judge; answers: Map<string, Answer> }>;

/**
 * Compares each model, under each condition, and each person with gold. If several gold raters disagree, the
 * majority's value is the answer.
 */
export function againstGoldOf(study: StudyData, units: Units, options: ReportOptions): AgainstGoldRow[] {
  const known = goldAnswers(units);
  if (known.size === 0) return [];
  const answers = machineAnswers(study, units, known);
  addPeople(answers, units, known, "any");
  return rowsOf(study, answers, (unit) => unit.answer, options);
}

/** Each unit with gold, and its answer: the majority's where several gold raters disagree. */
export function goldAnswers(units: Units): Map<string, KnownUnit> {
  return knownUnits(units, ({ item, others }) => {
    const gold = others.filter(({ rater }) => rater.kind === "gold");
    return { answer: majority(gold.map(({ value }) => plainValue(item, value))), people: [] };
  });
}

/**
 * Each unit that people judged in the first exposure class with any values, and what they gave together. Null if no person
 * judged anything.
 */
export function majorityAnswers(
  units: Units,
): { exposure: Exclude<ExposureClass, "any">; known: Map<string, KnownUnit> } | null {
  const exposure = (["independent", "exposed", "unknown"] as const).find((one) => isGiven(units, one));
  if (exposure === undefined) return null;
  const known = knownUnits(units, ({ humans }) => {
    const people = humans[exposure];
    return { answer: people.length === 0 ? null : togetherOf(people), people };
  });
  return { exposure, known };
}

/**
 * Compares models and people with the majority of people on each unit. A person is compared with the majority
 * of the other people.
 */
export function againstMajorityOf(
  study: StudyData,
  units: Units,
  options: ReportOptions,
): AgainstMajorityRow[] {
  const majorities = majorityAnswers(units);
  if (!majorities) return [];
  const { exposure, known } = majorities;
  const answers = machineAnswers(study, units, known);
  addPeople(answers, units, known, exposure);
  const rows = rowsOf(
    study,
    answers,
    (unit, { rater, raterKind }) =>
      raterKind === "human" ? togetherOf(unit.people.filter((own) => own.rater.name !== rater)) : unit.answer,
    options,
  );
  return rows.map((row) => ({ ...row, exposure }));
}

function isGiven({ byItem }: Units, exposure: Exclude<ExposureClass, "any">): boolean {
  return [...byItem.values()].some((units) => units.some(({ humans }) => humans[exposure].length > 0));
}

/**
 * The value that several people have together: the rounded mean of points, or the word most of them gave.
 * Null if they are evenly divided.
 */
function togetherOf(people: readonly Rated[]): Value | null {
  const values = people.map(({ value }) => value).filter((value) => value !== NOT_APPLICABLE);
  if (values.length > 0 && values.every((value) => typeof value === "number"))
    return Math.floor(arithmeticMean(values) + 0.5);
  return majority(values);
}

/** The units that have an answer, by task and item. */
function knownUnits(
  { byItem }: Units,
  of: (unit: Unit) => Pick<KnownUnit, "answer" | "people">,
): Map<string, KnownUnit> {
  const known = new Map<string, KnownUnit>();
  for (const units of byItem.values())
    for (const unit of units) {
      const { answer, people } = of(unit);
      if (answer === null) continue;
      const { item, task, response, subject } = unit;
      known.set(unitKey(unit), { item, task, response, subject, answer, people });
    }
  return known;
}

/**
 * The values that models and rules gave for these units: from their drafts, and for raters without drafts
 * from imported judgements.
 */
function machineAnswers(study: StudyData, units: Units, known: ReadonlyMap<string, KnownUnit>): AnswersOf {
  const found: AnswersOf = new Map();
  for (const { judge, byUnit } of machineReadings(study, units, known)) {
    const answers = new Map<string, Answer>();
    for (const [unit, readings] of byUnit)
      answers.set(unit, answerOf(known.get(unit) as KnownUnit, readings));
    found.set(JSON.stringify(judge), { judge, answers });
  }
  return found;
}

/** What several samples and orders of one unit come to. */
function answerOf(unit: KnownUnit, readings: readonly Reading[]): Answer {
  const byOrder = new Map<SideOrder | null, (Value | null)[]>();
  for (const { order, value } of readings) byOrder.set(order, [...(byOrder.get(order) ?? []), value]);
  const of = (order: SideOrder | null) => {
    const values = byOrder.get(order);
    return values && sampled(unit.item, values);
  };
  // Drafts without an order count only if there is none with an order.
  const orders = SIDE_ORDERS.filter((order) => byOrder.has(order));
  const [first, second] = (orders.length > 0 ? orders : [null]).map(of);
  const all = [...byOrder.values()].filter((values) => values.length > 1);
  return {
    unit,
    verdicts: [first, second],
    exposed: false,
    spread: all.length === 0 ? undefined : arithmeticMean(all.map(spreadOf)),
  };
}

function addPeople(
  answers: AnswersOf,
  { byItem }: Units,
  known: ReadonlyMap<string, KnownUnit>,
  exposure: ExposureClass,
): void {
  for (const units of byItem.values())
    for (const unit of units) {
      const about = known.get(unitKey(unit));
      if (!about) continue;
      for (const { rater, value, exposure: own } of unit.humans[exposure]) {
        const judge = { rater: rater.name, raterKind: rater.kind, method: null, condition: null };
        const key = JSON.stringify(judge);
        const entry = answers.get(key) ?? { judge, answers: new Map<string, Answer>() };
        answers.set(key, entry);
        const verdicts = [plainValue(unit.item, value), undefined] as const;
        entry.answers.set(unitKey(unit), {
          unit: about,
          verdicts,
          exposed: own === "exposed",
          spread: undefined,
        });
      }
    }
}

/** The value that several samples have together. A preference on which they are divided is a tie. */
function sampled(item: string, values: readonly (Value | null)[]): Value | null {
  const read = values.filter((value) => value !== null);
  return ofSamples(read) ?? (item === PREFERENCE && read.length > 1 ? "tie" : null);
}

/** The spread of samples: the SD of numbers; for words the share that differs from the most frequent one. */
function spreadOf(values: readonly (Value | null)[]): number {
  const read = values.filter((value) => value !== null);
  const numbers = read.filter((value) => typeof value === "number");
  if (read.length === 0) return 0;
  if (numbers.length === read.length) return standardDeviation(numbers.map((number) => [number, 1])) ?? 0;
  const counts = new Map<Value, number>();
  for (const value of read) counts.set(value, (counts.get(value) ?? 0) + 1);
  return 1 - Math.max(...counts.values()) / read.length;
}

/** The rows of each judge: all units, each item where there are several, each tag, and the means over tags. */
function rowsOf(
  study: StudyData,
  judges: AnswersOf,
  answerTo: (unit: KnownUnit, judge: Judge) => Value | null,
  options: ReportOptions,
): AgainstGoldRow[] {
  const tagsOf = new Map(study.tasks.map(({ id, tags }) => [id, tags]));
  const readings = readingsIn(study);
  const labels = itemLabels(study.items);
  return [...judges.values()]
    .sort(({ judge: a }, { judge: b }) => byJudge(a, b))
    .flatMap(({ judge, answers }) => {
      const own = [...answers.entries()]
        .sort(([a], [b]) => compare(a, b))
        .flatMap(([, answer]): ComparedAnswer[] => {
          const gold = answerTo(answer.unit, judge);
          return gold === null ? [] : [{ ...answer, gold, tags: tagsOf.get(answer.unit.task) ?? [] }];
        });
      if (own.length === 0) return [];
      const items = [...new Set(own.map(({ unit }) => unit.item))];
      const tags = [...new Set(own.flatMap((compared) => compared.tags))].sort(byName);
      const part = (subset: string, some: readonly ComparedAnswer[]) => ({
        ...judge,
        ...measured(subset, some, readings, options),
      });
      const sets = [...(tags.length > 1 ? [{ name: "", tags }] : []), ...(options.macro ?? [])];
      return [
        part("all", own),
        ...(items.length > 1
          ? items
              .map((item) => ({ item, name: labels.get(item) ?? item }))
              .sort((a, b) => byName(a.name, b.name))
              .map(({ item, name }) =>
                part(
                  `item:${name}`,
                  own.filter(({ unit }) => unit.item === item),
                ),
              )
          : []),
        ...tags.map((tag) =>
          part(
            `tag:${tag}`,
            own.filter((compared) => compared.tags.includes(tag)),
          ),
        ),
        ...sets.map((set) => ({ ...judge, ...averaged(set, own, readings, options) })),
      ];
    });
}

interface ComparedAnswer extends Answer {
  gold: Value;
  tags: readonly string[];
}

type Measured = Omit<AgainstGoldRow, keyof Judge>;

function measured(
  subset: string,
  compared: readonly ComparedAnswer[],
  readings: Readings,
  options: ReportOptions,
): Measured {
  const coded = codedOf(compared, readings);
  const found = measureVerdicts(coded.verdicts, coded.scale, conventions(options), over(compared, options));
  return {
    ...shared(subset, compared, coded, found),
    classes: coded.isMixed
      ? []
      : found.classes.map(({ value, ...scores }) => ({ value: String(coded.values[value]), ...scores })),
  };
}

function averaged(
  set: TagSet,
  compared: readonly ComparedAnswer[],
  readings: Readings,
  options: ReportOptions,
): Measured {
  const inSet = compared.filter(({ tags }) => tags.some((tag) => set.tags.includes(tag)));
  const coded = codedOf(inSet, readings);
  const parts = inSet.map(({ tags }) => set.tags.flatMap((tag, at) => (tags.includes(tag) ? [at] : [])));
  const { length } = set.tags;
  const found = measureMacroVerdicts(
    coded.verdicts,
    parts,
    length,
    coded.scale,
    conventions(options),
    over(inSet, options),
  );
  return { ...shared(set.name === "" ? "macro" : `macro:${set.name}`, inSet, coded, found), classes: [] };
}

const conventions = ({ compat }: ReportOptions) => ({ unreadAgree: compat === "llmbar" });

/** Resamples tasks, if there is more than one, and intervals are wanted. */
function over(compared: readonly ComparedAnswer[], { replicates, seed, confidence }: ReportOptions) {
  const clusters = compared.map(({ unit }) => unit.task);
  return replicates > 0 && new Set(clusters).size > 1
    ? { replicates, seed, confidence, clusters }
    : undefined;
}

const SHARES: readonly VerdictMeasure[] = [
  "accuracy",
  "accuracyTiesHalf",
  "accuracyBoth",
  "positionalAgreement",
  "hedging",
  "unparsed",
];

const intervalEnds = ({ interval }: Estimate) => endsOf(interval);

/**
 * The measures that need no common scale: with values on several scales, only whether a verdict is right can
 * be pooled.
 */
const ON_ONE_SCALE: readonly VerdictMeasure[] = [
  "precisionMacro",
  "recallMacro",
  "f1Macro",
  "kappa",
  "alpha",
  "mae",
  "rmse",
];

function shared(
  subset: string,
  compared: readonly ComparedAnswer[],
  { isMixed, scale }: Coded,
  found: Record<VerdictMeasure, Estimate>,
): Omit<Measured, "classes"> {
  const isReadable = (measure: VerdictMeasure) =>
    !(isMixed && ON_ONE_SCALE.includes(measure)) && !(measure === "hedging" && scale.tie === null);
  const values = VERDICT_MEASURES.map((measure) => [
    measure,
    isReadable(measure) ? found[measure].value : null,
  ]);
  const ends = VERDICT_MEASURES.map((measure) => [
    measure,
    isReadable(measure) ? (SHARES.includes(measure) ? endsOfShare : intervalEnds)(found[measure]) : null,
  ]);
  const spreads = compared.map(({ spread }) => spread);
  const sampledUnits = spreads.map((spread) => Number(spread !== undefined));
  return {
    subset,
    n: compared.length,
    exposed: compared.filter(({ exposed }) => exposed).length,
    ...(Object.fromEntries(values) as Record<VerdictMeasure, number | null>),
    spread: ratio(
      spreads.map((spread) => spread ?? 0),
      sampledUnits,
    ).value,
    ci: Object.fromEntries(ends) as AgainstGoldRow["ci"],
    reason: isMixed ? "mixed-scales" : (found.kappa.reason ?? found.alpha.reason),
  };
}

/** Answers and verdicts as numbers of values. */
interface Coded {
  verdicts: Verdict[];
  values: readonly Value[];
  scale: VerdictScale;
  /** On several scales, or of too many values. */
  isMixed: boolean;
}

function codedOf(compared: readonly ComparedAnswer[], readings: Readings): Coded {
  const read = [...new Set(compared.map(({ unit }) => readings.of(unit.item)))];
  const listed = read.length === 1 ? (read[0]?.categories ?? []) : [];
  const given = compared.flatMap(({ gold, verdicts }) => [
    gold,
    ...verdicts.filter((value) => value != null),
  ]);
  const isPreference = compared.some(({ unit }) => unit.item === PREFERENCE);
  const sides: Value[] = isPreference ? ["tie"] : [];
  const values = [...new Set([...listed, ...sides, ...given])];
  const isNumeric = values.every((value) => typeof value === "number");
  if (isNumeric) values.sort((a, b) => a - b);
  const numberOf = new Map(values.map((value, at) => [value, at]));
  const code = (value: Value | null | undefined) =>
    value === undefined ? NO_VERDICT : value === null ? UNREAD : (numberOf.get(value) as number);
  return {
    verdicts: compared.map(({ gold, verdicts: [first, second] }) => ({
      gold: code(gold),
      verdicts: [code(first), code(second)],
    })),
    values,
    scale: {
      size: values.length,
      numbers: isNumeric ? values : null,
      tie: isPreference ? (numberOf.get("tie") ?? null) : null,
      level: isNumeric ? "ordinal" : "nominal",
    },
    isMixed: new Set(read.map(({ name }) => name)).size > 1 || values.length > MOST_VALUES,
  };
}

/** The measurement scale for the values of each item. */
interface Readings {
  of(item: string): MeasurementScale;
}

function readingsIn({ items, overall }: StudyData): Readings {
  const byItem = new Map(items.map(({ key, scale }) => [key, measurementScaleOf(scale)]));
  const [ofOverall, ofPreference] = [readingOfTarget(OVERALL, 1, overall), readingOfTarget(PREFERENCE, "A")];
  return { of: (item) => byItem.get(item) ?? (item === PREFERENCE ? ofPreference : ofOverall) };
}
