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
import { DictionaryColumn, GrowableColumn, NarrowColumn, NONE } from "./growable-columns";
import { Listed } from "./lazy-list";
import { PersonValue, type PlacedValues, ValuesByExposure } from "./person-values";
import { RaterNumbers } from "./rater-numbers";
import { compare } from "./text-order";
import { TupleIndex } from "./tuple-index";
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

/** Positions in a unit's key. */
const [ITEM, FIRST, SECOND] = [0, 1, 2] as const;

/** All values of a study in columns, ordered by unit. */
class StudyValues implements PlacedValues {
  repeated = 0;

  /** Units by the codes of their item, their response or the first of a pair, and the second of a pair. */
  private readonly units = new TupleIndex(3);
  private readonly key = new Int32Array(3);
  private readonly words = new DictionaryColumn<string>();
  private readonly task = new NarrowColumn();
  private readonly adjudicated = new Set<number>();

  private readonly raters = new RaterNumbers();
  private readonly values = new DictionaryColumn<Value>();

  /**
   * For each judgement: its rater, and its value. NONE for rulings of adjudicators, and for judgements
   * without a value.
   */
  private readonly by = new NarrowColumn();
  private readonly value = new NarrowColumn();
  private readonly initial = new NarrowColumn();
  private readonly draft = new NarrowColumn();
  private readonly exposureCase = new NarrowColumn();

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
  private readonly othersBy = new NarrowColumn();
  private readonly othersValue = new NarrowColumn();
  /** The index of a judgement; NONE for drafts. */
  private readonly othersPlace = new NarrowColumn();
  private readonly undecided = new Map<number, Rater[]>();

  private readonly isStored: boolean;

  constructor(
    private readonly study: StudyData,
    mostStored: number,
  ) {
    this.isStored = study.judgements.length + study.drafts.length <= mostStored;
    const draftedBy = new NarrowColumn();
    const draftedOf = new NarrowColumn();
    const drafted = new NarrowColumn();
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
      grouped(this.units.size, entries, of, (entry) => rank[by(entry)] as number);

    // Samples first, so that the same rater's judgement replaces them.
    const othersOf = new NarrowColumn();
    const other = (unit: number, by: number, value: number, place: number) => {
      othersOf.push(unit);
      this.othersBy.push(by);
      this.othersValue.push(value);
      this.othersPlace.push(place);
    };
    const samples = group(
      draftedOf.length,
      (entry) => draftedOf.at(entry),
      (entry) => draftedBy.at(entry),
    );
    this.eachOfOne(
      samples,
      (entry) => draftedBy.at(entry),
      (unit, from, to) => {
        const by = draftedBy.at(samples.entry[from] as number);
        const codes = Array.from(samples.entry.subarray(from, to), (entry) => drafted.at(entry)).filter(
          (code) => code !== NONE,
        );
        const value = ofSamples(codes.map((code) => this.values.list[code] as Value));
        if (value !== null) other(unit, by, this.codeOf(value), NONE);
        else this.undecided.set(unit, [...(this.undecided.get(unit) ?? []), this.raters.list[by] as Rater]);
      },
    );

    const by = (place: number) => this.by.at(place);
    const isPerson = Uint8Array.from(this.raters.list, ({ kind }) => Number(kind === "human"));
    const judgedBy = (person: 0 | 1) => (place: number) =>
      by(place) !== NONE && isPerson[by(place)] === person ? judgedOf.at(place) : NONE;
    const judged = group(judgedOf.length, judgedBy(0), by);
    this.eachOfOne(judged, by, (unit, from, to) => {
      const place = this.placesOf(judged.entry.slice(from, to)).any;
      if (place !== NONE) other(unit, this.by.at(place), this.codeIn(place, "any"), place);
    });
    this.others = group(
      othersOf.length,
      (entry) => othersOf.at(entry),
      (entry) => this.othersBy.at(entry),
    );

    const everybody = group(judgedOf.length, judgedBy(1), by);
    const start = new Int32Array(this.units.size + 1);
    let length = 0;
    this.eachOfOne(everybody, by, (unit, from, to) => {
      everybody.entry[length++] =
        to - from === 1
          ? (everybody.entry[from] as number)
          : -this.several.push(this.placesOf(everybody.entry.slice(from, to)));
      start[unit + 1] = length;
    });
    for (let unit = 0; unit < this.units.size; unit++)
      start[unit + 1] = Math.max(start[unit] as number, start[unit + 1] as number);
    this.people = { start, entry: everybody.entry.subarray(0, length) };
    this.units.close();
    this.words.close();
  }

