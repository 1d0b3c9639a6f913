import "server-only";
import { repeatedRow } from "@/lib/agreement/ratings";
import type { Tuple } from "@/lib/database/copy-out";
import type { Snapshot } from "@/lib/database/snapshot";
import { countRecords, frameRecords } from "@/lib/dataset/data/records";
import { DRAFTS_IN_SCOPE } from "@/lib/dataset/data/records/drafts";
import { JUDGEMENT_IN_SCOPE } from "@/lib/dataset/data/records/judgements";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { wasRevealed } from "@/lib/judgement/data/fragments";
import { REPORTED, REPORTED_IMPORTED } from "@/lib/judgement/data/scope";
import { swapSides } from "@/lib/judgement/rules/sides";
import { EXPOSURES, RATER_KINDS, type RaterKind, type Value } from "@/lib/judgement/schema";
import { HumanValues } from "@/lib/report/human-values";
import { OtherValues } from "@/lib/report/other-values";
import { overallIn } from "@/lib/report/overall-scale";
import { NOWHERE, OVERALL_AT, PREFERENCE_AT, type StudyColumns } from "@/lib/report/rules/columns";
import { exposureCaseIndex } from "@/lib/report/rules/exposure-values";
import { GrowableColumn, NarrowColumn, NONE } from "@/lib/report/rules/growable-columns";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import { TupleIndex } from "@/lib/report/rules/tuple-index";
import type { StudySummary } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import { Uuids } from "@/lib/report/uuids";

/** A study in columns, and what it consists of. */
export interface LoadedColumns {
  columns: StudyColumns;
  /** Its items, without tasks, responses, drafts and judgements. */
  frame: StudyData;
  summary: StudySummary;
}

/** True if the first response of a pair is not the alphabetically first. */
const SWAPPED = `CASE WHEN x."responseBId" IS NULL THEN NULL ELSE
  (SELECT a."key" COLLATE "C" > b."key" COLLATE "C" FROM "Response" AS a, "Response" AS b
    WHERE a."id" = x."responseId" AND b."id" = x."responseBId") END`;

/**
 * Packs into one number everything that decides to which exposure classes a judgement's values belong: four
 * times the index of its exposure in `EXPOSURES` from 1 (0 if unknown), plus 2 if a draft shown on request
 * was opened, plus 1 if it has no timestamp. This is not the index that `exposureCaseIndex` returns.
 */
const EXPOSURE_CASE = `((CASE x."exposure" ${EXPOSURES.map((name, at) => `WHEN '${name}' THEN ${4 * (at + 1)}`).join(" ")} ELSE 0 END)
  + (CASE WHEN x."exposure" = 'on-request' AND ${wasRevealed("x")} THEN 2 ELSE 0 END)
  + (CASE WHEN x."submittedAt" IS NULL AND x."startedAt" IS NULL THEN 1 ELSE 0 END))::int2`;

const ABOUT = `x."taskId", x."responseId", x."responseBId", x."itemId", x."raterId", x."value", ${SWAPPED}`;

const JUDGEMENTS = `SELECT ${ABOUT}, x."initial", ${EXPOSURE_CASE}
  FROM "Judgement" AS x WHERE ${JUDGEMENT_IN_SCOPE("x")}`;

/** Counts all judgements, including those that no table of the report counts. */
const GIVEN = `SELECT count(*)::int AS "n" FROM "Judgement" AS x WHERE ${JUDGEMENT_IN_SCOPE("x")}`;

const DRAFTS = `SELECT ${ABOUT}, x."method", x."condition" ${DRAFTS_IN_SCOPE}`;

/** Indices of the fields that both queries return. */
const [TASK, RESPONSE, RESPONSE_B, ITEM, RATER, VALUE, TURNED] = [0, 1, 2, 3, 4, 5, 6] as const;
const [INITIAL, SHOWN] = [7, 8] as const;
const [METHOD, CONDITION] = [7, 8] as const;

/**
 * Reads the judgements of a study as columns, without an object for any of them. Null when a person judged a
 * unit twice: which of the two counts depends on fields that are not read here. The caller must have checked
 * the right to read the study.
 */
export async function loadColumns(snapshot: Snapshot, scope: StudyScope): Promise<LoadedColumns | null> {
  const reader = new StudyDataReader();
  for await (const record of frameRecords(snapshot, scope)) reader.add(record);
  const frame = reader.finish();
  const ids = [scope.datasetId, scope.batchId];
  const builder = new ColumnBuilder(frame, await itemsOf(snapshot, scope), await ratersOf(snapshot, scope));
  await snapshot.copy(DRAFTS, ids, 9, (row) => builder.addDraft(row));
  const counted = `${JUDGEMENTS} AND ${scope.batchId ? REPORTED : REPORTED_IMPORTED}`;
  await snapshot.copy(counted, ids, 9, (row) => builder.addJudgement(row));
  const counts = await countRecords(snapshot, scope);
  const [given] = await snapshot.rows<{ n: number }>(GIVEN, ids);
  const setAside = (frame.setAside ?? 0) + (given?.n ?? 0) - builder.judgements;
  const columns = builder.finish();
  const overall = await overallIn(snapshot, scope.batchId);
  return (
    columns && {
      columns: { ...columns, ...(overall && { overall }) },
      frame,
      summary: { ...builder.summary(counts), setAside },
    }
  );
}

