import { majority } from "@/lib/judgement/rules/majority";
import { swapSides } from "@/lib/judgement/rules/sides";
import type { ExposureClass, RaterKind, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportDraft, ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { PackedColumn, packed } from "./bit-packed-column";
import { draftsById } from "./draft-table";
import { EXPOSURE_CASES, type ExposureCase, exposureAt, exposureCaseIndex } from "./exposure-values";
import { type Grouped, grouped, type PackedGroups, packGroups } from "./group-by";
import { DictionaryColumn, GrowableColumn, NONE } from "./growable-columns";
import { Listed } from "./lazy-list";
import { asNumber } from "./measurement-scale";
import { TupleIndex } from "./tuple-index";

/** A rater: a person, gold, the rule engine, or one model with one method under one condition. */
export interface Rater {
  key: string;
  name: string;
  kind: RaterKind;
  method: string | null;
  /** Distinguishes it from the same model and method; null when it is the only one. */
  condition: string | null;
}

export interface Rated {
  rater: Rater;
  value: Value;
  /** The class of this value; null for raters other than people. */
  exposure: Exclude<ExposureClass, "any"> | null;
  /** The arm it was given in; null without arms, and for raters other than people. */
  arm: string | null;
  /** The value of the draft named by the judgement; null without one. */
  draft: Value | null;
  /** The rater's own value before the draft was revealed; null when there was none. */
  initial: Value | null;
  /** The judgement of the value; null for drafts. */
  judgement: ReportJudgement | null;
  /** The index of that judgement in the study, if a person gave it. */
  place: number | null;
}

const BY_MACHINE = { exposure: null, arm: null, draft: null, initial: null, place: null } as const;

/** People's values in each exposure class. */
type ByExposure = Readonly<Record<ExposureClass, readonly Rated[]>>;

/** The unit of comparison: one item (or overall, or preference) of one response or pair. */
export interface Unit {
  item: string;
  /** The response, or the pair regardless of which side is A. */
  subject: string;
  task: string;
  /** Null for a pair. */
  response: string | null;
  /** People's values by exposure class, one per person, including n/a. */
  humans: ByExposure;
  /** Values of other raters: drafts and judgements. */
  others: readonly Rated[];
  /** Models that were asked but gave no usable value. */
  undecided: readonly Rater[];
  /**
   * True if an adjudicator ruled on it. Rulings are compared with nothing, because adjudicators saw the
   * votes.
   */
  adjudicated: boolean;
}

/** The units of a study with more judgements and drafts are created on every access, to save memory. */
const MOST_STORED = 250_000;

/** All values of a study by unit, independent of the order of records. */
export interface Units {
  byItem: Map<string, Listed<Unit>>;
  repeated: number;
}

/**
 * Collects raters' values by unit. Several drafts of one rater for one unit are samples and count once.
 * Values stay in columns: units are created on access, and stored unless there are very many.
 */
export function unitsOf(study: StudyData, mostStored = MOST_STORED): Units {
  const said = new Said(study, mostStored);
  return { byItem: said.byItem(), repeated: said.repeated };
}

/** Positions in a unit's key. */
const [ITEM, FIRST, SECOND] = [0, 1, 2] as const;

/** All values of a study in columns, ordered by unit. */
class Said {
  repeated = 0;

  /** Units by the codes of their item, their response or the first of a pair, and the second of a pair. */
  private readonly units = new TupleIndex(3);
  private readonly key = new Int32Array(3);
  private readonly words = new DictionaryColumn<string>();
  private readonly task = new PackedColumn();
  private readonly adjudicated = new Set<number>();

  private readonly raters = new DictionaryColumn<string>();
  private readonly known: Rater[] = [];
  private readonly values = new DictionaryColumn<Value>();

  /**
   * For each judgement: its rater, and its value. NONE for rulings of adjudicators, and for judgements
   * without a value.
   */
  private readonly by = new PackedColumn();
  private readonly value = new PackedColumn();
  private readonly initial = new PackedColumn();
  private readonly draft = new PackedColumn();
  private readonly exposureCase = new PackedColumn();

  /** The classes with any values. */
  private readonly classesWithValues = new Set<ExposureClass>();

  /**
   * By unit, then rater: the index of a person's judgement, or of an entry for several judgements, from -1
   * down.
   */
  private readonly people: PackedGroups;
  private readonly several: Record<ExposureClass, number>[] = [];

  private readonly others: PackedGroups;
  private readonly othersBy = new PackedColumn();
  private readonly othersValue = new PackedColumn();
  /** The index of a judgement; NONE for drafts. */
  private readonly othersPlace = new PackedColumn();
  private readonly undecided = new Map<number, Rater[]>();

  private readonly isStored: boolean;

  constructor(
    private readonly study: StudyData,
    mostStored: number,
  ) {
    this.isStored = study.judgements.length + study.drafts.length <= mostStored;
    const draftedBy = new PackedColumn();
    const draftedOf = new PackedColumn();
    const drafted = new PackedColumn();
    for (const draft of study.drafts) {
      const unit = this.unitOf(draft);
      if (draft.raterKind === "adjudicator") continue;
      draftedOf.push(unit);
      draftedBy.push(this.raterOf(draft.rater, draft.raterKind, draft.method, draft.condition));
      drafted.push(this.codeOf(orientedValue(draft, draft.value)));
    }
    this.forgetOnlyConditions();
    const judgedOf = this.readJudgements();

    const order = this.known.map((_, rater) => rater).sort((a, b) => compare(this.keyOf(a), this.keyOf(b)));
    const rank = new Int32Array(order.length);
    order.forEach((rater, at) => {
      rank[rater] = at;
    });
    const group = (entries: number, of: (entry: number) => number, by: (entry: number) => number) =>
      grouped(this.units.size, entries, of, (entry) => rank[by(entry)] as number);

    // Samples first, so that the same rater's judgement replaces them.
    const othersOf = new PackedColumn();
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
        else this.undecided.set(unit, [...(this.undecided.get(unit) ?? []), this.known[by] as Rater]);
      },
    );

    const by = (place: number) => this.by.at(place);
    const isPerson = Uint8Array.from(this.known, ({ kind }) => Number(kind === "human"));
    const judgedBy = (person: 0 | 1) => (place: number) =>
      by(place) !== NONE && isPerson[by(place)] === person ? judgedOf.at(place) : NONE;
    const judged = group(judgedOf.length, judgedBy(0), by);
    this.eachOfOne(judged, by, (unit, from, to) => {
      const said = this.placesOf(judged.entry.slice(from, to)).any;
      if (said !== NONE) other(unit, this.by.at(said), this.codeIn(said, "any"), said);
    });
    this.others = packGroups(
      group(
        othersOf.length,
        (entry) => othersOf.at(entry),
        (entry) => this.othersBy.at(entry),
      ),
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
    this.people = packGroups({ start, entry: everybody.entry.subarray(0, length) });
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
        const sorted = packed(units.numbers().sort((a, b) => compare(this.subject(a), this.subject(b))));
        return [item, this.listed(sorted.length, (at) => this.unit(sorted.at(at)))];
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
    const said = this;
    const byClass: Partial<Record<ExposureClass, readonly Rated[]>> = {};
    let others: readonly Rated[] | undefined;
    const voicesOf = (exposure: ExposureClass) => {
      if (!this.isStored) return this.voicesOf(unit, exposure);
      byClass[exposure] ??= this.voicesOf(unit, exposure);
      return byClass[exposure];
    };
    return {
      item: this.part(unit, ITEM) as string,
      subject: this.subject(unit),
      task: this.words.list[this.task.at(unit)] as string,
      response: this.part(unit, SECOND) === null ? this.part(unit, FIRST) : null,
      adjudicated: this.adjudicated.has(unit),
      undecided: this.undecided.get(unit) ?? [],
      humans: new Voices(voicesOf),
      get others() {
        if (!said.isStored) return said.othersOf(unit);
        others ??= said.othersOf(unit);
        return others;
      },
    };
  }

  private voicesOf(unit: number, exposure: ExposureClass): Rated[] {
    if (!this.classesWithValues.has(exposure)) return [];
    const { start, entry } = this.people;
    const end = start.at(unit + 1);
    const found: Rated[] = [];
    for (let at = start.at(unit); at < end; at++) {
      const said = entry.at(at);
      const place = said < 0 ? (this.several[-said - 1]?.[exposure] ?? NONE) : said;
      if (place === NONE) continue;
      const code = this.codeIn(place, exposure);
      if (code !== NONE) found.push(new Voice(this, place, code, exposure));
    }
    return found;
  }

  private othersOf(unit: number): Rated[] {
    const { start, entry } = this.others;
    const found: Rated[] = [];
    const end = start.at(unit + 1);
    for (let at = start.at(unit); at < end; at++) {
      const other = entry.at(at);
      const rater = this.known[this.othersBy.at(other)] as Rater;
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
    return this.known[this.by.at(place)] as Rater;
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

  /** Drops the condition of a model and method that have only one. */
  private forgetOnlyConditions(): void {
    const under = new Map<string, number>();
    const key = ({ kind, name, method }: Rater) => JSON.stringify([kind, name, method]);
    for (const rater of this.known) under.set(key(rater), (under.get(key(rater)) ?? 0) + 1);
    for (const rater of this.known) if (under.get(key(rater)) === 1) rater.condition = null;
  }

  /** Reads judgements into columns; returns the unit of each. */
  private readJudgements(): PackedColumn {
    const drafts = draftsById(this.study.drafts);
    const of = new PackedColumn();
    const exposureCases = new Set<number>();
    for (const judgement of this.study.judgements) {
      const unit = this.unitOf(judgement);
      const { rater, raterKind, value, draft: id } = judgement;
      if (raterKind === "adjudicator" && value !== null) this.adjudicated.add(unit);
      const draft = id === null ? undefined : drafts.get(id);
      of.push(unit);
      this.by.push(raterKind === "adjudicator" ? NONE : this.raterOf(rater, raterKind, null, null));
      this.value.push(this.codeOf(orientedValue(judgement, value)));
      this.initial.push(this.codeOf(orientedValue(judgement, judgement.initial ?? null)));
      this.draft.push(this.codeOf(draft ? orientedValue(draft, draft.value) : null));
      const exposureCase = exposureCaseIndex(
        exposureAt(judgement.exposure),
        judgement.initial !== undefined,
        judgement.lines.some((line) => line.draft !== null),
      );
      exposureCases.add(exposureCase);
      this.exposureCase.push(exposureCase);
    }
    for (const exposure of EXPOSURE_CLASSES)
      for (const exposureCase of exposureCases)
        if (EXPOSURE_CASES[exposureCase]?.takes[exposure]) this.classesWithValues.add(exposure);
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

  private keyOf(rater: number): string {
    return this.known[rater]?.key ?? "";
  }

  private raterOf(name: string, kind: RaterKind, method: string | null, condition: string | null): number {
    const key = JSON.stringify([kind, name, method, ...(condition === null ? [] : [condition])]);
    const number = this.raters.of(key);
    if (number === this.known.length) this.known.push({ key, name, kind, method, condition });
    return number;
  }

  private unitOf({ item, pair, response, task }: ReportDraft | ReportJudgement): number {
    const [first, second] = pair ? [...pair].sort() : [response, null];
    const { key } = this;
    key[ITEM] = this.words.of(item);
    key[FIRST] = first == null ? NONE : this.words.of(first);
    key[SECOND] = second == null ? NONE : this.words.of(second);
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

/** People's values of a unit, by exposure class. */
class Voices implements ByExposure {
  constructor(private readonly of: (exposure: ExposureClass) => readonly Rated[]) {}

  get independent(): readonly Rated[] {
    return this.of("independent");
  }
  get exposed(): readonly Rated[] {
    return this.of("exposed");
  }
  get unknown(): readonly Rated[] {
    return this.of("unknown");
  }
  get any(): readonly Rated[] {
    return this.of("any");
  }
}

/** One person's value. */
class Voice implements Rated {
  constructor(
    private readonly among: Said,
    readonly place: number,
    private readonly code: number,
    private readonly of: ExposureClass,
  ) {}

  get rater(): Rater {
    return this.among.raterAt(this.place);
  }
  get value(): Value {
    return this.among.valueOf(this.code);
  }
  get exposure(): Exclude<ExposureClass, "any"> {
    return this.of === "any" ? this.among.finalAt(this.place) : this.of;
  }
  get arm(): string | null {
    return this.judgement.arm;
  }
  get draft(): Value | null {
    return this.among.draftAt(this.place);
  }
  get initial(): Value | null {
    return this.among.initialAt(this.place);
  }
  get judgement(): ReportJudgement {
    return this.among.judgementAt(this.place);
  }
}

function raise(why: string): never {
  throw new Error(why);
}

/** Text by code point: the same order everywhere. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A value relative to the alphabetically first response of its pair, so that both orders can be compared. */
export function orientedValue(about: ReportDraft | ReportJudgement, value: Value | null): Value | null {
  const swapped = about.item === PREFERENCE && about.pair !== null && about.pair[0] > about.pair[1];
  return swapped && value !== null ? swapSides(value) : value;
}

/** One value for several samples: the mean of numbers, the majority of words (undecided when tied). */
export function ofSamples(values: readonly Value[]): Value | null {
  if (values.length > 1 && values.every((value) => typeof value === "number")) {
    return arithmeticMean([...values].sort((a, b) => a - b));
  }
  return majority(values);
}

export function arithmeticMean(numbers: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += numbers[at] as number;
  return sum / numbers.length;
}

/** Earlier first, undated last; then by arm and id, so that the order is never random. */
function byTime(a: ReportJudgement, b: ReportJudgement): number {
  const time = ({ submittedAt, startedAt }: ReportJudgement) =>
    Date.parse(submittedAt ?? startedAt ?? "") || Number.MAX_SAFE_INTEGER;
  return time(a) - time(b) || compare(a.arm ?? "", b.arm ?? "") || compare(a.id, b.id);
}

/**
 * The direction in which a judgement moved from its draft's value: -1, 0 or 1; null when they cannot be
 * compared.
 */
export function directionOfChange(judgement: ReportJudgement, draft: ReportDraft): number | null {
  const from = orientedValue(draft, draft.value);
  const to = orientedValue(judgement, judgement.value);
  if (from === null || to === null || typeof from !== typeof to) return null;
  const [a, b] = [asNumber(from), asNumber(to)];
  return a === null || b === null ? null : Math.sign(b - a);
}
