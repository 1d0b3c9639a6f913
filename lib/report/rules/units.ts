import { Numbering } from "@/lib/agreement/numbering";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import type { ReportDraft, ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { draftsById } from "./draft-table";
import {
  EXPOSURE_CASES,
  type ExposureCase,
  exposureCaseIn,
  type SameClass,
  sameClasses,
} from "./exposure-values";
import { type Grouped, grouped } from "./group-by";
import { Listed } from "./lazy-list";
import { NONE } from "./none";
import { PersonValue, type PlacedValues, ValuesByExposure } from "./person-values";
import { RaterNumbers } from "./rater-numbers";
import { compare } from "./text-order";
import { type Rated, type Rater, type Unit, type Units, unitKey } from "./unit";
import { ofSamples, orientedValue } from "./unit-values";

const BY_MACHINE = { exposure: null, arm: null, draft: null, initial: null, place: null } as const;

/** The units of a study with more judgements and drafts are created on every access, to save memory. */
const MOST_STORED = 250_000;

/**
 * Collects raters' values by unit. Several drafts of one rater for one unit are samples and count once.
 * Values stay in columns: units are created on access, and stored unless there are very many.
 */
export function unitsOf(study: StudyData, mostStored = MOST_STORED): Units {
  const values = new StudyValues(study, mostStored);
  return { byItem: values.byItem(), repeated: values.repeated, sameClass: values.sameClass };
}

/** The subject of a unit. */
interface Subject extends Pick<Unit, "item" | "task" | "response" | "subject"> {}

/** All values of a study in columns, ordered by unit. */
class StudyValues implements PlacedValues {
  repeated = 0;

  /** By number. */
  private readonly units: Subject[] = [];
  /** The numbers of the units of an item, by response and by pair. */
  private readonly numbers = new Map<string, Record<"response" | "pair", Map<string, number>>>();
  private readonly adjudicated = new Set<number>();

  private readonly raters = new RaterNumbers();
  private readonly values = new Numbering<Value>();

  /**
   * For each judgement: its rater, and its value. NONE for rulings of adjudicators, and for judgements
   * without a value.
   */
  private readonly by: Int32Array;
  private readonly value: Int32Array;
  private readonly initial: Int32Array;
  private readonly draft: Int32Array;
  private readonly exposureCase: Int8Array;

  /** The exposure cases of people's judgements, and the classes with any values. */
  readonly cases = new Set<number>();
  private readonly classesWithValues = new Set<ExposureClass>();
  /** Classes with the same values share the objects for them. */
  readonly sameClass: SameClass;

  /**
   * By unit, then rater: the index of a person's judgement, or of an entry for several judgements, from -1
   * down.
   */
  private readonly people: Grouped;
  private readonly several: Record<ExposureClass, number>[] = [];

  private readonly others: Grouped;
  private readonly othersBy: number[] = [];
  private readonly othersValue: number[] = [];
  /** The index of a judgement; NONE for drafts. */
  private readonly othersPlace: number[] = [];
  private readonly undecided = new Map<number, Rater[]>();

  private readonly isStored: boolean;

  constructor(
    private readonly study: StudyData,
    mostStored: number,
  ) {
    const given = study.judgements.length;
    this.isStored = given + study.drafts.length <= mostStored;
    this.by = new Int32Array(given);
    this.value = new Int32Array(given);
    this.initial = new Int32Array(given);
    this.draft = new Int32Array(given);
    this.exposureCase = new Int8Array(given);
    const [draftedOf, draftedBy, drafted]: [number[], number[], number[]] = [[], [], []];
    for (const draft of study.drafts) {
      const unit = this.unitOf(draft);
      if (draft.raterKind === "adjudicator") continue;
      draftedOf.push(unit);
      draftedBy.push(this.raters.of(draft.rater, draft.raterKind, draft.method, draft.condition));
      drafted.push(this.codeOf(orientedValue(draft, draft.value)));
    }
    this.raters.forgetOnlyConditions();
    const judgedOf = this.readJudgements();
    this.sameClass = sameClasses(this.cases);

    const rank = this.raters.ranks();
    const group = (entries: number, of: (entry: number) => number, by: (entry: number) => number) =>
      grouped(this.units.length, entries, of, (entry) => rank[by(entry)] as number);

    // Samples first, so that the same rater's judgement replaces them.
    const othersOf: number[] = [];
    const other = (unit: number, by: number, value: number, place: number) => {
      othersOf.push(unit);
      this.othersBy.push(by);
      this.othersValue.push(value);
      this.othersPlace.push(place);
    };
    const samples = group(
      draftedOf.length,
      (entry) => draftedOf[entry] as number,
      (entry) => draftedBy[entry] as number,
    );
    this.eachOfOne(
      samples,
      (entry) => draftedBy[entry] as number,
      (unit, from, to) => {
        const by = draftedBy[samples.entry[from] as number] as number;
        const values: Value[] = [];
        for (let at = from; at < to; at++) {
          const code = drafted[samples.entry[at] as number] as number;
          if (code !== NONE) values.push(this.valueOf(code));
        }
        const value = ofSamples(values);
        if (value !== null) other(unit, by, this.codeOf(value), NONE);
        else this.undecided.set(unit, [...(this.undecided.get(unit) ?? []), this.raters.list[by] as Rater]);
      },
    );

    const by = (place: number) => this.by[place] as number;
    const isPerson = Uint8Array.from(this.raters.list, ({ kind }) => Number(kind === "human"));
    const judgedBy = (person: 0 | 1) => (place: number) =>
      by(place) !== NONE && isPerson[by(place)] === person ? (judgedOf[place] as number) : NONE;
    const judged = group(judgedOf.length, judgedBy(0), by);
    this.eachOfOne(judged, by, (unit, from, to) => {
      const place = this.placesOf(judged.entry.slice(from, to)).any;
      if (place !== NONE) other(unit, by(place), this.codeIn(place, "any"), place);
    });
    this.others = group(
      othersOf.length,
      (entry) => othersOf[entry] as number,
      (entry) => this.othersBy[entry] as number,
    );

    const everybody = group(judgedOf.length, judgedBy(1), by);
    const start = new Int32Array(this.units.length + 1);
    let length = 0;
    this.eachOfOne(everybody, by, (unit, from, to) => {
      everybody.entry[length++] =
        to - from === 1
          ? (everybody.entry[from] as number)
          : -this.several.push(this.placesOf(everybody.entry.slice(from, to)));
      start[unit + 1] = length;
    });
    for (let unit = 0; unit < this.units.length; unit++)
      start[unit + 1] = Math.max(start[unit] as number, start[unit + 1] as number);
    this.people = { start, entry: everybody.entry.subarray(0, length) };
  }

  /** The units of each item, independent of the order of records. */
  byItem(): Map<string, Listed<Unit>> {
    const found = new Map<string, number[]>();
    for (let unit = 0; unit < this.units.length; unit++) {
      const { item } = this.units[unit] as Subject;
      const own = found.get(item) ?? [];
      found.set(item, own);
      own.push(unit);
    }
    const subject = (unit: number) => (this.units[unit] as Subject).subject;
    return new Map(
      [...found].map(([item, units]) => {
        const sorted = Int32Array.from(units).sort((a, b) => compare(subject(a), subject(b)));
        return [item, this.listed(sorted.length, (at) => this.unit(sorted[at] as number))];
      }),
    );
  }

  private listed(length: number, make: (at: number) => Unit): Listed<Unit> {
    if (!this.isStored) return new Listed(length, make);
    const stored: Unit[] = [];
    return new Listed(length, (at) => {
      stored[at] ??= make(at);
      return stored[at];
    });
  }

  private unit(unit: number): Unit {
    const all = this;
    const byClass: Partial<Record<ExposureClass, readonly Rated[]>> = {};
    let others: readonly Rated[] | undefined;
    const valuesOf = (of: ExposureClass) => {
      const exposure = this.sameClass[of];
      if (!this.isStored) return this.valuesOfPeople(unit, exposure);
      byClass[exposure] ??= this.valuesOfPeople(unit, exposure);
      return byClass[exposure];
    };
    const { item, subject, task, response } = this.units[unit] as Subject;
    let key: string | undefined;
    return {
      get key() {
        key ??= unitKey(item, subject);
        return key;
      },
      item,
      subject,
      task,
      response,
      adjudicated: this.adjudicated.has(unit),
      undecided: this.undecided.get(unit) ?? [],
      humans: new ValuesByExposure(valuesOf),
      get others() {
        if (!all.isStored) return all.othersOf(unit);
        others ??= all.othersOf(unit);
        return others;
      },
    };
  }

  private valuesOfPeople(unit: number, exposure: ExposureClass): Rated[] {
    if (!this.classesWithValues.has(exposure)) return [];
    const { start, entry } = this.people;
    const end = start[unit + 1] as number;
    const found: Rated[] = [];
    for (let at = start[unit] as number; at < end; at++) {
      const stored = entry[at] as number;
      const place = stored < 0 ? (this.several[-stored - 1]?.[exposure] ?? NONE) : stored;
      if (place === NONE) continue;
      const code = this.codeIn(place, exposure);
      if (code !== NONE) found.push(new PersonValue(this, place, code, exposure));
    }
    return found;
  }

  private othersOf(unit: number): Rated[] {
    const { start, entry } = this.others;
    const found: Rated[] = [];
    const end = start[unit + 1] as number;
    for (let at = start[unit] as number; at < end; at++) {
      const other = entry[at] as number;
      const rater = this.raters.list[this.othersBy[other] as number] as Rater;
      const value = this.valueOf(this.othersValue[other] as number);
      const place = this.othersPlace[other] as number;
      const judgement = place === NONE ? null : this.judgementAt(place);
      // A judgement of the same rater replaces its draft.
      if (found.at(-1)?.rater === rater) found.pop();
      found.push({ rater, value, ...BY_MACHINE, judgement });
    }
    return found;
  }

  judgementAt(place: number): ReportJudgement {
    return this.study.judgements.at(place) ?? raise("a judgement that is not there was asked for");
  }

  raterAt(place: number): Rater {
    return this.raters.list[this.by[place] as number] as Rater;
  }

  valueOf(code: number): Value {
    return this.values.items[code] as Value;
  }

  draftAt(place: number): Value | null {
    return this.values.items[this.draft[place] as number] ?? null;
  }

  initialAt(place: number): Value | null {
    return this.values.items[this.initial[place] as number] ?? null;
  }

  finalAt(place: number): Exclude<ExposureClass, "any"> {
    return this.caseAt(place).final;
  }

  /** Reads judgements into columns; returns the unit of each. */
  private readJudgements(): Int32Array {
    const drafts = draftsById(this.study.drafts);
    const of = new Int32Array(this.study.judgements.length);
    let place = 0;
    for (const judgement of this.study.judgements) {
      const unit = this.unitOf(judgement);
      const { rater, raterKind, value, draft: id } = judgement;
      if (raterKind === "adjudicator" && value !== null) this.adjudicated.add(unit);
      const draft = id === null ? undefined : drafts.get(id);
      const exposureCase = exposureCaseIn(judgement);
      of[place] = unit;
      this.by[place] = raterKind === "adjudicator" ? NONE : this.raters.of(rater, raterKind, null, null);
      this.value[place] = this.codeOf(orientedValue(judgement, value));
      this.initial[place] = this.codeOf(orientedValue(judgement, judgement.initial ?? null));
      this.draft[place] = this.codeOf(draft ? orientedValue(draft, draft.value) : null);
      this.exposureCase[place++] = exposureCase;
      if (raterKind === "human") this.cases.add(exposureCase);
    }
    for (const exposure of EXPOSURE_CLASSES)
      if ([...this.cases].some((at) => EXPOSURE_CASES[at]?.takes[exposure]))
        this.classesWithValues.add(exposure);
    return of;
  }

  /** Calls `use` with the range of entries of each rater and unit. */
  private eachOfOne(
    { start, entry }: Grouped,
    by: (entry: number) => number,
    take: (unit: number, from: number, to: number) => void,
  ): void {
    for (let unit = 0; unit < this.units.length; unit++) {
      const end = start[unit + 1] as number;
      for (let from = start[unit] as number; from < end; ) {
        let to = from + 1;
        while (to < end && by(entry[to] as number) === by(entry[from] as number)) to++;
        take(unit, from, to);
        from = to;
      }
    }
  }

  /** Chooses for each exposure class which of a rater's judgements of one unit counts. */
  private placesOf(given: Int32Array): Record<ExposureClass, number> {
    this.repeated += given.length - 1;
    const inOrder = given.sort((a, b) => byTime(this.judgementAt(a), this.judgementAt(b)));
    return Object.fromEntries(
      EXPOSURE_CLASSES.map((exposure) => [exposure, this.firstIn(inOrder, exposure)]),
    ) as Record<ExposureClass, number>;
  }

  /**
   * A rater's earliest judgement of one unit with a value in this class. Nothing is independent once the
   * rater has seen the draft, in any arm.
   */
  private firstIn(places: Int32Array, exposure: ExposureClass): number {
    for (const place of places) {
      if (this.codeIn(place, exposure) !== NONE) return place;
      if (exposure === "independent" && this.finalAt(place) !== "independent") return NONE;
    }
    return NONE;
  }

  private codeIn(place: number, exposure: ExposureClass): number {
    const take = this.caseAt(place).takes[exposure];
    if (take === null) return NONE;
    return (take === "value" ? this.value : this.initial)[place] as number;
  }

  private caseAt(place: number): ExposureCase {
    return EXPOSURE_CASES[this.exposureCase[place] as number] as ExposureCase;
  }

  private codeOf(value: Value | null): number {
    return value === null ? NONE : this.values.of(value);
  }

  private unitOf({ item, pair, response, task }: ReportDraft | ReportJudgement): number {
    const ofItem = this.numbers.get(item) ?? { response: new Map(), pair: new Map() };
    this.numbers.set(item, ofItem);
    // The two of a pair in a fixed order.
    const subject = pair ? JSON.stringify([...pair].sort(compare)) : (response ?? "");
    const numbers = ofItem[pair ? "pair" : "response"];
    const known = numbers.get(subject);
    if (known !== undefined) return known;
    const unit = this.units.push({ item, task, response, subject }) - 1;
    numbers.set(subject, unit);
    return unit;
  }
}

function raise(why: string): never {
  throw new Error(why);
}

/** Earlier first, undated last; then by arm and id, so that the order is never random. */
function byTime(a: ReportJudgement, b: ReportJudgement): number {
  const time = ({ submittedAt, startedAt }: ReportJudgement) =>
    Date.parse(submittedAt ?? startedAt ?? "") || Number.MAX_SAFE_INTEGER;
  return time(a) - time(b) || compare(a.arm ?? "", b.arm ?? "") || compare(a.id, b.id);
}
