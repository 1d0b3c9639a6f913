import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { type SameClass, sameClasses } from "./exposure-classes";
import { type Grouped, grouped } from "./group-by";
import type { MeasurementScale } from "./measurement-scale";
import { NONE } from "./none";
import { PersonValue, type PlacedValues } from "./person-values";
import { formOf, preferenceIn } from "./preference-forms";
import { RecordValues } from "./record-values";
import { StudyUnit } from "./study-unit";
import { compare } from "./text-order";
import {
  type GivenValues,
  type Rated,
  type Rater,
  type Subject,
  type Unit,
  UnitList,
  type UnitSource,
  type Units,
} from "./unit";
import { ofSamples } from "./unit-values";

const BY_MACHINE = { exposure: null, arm: null, draft: null, initial: null, place: null } as const;

/** The units of a study with more judgements and drafts are created on every access, to save memory. */
const MOST_STORED = 250_000;

/**
 * Collects raters' values by unit. Several drafts of one rater for one unit are samples and count once.
 * Values stay in columns: units are created on access, and stored unless there are very many.
 */
export function unitsOf(study: StudyData, mostStored = MOST_STORED): Units {
  const values = new StudyValues(study, mostStored);
  const { repeated, adjudicated, sameClass } = values;
  return {
    ...{ byItem: values.byItem(), machines: values.machines() },
    ...{ repeated, adjudicated: adjudicated.size, sameClass },
  };
}

/** All values of a study in columns, ordered by unit. */
class StudyValues extends RecordValues implements PlacedValues, UnitSource {
  repeated = 0;

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
  readonly undecided = new Map<number, Rater[]>();
  readonly leftToRules = new Map<number, Rater[]>();

  readonly isStored: boolean;
  /** By number, if they are stored. */
  private readonly created: (Unit | undefined)[];
  /** Those of preferences, in the form in which people gave them. */
  private readonly converted: (Unit | undefined)[];
  private form: MeasurementScale | null | undefined;

