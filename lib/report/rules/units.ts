import { swapSides } from "@/lib/dataset/rules/items";
import type { RaterKind, Value } from "@/lib/dataset/schema";
import { PREFERENCE } from "@/lib/dataset/schema/units";
import type { ExposureClass } from "@/lib/report/schema";
import { EXPOSURE_CLASSES } from "@/lib/report/schema/codes";
import type { ReportDraft, ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { finalClass, valueIn } from "./exposure";
import { asNumber } from "./values";

/** Who rated: a person, gold, the rule engine, or one model by one method. */
export interface Rater {
  key: string;
  name: string;
  kind: RaterKind;
  method: string | null;
}

export interface Rated {
  rater: Rater;
  value: Value;
  /** The class of this value; null for raters that are not people. */
  exposure: Exclude<ExposureClass, "any"> | null;
  /** The arm it was given in; null without arms, and for raters that are not people. */
  arm: string | null;
  /** The value of the draft the judgement names; null without one. */
  draft: Value | null;
  /** The rater's own value before the draft was revealed; null where there was none. */
  initial: Value | null;
  /** Where it was said; null for what was drafted. */
  judgement: ReportJudgement | null;
}

const BY_MACHINE = { exposure: null, arm: null, draft: null, initial: null } as const;

/** What raters are compared on: one item (or overall, or preference) of one response or pair. */
export interface Unit {
  item: string;
  /** The response, or the pair regardless of which side is A. */
  subject: string;
  task: string;
  /** Null for a pair. */
  response: string | null;
  /** What people said, per exposure class, each at most once, n/a included. */
  humans: Record<ExposureClass, Rated[]>;
  /** What everybody else said: drafted values and judgements of other kinds. */
  others: Rated[];
  /** Machines that were asked and gave no value that can be used. */
  undecided: Rater[];
  /** Whether an adjudicator decided it. They saw the votes, so what they say agrees with nobody's. */
  adjudicated: boolean;
}

/** Everything said in a study, unit by unit, in an order that does not depend on that of the records. */
export interface Units {
  byItem: Map<string, Unit[]>;
  repeated: number;
}

/** Gathers what raters said by unit. Several drafts of one rater for one unit are samples and count once. */
export function unitsOf(study: StudyData): Units {
  const found = new Map<string, Map<string, Unit>>();
  const judged = new Map<Unit, ReportJudgement[]>();
  const drafted = new Map<string, { unit: Unit; rater: Rater; values: Value[] }>();
  const raters = new Map<string, Rater>();

  const raterOf = (name: string, kind: RaterKind, method: string | null): Rater => {
    const key = JSON.stringify([kind, name, method]);
    const known = raters.get(key) ?? { key, name, kind, method };
    raters.set(key, known);
    return known;
  };
  const unitOf = (about: ReportDraft | ReportJudgement): Unit => {
    const subject = about.pair ? JSON.stringify([...about.pair].sort()) : (about.response ?? "");
    const units = found.get(about.item) ?? new Map<string, Unit>();
    found.set(about.item, units);
    const unit = units.get(subject) ?? {
      item: about.item,
      subject,
      task: about.task,
      response: about.response,
      humans: { independent: [], exposed: [], unknown: [], any: [] },
      others: [],
      undecided: [],
      adjudicated: false,
    };
    units.set(subject, unit);
    return unit;
  };

  const drafts = new Map(study.drafts.map((draft) => [draft.id, draft]));
  const draftOf = ({ draft: id }: ReportJudgement): Value | null => {
    const draft = id === null ? undefined : drafts.get(id);
    return draft ? facing(draft, draft.value) : null;
  };

  for (const draft of study.drafts) {
    const unit = unitOf(draft);
    if (draft.raterKind === "adjudicator") continue;
    const rater = raterOf(draft.rater, draft.raterKind, draft.method);
    const key = JSON.stringify([unit.item, unit.subject, rater.key]);
    const samples = drafted.get(key) ?? { unit, rater, values: [] };
    drafted.set(key, samples);
    const value = facing(draft, draft.value);
    if (value !== null) samples.values.push(value);
  }
  for (const { unit, rater, values } of drafted.values()) {
    const value = ofSamples(values);
    if (value !== null) unit.others.push({ rater, value, ...BY_MACHINE, judgement: null });
    else unit.undecided.push(rater);
  }

  for (const judgement of study.judgements) {
    const unit = unitOf(judgement);
    if (judgement.raterKind === "adjudicator") {
      unit.adjudicated ||= judgement.value !== null;
      continue;
    }
    const said = judged.get(unit);
    if (said) said.push(judgement);
    else judged.set(unit, [judgement]);
  }
  let repeated = 0;
  for (const [unit, said] of judged) {
    for (const judgements of byWhom(said)) {
      judgements.sort(byTime);
      repeated += judgements.length - 1;
      const [first] = judgements;
      if (!first) continue;
      const rater = raterOf(first.rater, first.raterKind, null);
      // What says the same in several classes is kept once.
      let last: Rated | null = null;
      for (const exposure of EXPOSURE_CLASSES) {
        const first = firstValue(judgements, exposure, draftOf);
        if (first === null) continue;
        if (rater.kind === "human") {
          if (last === null || !isSaid(last, first)) last = { rater, ...first };
          unit.humans[exposure].push(last);
        } else if (exposure === "any") {
          // A judgement of the same rater is its word; the draft was on the way there.
          unit.others = unit.others.filter((other) => other.rater !== rater);
          unit.others.push({ rater, value: first.value, ...BY_MACHINE, judgement: first.judgement });
        }
      }
    }
  }

  const byItem = new Map<string, Unit[]>();
  for (const [item, units] of found) {
    const sorted = [...units.values()].sort((a, b) => compare(a.subject, b.subject));
    for (const unit of sorted) {
      unit.humans = compact(unit.humans);
      unit.others.sort(byRater);
      unit.undecided.sort((a, b) => compare(a.key, b.key));
    }
    byItem.set(item, sorted);
  }
  return { byItem, repeated };
}

/** Words by code point: the same order everywhere. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The value most of them gave; null when two are as frequent, or there is none. */
export function majority(values: readonly Value[]): Value | null {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!first || first[1] === second?.[1]) return null;
  return first[0];
}