type Names<T> = { id: string } & T;

async function itemsOf(snapshot: Snapshot, scope: StudyScope): Promise<Names<{ key: string }>[]> {
  const rows = await snapshot.rows<{ id: string; rubric: string; item: string }>(
    `SELECT i."id", r."key" AS "rubric", i."key" AS "item"
     FROM "Item" AS i JOIN "Rubric" AS r ON r."id" = i."rubricId" WHERE r."datasetId" = $1`,
    [scope.datasetId],
  );
  return rows.map(({ id, rubric, item }) => ({ id, key: JSON.stringify([rubric, item]) }));
}

function ratersOf(
  snapshot: Snapshot,
  scope: StudyScope,
): Promise<Names<{ kind: RaterKind; code: string }>[]> {
  return snapshot.rows(`SELECT "id", "kind", "code" FROM "Rater" WHERE "projectId" = $1`, [scope.projectId]);
}

/** A rater of the project, with the rater's number in the columns once they have a judgement. */
interface RaterRow {
  kind: RaterKind;
  code: string;
  voice: number;
}

/** Collects rows into columns. */
class ColumnBuilder {
  private readonly ids = new Uuids();
  /** By the number of an id: the item's place, or the rater. */
  private readonly items: number[] = [];
  private readonly raters: (RaterRow | undefined)[] = [];

  /** Number of judgements read, of people and others. */
  judgements = 0;

  private readonly units = new TupleIndex(3);
  /** The ids of the previous row's unit, and the unit's number. */
  private readonly unitKey = new Int32Array(3);
  private unit = NONE;
  private readonly unitItem = new GrowableColumn();
  private readonly unitTask = new GrowableColumn();
  private readonly decided = new Set<number>();

  private readonly voices = new Map<string, number>();
  private readonly kinds: { kind: RaterKind }[] = [];

  private readonly values: Value[] = [];
  private readonly codes = new Map<Value, number>();
  private readonly packed = new Map<number, number>();

  private readonly people = {
    unit: new GrowableColumn(),
    rater: new NarrowColumn(),
    said: new HumanValues(),
  };
  private readonly others = new OtherValues();

  private readonly seen = new Map<RaterKind, Set<string>>(RATER_KINDS.map((kind) => [kind, new Set()]));
  private readonly counted = { drafts: 0, judgements: 0, skipped: 0, undated: 0 };

  constructor(
    private readonly frame: StudyData,
    items: readonly Names<{ key: string }>[],
    raters: readonly Names<{ kind: RaterKind; code: string }>[],
  ) {
    const places = new Map(frame.items.map(({ key }, at) => [key, at]));
    for (const { id, key } of items) this.items[this.ids.ofUuid(id)] = places.get(key) ?? NOWHERE;
    for (const { id, kind, code } of raters) this.raters[this.ids.ofUuid(id)] = { kind, code, voice: NONE };
    for (const { raterKind, rater } of frame.decisions) this.note(raterKind, rater, null);
  }

  addDraft(row: Tuple): void {
    this.counted.drafts++;
    const { kind, code } = this.raterOf(row);
    const method = row.length[METHOD] === NONE ? null : textOf(row, METHOD);
    const condition = row.length[CONDITION] === NONE ? null : textOf(row, CONDITION);
    this.note(kind, code, method, condition);
    const unit = this.unitOf(row);
    if (kind === "adjudicator") return;
    this.others.addSample(unit, this.voiceOf(kind, code, method, condition), this.valueOf(row, VALUE));
  }

  addJudgement(row: Tuple): void {
    this.judgements++;
    const by = this.raterOf(row);
    const { kind, code } = by;
    if (by.voice === NONE) {
      this.note(kind, code, null);
      by.voice = this.voiceOf(kind, code, null, null);
    }
    const rater = by.voice;
    const unit = this.unitOf(row);
    const value = this.valueOf(row, VALUE);
    if (kind === "adjudicator") {
      if (value !== NONE) this.decided.add(unit);
      return;
    }
    this.counted.judgements++;
    if (value === NONE) this.counted.skipped++;
    if (kind !== "human") {
      this.others.addJudgement(unit, rater, value);
      return;
    }
    const shown = row.view.getInt16(row.start[SHOWN] as number);
    this.counted.undated += shown & 1;
    this.people.unit.push(unit);
    this.people.rater.push(rater);
    const hasInitial = row.length[INITIAL] !== NONE;
    const initial = hasInitial ? this.valueOf(row, INITIAL) : NONE;
    this.people.said.push(value, initial, exposureCaseIndex(shown >> 2, hasInitial, (shown & 2) !== 0));
  }

