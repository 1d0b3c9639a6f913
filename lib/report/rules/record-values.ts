import { Numbering } from "@/lib/agreement/numbering";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import type { ReportDraft, ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { draftsById } from "./draft-table";
import { EXPOSURE_CASES, type ExposureCase, exposureCaseIn } from "./exposure-classes";
import { heldOutTasks } from "./held-out-tasks";
import { NONE } from "./none";
import { RaterNumbers } from "./rater-numbers";
import { compare } from "./text-order";
import type { Rater, Subject } from "./unit";
import { orientedValue } from "./unit-values";

/** The values of a study's records in columns, in the order of the records. */
export class RecordValues {
  /** By number. */
  protected readonly units: Subject[] = [];
  /** The numbers of the units of an item, by response and by pair. */
  private readonly numbers = new Map<string, Record<"response" | "pair", Map<string, number>>>();
  readonly adjudicated = new Set<number>();
  hasDrafts = false;

  protected readonly raters = new RaterNumbers();
  protected readonly values = new Numbering<Value>();

  /**
   * For each judgement: its rater, and its value. NONE for rulings of adjudicators, and for judgements
   * without a value.
   */
  protected readonly by: Int32Array;
  private readonly value: Int32Array;
  private readonly initial: Int32Array;
  private readonly draft: Int32Array;
  private readonly exposureCase: Int8Array;

  /** The exposure cases of people's judgements, and the classes with any values. */
  readonly cases = new Set<number>();
  protected readonly classesWithValues = new Set<ExposureClass>();

  constructor(private readonly study: StudyData) {
    const given = study.judgements.length;
    this.by = new Int32Array(given);
    this.value = new Int32Array(given);
    this.initial = new Int32Array(given);
    this.draft = new Int32Array(given);
    this.exposureCase = new Int8Array(given);
  }

  /**
   * Reads drafts; returns the unit, the rater and the value of each, and if it was left to the rules. Judgements follow. Values of
   * a judge's version on held-out tasks are left out before a final look at it.
   */
  protected readDrafts() {
    const drafted = { of: [] as number[], by: [] as number[], value: [] as number[], left: [] as boolean[] };
    const heldOutOf = heldOutTasks(this.study.heldOut);
    for (const draft of this.study.drafts) {
      const unit = this.unitOf(draft);
      if (draft.raterKind === "adjudicator") continue;
      const rater = this.raters.of(draft.rater, draft.raterKind, draft.method, draft.condition);
      if (heldOutOf(draft).has(draft.task)) continue;
      drafted.of.push(unit);
      drafted.by.push(rater);
      drafted.value.push(this.codeOf(orientedValue(draft, draft.value)));
      drafted.left.push(draft.leftToRules === true);
    }
    for (const { rater, raterKind, method, condition } of this.study.drafters ?? [])
      if (raterKind !== "adjudicator") this.raters.of(rater, raterKind, method, condition);
    this.raters.forgetOnlyConditions();
    return drafted;
  }

  get allRaters(): readonly Rater[] {
    return this.raters.list;
  }
  get allValues(): readonly Value[] {
    return this.values.items;
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
  protected readJudgements(): Int32Array {
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
      this.hasDrafts ||= this.draft[place] !== NONE;
      this.exposureCase[place++] = exposureCase;
      if (raterKind === "human") this.cases.add(exposureCase);
    }
    for (const exposure of EXPOSURE_CLASSES)
      if ([...this.cases].some((at) => EXPOSURE_CASES[at]?.takes[exposure]))
        this.classesWithValues.add(exposure);
    // Nothing is looked up after the last record.
    this.numbers.clear();
    return of;
  }

  protected codeIn(place: number, exposure: ExposureClass): number {
    const take = this.caseAt(place).takes[exposure];
    if (take === null) return NONE;
    return (take === "value" ? this.value : this.initial)[place] as number;
  }

  private caseAt(place: number): ExposureCase {
    return EXPOSURE_CASES[this.exposureCase[place] as number] as ExposureCase;
  }

  protected codeOf(value: Value | null): number {
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