/** A value seen from the alphabetically first response of its pair, so that both orders can be compared. */
export function facing(about: ReportDraft | ReportJudgement, value: Value | null): Value | null {
  const swapped = about.item === PREFERENCE && about.pair !== null && about.pair[0] > about.pair[1];
  return swapped && value !== null ? swapSides(value) : value;
}

/** One value for several samples: the mean of numbers, the majority of words (undecided when tied). */
export function ofSamples(values: readonly Value[]): Value | null {
  if (values.length > 1 && values.every((value) => typeof value === "number")) {
    return mean([...values].sort((a, b) => a - b));
  }
  return majority(values);
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

/**
 * The earliest of a rater's judgements of one unit that has a value in this class.
 * Nothing is independent once the rater has seen the draft, in whichever arm.
 */
function firstValue(
  judgements: readonly ReportJudgement[],
  exposure: ExposureClass,
  draftOf: (judgement: ReportJudgement) => Value | null,
): Omit<Rated, "rater"> | null {
  for (const judgement of judgements) {
    const value = facing(judgement, valueIn(judgement, exposure));
    if (value !== null) {
      return {
        value,
        exposure: exposure === "any" ? finalClass(judgement) : exposure,
        arm: judgement.arm,
        draft: draftOf(judgement),
        initial: facing(judgement, judgement.initial ?? null),
        judgement,
      };
    }
    if (exposure === "independent" && finalClass(judgement) !== "independent") return null;
  }
  return null;
}

/** Earlier first, what carries no time last; then by arm and id, so that the order is never left to chance. */
function byTime(a: ReportJudgement, b: ReportJudgement): number {
  const time = ({ submittedAt, startedAt }: ReportJudgement) =>
    Date.parse(submittedAt ?? startedAt ?? "") || Number.MAX_SAFE_INTEGER;
  return time(a) - time(b) || compare(a.arm ?? "", b.arm ?? "") || compare(a.id, b.id);
}

/** What one rater said at a time. */
function byWhom(judgements: readonly ReportJudgement[]): Iterable<ReportJudgement[]> {
  const found = new Map<string, ReportJudgement[]>();
  for (const judgement of judgements) {
    const key = `${judgement.raterKind} ${judgement.rater}`;
    const same = found.get(key);
    if (same) same.push(judgement);
    else found.set(key, [judgement]);
  }
  return found.values();
}

function isSaid(rated: Rated, said: Omit<Rated, "rater">): boolean {
  return (["value", "exposure", "arm", "draft", "initial", "judgement"] as const).every(
    (field) => rated[field] === said[field],
  );
}

const NOBODY: Rated[] = [];

/** In the order of raters, in no more room than it takes: lists of a large study hold the same people again and again. */
function compact(humans: Unit["humans"]): Unit["humans"] {
  const any = humans.any.length === 0 ? NOBODY : humans.any.slice().sort(byRater);
  const list = (given: Rated[]) => {
    if (given.length === 0) return NOBODY;
    const sorted = given.slice().sort(byRater);
    return sorted.length === any.length && sorted.every((rated, at) => rated === any[at]) ? any : sorted;
  };
  const [independent, exposed, unknown] = [humans.independent, humans.exposed, humans.unknown].map(list);
  return { independent: independent ?? NOBODY, exposed: exposed ?? NOBODY, unknown: unknown ?? NOBODY, any };
}

function byRater(a: Rated, b: Rated): number {
  return compare(a.rater.key, b.rater.key);
}

/** How a judgement moved against the value of its draft: -1, 0 or 1; null where they cannot be compared. */
export function moved(judgement: ReportJudgement, draft: ReportDraft): number | null {
  const from = facing(draft, draft.value);
  const to = facing(judgement, judgement.value);
  if (from === null || to === null || typeof from !== typeof to) return null;
  const [a, b] = [asNumber(from), asNumber(to)];
  return a === null || b === null ? null : Math.sign(b - a);
}