  /** The units of each item, independent of the order of records. */
  byItem(): Map<string, Listed<Unit>> {
    const found = new Map<string, GrowableColumn>();
    for (let unit = 0; unit < this.units.size; unit++) {
      const item = this.part(unit, ITEM) as string;
      const own = found.get(item) ?? new GrowableColumn();
      found.set(item, own);
      own.push(unit);
    }
    return new Map(
      [...found].map(([item, units]) => {
        const sorted = units.numbers().sort((a, b) => compare(this.subject(a), this.subject(b)));
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
    const [item, subject] = [this.part(unit, ITEM) as string, this.subject(unit)];
    let key: string | undefined;
    return {
      get key() {
        key ??= unitKey(item, subject);
        return key;
      },
      item,
      subject,
      task: this.words.list[this.task.at(unit)] as string,
      response: this.part(unit, SECOND) === null ? this.part(unit, FIRST) : null,
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
      const rater = this.raters.list[this.othersBy.at(other)] as Rater;
      const value = this.values.list[this.othersValue.at(other)] as Value;
      const place = this.othersPlace.at(other);
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
    return this.raters.list[this.by.at(place)] as Rater;
  }

  valueOf(code: number): Value {
    return this.values.list[code] as Value;
  }

  draftAt(place: number): Value | null {
    return this.values.list[this.draft.at(place)] ?? null;
  }

  initialAt(place: number): Value | null {
    return this.values.list[this.initial.at(place)] ?? null;
  }

  finalAt(place: number): Exclude<ExposureClass, "any"> {
    return (EXPOSURE_CASES[this.exposureCase.at(place)] as ExposureCase).final;
  }

  /** Reads judgements into columns; returns the unit of each. */
  private readJudgements(): NarrowColumn {
    const drafts = draftsById(this.study.drafts);
    const of = new NarrowColumn();
    for (const judgement of this.study.judgements) {
      const unit = this.unitOf(judgement);
      const { rater, raterKind, value, draft: id } = judgement;
      if (raterKind === "adjudicator" && value !== null) this.adjudicated.add(unit);
      const draft = id === null ? undefined : drafts.get(id);
      of.push(unit);
      this.by.push(raterKind === "adjudicator" ? NONE : this.raters.of(rater, raterKind, null, null));
      this.value.push(this.codeOf(orientedValue(judgement, value)));
      this.initial.push(this.codeOf(orientedValue(judgement, judgement.initial ?? null)));
      this.draft.push(this.codeOf(draft ? orientedValue(draft, draft.value) : null));
      const exposureCase = exposureCaseIn(judgement);
      this.exposureCase.push(exposureCase);
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
    for (let unit = 0; unit < this.units.size; unit++) {
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
    const take = (EXPOSURE_CASES[this.exposureCase.at(place)] as ExposureCase).takes[exposure];
    if (take === null) return NONE;
    return take === "value" ? this.value.at(place) : this.initial.at(place);
  }

  private codeOf(value: Value | null): number {
    return value === null ? NONE : this.values.of(value);
  }

  private unitOf({ item, pair, response, task }: ReportDraft | ReportJudgement): number {
    const { key } = this;
    key[ITEM] = this.words.of(item);
    if (pair) {
      const isInOrder = pair[0] < pair[1];
      key[FIRST] = this.words.of(pair[isInOrder ? 0 : 1]);
      key[SECOND] = this.words.of(pair[isInOrder ? 1 : 0]);
    } else {
      key[FIRST] = response === null ? NONE : this.words.of(response);
      key[SECOND] = NONE;
    }
    const unit = this.units.of(key);
    if (unit === this.task.length) this.task.push(this.words.of(task));
    return unit;
  }

  private part(unit: number, place: number): string | null {
    return this.words.list[this.units.part(unit, place)] ?? null;
  }

  /** The subject as text: its response, or the two of its pair in a fixed order. */
  private subject(unit: number): string {
    const [first, second] = [this.part(unit, FIRST), this.part(unit, SECOND)];
    return second === null ? (first ?? "") : JSON.stringify([first, second]);
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