  /** The columns; null when a person judged a unit twice. */
  finish(): StudyColumns | null {
    const unit = this.people.unit.numbers();
    const rater = this.people.rater.numbers();
    const all = { units: this.units.size, raters: this.kinds.length };
    if (this.others.repeated || repeatedRow({ unit, rater }, all) !== -1) return null;
    return {
      items: this.frame.items,
      raters: this.kinds,
      values: this.values,
      units: {
        item: this.unitItem.numbers(),
        task: this.unitTask.numbers(),
        adjudicated: Uint8Array.from({ length: this.units.size }, (_, unit) =>
          Number(this.decided.has(unit)),
        ),
      },
      people: { unit, rater, ...this.people.said.byClass() },
      others: this.others.finish(this.values, (value) => this.codeOf(value)),
    };
  }

  summary({ tasks, responses }: { tasks: number; responses: number }): Omit<StudySummary, "setAside"> {
    const { name, decisions } = this.frame;
    const raters = Object.fromEntries(RATER_KINDS.map((kind) => [kind, this.seen.get(kind)?.size ?? 0]));
    return {
      name,
      tasks,
      responses,
      drafts: this.counted.drafts,
      judgements: this.counted.judgements,
      decisions: decisions.length,
      labellings: 0,
      labellingsSetAside: 0,
      adjudicated: this.decided.size,
      raters: raters as StudySummary["raters"],
      skipped: this.counted.skipped,
      undated: this.counted.undated,
      repeated: 0,
    };
  }

  private raterOf(row: Tuple): RaterRow {
    const found = this.raters[this.ids.at(row, RATER)];
    if (!found) throw new Error("a rater is of another project");
    return found;
  }

  private note(kind: RaterKind, code: string, method: string | null, condition: string | null = null): void {
    const isPlain = method === null && condition === null;
    this.seen.get(kind)?.add(isPlain ? code : JSON.stringify([code, method, condition]));
  }

  private voiceOf(kind: RaterKind, code: string, method: string | null, condition: string | null): number {
    const key =
      method === null && condition === null
        ? `${kind}\n${code}`
        : JSON.stringify([kind, code, method, condition]);
    const known = this.voices.get(key);
    if (known !== undefined) return known;
    const number = this.kinds.push({ kind }) - 1;
    this.voices.set(key, number);
    return number;
  }

  private unitOf(row: Tuple): number {
    const response = row.length[RESPONSE] === NONE ? NONE : this.ids.at(row, RESPONSE);
    const pair = row.length[RESPONSE_B] === NONE ? NONE : this.ids.at(row, RESPONSE_B);
    const item =
      row.length[ITEM] !== NONE
        ? (this.items[this.ids.at(row, ITEM)] ?? NOWHERE)
        : pair === NONE
          ? OVERALL_AT
          : PREFERENCE_AT;
    const [first, second] = response < pair ? [response, pair] : [pair, response];
    const { unitKey, units } = this;
    // Judgements of a unit mostly follow each other.
    if (unitKey[0] === item && unitKey[1] === first && unitKey[2] === second && units.size > 0)
      return this.unit;
    const before = units.size;
    unitKey[0] = item;
    unitKey[1] = first;
    unitKey[2] = second;
    const unit = units.of(unitKey);
    this.unit = unit;
    if (unit === before) {
      this.unitItem.push(item);
      this.unitTask.push(this.ids.at(row, TASK));
    }
    return unit;
  }

  /** The code of a value, seen from the alphabetically first response of a pair. */
  private valueOf(row: Tuple, field: typeof VALUE | typeof INITIAL): number {
    const length = row.length[field] as number;
    if (length === NONE) return NONE;
    const turned = row.length[TURNED] !== NONE && row.bytes[row.start[TURNED] as number] === 1;
    // A value is a few characters behind the version of the format: they are its own key.
    const from = (row.start[field] as number) + 1;
    let key = turned ? 1 : 0;
    if (length <= 6) for (let i = 1; i < length; i++) key = key * 256 + (row.bytes[from + i - 1] as number);
    else key = NONE;
    const known = key === NONE ? undefined : this.packed.get(key);
    if (known !== undefined) return known;
    const value = JSON.parse(row.bytes.toString("utf8", from, from + length - 1)) as Value | null;
    const code = value === null ? NONE : this.codeOf(turned ? swapSides(value) : value);
    if (key !== NONE) this.packed.set(key, code);
    return code;
  }

  private codeOf(value: Value): number {
    const known = this.codes.get(value);
    if (known !== undefined) return known;
    const code = this.values.push(value) - 1;
    this.codes.set(value, code);
    return code;
  }
}

function textOf({ bytes, start, length }: Tuple, field: number): string {
  const from = start[field] as number;
  return bytes.toString("utf8", from, from + (length[field] as number));
}