  constructor(study: StudyData, mostStored: number) {
    super(study);
    this.isStored = study.judgements.length + study.drafts.length <= mostStored;
    const drafted = this.readDrafts();
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
      drafted.of.length,
      (entry) => drafted.of[entry] as number,
      (entry) => drafted.by[entry] as number,
    );
    this.eachOfOne(
      samples,
      (entry) => drafted.by[entry] as number,
      (unit, from, to) => {
        const by = drafted.by[samples.entry[from] as number] as number;
        const values: Value[] = [];
        let isLeft = true;
        for (let at = from; at < to; at++) {
          if (!drafted.left[samples.entry[at] as number]) isLeft = false;
          const code = drafted.value[samples.entry[at] as number] as number;
          if (code !== NONE) values.push(this.valueOf(code));
        }
        const value = ofSamples(values);
        if (value !== null) other(unit, by, this.codeOf(value), NONE);
        else {
          const raters = isLeft ? this.leftToRules : this.undecided;
          raters.set(unit, [...(raters.get(unit) ?? []), this.raters.list[by] as Rater]);
        }
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
    this.created = new Array(this.isStored ? this.units.length : 0);
    this.converted = new Array(this.isStored ? this.units.length : 0);
  }

  /** The units of each item, independent of the order of records. */
  byItem(): Map<string, UnitList> {
    const found = new Map<string, number[]>();
    for (const [unit, { item }] of this.units.entries()) {
      const own = found.get(item) ?? [];
      found.set(item, own);
      own.push(unit);
    }
    const subject = (unit: number) => (this.units[unit] as Subject).subject;
    return new Map(
      [...found].map(([item, units]) => {
        const sorted = units.sort((a, b) => compare(subject(a), subject(b)));
        return [item, new UnitList(this, Int32Array.from(sorted))];
      }),
    );
  }

  /** Models and rules with a value, or with drafts that came to none. */
  machines(): Rater[] {
    const numbers = new Set(this.othersBy);
    const met = new Set([...numbers].map((by) => this.raters.list[by] as Rater));
    for (const raters of this.undecided.values()) for (const rater of raters) met.add(rater);
    return [...met].filter(({ kind }) => kind === "llm" || kind === "rules");
  }

  unitAt(unit: number, isConverted: boolean): Unit {
    const about = this.units[unit] as Subject;
    const form = isConverted && about.item === PREFERENCE ? this.peoplesForm : null;
    if (!this.isStored) return new StudyUnit(this, unit, about, form);
    const stored = form ? this.converted : this.created;
    const made = stored[unit] ?? new StudyUnit(this, unit, about, form);
    stored[unit] = made;
    return made;
  }

  subjectOf(unit: number): Subject {
    return this.units[unit] as Subject;
  }

  /** The form in which people gave preferences, if they used one. */
  private get peoplesForm(): MeasurementScale | null {
    if (this.form !== undefined) return this.form;
    const units = Int32Array.from(this.units.keys()).filter((unit) => this.units[unit]?.item === PREFERENCE);
    const codes = EXPOSURE_CLASSES.flatMap((own) => [...new Set(this.givenByPeople(units, own).value)]);
    this.form = formOf(new Set(codes.map((code) => this.valueOf(code))));
    return this.form;
  }

  givenByPeople(units: Int32Array, exposure: ExposureClass): GivenValues {
    const { start, entry } = this.people;
    if (!this.classesWithValues.has(exposure)) return emptyColumns(units, new Int32Array(start.length));
    const given = emptyColumns(units, start);
    let length = 0;
    for (let at = 0; at < units.length; at++) {
      const unit = units[at] as number;
      for (let i = start[unit] as number; i < (start[unit + 1] as number); i++) {
        const place = this.placeIn(entry[i] as number, exposure);
        const code = place === NONE ? NONE : this.codeIn(place, exposure);
        if (code === NONE) continue;
        given.rater[length] = this.by[place] as number;
        given.value[length] = code;
        given.place[length++] = place;
      }
      given.start[at + 1] = length;
    }
    return shortened(given, length);
  }

  givenByOthers(units: Int32Array, isConverted: boolean): GivenValues {
    const { start, entry } = this.others;
    const given = emptyColumns(units, start);
    let length = 0;
    for (let at = 0; at < units.length; at++) {
      const unit = units[at] as number;
      const form = isConverted && this.units[unit]?.item === PREFERENCE ? this.peoplesForm : null;
      const from = start[unit] as number;
      const to = start[unit + 1] as number;
      for (let i = from; i < to; i++) {
        const other = entry[i] as number;
        const by = this.othersBy[other] as number;
        // A judgement of the same rater replaces its draft.
        if (i + 1 < to && this.othersBy[entry[i + 1] as number] === by) continue;
        const code = this.othersValue[other] as number;
        const own = form ? this.codeOf(preferenceIn(form, this.valueOf(code))) : code;
        if (own === NONE) continue;
        given.rater[length] = by;
        given.value[length] = own;
        given.place[length++] = this.othersPlace[other] as number;
      }
      given.start[at + 1] = length;
    }
    return shortened(given, length);
  }

  valuesOfPeople(unit: number, exposure: ExposureClass): readonly Rated[] {
    if (!this.classesWithValues.has(exposure)) return NOTHING;
    const { start, entry } = this.people;
    const end = start[unit + 1] as number;
    const found: Rated[] = [];
    for (let at = start[unit] as number; at < end; at++) {
      const place = this.placeIn(entry[at] as number, exposure);
      if (place === NONE) continue;
      const code = this.codeIn(place, exposure);
      if (code !== NONE) found.push(new PersonValue(this, place, code, exposure));
    }
    return found;
  }

  /** The judgement of an entry of `people` in a class. */
  private placeIn(entry: number, exposure: ExposureClass): number {
    return entry < 0 ? (this.several[-entry - 1]?.[exposure] ?? NONE) : entry;
  }

  othersOf(unit: number): Rated[] {
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

  /** Calls `take` with the range of entries of each rater and unit. */
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
}

const NOTHING: readonly Rated[] = [];

/** Columns with room for all entries of some units. */
function emptyColumns(units: Int32Array, start: Int32Array) {
  let room = 0;
  for (const unit of units) room += (start[unit + 1] as number) - (start[unit] as number);
  const column = (length: number): Int32Array => new Int32Array(length);
  return {
    start: column(units.length + 1),
    rater: column(room),
    value: column(room),
    place: column(room),
  };
}

/** The columns without the room that was not used. */
function shortened({ start, rater, value, place }: GivenValues, length: number): GivenValues {
  const [r, v, p] = [rater, value, place].map((column) =>
    column.length === length ? column : column.slice(0, length),
  );
  return { start, rater: r as Int32Array, value: v as Int32Array, place: p as Int32Array };
}

/** Earlier first, undated last; then by arm and id, so that the order is never random. */
function byTime(a: ReportJudgement, b: ReportJudgement): number {
  const time = ({ submittedAt, startedAt }: ReportJudgement) =>
    Date.parse(submittedAt ?? startedAt ?? "") || Number.MAX_SAFE_INTEGER;
  return time(a) - time(b) || compare(a.arm ?? "", b.arm ?? "") || compare(a.id, b.id);
}
